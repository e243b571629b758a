internal import Plumbing

/// What a vendor has of a recognition that is not finished.
struct OpenJob: Sendable {
    /// The place that took it. It is known there alone, under that key.
    let exchange: Exchange
    /// The vendor's name for the audio; nil if it was not sent, or if it is part of the job.
    var file: String?
    /// The vendor's name for the job; nil if none was made.
    var id: String?
    /// Whether the vendor has ended it, so that asking again is of no use.
    var isOver = false
    /// When its call ended, on the clock of its endpoint.
    fileprivate(set) var left = Duration.zero

    init(at exchange: Exchange) { self.exchange = exchange }
}

/// Jobs that a vendor has accepted and that are left after calls without an answer, for all addresses and keys of a provider.
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

    private let known = Locked<[(key: Key, job: OpenJob)]>([])
    /// The most that are kept: as many calls are seldom open at once, and each keeps its audio.
    private static let most = 32
    /// How long one is kept. No retry comes later: it is ten times the longest wait before a retry.
    private static let patience = Duration.seconds(600)

    /// The job of a recording, which belongs to the caller from now on; nil if there is none.
    func take(_ key: Key) -> OpenJob? {
        known.withLock { known in
            guard let index = known.firstIndex(where: { $0.key == key }) else { return nil }
            return known.remove(at: index).job
        }
    }

    /// Keeps a job for the retry of its call.
    func leave(_ job: OpenJob, _ key: Key, at now: Duration) {
        var job = job
        job.left = now
        known.withLock { $0.append((key, job)) }
    }

    /// Takes the jobs that nothing will ask for: those that are too old, and the oldest if there are too many.
    func takeForgotten(at now: Duration) -> [OpenJob] {
        known.withLock { known in
            let old = known.prefix { $0.job.left <= now - Self.patience }.count
            let forgotten = known.prefix(max(old, known.count - Self.most)).map(\.job)
            known.removeFirst(forgotten.count)
            return forgotten
        }
    }
}
