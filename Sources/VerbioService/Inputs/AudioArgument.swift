package import Audio
import FoundationEssentials
package import Plumbing

/// A path from a command's argument: unchanged, or out of a `file:` URL. Verbio downloads nothing.
///
/// - Throws: `Problem` of kind `usage` for any other URL.
package func localPath(_ argument: String) throws(Problem) -> String {
    guard let colon = argument.firstIndex(of: ":"), argument[colon...].hasPrefix("://") else { return argument }
    let scheme = argument[..<colon].lowercased()
    guard scheme.allSatisfy({ $0.isASCII && $0.isLetter || $0.isNumber }), !scheme.isEmpty else { return argument }
    if scheme == "file", let path = URL(string: argument)?.path, !path.isEmpty { return path }
    throw Problem(
        .usage, "input.url", "Verbio reads files and pipes, and downloads nothing", at: argument,
        cure: "download it first, or pipe it in: curl -L \"URL\" | verbio translate - …")
}

extension AudioInput {
    /// The input that a command's argument names: a recording, or '-' for standard input.
    ///
    /// - Throws: `Problem` of kind `usage` for a URL.
    package init(argument: String) throws(Problem) {
        self = argument == "-" ? .standardInput : .file(try localPath(argument))
    }

    /// Standard input, which is read once and only forwards.
    package static var standardInput: AudioInput { .descriptor(0, name: "-") }

    /// Performs an operation on the input. If the input is standard input and no audio, the problem gets the cure for bare
    /// samples, which have no header to describe them.
    package func explained<Result>(
        _ options: ReadingOptions, _ body: (AudioInput, ReadingOptions) async throws -> Result
    ) async throws -> Result {
        do {
            return try await body(self, options)
        } catch var problem as Problem {
            // If only ffmpeg is missing, the input is known to be audio.
            if isDescriptor, options.raw == nil,
                ["audio.not-audio", "audio.unsupported-format"].contains(problem.code),
                !problem.what.contains("ffmpeg, which is not installed")
            {
                problem.cure =
                    problem.what.contains("caption file")
                    ? "save the captions to a file, and translate that with 'verbio translate FILE'"
                    : "give a sound file, or say what the raw samples are with --raw s16le and --rate"
            }
            throw problem
        }
    }
}
