import Audio
import Plumbing

extension AudioInput {
    /// What a command's argument names: a recording, or '-' for standard input.
    init(argument: String) {
        self = argument == "-" ? .standardInput : .file(argument)
    }

    static var standardInput: AudioInput { .descriptor(0, name: "-") }

    /// Does something with the input and, where it is standard input and no audio, adds the cure for bare samples, which do
    /// not say what they are.
    func explained<Result>(
        _ options: ReadingOptions, _ body: (AudioInput, ReadingOptions) async throws -> Result
    ) async throws -> Result {
        do {
            return try await body(self, options)
        } catch var problem as Problem {
            // What only lacks ffmpeg is known to be audio.
            if isDescriptor, options.raw == nil,
                ["audio.not-audio", "audio.unsupported-format"].contains(problem.code),
                !problem.what.contains("ffmpeg, which is not installed")
            {
                problem.cure = "give a sound file, or say what the raw samples are with --raw s16le and --rate"
            }
            throw problem
        }
    }
}
