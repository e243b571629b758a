import Audio

@testable import VerbioServer

/// Recordings that use up the minutes of a month, and what is left of them.
enum MonthlySpeech {
    static let translation = "/api/translate?from=en&to=es&raw=s16le:16000:1&tts=none"

    /// Two seconds of speech. Each number is another sound, so that no work is reused.
    static func speech(_ number: Int, seconds: Int = 2) throws -> [UInt8] {
        let samples = try Recordings.speech(seconds: seconds).map { Int16(Double($0) * (1 - Double(number) / 1_000)) }
        return PCM16.littleEndianBytes(samples)
    }

    static func limits(_ server: RunningServer, _ person: SignedIn) async throws -> [String: Any] {
        try JSON.object(try await server.send("GET", "/api/user/limits", fields: [person.field]).body)
    }
}
