internal import Audio
internal import Language
internal import Plumbing
internal import Providers

/// An utterance's audio, packed for sending.
struct AudioUpload: Sendable {
    let encoding: SpeechEncoding
    let bytes: [UInt8]
    /// Seconds of audio in it.
    let seconds: Double

    /// `utterance.flac`: servers tell the format by the extension.
    var fileName: String { "utterance.\(encoding.rawValue)" }

    /// Hz of everything that is recognized.
    static let sampleRate = 16_000

    /// Packs the audio.
    ///
    /// - Throws: ``ProviderError`` of class `unsupported` above the declaration's limits.
    init(_ request: RecognitionRequest, _ declaration: RecognitionDeclaration, _ exchange: Exchange) throws {
        seconds = Double(request.audio.count) / Double(Self.sampleRate)
        if let most = declaration.maximumSeconds, seconds > most {
            throw exchange.error(
                .unsupported, "the utterance lasts \(tenths(seconds)) s, and it takes \(tenths(most)) s at most")
        }
        encoding = declaration.upload ?? .flac
        bytes = try encoding.encode(PCM16.quantized(request.audio), sampleRate: Self.sampleRate)
        if let most = declaration.maximumBytes, bytes.count > most {
            throw exchange.error(
                .unsupported, "the utterance has \(bytes.count) bytes, and it takes \(most) at most")
        }
    }
}
