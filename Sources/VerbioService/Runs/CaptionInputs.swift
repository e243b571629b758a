import Audio
import Configuration
import Interpreting
package import Plumbing
import Providers

/// The caption files among the inputs of a command, and what that means for its settings.
package struct CaptionInputs {
    /// The paths of the caption files.
    package let paths: [String]
    /// Whether there is nothing else, so that nothing is recognized.
    package let areAll: Bool

    package init(_ paths: [String]) {
        self.paths = paths.filter(CaptionArgument.isCaptions)
        areAll = self.paths.count == paths.count && !paths.isEmpty
    }

    /// Checks the options for listening, which have no meaning for captions.
    ///
    /// - Parameter named: the names of other options that were given and are for recordings only.
    /// - Throws: `Problem` of kind `usage`, code `captions.option`.
    package func check(_ listening: ConversationRequest.Listening, named: [String] = []) throws(Problem) {
        guard let path = paths.first else { return }
        let usual = ConversationRequest.Listening()
        let options: [(String, Bool)] = [
            ("--start and --end", listening.part != nil), ("--raw", listening.raw != nil),
            ("--track", listening.track != usual.track),
            ("--speakers-by-channel and --channel", listening.channels != usual.channels),
        ]
        guard let option = options.first(where: \.1)?.0 ?? named.first else { return }
        throw Problem(
            .usage, "captions.option", "captions are read and not heard, so \(option) cannot be used", at: path,
            cure: "leave it out, or translate the recording")
    }

    /// The settings for these inputs: if there are only captions, no recognizer is needed, and no voice unless a format with
    /// sound is named.
    package func settings(_ settings: Settings) -> Settings {
        guard areAll else { return settings }
        var settings = settings
        settings.set(.recognizer, .stringArray([GivenText().descriptor.name]))
        if settings.value(.formats).origin == "default" {
            _ = settings.leaveVoiceOut(unless: false, because: "captions have no sound")
        }
        return settings
    }

    /// Whether a recording of a command is spoken.
    package func speaks(_ path: String, _ settings: Settings) -> Bool {
        settings.value(.formats).origin != "default" || !paths.contains(path)
    }
}
