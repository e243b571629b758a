import Audio
import Configuration
import Interpreting
package import Plumbing
import Providers

/// The caption files among the inputs of a command, or the one beside its recording, and what that means for its settings.
package struct CaptionInputs {
    /// The paths of the caption files among the inputs.
    package let paths: [String]
    /// The path of a caption file whose text is used in place of what is said in the recording; nil if there is none.
    package let file: String?
    /// Whether nothing is recognized, because there is nothing without captions.
    package let areAll: Bool

    package init(_ paths: [String]) {
        self.paths = paths.filter(CaptionArgument.isCaptions)
        areAll = self.paths.count == paths.count && !paths.isEmpty
        file = nil
    }

    private init(file: String) { (paths, self.file, areAll) = ([], file, true) }

    /// - Parameters:
    ///   - paths: the inputs, those of folders included.
    ///   - file: the caption file of the one input, if the user names one.
    /// - Throws: `Problem` of kind `usage`: `captions.several`, `captions.twice` or `captions.stream`; of kind `input`, code
    ///   `captions.not-found`.
    package init(_ paths: [String], beside file: String?) throws(Problem) {
        guard let file else {
            self.init(paths)
            return
        }
        let option = "--captions \(file)"
        guard let recording = paths.first, paths.count == 1 else {
            throw Problem(
                .usage, "captions.several", "a caption file belongs to one recording, and there are several",
                at: option,
                cure: "translate them one by one, each with its captions")
        }
        guard !CaptionArgument.isCaptions(recording) else {
            throw Problem(
                .usage, "captions.twice", "\(recording) is a caption file, too", at: option,
                cure: "name a recording beside the captions, or one caption file alone")
        }
        guard regularFile(recording) != nil || recording != "-" && FileState(following: recording) == nil else {
            throw Problem(
                .usage, "captions.stream", "a recording with a caption file is read from a file, not from a pipe",
                at: recording, cure: "save it to a file first, or leave --captions out")
        }
        let path = try localPath(file)
        guard regularFile(path) != nil else {
            throw Problem(
                .input, "captions.not-found", "there is no caption file '\(file)'", at: "--captions",
                cure: "check the path, or use one of: target, source, bilingual")
        }
        self.init(file: path)
    }

    /// Checks the inputs as the user names them, before any folder is read.
    ///
    /// - Throws: `Problem` of kind `usage`, code `captions.folder`, if there is a caption file and one of them is a folder.
    package static func check(_ arguments: [String], beside file: String?) throws(Problem) {
        guard let file else { return }
        for argument in arguments where FileState(following: try localPath(argument))?.kind == .folder {
            throw Problem(
                .usage, "captions.folder", "a caption file belongs to one recording, and \(argument) is a folder",
                at: "--captions \(file)", cure: "name the recording")
        }
    }

    /// Checks the options for listening, which have no meaning for captions.
    ///
    /// - Parameter named: the names of other options that were given and are for recordings only.
    /// - Throws: `Problem` of kind `usage`, code `captions.option`.
    package func check(_ listening: ConversationRequest.Listening, named: [String] = []) throws(Problem) {
        guard let path = file ?? paths.first else { return }
        let usual = ConversationRequest.Listening()
        let options: [(String, Bool)] = [
            ("--start and --end", listening.part != nil), ("--raw", listening.raw != nil),
            // The sound of the recording may still be heard in a film.
            ("--track", file == nil && listening.track != usual.track),
            ("--speakers-by-channel and --channel", listening.channels != usual.channels),
        ]
        guard let option = options.first(where: \.1)?.0 ?? named.first else { return }
        throw Problem(
            .usage, "captions.option", "captions are read and not heard, so \(option) cannot be used", at: path,
            cure: file == nil ? "leave it out, or translate the recording" : "leave it out, or leave --captions out")
    }

    /// The settings for these inputs: if there are only captions, no recognizer is needed, and no voice unless a format with
    /// sound is named.
    package func settings(_ settings: Settings) -> Settings {
        guard areAll else { return settings }
        var settings = settings
        settings.set(.recognizer, .stringArray([GivenText().descriptor.name]))
        if file == nil, settings.value(.formats).origin == "default" {
            _ = settings.leaveVoiceOut(unless: false, because: "captions have no sound")
        }
        return settings
    }

    /// Whether a recording of a command is spoken.
    package func speaks(_ path: String, _ settings: Settings) -> Bool {
        settings.value(.formats).origin != "default" || !paths.contains(path)
    }
}
