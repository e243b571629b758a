package import Providers

extension Provider {
    /// A provider in the place of this one whose calls do something around a call of this one, such as storing its answer.
    ///
    /// - Parameter call: receives the request, and the sink for partial answers.
    package func calling<Result: Sendable>(
        _ call: @escaping @Sendable (Request, PartialSink<Partial>) async throws -> Result
    ) -> some Provider<Request, Partial, Result> {
        ProviderFunction(descriptor: descriptor, stage: stage, call: call)
    }
}

private struct ProviderFunction<Request: ProviderRequest, Partial: Sendable, Answer: Sendable>: Provider {
    let descriptor: ProviderDescriptor
    let stage: Stage
    let call: @Sendable (Request, PartialSink<Partial>) async throws -> Answer

    func answer(_ request: Request, partial: PartialSink<Partial>) async throws -> Answer {
        try await call(request, partial)
    }
}
