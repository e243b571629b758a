internal import Audio
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// Sends a request's body into a pipe piece by piece. While the pipe is full, nothing more is read from the client.
struct BodyFeed: Sendable {
    private let body: RequestBody
    private let pipe: BytePipe
    private let maximumBytes: Int
    /// How long the client may send nothing.
    private let patience: Duration
    private let time: TimeSource

    /// - Parameter configuration: has the limits of a body.
    init(_ body: RequestBody, into pipe: BytePipe, within configuration: ServerConfiguration, time: TimeSource) {
        (self.body, self.pipe, self.time) = (body, pipe, time)
        maximumBytes = configuration.maximumBodyBytes
        patience = configuration.patience
    }

    /// - Returns: why the body is refused; nil at its end, and if the pipe's reader wants no more.
    func run() async -> Refusal? {
        // The time since when this side waits for the client; nil while the client has to wait for the pipe.
        let waitingSince = Locked<Duration?>(time.now())
        return await withTaskGroup(of: Refusal?.self) { group in
            group.addTask { await carry(waitingSince) }
            group.addTask { await watch(waitingSince) }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func carry(_ waitingSince: Locked<Duration?>) async -> Refusal? {
        var count = 0
        do {
            for try await buffer in body {
                waitingSince.withLock { $0 = nil }
                count += buffer.readableBytes
                guard count <= maximumBytes else { return .tooLarge(limit: maximumBytes) }
                try await pipe.send(Array(buffer.readableBytesView))
                let now = time.now()
                waitingSince.withLock { $0 = now }
            }
            // A cancelled body ends without an error.
            if Task.isCancelled { return nil }
            pipe.finish()
            return nil
        } catch is BytePipeClosed {
            return nil
        } catch is CancellationError {
            return nil
        } catch {
            return .truncated
        }
    }

    private func watch(_ waitingSince: Locked<Duration?>) async -> Refusal? {
        while true {
            let since = waitingSince.withLock { $0 }
            let left = since.map { $0 + patience - time.now() } ?? patience
            guard left > .zero else { return .slow(after: patience) }
            do {
                try await time.sleep(left)
            } catch {
                return nil
            }
        }
    }
}
