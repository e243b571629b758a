internal import FoundationEssentials

/// Speech as events: `speech.audio.delta` for each piece, and `speech.audio.done` at the end.
enum SpeechEvents {
    private struct Delta: Encodable {
        var type = "speech.audio.delta"
        var audio: String
    }

    private struct Done: Encodable {
        var type = "speech.audio.done"
        var usage = Usage()
    }

    /// No tokens are counted here; the schema requires the numbers.
    private struct Usage: Encodable {
        var inputTokens = 0
        var outputTokens = 0
        var totalTokens = 0
    }

    /// Bytes of audio in one event.
    private static let piece = 24 << 10

    /// The events of some bytes of the audio.
    static func text(of bytes: [UInt8]) throws -> String {
        try stride(from: 0, to: bytes.count, by: piece).map { start in
            let part = Data(bytes[start..<min(bytes.count, start + piece)]).base64EncodedString()
            return try OpenAIAnswer.event(Delta(audio: part))
        }.joined()
    }

    /// The last event.
    static func end() throws -> String { try OpenAIAnswer.event(Done()) }
}
