internal import Plumbing
package import Providers

extension Provider where Request: RepeatableRequest<Partial> {
    /// Retries failed calls. Of a later attempt, the listener gets only what is new to it, as ``DeliveredPartials`` says.
    ///
    /// Retry is the outermost wrapper, so that no concurrency slot is held while a call waits for its retry.
    ///
    /// A listener that fails ends the call. What it throws and how the adapter reports it make no difference: a retry would not
    /// bring the listener back.
    package func retrying(_ retry: Retry) -> some Provider<Request, Partial, Answer> {
        Retrying(base: self, retry: retry)
    }
}

private struct Retrying<Base: Provider>: Provider where Base.Request: RepeatableRequest<Base.Partial> {
    let base: Base
    let retry: Retry
    var descriptor: ProviderDescriptor { base.descriptor }
    var stage: Stage { base.stage }

    func answer(_ request: Base.Request, partial: PartialSink<Base.Partial>) async throws -> Base.Answer {
        let delivered = Locked(Base.Request.Delivered())
        let listener = Locked<ListenerFailure?>(nil)
        do {
            return try await retry.run { attempt in
                do {
                    return try await base.answer(request) { given in
                        guard let news = try news(in: given, attempt, delivered) else { return }
                        do {
                            try await partial(news)
                        } catch {
                            // The listener runs inside the call. A call that exceeds its deadline is cancelled together with
                            // whatever the listener waits for. That does not make the listener the part that failed.
                            if !(error is CancellationError && Task.isCancelled) {
                                listener.withLock { $0 = ListenerFailure(error: error) }
                            }
                            throw error
                        }
                    }
                } catch {
                    throw listener.withLock { $0 } ?? error
                }
            }
        } catch let failure as ListenerFailure {
            throw failure.error
        }
    }

    private func news(
        in given: Base.Partial, _ attempt: Int, _ delivered: Locked<Base.Request.Delivered>
    ) throws -> Base.Partial? {
        do {
            return try delivered.withLock { try $0.news(in: given, attempt: attempt) }
        } catch is PartialMismatch {
            throw ProviderError(
                .unusable, stage: stage, provider: descriptor.name,
                "the repeated call returned audio at another sample rate")
        }
    }
}

/// An error of the listener, in a form that is not mistaken for a failure of the provider.
private struct ListenerFailure: Error {
    let error: any Error
}
