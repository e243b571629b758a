internal import Dispatch
internal import Plumbing

/// One connection for all callers of a process. What they ask at the same time goes to the server in one round trip.
///
/// The connection is opened when it is needed, and again after it has broken.
final class RedisClient: Sendable {
    private struct Waiting {
        let command: [String]
        let continuation: CheckedContinuation<RedisReply, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        /// Whether the thread takes what waits.
        var isBusy = false
    }

    /// The link is used on the queue only.
    private final class Place: @unchecked Sendable {
        var link: RedisLink?
    }

    /// How long it waits for a connection and for each answer.
    static let patience = Duration.seconds(1)
    /// The most commands of a round trip.
    private static let most = 256

    let address: RedisAddress
    private let queue = DispatchQueue(label: "verbio.redis", qos: .userInitiated)
    private let place = Place()
    private let state = Locked(State())

    init(_ address: RedisAddress) { self.address = address }

    /// - Throws: ``RedisFailure`` if the server cannot be reached, or refuses the command. If the connection has broken, the server
    ///   may have executed it or not.
    func ask(_ command: [String]) async throws -> RedisReply {
        let reply = try await withCheckedThrowingContinuation { continuation in
            let isFirst = state.withLock { state in
                state.waiting.append(Waiting(command: command, continuation: continuation))
                defer { state.isBusy = true }
                return !state.isBusy
            }
            if isFirst { queue.async { self.answerAll() } }
        }
        if case .error = reply { throw RedisFailure.unexpected(reply) }
        return reply
    }

    private func answerAll() {
        while true {
            let batch = state.withLock { state in
                let batch = Array(state.waiting.prefix(Self.most))
                state.waiting.removeFirst(batch.count)
                state.isBusy = !batch.isEmpty
                return batch
            }
            if batch.isEmpty { return }
            do {
                if place.link?.isUsable != true { place.link = nil }
                let link = try place.link ?? RedisLink(to: address, patience: Self.patience)
                place.link = link
                for (waiting, reply) in zip(batch, try link.exchange(batch.map(\.command))) {
                    waiting.continuation.resume(returning: reply)
                }
            } catch {
                place.link = nil
                for waiting in batch { waiting.continuation.resume(throwing: error) }
            }
        }
    }
}
