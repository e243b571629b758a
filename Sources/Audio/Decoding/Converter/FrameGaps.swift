/// Finds damage in a stream of AAC frames (ADTS). Such a stream has no clock, and the converter program leaves
/// the damage out, so later audio comes early.
struct FrameGaps {
    private static let frameSamples = 1_024.0

    private var waiting: [UInt8] = []
    private var left = 0
    private var (frames, frameBytes, skipped) = (0.0, 0.0, 0)
    private var rate = 0
    /// Seconds at which audio is missing, and for how long. At most ``limit``.
    private(set) var gaps: [(at: Double, seconds: Double)] = []
    private static let limit = 32
    /// A gap that is no longer is rounding: half a frame at 44.1 kHz.
    private static let shortest = 0.012

    mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var at = 0
        while at < bytes.count {
            let count = min(left, bytes.count - at)
            (at, left) = (at + count, left - count)
            guard at < bytes.count else { return }
            waiting.append(bytes[at])
            at += 1
            if waiting.count == PartHead.frameLength { takeHead() }
        }
    }

    private mutating func takeHead() {
        let index = Int(waiting[2] >> 2 & 0xF)
        guard case .head(let frame) = PartHead.Reading.frame(waiting[...]), let size = frame.size,
            index < Self.rates.count,
            rate == 0 || Self.rates[index] == rate
        else {
            waiting.removeFirst()
            skipped += 1
            return
        }
        rate = Self.rates[index]
        noteGap()
        frames += Double(waiting[6] & 3) + 1
        frameBytes += Double(size)
        left = size - frame.length
        waiting.removeAll(keepingCapacity: true)
    }

    private mutating func noteGap() {
        defer { skipped = 0 }
        guard skipped > 0, frames > 0, gaps.count < Self.limit else { return }
        let second = Self.frameSamples / Double(rate)
        let lost = Double(skipped) / frameBytes * frames * second
        if lost > Self.shortest { gaps.append((frames * second, lost)) }
    }

    private static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]
}
