internal import HTTPTypes
internal import Plumbing

/// One request and its answer: where the loop's thread, which feeds it, and the tasks that wait for it meet.
///
/// All of them may call all of it. No continuation is resumed while the lock is held.
final class Exchange: Sendable {
    /// How an exchange ended.
    enum Outcome {
        case complete
        case failed(any Error)
    }

    /// Why the loop is to end an exchange that curl has not ended.
    enum Interruption {
        case cancelled
        case deadline(HTTPFailure.Deadline)
        case brokenUpload(any Error)
    }

    struct Head: Sendable {
        let status: Int
        let fields: HTTPFields
        let timing: ExchangeTiming
    }

    /// Above this many waiting bytes the transfer pauses.
    static let highWatermark = 256 << 10

    private struct State {
        var head: CheckedContinuation<Head, any Error>?
        var isConnected = false
        var hasHead = false
        var outcome: Outcome?

        var bytes: [UInt8] = []
        var isReceivingPaused = false
        var reader: CheckedContinuation<[UInt8]?, any Error>?
        /// How long readers have waited since the last sign of progress, and since when one waits now.
        var waited: Duration = .zero
        var waitsSince: Duration?

        var upload = Upload.untouched
        var isSendingPaused = false
        var uploader: CheckedContinuation<Bool, Never>?
        var pump: Task<Void, Never>?

        mutating func stopWaiting(at now: Duration) {
            if let waitsSince { waited += now - waitsSince }
            waitsSince = nil
            reader = nil
        }
    }

    private enum Upload {
        case untouched
        case empty
        case chunk([UInt8])
        case ended
    }

    /// What the loop finds when it asks for more to send.
    enum UploadStep {
        case chunk([UInt8])
        /// Nothing yet; the loop is told to resume once there is.
        case later
        case end
    }

    let request: ClientRequest
    let target: RequestTarget
    /// When the request was made, on the client's clock.
    let start: Duration
    private let time: TimeSource
    private let loop: CurlLoop
    private let watch: DeadlineWatch
    private let state = Locked(State())

    init(_ request: ClientRequest, to target: RequestTarget, loop: CurlLoop, watch: DeadlineWatch, time: TimeSource) {
        self.request = request
        self.target = target
        self.loop = loop
        self.watch = watch
        self.time = time
        start = time.now()
    }

    /// Whether it may turn out to speak HTTP/2.
    var mayShareConnection: Bool { target.isSecure && request.httpVersion == .negotiated }

    var isOver: Bool { state.withLock { $0.outcome != nil } }

    /// Has the loop close the transfer, whatever it is doing. Does nothing once the exchange is over.
    func cancel() {
        guard !isOver else { return }
        loop.submit(.interrupt(self, .cancelled))
    }
}

// MARK: - Head and body

extension Exchange {
    /// Starts the exchange and waits for its final head.
    func run() async throws -> Head {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state in
                    if state.outcome == nil { state.head = continuation }
                    return state.outcome
                }
                if case .failed(let error)? = outcome { return continuation.resume(throwing: error) }
                watch.add(self)
                loop.submit(.start(self))
            }
        } onCancel: {
            cancel()
        }
    }

    /// The connection stands, and the request is about to be sent.
    func connected() {
        state.withLock { $0.isConnected = true }
        // curl, which calls this, must not be given other exchanges before it has returned.
        if mayShareConnection { loop.submit(.connected(self)) }
    }

    func receive(_ head: Head) {
        let (waiting, resume) = state.withLock { state in
            state.hasHead = true
            defer {
                state.head = nil
                state.isSendingPaused = false
            }
            return (state.head, state.isSendingPaused)
        }
        // After a refusal curl sends no more, but it takes notice of that only when the upload does not pause.
        if resume { loop.submit(.resume(self)) }
        waiting?.resume(returning: head)
    }

    /// - Returns: false where the reader is behind; the same bytes are to come again after `resume`.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (isTaken, reader) = state.withLock { state -> (Bool, CheckedContinuation<[UInt8]?, any Error>?) in
            if let reader = state.reader {
                state.stopWaiting(at: time.now())
                return (true, reader)
            }
            guard state.bytes.count < Self.highWatermark else {
                state.isReceivingPaused = true
                return (false, nil)
            }
            state.bytes.append(contentsOf: bytes)
            return (true, nil)
        }
        reader?.resume(returning: [UInt8](bytes))
        return isTaken
    }

    /// The bytes that have come since the last call, or those that come next; nil at the end.
    func nextBytes() async throws -> [UInt8]? {
        enum Step {
            case bytes([UInt8], resume: Bool)
            case over(Outcome)
            case waiting(until: Duration)
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let step: Step = state.withLock { state in
                    if case .failed(let error)? = state.outcome, state.bytes.isEmpty || error is CancellationError {
                        return .over(.failed(error))
                    }
                    if !state.bytes.isEmpty {
                        let bytes = state.bytes
                        let resume = state.isReceivingPaused
                        state.bytes = []
                        state.isReceivingPaused = false
                        return .bytes(bytes, resume: resume)
                    }
                    if let outcome = state.outcome { return .over(outcome) }
                    precondition(state.reader == nil, "a ResponseBody has one reader")
                    let now = time.now()
                    state.reader = continuation
                    state.waitsSince = now
                    return .waiting(until: now + request.deadlines.progress - state.waited)
                }
                switch step {
                case .bytes(let bytes, let resume):
                    if resume { loop.submit(.resume(self)) }
                    continuation.resume(returning: bytes)
                case .over(.complete): continuation.resume(returning: nil)
                case .over(.failed(let error)): continuation.resume(throwing: error)
                case .waiting(let until): watch.expect(until)
                }
            }
        } onCancel: {
            cancel()
        }
    }

    /// The reader has understood something: its deadline begins anew.
    func madeProgress() {
        state.withLock { state in
            state.waited = .zero
            if state.waitsSince != nil { state.waitsSince = time.now() }
        }
    }

    /// Nothing more will come. The first outcome counts.
    func finish(_ outcome: Outcome) {
        let ended = state.withLock { state -> State in
            guard state.outcome == nil else { return State() }
            state.outcome = outcome
            let ended = state
            state.head = nil
            state.reader = nil
            state.uploader = nil
            state.pump = nil
            state.upload = .ended
            return ended
        }
        watch.remove(self)
        ended.pump?.cancel()
        ended.uploader?.resume(returning: false)
        switch outcome {
        case .complete:
            ended.head?.resume(throwing: HTTPFailure(.malformed, "the answer has no head", mayHaveBeenProcessed: true))
            ended.reader?.resume(returning: nil)
        case .failed(let error):
            ended.head?.resume(throwing: error)
            ended.reader?.resume(throwing: error)
        }
    }
}

// MARK: - Upload

extension Exchange {
    /// The next part of a streamed body. The stream is not touched before the first call, so that a request whose
    /// connection fails leaves it whole.
    func nextUpload() -> UploadStep {
        guard case .stream(let stream) = request.body else { return .end }
        let (step, isFirst, uploader) = state.withLock {
            state -> (UploadStep, Bool, CheckedContinuation<Bool, Never>?) in
            switch state.upload {
            case .untouched:
                state.upload = .empty
                state.isSendingPaused = true
                return (.later, true, nil)
            case .empty:
                state.isSendingPaused = true
                return (.later, false, nil)
            case .chunk(let chunk):
                state.upload = .empty
                defer { state.uploader = nil }
                return (.chunk(chunk), false, state.uploader)
            case .ended: return (.end, false, nil)
            }
        }
        uploader?.resume(returning: true)
        if isFirst { startPump(stream) }
        return step
    }

    private func startPump(_ stream: any AsyncSequence<[UInt8], any Error> & Sendable) {
        let pump = Task { await upload(stream) }
        let isOver = state.withLock { state in
            if state.outcome == nil { state.pump = pump }
            return state.outcome != nil
        }
        if isOver { pump.cancel() }
    }

    private func upload(_ stream: some AsyncSequence<[UInt8], any Error> & Sendable) async {
        do {
            for try await chunk in stream where !chunk.isEmpty {
                guard await offer(chunk) else { return }
            }
            // A stream that sees the cancellation of its task ends early; its exchange is over then.
            let resume = state.withLock { state in
                state.upload = .ended
                defer { state.isSendingPaused = false }
                return state.isSendingPaused
            }
            if resume { loop.submit(.resume(self)) }
        } catch {
            loop.submit(.interrupt(self, .brokenUpload(error)))
        }
    }

    /// Waits until the chunk has been taken.
    ///
    /// - Returns: false once the exchange is over.
    private func offer(_ chunk: [UInt8]) async -> Bool {
        await withCheckedContinuation { continuation in
            let (isOver, resume) = state.withLock { state -> (Bool, Bool) in
                guard state.outcome == nil else { return (true, false) }
                state.upload = .chunk(chunk)
                state.uploader = continuation
                defer { state.isSendingPaused = false }
                return (false, state.isSendingPaused)
            }
            if isOver { continuation.resume(returning: false) }
            if resume { loop.submit(.resume(self)) }
        }
    }
}

// MARK: - Deadlines

extension Exchange {
    /// The deadline has passed: has the loop close the transfer.
    func expire(_ deadline: HTTPFailure.Deadline) {
        loop.submit(.interrupt(self, .deadline(deadline)))
    }

    /// What the caller is told when it has.
    func failure(_ deadline: HTTPFailure.Deadline) -> HTTPFailure {
        let limits = request.deadlines
        let message =
            switch deadline {
            case .connect: "no connection to \(target.host) within \(limits.connect)"
            case .firstByte: "no answer from \(target.host) within \(limits.firstByte)"
            case .progress: "no progress in the answer of \(target.host) within \(limits.progress)"
            case .total: "the answer of \(target.host) was not complete within \(limits.total)"
            }
        return HTTPFailure(.timeout, message, deadline: deadline)
    }

    /// The deadline that comes next and when, on the client's clock; nil once the exchange is over.
    var nextDeadline: (deadline: HTTPFailure.Deadline, at: Duration)? {
        let limits = request.deadlines
        return state.withLock { state in
            guard state.outcome == nil else { return nil }
            var next: (deadline: HTTPFailure.Deadline, at: Duration) = (.total, start + limits.total)
            func consider(_ deadline: HTTPFailure.Deadline, _ at: Duration) {
                if at <= next.at { next = (deadline, at) }
            }
            if !state.hasHead { consider(.firstByte, start + limits.firstByte) }
            if !state.isConnected && !state.hasHead { consider(.connect, start + limits.connect) }
            if let since = state.waitsSince { consider(.progress, since + limits.progress - state.waited) }
            return next
        }
    }
}
