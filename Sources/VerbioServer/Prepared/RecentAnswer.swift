internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// An answer about the machine that takes long to make. All clients get the same one, and it is made again after a while.
///
/// It shows what has changed since, such as an installed model or the file of a key, after ``lifetime``. If several clients
/// ask at the same time, it is made once.
final class RecentAnswer: Sendable {
    /// How long an answer is used. One that takes 50 ms then costs at most a fortieth of one processor.
    static let lifetime = Duration.seconds(2)

    private let time: TimeSource
    private let turn = Limiter(limit: 1)
    private let last = Locked<(madeAt: Duration, bytes: PreparedBytes)?>(nil)

    init(time: TimeSource) { self.time = time }

    /// The answer to a request, as JSON.
    ///
    /// - Throws: what `make` throws; the next request then tries again.
    func response(
        to request: Request, _ context: ServerContext, make: () async throws -> some Encodable
    ) async throws -> Response {
        let bytes = if let recent { recent } else { try await turn.run { try await made(make) } }
        return bytes.response(to: request, context, headers: [.contentType: "application/json"])
    }

    private var recent: PreparedBytes? {
        let now = time.now()
        return last.withLock { last in
            last.flatMap { now - $0.madeAt < Self.lifetime ? $0.bytes : nil }
        }
    }

    private func made(_ make: () async throws -> some Encodable) async throws -> PreparedBytes {
        // Another request may have made it during the wait.
        if let recent { return recent }
        // What changes in the meantime may be missing, so the time counts from here.
        let begun = time.now()
        let bytes = PreparedBytes(try .json(try await make()))
        last.withLock { $0 = (begun, bytes) }
        return bytes
    }
}
