internal import Plumbing

/// Jobs that a vendor has accepted and not finished.
///
/// A job is charged when it is made. A call that is retried therefore asks for the job of the first attempt, and does not make
/// another one.
final class OpenJobs: Sendable {
    /// A recording and what is to be done with it.
    struct Key: Hashable, Sendable {
        private let bytes: [UInt8]
        private let task: String

        init(_ bytes: [UInt8], _ task: String) { (self.bytes, self.task) = (bytes, task) }
    }

    private let known = Locked<[(key: Key, id: String)]>([])
    /// The most that are kept, the oldest dropped: as many calls are seldom open at once, and each keeps its audio.
    private let most = 32

    /// The vendor's name for the job of a recording; nil if there is none.
    subscript(_ key: Key) -> String? {
        get { known.withLock { known in known.first { $0.key == key }?.id } }
        set {
            known.withLock { known in
                known.removeAll { $0.key == key }
                if let newValue { known.append((key, newValue)) }
                if known.count > most { known.removeFirst() }
            }
        }
    }
}
