internal import Plumbing

/// The span of one call of a provider. It has the stage, the provider, its model and how the call ended, and never what was
/// said.
package enum CallSpan {
    /// Makes a call within a span of its own if the current task is traced.
    ///
    /// - Parameters:
    ///   - attempt: from 1; a retry has the next number.
    ///   - utterance: the utterance's number, from 1; nil if the call belongs to none.
    package static func around<Answer>(
        _ stage: Stage, _ provider: ProviderDescriptor, attempt: Int, utterance: Int? = nil,
        _ call: () async throws -> Answer
    ) async throws -> Answer {
        guard let span = TraceSpan.current?.child("\(stage.rawValue) \(provider.name)", .call) else {
            return try await call()
        }
        span.note("verbio.stage", stage.rawValue)
        span.note("verbio.provider", provider.name)
        span.note("verbio.model", provider.shownModel)
        span.note("verbio.attempt", attempt)
        if let utterance { span.note("verbio.utterance", utterance) }
        do {
            let answer = try await TraceSpan.running(span, call)
            span.note("verbio.outcome", "answered")
            span.end()
            return answer
        } catch {
            let failure = (error as? ProviderError)?.failure.rawValue
            // A call has not failed if its listener has left, or if it is not needed any more.
            span.note("verbio.outcome", failure ?? "cancelled")
            span.end(failure: failure)
            throw error
        }
    }
}

extension Provider {
    /// Makes a span for each call, if the current task is traced.
    package func traced() -> some Provider<Request, Partial, Answer> { TracedProvider(base: self) }
}

private struct TracedProvider<Base: Provider>: Provider {
    let base: Base
    private let attempts = Locked(0)
    var descriptor: ProviderDescriptor { base.descriptor }
    var stage: Stage { base.stage }

    init(base: Base) { self.base = base }

    func answer(_ request: Base.Request, partial: PartialSink<Base.Partial>) async throws -> Base.Answer {
        let attempt = attempts.withLock { count in
            count += 1
            return count
        }
        return try await CallSpan.around(stage, descriptor, attempt: attempt) {
            try await base.answer(request, partial: partial)
        }
    }
}
