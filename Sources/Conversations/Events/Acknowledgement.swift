/// How much of a live conversation's sound is safe. It is delivered and never stored.
package struct Acknowledgement: Sendable, Hashable, Codable {
    /// The sample after the last one that is safe, on the speech clock (16 kHz).
    package var sample: Int
    /// Whether the sound survives a power loss. False if it could not be written down: it is still interpreted, but if the
    /// program ends, what is in no utterance yet is lost.
    package var durable: Bool

    /// ``sample`` in seconds.
    package var seconds: Double { Double(sample) / 16_000 }

    package init(sample: Int, durable: Bool) {
        self.sample = sample
        self.durable = durable
    }
}
