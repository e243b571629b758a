internal import Conversations
internal import CurlHTTP
internal import HTTPTypes
internal import Jobs
internal import Plumbing

/// Reports the end of a job to the addresses that clients have named, and retries until one attempt succeeds.
///
/// An address that does not answer takes a place for half a minute. So each scope has its own places, and the callbacks of
/// others need not wait for it.
final class JobCallbacks: Sendable {
    /// The maximum number of callbacks at the same time.
    static let most = 64
    /// The maximum of one scope.
    static let mostOfScope = 8

    private let coordinator: JobCoordinator
    private let time: TimeSource
    private let underway = Locked<[JobID: Scope]>([:])

    init(_ coordinator: JobCoordinator, time: TimeSource) {
        self.coordinator = coordinator
        self.time = time
    }

    /// The jobs whose callback is due and is not being sent. The caller sends each of them.
    func due() async throws -> [Job] {
        let count = underway.withLock { $0.count }
        guard count < Self.most, coordinator.services.signer != nil else { return [] }
        // Those that are being sent are due as well.
        let due = try await coordinator.store.callbacks(
            dueAt: time.wallClockMilliseconds(), limit: Self.most + count, each: Self.mostOfScope)
        return due.filter { job in
            underway.withLock { underway in
                let scope = job.owner.scope
                guard underway[job.id] == nil, underway.count < Self.most,
                    underway.values.count(where: { $0 == scope }) < Self.mostOfScope
                else { return false }
                underway[job.id] = scope
                return true
            }
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
        underway.withLock { $0[job.id] = nil }
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
