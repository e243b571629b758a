/// A first-in, first-out channel that holds at most `capacity` elements: a sender waits while it is full.
///
/// Many tasks may send; one task at a time may receive. A cancelled sender or receiver throws `CancellationError`, and elements
/// that were not received stay in the channel. `finish` lets the receiver drain what is held before it sees the end.
package final class BoundedChannel<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var head = 0
        var finished: Result<Void, any Error>?
        var receiver: CheckedContinuation<Element?, any Error>?
        var senders: [(id: UInt64, element: Element, continuation: CheckedContinuation<Void, any Error>)] = []
        var nextID: UInt64 = 0

        var count: Int { elements.count - head }

        mutating func popFirst() -> Element? {
            guard head < elements.count else { return nil }
            let element = elements[head]
            head += 1
            // Release the memory of the received elements once it exceeds that of the held ones.
            if head == elements.count || head >= 64 {
                elements.removeFirst(head)
                head = 0
            }
            return element
        }

        /// The first element, and the sender whose element has taken the free slot.
        mutating func takeFirst() -> (element: Element, sender: CheckedContinuation<Void, any Error>?)? {
            guard let element = popFirst() else { return nil }
            guard !senders.isEmpty else { return (element, nil) }
            let sender = senders.removeFirst()
            elements.append(sender.element)
            return (element, sender.continuation)
        }
    }

    /// What a sender found. It is acted on after the lock is released.
    private enum Sending {
        case accepted
        case delivered(CheckedContinuation<Element?, any Error>)
        case refused
        case waiting
    }

    /// What the receiver found.
    private enum Receiving {
        case element(Element, CheckedContinuation<Void, any Error>?)
        case end(Result<Void, any Error>)
        case cancelled
        case waiting
    }

    package let capacity: Int
    private let state = Locked(State())

    /// - Parameter capacity: how many elements are held before senders wait; at least 1.
    package init(capacity: Int) {
        self.capacity = Swift.max(1, capacity)
    }

    /// The number of elements held now. A reading for metrics and tests, which may be out of date when it is used.
    package var count: Int { state.withLock { $0.count + $0.senders.count } }

    /// Hands over one element, waiting while the channel is full.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits or when the channel has been finished.
    package func send(_ element: Element) async throws {
        try Task.checkCancellation()
        // If there is room, or a receiver waits, which is the usual case, no wait has to be set up.
        if trySend(element) { return }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let next: Sending = state.withLock { state in
                    if state.finished != nil || Task.isCancelled { return .refused }
                    if let receiver = state.receiver {
                        state.receiver = nil
                        return .delivered(receiver)
                    }
                    if state.count < capacity {
                        state.elements.append(element)
                        return .accepted
                    }
                    state.senders.append((id, element, continuation))
                    return .waiting
                }
                switch next {
                case .accepted: continuation.resume()
                case .delivered(let receiver):
                    receiver.resume(returning: element)
                    continuation.resume()
                case .refused: continuation.resume(throwing: CancellationError())
                case .waiting: break
                }
            }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let index = state.senders.firstIndex(where: { $0.id == id }) else { return nil }
                return state.senders.remove(at: index).continuation
            }
            waiting?.resume(throwing: CancellationError())
        }
    }

    /// Hands over one element if that needs no waiting.
    ///
    /// - Returns: whether the element was taken; false if the channel is full or finished.
    package func trySend(_ element: Element) -> Bool {
        let (isTaken, receiver) = state.withLock { state -> (Bool, CheckedContinuation<Element?, any Error>?) in
            guard state.finished == nil else { return (false, nil) }
            if let receiver = state.receiver {
                state.receiver = nil
                return (true, receiver)
            }
            guard state.count < capacity else { return (false, nil) }
            state.elements.append(element)
            return (true, nil)
        }
        receiver?.resume(returning: element)
        return isTaken
    }

    /// The next element, or nil once the channel is finished and empty.
    ///
    /// - Throws: the error given to ``finish(throwing:)``, or `CancellationError`.
    package func next() async throws -> Element? {
        try Task.checkCancellation()
        if let (element, sender) = state.withLock({ $0.takeFirst() }) {
            sender?.resume()
            return element
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Element?, any Error>) in
                let next: Receiving = state.withLock { state in
                    if let (element, sender) = state.takeFirst() { return .element(element, sender) }
                    if let finished = state.finished { return .end(finished) }
                    if Task.isCancelled { return .cancelled }
                    precondition(state.receiver == nil, "a BoundedChannel has one receiver at a time")
                    state.receiver = continuation
                    return .waiting
                }
                switch next {
                case .element(let element, let sender):
                    sender?.resume()
                    continuation.resume(returning: element)
                case .end(let result): continuation.resume(with: result.map { nil })
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .waiting: break
                }
            }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<Element?, any Error>? in
                defer { state.receiver = nil }
                return state.receiver
            }
            waiting?.resume(throwing: CancellationError())
        }
    }

    /// Ends the channel: no more elements will come. Senders that still wait are refused; a second call changes nothing.
    package func finish(throwing error: (any Error)? = nil) {
        let (receiver, senders, result) = state.withLock { state in
            let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
            guard state.finished == nil else { return (nil, [], result) as ResumeLater }
            state.finished = result
            defer {
                state.receiver = nil
                state.senders = []
            }
            return (state.receiver, state.senders.map { $0.continuation }, result)
        }
        receiver?.resume(with: result.map { nil })
        for sender in senders { sender.resume(throwing: CancellationError()) }
    }

    private typealias ResumeLater = (
        CheckedContinuation<Element?, any Error>?, [CheckedContinuation<Void, any Error>], Result<Void, any Error>
    )
}

extension BoundedChannel: AsyncSequence {
    package struct AsyncIterator: AsyncIteratorProtocol {
        let channel: BoundedChannel
        package mutating func next() async throws -> Element? { try await channel.next() }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(channel: self) }
}
