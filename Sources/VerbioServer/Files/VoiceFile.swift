internal import Audio
internal import FoundationEssentials
internal import Hummingbird

/// Stored speech as a file that players read and seek in.
enum VoiceFile {
    /// The answer to the request, with its conditions and its range.
    ///
    /// - Parameter name: the name of the file without its extension.
    /// - Throws: ``Problem`` of kind `internal` if the samples cannot be encoded.
    static func response(
        _ voice: VoiceAudio, as format: SpeechEncoding, to request: Request, named name: String, from files: AnswerFiles
    ) async throws -> Response {
        let file = try await files.file { path in
            let rate = format == .opus ? OpusPackets.rate(keeping: voice.sampleRate) : voice.sampleRate
            let heard = try VoiceResampler.resample(voice, to: rate)
            try Data(format.encode(heard.samples, sampleRate: rate)).write(to: URL(filePath: path))
        }
        return try file.response(to: request, type: format.contentType, name: "\(name).\(format.fileExtension)")
    }
}
