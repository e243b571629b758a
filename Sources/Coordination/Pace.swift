internal import Plumbing

/// How often something may be done: a number of uses in a period, which come back evenly.
package struct Pace: Sendable, Hashable {
    package var name: String
    /// 1 or more.
    package var uses: Int
    package var period: Duration

    package init(_ name: String, _ uses: Int, per period: Duration) {
        self.name = name
        self.uses = uses
        self.period = period
    }

    /// Uses that come back in a second.
    private var rate: Double { Double(uses) / period.seconds }

    /// What is left of a pace.
    struct Bucket: CoordinatedValue {
        static let kind = "pace"

        var left: Double
        /// When a use was last taken or tried.
        var at: Duration
        /// When all uses have come back.
        var full: Duration

        func life(at now: Duration) -> Duration { full - now }
    }

    /// - Returns: what is left, and nil if there was a use; otherwise how long to wait for it.
    fileprivate func taken(from bucket: Bucket?, at now: Duration) -> (bucket: Bucket, wait: Duration?) {
        let size = Double(uses)
        let filled = bucket.map { min(size, $0.left + max(0, (now - $0.at).seconds) * rate) } ?? size
        let left = filled < 1 ? filled : filled - 1
        let bucket = Bucket(left: left, at: now, full: now + .seconds((size - left) / rate))
        return (bucket, filled < 1 ? .seconds((1 - filled) / rate) : nil)
    }
}

/// A pace that has no use left.
package struct PaceWait: Sendable, Hashable {
    /// Its place among those that were asked for.
    package var index: Int
    /// How long to wait for the next use.
    package var wait: Duration
}

extension Coordination {
    /// Takes a use of each pace, or of none.
    ///
    /// - Returns: nil if each had one; otherwise the first that had none.
    package func take(_ paces: [Pace]) async throws -> PaceWait? {
        try await change(paces.map(\.name)) { (buckets: inout [String: Pace.Bucket], moment) in
            var taken: [String: Pace.Bucket] = [:]
            for (index, pace) in paces.enumerated() {
                let part = Pace(pace.name, moment.part(of: pace.uses), per: pace.period)
                let (bucket, wait) = part.taken(from: buckets[pace.name], at: moment.now)
                if let wait {
                    buckets[pace.name] = bucket
                    return PaceWait(index: index, wait: wait)
                }
                taken[pace.name] = bucket
            }
            buckets.merge(taken) { $1 }
            return nil
        }
    }
}
