import Audio
import VerbioTesting

/// What the tests send.
enum Recordings {
    /// Six seconds of speech with pauses, as 16-bit samples at 16 kHz.
    static func speech(seconds: Int = 6) throws -> [Int16] {
        Array(try SpeechFixtures.sample().prefix(seconds * 16_000))
    }

    static func wav(seconds: Int = 6) throws -> [UInt8] { SpeechFixtures.wav(try speech(seconds: seconds)) }

    /// The same as headerless samples, of which there can always be more: `raw=s16le:16000:1`.
    static func pcm(seconds: Int = 6) throws -> [UInt8] { PCM16.littleEndianBytes(try speech(seconds: seconds)) }

    /// The head of a WAV as a recorder writes it into a pipe: its length is not known.
    static let streamedWAVHead: [UInt8] =
        Array("RIFF".utf8) + [255, 255, 255, 255] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0]
        + [0x80, 0x3E, 0, 0, 0, 0x7D, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [255, 255, 255, 255]

    /// Headerless: 8 bits, 8 kHz, mono.
    static func raw(seconds: Int = 6) throws -> [UInt8] {
        let samples = try speech(seconds: seconds)
        return stride(from: 0, to: samples.count - 1, by: 2).map { index in
            UInt8(clamping: (Int(samples[index]) + Int(samples[index + 1])) / 512 + 128)
        }
    }
}
