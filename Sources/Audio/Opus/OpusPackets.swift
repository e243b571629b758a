package import Plumbing

/// Mono speech as Opus packets of 20 ms without a container (RFC 6716), made while it arrives. Equal samples give equal packets.
///
/// One decoder gets all packets. Of its output, the first ``lookahead`` samples are not speech, and neither is what follows
/// ``sampleCount`` samples after them.
package final class OpusPackets {
    /// The supported rates, in Hz.
    package static let rates = OpusEncoding.rates

    /// The lowest rate, in Hz, at which nothing of a voice is lost.
    ///
    /// - Parameter rate: Hz of the voice.
    package static func rate(keeping rate: Int) -> Int { rates.first { $0 >= rate } ?? 48_000 }

    /// Hz, one of ``rates``.
    package let sampleRate: Int
    /// Samples of one packet.
    package var frameLength: Int { encoding.frameLength }
    /// Samples by which a decoder's output lags.
    package var lookahead: Int { encoding.lookahead }
    /// Samples taken so far.
    package private(set) var sampleCount = 0

    private let encoding: OpusEncoding
    private var waiting: [Int16] = []

    /// - Parameters:
    ///   - sampleRate: Hz, one of ``rates``.
    ///   - bitRate: bits per second on average; 32,000 leaves synthesized speech unharmed.
    /// - Throws: `Problem` of kind `internal` if libopus refuses.
    package init(sampleRate: Int, bitRate: Int = 32_000) throws(Problem) {
        self.sampleRate = sampleRate
        encoding = try OpusEncoding(rate: sampleRate, bitRate: bitRate)
    }

    /// The packets that are complete with these samples.
    ///
    /// The last one waits for a further sample or ``end()``, so that ``end()`` always has a packet.
    ///
    /// - Throws: `Problem` of kind `internal` if libopus refuses.
    package func packets(adding samples: [Int16]) throws(Problem) -> [[UInt8]] {
        waiting += samples
        sampleCount += samples.count
        var (packets, start): ([[UInt8]], Int) = ([], 0)
        while waiting.count - start > frameLength {
            packets.append(try encoding.packet(of: waiting[start..<start + frameLength]))
            start += frameLength
        }
        waiting.removeFirst(start)
        return packets
    }

    /// The rest, filled up with silence. No further samples may follow.
    ///
    /// - Throws: `Problem` of kind `internal` if libopus refuses.
    package func end() throws(Problem) -> [[UInt8]] {
        // The decoder's output lags: silence pushes the remaining samples out of it.
        var rest = waiting + [Int16](repeating: 0, count: lookahead)
        let over = rest.count % frameLength
        if over > 0 { rest += [Int16](repeating: 0, count: frameLength - over) }
        waiting = []
        var packets: [[UInt8]] = []
        for start in stride(from: 0, to: rest.count, by: frameLength) {
            packets.append(try encoding.packet(of: rest[start..<start + frameLength]))
        }
        return packets
    }
}
