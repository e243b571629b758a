internal import Dispatch
package import Plumbing

/// A bounded pipe from an asynchronous producer, such as the body of an HTTP request, to a decoder that blocks.
///
/// One task sends, one decoder reads. The pipe holds at most the capacity and one chunk.
package final class BytePipe: Sendable {
    private struct State {
        var chunks: [[UInt8]] = []
        /// Bytes of the first chunk that have been read.
        var offset = 0
        var held = 0
        var finished: Result<Void, Problem>?
        var readerClosed = false
        var readerWaits = false
        var sender: CheckedContinuation<Void, any Error>?

        mutating func wakeReader() -> Bool {
            defer { readerWaits = false }
            return readerWaits
        }
    }

    /// Bytes held before the producer waits.
    package let capacity: Int
    private let state = Locked(State())
    private let arrived = DispatchSemaphore(value: 0)

    /// - Parameter capacity: bytes held before the producer waits; at least 1.
    package init(capacity: Int = 1 << 20) {
        self.capacity = max(1, capacity)
    }

    /// Hands over bytes, waiting while the pipe is full.
    ///
    /// - Throws: ``BytePipeClosed`` once the reader has closed its end or the pipe is finished, `CancellationError`
    ///   when the task is cancelled while it waits.
    package func send(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        try Task.checkCancellation()
        while true {
            let accepted: Bool? = state.withLock { state in
                if state.readerClosed || state.finished != nil { return nil }
                guard state.held < capacity else { return false }
                state.chunks.append(bytes)
                state.held += bytes.count
                if state.wakeReader() { arrived.signal() }
                return true
            }
            guard let accepted else { throw BytePipeClosed() }
            if accepted { return }
            try await waitForRoom()
        }
    }

    /// Marks the end of the bytes. A second call has no effect.
    ///
    /// - Parameter problem: why the bytes ended early; the reader receives it after the bytes that are held.
    package func finish(_ problem: Problem? = nil) {
        let sender = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            if state.finished == nil { state.finished = problem.map { .failure($0) } ?? .success(()) }
            if state.wakeReader() { arrived.signal() }
            defer { state.sender = nil }
            return state.sender
        }
        sender?.resume()
    }

    private func waitForRoom() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let now: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.held < capacity || state.readerClosed || state.finished != nil { return .success(()) }
                    precondition(state.sender == nil, "a BytePipe has one sender at a time")
                    state.sender = continuation
                    return nil
                }
                if let now { continuation.resume(with: now) }
            }
        } onCancel: {
            takeSender()?.resume(throwing: CancellationError())
        }
    }

    private func takeSender() -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            defer { state.sender = nil }
            return state.sender
        }
    }
}

/// The reader of a ``BytePipe`` has stopped, so nothing more can be sent.
package struct BytePipeClosed: Error, Sendable {
    package init() {}
}

extension BytePipe: ByteSource {
    var length: Int? { nil }
    var seekableDescriptor: Int32? { nil }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let (count, sender) = try state.withLock { state in
                try (take(from: &state, into: buffer), state.held < capacity ? state.sender.take() : nil)
            }
            sender?.resume()
            if let count { return count }
            arrived.wait()
        }
    }

    func cancel() {
        let sender = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            state.readerClosed = true
            state.chunks = []
            state.held = 0
            if state.wakeReader() { arrived.signal() }
            return state.sender.take()
        }
        sender?.resume()
    }

    /// Bytes, 0 at the end, or nil if the reader has to wait; the wait is then recorded.
    private func take(from state: inout State, into buffer: UnsafeMutableRawBufferPointer) throws -> Int? {
        if state.readerClosed { return 0 }
        guard let first = state.chunks.first else {
            if let finished = state.finished {
                try finished.get()
                return 0
            }
            state.readerWaits = true
            return nil
        }
        let count = min(buffer.count, first.count - state.offset)
        first.withUnsafeBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[state.offset..<state.offset + count]))
        }
        state.offset += count
        state.held -= count
        if state.offset == first.count {
            state.chunks.removeFirst()
            state.offset = 0
        }
        return count
    }
}
