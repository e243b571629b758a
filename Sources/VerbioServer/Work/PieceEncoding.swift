internal import Audio
internal import Plumbing

/// The form of the pieces of speech that a client gets while it listens.
enum PieceEncoding: Sendable, Hashable {
    case wav
    case opus
    /// Samples without a header: 16 bits, little-endian, mono.
    case pcm

    /// The media type.
    var contentType: String {
        switch self {
        case .wav: SpeechEncoding.wav.contentType
        case .opus: SpeechEncoding.opus.contentType
        case .pcm: "audio/pcm"
        }
    }

    /// - Throws: ``Problem`` of kind `internal` if libopus refuses.
    func encode(_ samples: [Int16], sampleRate: Int) throws(Problem) -> [UInt8] {
        switch self {
        case .wav: try SpeechEncoding.wav.encode(samples, sampleRate: sampleRate)
        case .opus: try SpeechEncoding.opus.encode(samples, sampleRate: sampleRate)
        case .pcm: PCM16.littleEndianBytes(samples)
        }
    }
}
