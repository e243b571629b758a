internal import HTTPTypes
internal import Plumbing

/// One request and its answer, shared by the loop's thread, the upload task and the tasks that wait for the answer.
///
/// All of them may call all members except `transfer`. The caller that resumes a continuation takes it out under the lock, so
/// it is resumed once and never while the lock is held. Continuations of answers are unchecked, because checked ones cost a
/// tenth of an answer's time. The thread sanitizer does not see how they are handed over, and may report a race.
final class HTTPExchange: Sendable {
    /// How an exchange ended.
    enum Outcome {
        case complete
        case failed(any Error)

        var isComplete: Bool { if case .complete = self { true } else { false } }
    }

    /// Why the loop must end an exchange that curl has not ended.
    enum Interruption {
        case cancelled
        case deadline(HTTPFailure.Deadline)
        case brokenUpload(any Error)
    }

    struct Head: Sendable {
        let status: Int
        let lines: HeadLines
        let timing: ExchangeTiming
    }

    /// If more bytes than this wait for the reader, the transfer pauses.
    static let highWatermark = 256 << 10

    struct State {
        var headWaiter: UnsafeContinuation<Head, any Error>?
        var isConnected = false
        var head: Head?
        /// The head's fields, once a caller has asked for them.
        var fields: HTTPFields?
        var outcome: Outcome?

        var bytes: [UInt8] = []
        var isReceivingPaused = false
        var reader: UnsafeContinuation<[UInt8]?, any Error>?
        /// How long readers have waited since the last sign of progress, and the time since which one waits now.
        var waited: Duration = .zero
        var waitsSince: Duration?
        var hasProgressed = false

        /// How long a reader may wait for the next sign of progress.
        func patience(_ limits: Deadlines) -> Duration {
            hasProgressed ? limits.progress : limits.firstProgress ?? limits.progress
        }

        var upload = Upload.untouched
        var isSendingPaused = false
        var uploader: CheckedContinuation<Bool, Never>?
        var pump: Task<Void, Never>?

        /// What a reader gets without waiting; nil if it has to wait.
        mutating func take() -> Taken? {
            if !bytes.isEmpty {
                if case .failed(let error)? = outcome, error is CancellationError {
                    return Taken(bytes: .failure(error), resume: false)
                }
                let taken = Taken(bytes: .success(bytes), resume: isReceivingPaused)
                bytes = []
                isReceivingPaused = false
                return taken
            }
            switch outcome {
            case nil: return nil
            case .complete: return Taken(bytes: .success(nil), resume: false)
            case .failed(let error): return Taken(bytes: .failure(error), resume: false)
            }
        }

        /// Takes out the continuations that need not wait any longer.
        mutating func takeReady(at time: TimeSource) -> Ready {
            var ready = Ready()
            if let waiter = headWaiter, let head {
                ready.head = (waiter, head)
                headWaiter = nil
            }
            if let reader, !bytes.isEmpty {
                ready.reader = reader
                ready.bytes = bytes
                self.reader = nil
                bytes = []
                if let waitsSince { waited += time.now() - waitsSince }
                waitsSince = nil
            }
            return ready
        }
    }

    enum Upload {
        case untouched
        case empty
        case chunk([UInt8])
        case ended
    }

    /// What the loop gets when it asks for more to send.
    enum UploadStep {
        case chunk([UInt8])
        /// Nothing yet; the loop is resumed when there is something.
        case later
        case end
    }

    let request: ClientRequest
    let target: RequestTarget
    /// When the request was made, on the client's clock.
    let start: Duration
    private let time: TimeSource
    let loop: CurlLoop
    private let watch: DeadlineWatch
    let state = Locked(State())
    /// The transfer that carries the exchange out, while curl has it. It belongs to the loop's thread.
    @exclusivity(unchecked) nonisolated(unsafe) var transfer: Transfer?

    init(_ request: ClientRequest, to target: RequestTarget, loop: CurlLoop, watch: DeadlineWatch, time: TimeSource) {
        self.request = request
        self.target = target
        self.loop = loop
        self.watch = watch
        self.time = time
        start = time.now()
    }

    var isOver: Bool { state.withLock { $0.outcome != nil } }

    /// Makes the loop close the transfer, whatever it is doing. Does nothing once the exchange is over.
    func cancel() {
        guard !isOver else { return }
        loop.submit(.interrupt(self, .cancelled))
    }
}

// MARK: - Head and body

extension HTTPExchange {
    /// Starts the exchange and waits for its final head.
    func run() async throws -> Head {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let outcome = state.withLock { state in
                    if state.outcome == nil { state.headWaiter = continuation }
                    return state.outcome
                }
                if case .failed(let error)? = outcome { return continuation.resume(throwing: error) }
                watch.add(self)
                loop.start(self)
            }
        } onCancel: {
            cancel()
        }
    }

    /// Notes that the connection is established and the request is about to be sent.
    func connected() {
        state.withLock { $0.isConnected = true }
    }

    /// The fields of the final head; none before it has arrived.
    var fields: HTTPFields {
        state.withLock { state in
            let fields = state.fields ?? state.head?.lines.fields
            state.fields = fields
            return fields ?? HTTPFields()
        }
    }

    func receive(_ head: Head) {
        let resume = state.withLock { state in
            state.head = head
            defer { state.isSendingPaused = false }
            return state.isSendingPaused
        }
        // After a refusal curl sends no more, but it notices the refusal only if the upload does not pause.
        if resume { loop.submit(.resume(self)) }
        loop.hasNews(self)
    }

    /// - Parameter mayPause: whether the bytes may come later.
    /// - Returns: false if the reader is behind; curl passes the same bytes again after `resume`.
    func receive(_ bytes: UnsafeRawBufferPointer, mayPause: Bool) -> Bool {
        let isTaken = state.withLock { state in
            guard state.bytes.count < Self.highWatermark || !mayPause else {
                state.isReceivingPaused = true
                return false
            }
            state.bytes.append(contentsOf: bytes)
            return true
        }
        if isTaken { loop.hasNews(self) }
        return isTaken
    }

    /// Wakes the tasks that wait for what has arrived.
    ///
    /// The loop calls it at the end of a round and not for each part. So one packet, which often brings head, body and end,
    /// wakes a task only once.
    func deliver() {
        let (ready, resume) = state.withLock { state in
            let ready = state.takeReady(at: time)
            defer { if ready.bytes != nil { state.isReceivingPaused = false } }
            return (ready, ready.bytes != nil && state.isReceivingPaused)
        }
        if resume { loop.submit(.resume(self)) }
        ready.wake()
    }

    /// The bytes that have arrived since the last call, or the next ones to arrive; nil at the end.
    func nextBytes() async throws -> [UInt8]? {
        if !Task.isCancelled, let taken = state.withLock({ $0.take() }) {
            if taken.resume { loop.submit(.resume(self)) }
            return try taken.bytes.get()
        }
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let now = time.now()
                let (taken, deadline) = state.withLock { state -> (Taken?, Duration) in
                    if let taken = state.take() { return (taken, now) }
                    precondition(state.reader == nil, "a ResponseBody has one reader")
                    state.reader = continuation
                    state.waitsSince = now
                    return (nil, now + state.patience(request.deadlines) - state.waited)
                }
                guard let taken else { return watch.expect(deadline) }
                if taken.resume { loop.submit(.resume(self)) }
                continuation.resume(with: taken.bytes)
            }
        } onCancel: {
            cancel()
        }
    }

    /// Notes that the reader has understood something, which restarts its deadline.
    func madeProgress() {
        state.withLock { state in
            state.waited = .zero
            state.hasProgressed = true
            if state.waitsSince != nil { state.waitsSince = time.now() }
        }
    }

    /// Notes that nothing more will come. The first outcome counts.
    func finish(_ outcome: Outcome) {
        let ended = state.withLock { state -> Ended? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            state.upload = .ended
            let ready = state.takeReady(at: time)
            defer {
                state.headWaiter = nil
                state.reader = nil
                state.uploader = nil
                state.pump = nil
            }
            return Ended(
                ready: ready, head: state.headWaiter, reader: state.reader, uploader: state.uploader, pump: state.pump)
        }
        guard let ended else { return }
        watch.remove(self)
        ended.pump?.cancel()
        ended.uploader?.resume(returning: false)
        ended.ready.wake()
        switch outcome {
        case .complete: ended.reader?.resume(returning: nil)
        case .failed(let error):
            ended.head?.resume(throwing: error)
            ended.reader?.resume(throwing: error)
        }
    }

    /// What a reader gets, and whether the transfer must continue.
    struct Taken {
        var bytes: Result<[UInt8]?, any Error>
        var resume: Bool
    }

    /// The waiting continuations whose events have occurred.
    struct Ready {
        var head: (waiter: UnsafeContinuation<Head, any Error>, head: Head)?
        var reader: UnsafeContinuation<[UInt8]?, any Error>?
        var bytes: [UInt8]?

        func wake() {
            if let head { head.waiter.resume(returning: head.head) }
            if let bytes { reader?.resume(returning: bytes) }
        }
    }

    /// The waiting continuations whose events will not occur.
    struct Ended {
        var ready: Ready
        var head: UnsafeContinuation<Head, any Error>?
        var reader: UnsafeContinuation<[UInt8]?, any Error>?
        var uploader: CheckedContinuation<Bool, Never>?
        var pump: Task<Void, Never>?
    }
}

// MARK: - Deadlines

extension HTTPExchange {
    /// Notes that the deadline has passed, and makes the loop close the transfer.
    func expire(_ deadline: HTTPFailure.Deadline) {
        loop.submit(.interrupt(self, .deadline(deadline)))
    }

    /// The failure that the caller gets when the deadline has passed.
    ///
    /// - Parameter proxy: the proxy that the connection was to go through.
    func failure(_ deadline: HTTPFailure.Deadline, through proxy: String?) -> HTTPFailure {
        let limits = request.deadlines
        let message =
            switch deadline {
            case .connect:
                "no connection to \(target.host)\(proxy.map { " through the proxy \($0)" } ?? "") within \(limits.connect)"
            case .firstByte: "no answer from \(target.host) within \(limits.firstByte)"
            case .progress:
                "no progress in the answer of \(target.host) within \(state.withLock { $0.patience(limits) })"
            case .total: "the answer of \(target.host) was not complete within \(limits.total)"
            }
        return HTTPFailure(.timeout, message, deadline: deadline)
    }

    /// The next deadline and its time on the client's clock; nil once the exchange is over.
    var nextDeadline: (deadline: HTTPFailure.Deadline, at: Duration)? {
        let limits = request.deadlines
        return state.withLock { state in
            guard state.outcome == nil else { return nil }
            var next: (deadline: HTTPFailure.Deadline, at: Duration) = (.total, start + limits.total)
            func consider(_ deadline: HTTPFailure.Deadline, _ at: Duration) {
                if at <= next.at { next = (deadline, at) }
            }
            if state.head == nil { consider(.firstByte, start + limits.firstByte) }
            if !state.isConnected && state.head == nil { consider(.connect, start + limits.connect) }
            if let since = state.waitsSince { consider(.progress, since + state.patience(limits) - state.waited) }
            return next
        }
    }
}
