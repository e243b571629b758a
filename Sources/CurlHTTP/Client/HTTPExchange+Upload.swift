internal import Plumbing

extension HTTPExchange {
    /// Whether everything that the request sends is still available.
    var canBeSentAgain: Bool {
        guard case .stream = request.body else { return true }
        return state.withLock { if case .untouched = $0.upload { true } else { false } }
    }

    /// The next part of a streamed body.
    ///
    /// The stream is not read before the first call, so a request whose connection fails leaves it whole.
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
            // A stream whose task is cancelled ends early; its exchange is over then.
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

    /// Waits until the loop has taken the chunk.
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
