internal import Glibc
internal import Plumbing
internal import Providers
internal import Subprocess
internal import SystemPackage

/// A running `llama-server` that has loaded its model. It is killed, with all that it started, when this object is released.
final class LlamaProcess: Sendable {
    let address: ServerAddress
    private let life: LlamaLife
    private let running: Task<Void, Never>
    private let time: TimeSource

    /// How long a server may go without progress, while it loads its model or works on a request.
    static let longestStandstill = Duration.seconds(30)

    private init(_ address: ServerAddress, _ life: LlamaLife, _ running: Task<Void, Never>, _ time: TimeSource) {
        self.address = address
        self.life = life
        self.running = running
        self.time = time
    }

    deinit { running.cancel() }

    /// Whether the server can take another request.
    var isUsable: Bool { life.isRunning && !running.isCancelled }

    /// Starts a server and waits until its model is loaded, however long that takes while it makes progress.
    ///
    /// - Throws: ``LlamaFailure``.
    static func start(_ command: LlamaCommand, time: TimeSource) async throws -> LlamaProcess {
        let life = LlamaLife()
        let running = Task { await live(command.child, life) }
        do {
            let port = try await life.whileItGoesOn(longestStandstill, time) { try await life.port() }
            let address = ServerAddress(url: "http://127.0.0.1:\(port)/v1", key: command.key)
            return LlamaProcess(address, life, running, time)
        } catch {
            running.cancel()
            await running.value
            throw error is DeadlineExceeded ? LlamaFailure.stalledAtStart(longestStandstill) : error
        }
    }

    /// Runs work with the server.
    ///
    /// If the server makes no progress for ``longestStandstill``, the work is cancelled and the server killed.
    ///
    /// - Throws: ``LlamaFailure/hung(_:)``, ``LlamaFailure/died``, or what the work throws.
    func run<Answer: Sendable>(
        _ work: @escaping @Sendable (ServerAddress) async throws -> Answer
    ) async throws -> Answer {
        let (life, address, time) = (life, address, time)
        do {
            return try await life.whileItGoesOn(Self.longestStandstill, time) { try await work(address) }
        } catch is DeadlineExceeded {
            running.cancel()
            throw LlamaFailure.hung(Self.longestStandstill)
        } catch {
            try Task.checkCancellation()
            // The connection of a server that is killed breaks a moment before its end is known.
            guard Self.mayBeAnEnd(error), await life.ends(within: .milliseconds(500), time) else { throw error }
            throw LlamaFailure.died
        }
    }

    /// Whether an error of a call may come from the server's end.
    private static func mayBeAnEnd(_ error: any Error) -> Bool {
        guard let error = error as? ProviderError else { return true }
        return [.transient, .starting, .missing, .unavailable].contains(error.failure)
    }

    private static func live(_ command: ChildCommand, _ life: LlamaLife) async {
        do {
            // The end that is kept open here is all that the server's guard waits for.
            let socket = try InputSocket()
            _ = try await Subprocess.run(
                command.configuration, input: .fileDescriptor(socket.childEnd, closeAfterSpawningProcess: true),
                output: .sequence, error: .discarded
            ) { execution in
                let pid = execution.processIdentifier.value
                life.began(pid)
                try await RunningChildren.current.noting(pid) {
                    for try await buffer in execution.standardOutput {
                        life.take(buffer.withUnsafeBytes { Array($0) })
                    }
                }
            }
            socket.abandon()
        } catch {}
        life.end()
    }
}
