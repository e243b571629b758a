internal import Audio

extension SpeechFixtures {
    /// Speech at 16 kHz as Opus packets of 20 ms without a container.
    ///
    /// - Throws: `Problem` if libopus refuses.
    package static func opusPackets(of speech: [Int16]) throws -> [[UInt8]] {
        let stream = try OpusPackets(sampleRate: 16_000)
        return try stream.packets(adding: speech) + stream.end()
    }
}
