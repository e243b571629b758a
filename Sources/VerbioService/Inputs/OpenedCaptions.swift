import Audio
package import Captions
import FoundationEssentials
package import Language
package import Plumbing

/// A caption file that a command checks, repairs or moves in time.
package struct OpenedCaptions: Sendable {
    /// The name for users: the path, or `standard input`.
    package let name: String
    package let script: CaptionScript
    /// The languages of its lines.
    package let languages: LineLanguages

    /// - Parameters:
    ///   - argument: a path, or `-` for standard input.
    ///   - languages: one language or two, if the user names them; the text shows it otherwise.
    ///   - needsLanguage: whether a file is refused if its language is not clear. If not, it counts as English.
    /// - Throws: `Problem` of kind `usage` or `input`: the file cannot be read, has no captions, or its language cannot be told.
    package init(_ argument: String, languages: [LanguageCode] = [], needsLanguage: Bool = true) throws(Problem) {
        let path = argument == "-" ? "/dev/stdin" : try localPath(argument)
        name = argument == "-" ? "standard input" : argument
        do throws(Problem) {
            script = try CaptionScript(path: path, language: languages.first)
        } catch {
            var problem = error
            problem.place = name
            if problem.code == "captions.encoding", languages.isEmpty {
                problem.cure = "name the language with --language, or save the file as UTF-8"
            }
            throw problem
        }
        guard languages.isEmpty else {
            self.languages = LineLanguages(languages)
            return
        }
        let text = script.cues.lazy.map(\.text.text).filter { !$0.isEmpty }.prefix(400).joined(separator: "\n")
        let found = LanguageIdentifier(candidates: LanguageIdentifier.distinct).identify(text).language
        guard found != nil || !needsLanguage else {
            throw Problem(
                .usage, "language.automatic", "the language of the captions cannot be told from their text",
                at: name, cure: "name it, such as --language en")
        }
        self.languages = LineLanguages([found ?? .en])
    }

    /// The format of a file to write: by its name, or that of this file.
    ///
    /// - Throws: `Problem` of kind `usage`, code `captions.output-format`, if the name is that of no format that can be written.
    package func format(writing path: String) throws(Problem) -> any CaptionFormat {
        let own = CaptionFormats.named(script.format).flatMap { $0.isWritten ? $0 : nil } ?? SRT()
        guard path != "-", let dot = path.split(separator: "/").last?.lastIndex(of: "."),
            let ending = path.split(separator: "/").last.map({ String($0[$0.index(after: dot)...]).lowercased() })
        else { return own }
        if own.endings.contains(ending) { return own }
        let formats = CaptionFormats.written
        guard let format = formats.first(where: { $0.endings.contains(ending) || $0.name == ending }) else {
            throw Problem(
                .usage, "captions.output-format", "no captions are written as .\(ending)", at: path,
                cure: "use one of: \(formats.map(\.name).joined(separator: ", "))")
        }
        return format
    }

    /// Clauses on what could not be read, by line. Times between words and the like are no loss as long as nothing is written.
    package var unread: [String] { script.losses(without: script.cues).map(\.description) }

    /// Sentences on what is lost if cues are written in a format.
    package func notes(writing cues: [ReadCue], in format: any CaptionFormat) -> [String] {
        let losses = format.name == script.format ? script.losses(without: cues) : script.losses
        return script.notes + losses.map(\.description)
    }

    /// The caption files that arguments name: files, `-`, and those of folders.
    ///
    /// - Throws: `Problem` of kind `usage`, code `captions.none`, for a folder without any; of kind `input` if it cannot be read.
    package static func files(_ arguments: [String]) throws(Problem) -> [String] {
        var files: [String] = []
        for argument in arguments {
            guard argument != "-" else {
                files.append(argument)
                continue
            }
            let path = try localPath(argument)
            guard FileState(following: path)?.kind == .folder else {
                files.append(path)
                continue
            }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                throw Problem(
                    .input, "input.unreadable", "this folder cannot be read", at: path,
                    cure: "check that you may read it")
            }
            let found = names.filter { !$0.hasPrefix(".") }.sorted().map { path + "/" + $0 }
                .filter(CaptionArgument.isCaptions)
            guard !found.isEmpty else {
                throw Problem(
                    .usage, "captions.none", "there are no captions in this folder", at: path,
                    cure: "name a folder with caption files, or a file")
            }
            files += found
        }
        return files
    }
}
