internal import CurlHTTP
internal import HTTPTypes
internal import Jobs
internal import Plumbing

/// Reports the end of a job to the addresses that clients have named, and retries until one attempt succeeds.
final class JobCallbacks: Sendable {
    /// The maximum number of callbacks at the same time.
    private static let most = 8

    private let coordinator: JobCoordinator
    private let time: TimeSource
    private let underway = Locked<Set<JobID>>([])

    init(_ coordinator: JobCoordinator, time: TimeSource) {
        self.coordinator = coordinator
        self.time = time
    }

    /// The jobs whose callback is due and is not being sent. The caller sends each of them.
    func due() async throws -> [Job] {
        let room = Self.most - underway.withLock { $0.count }
        guard room > 0, coordinator.services.signer != nil else { return [] }
        return try await coordinator.store.callbacks(dueAt: time.wallClockMilliseconds(), limit: Self.most).filter {
            job in
            underway.withLock { $0.count < Self.most && $0.insert(job.id).inserted }
        }
    }

    /// Makes one attempt, and stores how it ended.
    func send(_ job: Job) async {
        let isDelivered = await attempt(job)
        // An attempt that a stop of the server has cancelled does not count.
        if !Task.isCancelled {
            let now = time.wallClockMilliseconds()
            _ = try? await coordinator.store.change(job.id) { $0.callback?.note(delivered: isDelivered, at: now) }
        }
        underway.withLock { _ = $0.remove(job.id) }
        coordinator.wakeUp()
    }

    private func attempt(_ job: Job) async -> Bool {
        guard let callback = job.callback, let signer = coordinator.services.signer else { return false }
        do {
            let body = Array(try JobDocument(job).json().utf8)
            var fields: HTTPFields = [.contentType: "application/json"]
            let signature = signer.signature(of: body, at: time.wallClockMilliseconds() / 1_000)
            if let name = HTTPField.Name("Verbio-Signature") { fields[name] = signature }
            let answer = try await coordinator.services.outside.send(
                ClientRequest(
                    .post, callback.url, headers: fields, body: .bytes(body),
                    deadlines: Deadlines(total: .seconds(30)), limits: ResponseLimits(body: 64 << 10)))
            return (200..<300).contains(answer.status)
        } catch {
            return false
        }
    }
}
