package import Plumbing
package import Providers

extension Provider {
    /// Cancels each call that is not answered in full within the limit, with a failure of class `timeout`.
    ///
    /// It is the innermost wrapper, so that waiting for a concurrency slot does not count against it. The failure is thrown
    /// only after the call has ended, so no partial answer comes later.
    package func deadline(_ limit: Duration, time: TimeSource) -> some Provider<Request, Partial, Answer> {
        Deadline(base: self, limit: limit, time: time)
    }
}

private struct Deadline<Base: Provider>: Provider {
    let base: Base
    let limit: Duration
    let time: TimeSource
    var descriptor: ProviderDescriptor { base.descriptor }
    var stage: Stage { base.stage }

    func answer(_ request: Base.Request, partial: PartialSink<Base.Partial>) async throws -> Base.Answer {
        let hasBegun = Locked(false)
        do {
            return try await withoutActuallyEscaping(partial) { partial in
                let deadline = CallDeadline(at: time.now() + limit, time: time)
                return try await withDeadline(limit, time: time) {
                    try await CallDeadline.$current.withValue(deadline) {
                        try await base.answer(request) { given in
                            hasBegun.withLock { $0 = true }
                            try await partial(given)
                        }
                    }
                }
            }
        } catch is DeadlineExceeded {
            var error = ProviderError(
                .timeout, stage: stage, provider: descriptor.name,
                "no complete answer within \(limit.formatted)",
                cure: "raise pipeline.\(stage.shortName)-deadline, or name a faster provider")
            // It took the call and reported no failure. A server that is down accepts no connection, which is found out earlier.
            error.isBusy = true
            error.hadBegun = hasBegun.withLock { $0 }
            throw error
        }
    }
}

extension Duration {
    /// `1.5 s`, `30 s`.
    fileprivate var formatted: String {
        let tenths = (seconds * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int64(exactly: tenths) ?? .max) s" : "\(tenths) s"
    }
}
