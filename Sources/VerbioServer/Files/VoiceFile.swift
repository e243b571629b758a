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
            // Opus supports only certain rates.
            let rate =
                format == .opus
                ? OpusFileWriter.rates.sorted().first { $0 >= voice.sampleRate } ?? 48_000 : voice.sampleRate
            let heard = try VoiceResampler.resample(voice, to: rate)
            try Data(format.encode(heard.samples, sampleRate: rate)).write(to: URL(filePath: path))
        }
        return file.response(to: request, type: format.contentType, name: "\(name).\(format.fileExtension)")
    }
}
