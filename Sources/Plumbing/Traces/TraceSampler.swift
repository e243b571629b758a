/// Decides which traces are kept.
package struct TraceSampler: Sendable, Hashable {
    /// Whether a trace that another program began is kept exactly if that program keeps it.
    package var followsParent: Bool
    /// The share of the other traces that are kept, from 0 to 1.
    package var ratio: Double

    package init(followsParent: Bool, ratio: Double) {
        self.followsParent = followsParent
        self.ratio = ratio
    }

    /// - Parameters:
    ///   - trace: the 32 digits of the trace.
    ///   - parent: the span of another program that the trace comes from.
    func keeps(_ trace: String, from parent: TraceContext?) -> Bool {
        if followsParent, let parent { return parent.isSampled }
        // The last 16 digits decide, as in other programs. So all programs with the same share keep the same traces.
        guard ratio < 1, let number = UInt64(trace.suffix(16), radix: 16) else { return ratio >= 1 }
        return number < UInt64(max(0, ratio) * 0x1p64)
    }
}
