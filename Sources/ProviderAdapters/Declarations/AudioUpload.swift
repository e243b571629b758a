internal import Audio
internal import Language
internal import Plumbing
internal import Providers

/// An utterance's audio, packed for sending.
struct AudioUpload: Sendable {
    let encoding: SpeechEncoding
    let bytes: [UInt8]
    /// The length of the audio in seconds.
    let seconds: Double

    /// `utterance.flac`: servers recognize the format by the extension.
    var fileName: String { "utterance.\(encoding.fileExtension)" }

    /// The sample rate of all recognized audio, in Hz.
    static let sampleRate = 16_000

    /// Packs the audio in the first declared encoding that fits the declared limits.
    ///
    /// - Parameter most: bytes, if the server is known to take less than is declared.
    /// - Throws: ``ProviderError`` of class `unsupported` for audio that is too long, `tooLarge` for too many bytes.
    init(
        _ request: RecognitionRequest, _ declaration: RecognitionDeclaration, _ exchange: Exchange, most: Int = .max
    ) throws {
        seconds = Double(request.audio.count) / Double(Self.sampleRate)
        if let most = declaration.longestUpload, seconds > most {
            throw exchange.error(
                .unsupported, "the utterance lasts \(tenths(seconds)) s, and it takes \(tenths(most)) s at most")
        }
        let samples = PCM16.quantized(request.audio)
        let most = min(most, declaration.maximumBytes ?? .max)
        var smallest = Int.max
        for encoding in declaration.encodings {
            let bytes = try encoding.encode(samples, sampleRate: Self.sampleRate)
            if bytes.count <= most {
                (self.encoding, self.bytes) = (encoding, bytes)
                return
            }
            smallest = min(smallest, bytes.count)
        }
        throw exchange.error(.tooLarge, "the utterance has \(smallest) bytes, and it takes \(most) at most")
    }
}

extension RecognitionDeclaration {
    /// How audio is sent, the best way first.
    var encodings: [SpeechEncoding] { upload?.encodings ?? [.flac] }

    /// The longest audio, in seconds, that is within both limits whatever its content; nil if there are no limits.
    var longestUpload: Double? {
        let within = maximumBytes.map { most in
            encodings.map { Self.longest($0, within: most) }.max() ?? 0
        }
        guard let maximumSeconds, let within else { return maximumSeconds ?? within }
        return min(maximumSeconds, within)
    }

    /// How many seconds of audio fit into so many bytes, in tenths and minus one tenth: headers differ by some bytes.
    private static func longest(_ encoding: SpeechEncoding, within most: Int) -> Double {
        let second = encoding.maximumBytes(samples: AudioUpload.sampleRate * 1_000, sampleRate: AudioUpload.sampleRate)
        let head = encoding.maximumBytes(samples: 0, sampleRate: AudioUpload.sampleRate)
        let tenths = (Double(max(0, most - head)) / Double(second - head) * 10_000).rounded(.down)
        return max(0, tenths - 1) / 10
    }
}
