import Audio
import Captions
package import Plumbing

/// The text that `verbio text` translates.
package enum TextArgument {
    case standardInput
    case file(String)
    /// Words of the command line.
    case words(String)

    /// If a single argument names a file, it is that file; `-` or no argument is standard input. Anything else is the text
    /// itself.
    ///
    /// - Throws: `Problem` of kind `usage` for a URL, a recording, or a file among other arguments; of kind `input` if the
    ///   argument looks like the name of a file that does not exist.
    package init(_ arguments: [String]) throws(Problem) {
        guard let first = arguments.first, arguments != ["-"] else {
            self = .standardInput
            return
        }
        guard arguments.count == 1 else {
            for argument in arguments where FileState(following: argument) != nil && Self.looksLikeFile(argument) {
                throw Problem(
                    .usage, "text.several", "one file is translated at a time", at: argument,
                    cure: "name one file, or pipe them in: cat FILES | verbio text …")
            }
            self = .words(arguments.joined(separator: " "))
            return
        }
        let path = try localPath(first)
        let state = FileState(following: path)
        guard state != nil || Self.looksLikeFile(path) else {
            self = .words(first)
            return
        }
        guard let state else {
            throw Problem(
                .input, "text.not-found", "there is no such file", at: path,
                cure: "check the path; words can be piped in: echo \"…\" | verbio text …")
        }
        guard state.kind != .regular || !FolderRecordings.endings.contains(Self.ending(of: path)) else {
            throw Problem(
                .usage, "text.recording", "this is the name of a recording", at: path,
                cure: "translate it with 'verbio translate'")
        }
        guard state.kind != .regular || !Self.captionEndings.contains(Self.ending(of: path)) else {
            throw Problem(
                .usage, "text.captions", "these are captions, and their times would be translated as text", at: path,
                cure: "translate them with 'verbio translate', which keeps the times")
        }
        self = .file(path)
    }

    /// The endings of captions: not all of their lines are text.
    private static let captionEndings = CaptionFormats.endings.subtracting(["txt", "xml"])

    /// The name of the text in messages.
    package var name: String {
        switch self {
        case .standardInput: "-"
        case .file(let path): path
        case .words: "the text"
        }
    }

    /// The file's path; nil if it is no file.
    package var path: String? { if case .file(let path) = self { path } else { nil } }

    private static func ending(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// `letter.txt` and `notes/letter` do, "Hello", "Where is the station?" and "3.5" do not.
    private static func looksLikeFile(_ text: String) -> Bool {
        guard !text.contains(where: \.isWhitespace) else { return false }
        let ending = ending(of: text)
        let isEnding =
            (1...5).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return text.contains("/") || isEnding && ending.contains(where: \.isLetter)
    }
}
