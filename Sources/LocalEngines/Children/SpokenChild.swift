internal import Audio
internal import Plumbing
internal import Providers

/// A speech program that reads a text from its standard input and writes a WAV to its standard output.
struct SpokenChild: Sendable {
    var command: ChildCommand
    var provider: String
    /// The packages that install it.
    var install: [String]

    /// An hour at 22,050 Hz, which is more than any accepted text needs.
    private static let outputLimit = 160_000_000

    /// Speaks the text and passes the audio on as it comes.
    func speak(
        _ text: String, _ request: SynthesisRequest, voice: String, _ audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        var wave = WaveStream()
        var count = 0
        do {
            try await command.run(input: Array((text + "\n").utf8), limit: Self.outputLimit) { bytes in
                let samples = try wave.samples(from: bytes)
                guard !samples.isEmpty, let rate = wave.sampleRate else { return }
                count += samples.count
                try await audio(VoiceAudio(sampleRate: rate, samples: samples))
            }
            let rest = try wave.finish()
            if !rest.isEmpty, let rate = wave.sampleRate {
                count += rest.count
                try await audio(VoiceAudio(sampleRate: rate, samples: rest))
            }
        } catch let child as ChildFailure {
            throw error(for: child)
        } catch let wrong as WaveStream.Failure {
            throw failure(.unusable, wrong.what)
        }
        guard wave.missingBytes == 0 else { throw failure(.unusable, "it ended before the speech was complete") }
        let hasWords = request.text.unicodeScalars.contains { $0.properties.isAlphabetic }
        guard count > 0 || !hasWords else { throw failure(.unusable, "it gave no audio for a text with words") }
        return Synthesis(
            voice: voice, sampleRate: wave.sampleRate ?? 22_050, sampleCount: count,
            usage: Usage(characters: request.text.unicodeScalars.count))
    }

    private func error(for child: ChildFailure) -> ProviderError {
        let cure = "apt-get install \(install.joined(separator: " "))"
        return switch child {
        case .notStarted(let why): failure(.unavailable, "it does not start (\(why))", cure: cure)
        case .ended: failure(.unusable, "it ended before the speech was complete")
        case .tooMuch(let limit): failure(.unusable, "it gave more than \(limit) bytes of audio for one text")
        case .failed(let status, let message):
            failure(.unusable, "it ended with status \(status)" + Self.quoted(message), cure: cure)
        }
    }

    /// The first line of a program's message, shortened.
    private static func quoted(_ message: String) -> String {
        guard let line = message.split(whereSeparator: \.isNewline).first else { return "" }
        return " (\(line.prefix(160)))"
    }

    private func failure(_ failure: ProviderError.Failure, _ message: String, cure: String? = nil) -> ProviderError {
        ProviderError(failure, stage: .synthesis, provider: provider, message, cure: cure)
    }
}
