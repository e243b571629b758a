internal import Audio

/// Integer milliseconds. Times are rounded once, and after that only added and compared: rounding again at each step would give
/// captions such as `00:00:59,1000`.
enum Milliseconds {
    /// A position or length on the speech clock, rounded to the nearest millisecond.
    static func of(samples: Int) -> Int {
        let samplesPerMillisecond = speechSampleRate / 1_000
        return Int((Double(samples) / Double(samplesPerMillisecond)).rounded())
    }

    /// Seconds from an outside source, rounded; 0 if they are not a number or far out of range.
    static func of(seconds: Double) -> Int {
        Int(exactly: (seconds * 1_000).rounded()).map { max(-limit, min(limit, $0)) } ?? 0
    }

    /// A thousand years: keeps sums far from overflow.
    private static let limit = 1_000 * 366 * 86_400_000
}
