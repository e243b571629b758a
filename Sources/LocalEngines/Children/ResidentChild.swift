internal import Plumbing
internal import Subprocess
internal import SystemPackage

/// How the requests to a child and its answers are separated in the two streams.
enum ChildFraming: Sendable {
    /// Requests and answers are frames that end with a NUL.
    ///
    /// A request is followed by a frame with its own tag, which the child gives back unchanged, and by an empty frame. The
    /// answer is the frame just before the tag. So an answer certainly belongs to its request. Programs that hold one frame
    /// back (`lt-proc -b` does) are made to release it.
    case tagged
    /// A request is sent as it is; its answer is the next line.
    case lines

    fileprivate var separator: UInt8 {
        switch self {
        case .tagged: 0
        case .lines: UInt8(ascii: "\n")
        }
    }
}

/// A child process that stays and answers one request after another.
///
/// The caller makes sure that there is one request at a time. The child is killed when this object is released, and when a
/// request is cancelled.
final class ResidentChild: Sendable {
    private struct Exchange: Sendable {
        var request: [UInt8]
        var tag: [UInt8]
        var answer: Pending<[UInt8]>
    }

    private struct Life {
        var ended = false
        var exchanges = 0
        var current: Pending<[UInt8]>?
    }

    private let life = Locked(Life())
    private let requests = BoundedChannel<Exchange>(capacity: 1)
    private let running: Task<Void, Never>

    private let framing: ChildFraming

    /// Starts the child.
    ///
    /// - Parameter limit: bytes of one answer after which the child is killed.
    init(_ command: ChildCommand, framing: ChildFraming = .tagged, limit: Int) {
        self.framing = framing
        running = Task { [life, requests] in
            try? await Self.live(command, requests, framing, limit: limit)
            requests.finish()
            let waiting = life.withLock { life in
                life.ended = true
                defer { life.current = nil }
                return life.current
            }
            waiting?.settle(.failure(ChildFailure.ended))
        }
    }

    deinit {
        requests.finish()
        running.cancel()
    }

    /// Whether the child has ended and so cannot answer any more.
    var hasEnded: Bool { life.withLock { $0.ended } }

    /// The child's answer to one request. If the frames are tagged, neither request nor answer may contain a NUL.
    ///
    /// - Throws: ``ChildFailure``, or `CancellationError` after the child was killed.
    func ask(_ request: [UInt8]) async throws -> [UInt8] {
        let answer = Pending<[UInt8]>()
        let number: Int? = life.withLock { life in
            guard !life.ended else { return nil }
            life.exchanges += 1
            life.current = answer
            return life.exchanges
        }
        guard let number else { throw ChildFailure.ended }
        return try await withTaskCancellationHandler {
            do {
                try await requests.send(
                    Exchange(request: request, tag: Array("[t\(number)]".utf8), answer: answer))
            } catch {
                try Task.checkCancellation()
                throw ChildFailure.ended
            }
            return try await answer.value()
        } onCancel: {
            running.cancel()
            answer.settle(.failure(CancellationError()))
        }
    }

    private static func live(
        _ command: ChildCommand, _ requests: BoundedChannel<Exchange>, _ framing: ChildFraming, limit: Int
    ) async throws {
        let socket = try InputSocket()
        _ = try await Subprocess.run(
            command.configuration, input: .fileDescriptor(socket.childEnd, closeAfterSpawningProcess: true),
            output: .sequence, error: .discarded
        ) { execution in
            var frames = FrameReader(
                execution.standardOutput.makeAsyncIterator(), separator: framing.separator, limit: limit)
            try await RunningChildren.current.noting(execution.processIdentifier.value) {
                while let exchange = try await requests.next() {
                    try await Self.answer(exchange, framing, over: socket, &frames)
                }
            }
        }
    }

    private static func answer(
        _ exchange: Exchange, _ framing: ChildFraming, over socket: InputSocket, _ frames: inout FrameReader
    ) async throws {
        do {
            let answer = try await Self.exchange(exchange, framing, over: socket, &frames)
            exchange.answer.settle(.success(answer))
        } catch let failure as ChildFailure {
            exchange.answer.settle(.failure(failure))
            throw failure
        } catch {
            // Whatever the error of reading from a dead child, the failure is that it has ended.
            exchange.answer.settle(.failure(ChildFailure.ended))
            throw error
        }
    }

    private static func exchange(
        _ exchange: Exchange, _ framing: ChildFraming, over socket: InputSocket, _ frames: inout FrameReader
    ) async throws -> [UInt8] {
        let tail: [UInt8] = framing == .tagged ? [0] + exchange.tag + [0, 0] : []
        // The request is written while the answer is read, so that neither side waits for the other because a pipe is full.
        async let sent: Void = socket.send(exchange.request + tail)
        do {
            var answer: [UInt8] = []
            var frame = try await frames.next()
            if framing == .lines { answer = frame }
            while framing == .tagged, frame != exchange.tag {
                answer = frame
                frame = try await frames.next()
            }
            try await sent
            return answer
        } catch {
            socket.abandon()
            throw error
        }
    }
}

/// Cuts a child's output at its separators.
private struct FrameReader {
    private var chunks: SubprocessOutputSequence.Iterator
    private var held: [UInt8] = []
    private let separator: UInt8
    private let limit: Int

    init(_ chunks: SubprocessOutputSequence.Iterator, separator: UInt8, limit: Int) {
        self.chunks = chunks
        self.separator = separator
        self.limit = limit
    }

    mutating func next() async throws -> [UInt8] {
        var searched = 0
        while true {
            if let end = held[searched...].firstIndex(of: separator) {
                let frame = Array(held[..<end])
                held.removeFirst(end + 1)
                return frame
            }
            searched = held.count
            guard held.count <= limit else { throw ChildFailure.tooMuch(limit: limit) }
            guard let chunk = try await chunks.next() else { throw ChildFailure.ended }
            held += chunk.withUnsafeBytes { Array($0) }
        }
    }
}

/// A value that one task waits for and another gives, once. If it is given again, the first one counts.
final class Pending<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
    }

    private let state = Locked(State.empty)

    /// Gives the value, or the error if there is none. It has no effect if that was done before.
    ///
    /// - Returns: whether it had an effect.
    @discardableResult
    func settle(_ result: Result<Value, any Error>) -> Bool {
        let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Value, any Error>?) in
            switch state {
            case .empty:
                state = .settled(result)
                return (true, nil)
            case .waiting(let continuation):
                state = .settled(result)
                return (true, continuation)
            case .settled: return (false, nil)
            }
        }
        waiting?.resume(with: result)
        return isFirst
    }

    /// Waits for the value. Only one task may wait.
    func value() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<Value, any Error>? in
                if case .settled(let result) = state { return result }
                state = .waiting(continuation)
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }
}
