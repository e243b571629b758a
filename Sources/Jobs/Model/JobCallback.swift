/// The address that is called when a job has ended.
package struct JobCallback: Sendable, Hashable, Codable {
    /// How far the callback has come.
    package enum State: String, Sendable, Hashable, Codable {
        /// It has not been delivered yet.
        case waiting
        case delivered
        /// All attempts have failed.
        case failed
    }

    package var url: String
    package var state = State.waiting
    /// How often it was tried.
    package var attempts = 0
    /// When it is tried next, in milliseconds since 1970; nil before the job has ended, and after the last attempt.
    package var nextAt: Int64?

    package init(url: String) { self.url = url }

    /// The waits after the first attempts, in seconds: about nine hours together.
    package static let waits: [Int64] = [10, 60, 300, 1_800, 7_200, 21_600]

    /// Notes how an attempt ended.
    package mutating func note(delivered: Bool, at now: Int64) {
        attempts += 1
        nextAt = nil
        if delivered {
            state = .delivered
        } else if attempts <= Self.waits.count {
            nextAt = now + Self.waits[attempts - 1] * 1_000
        } else {
            state = .failed
        }
    }
}
