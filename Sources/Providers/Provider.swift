/// One kind of call: a request goes in and an answer comes out, with partial answers before it if the provider streams.
///
/// Recognizers, translators, synthesizers, summarizers and batch translators all have this shape. So a deadline, a retry or the
/// division of a long request is written once, for any of them.
package protocol Provider<Request, Partial, Answer>: Sendable {
    associatedtype Request: ProviderRequest
    /// `Never` if nothing comes before the answer.
    associatedtype Partial: Sendable
    associatedtype Answer: Sendable

    /// Part of the key of its finished work.
    var descriptor: ProviderDescriptor { get }
    /// The stage that its failures belong to.
    var stage: Stage { get }
    /// The place at which it is reached if its first call would wait for something that ``warm()`` prepares, such as a
    /// connection; otherwise nil. Providers at the same place are warmed together.
    var warmedPlace: String? { get }

    /// Makes one call.
    ///
    /// - Throws: ``ProviderError`` of the provider's stage, or `CancellationError`.
    func answer(_ request: Request, partial: PartialSink<Partial>) async throws -> Answer

    /// Prepares the first call. This costs nothing and reports no failure: the first call reports what is wrong.
    func warm() async
}

extension Provider {
    package var warmedPlace: String? { nil }
    package func warm() async {}
}

/// The request to a provider.
package protocol ProviderRequest: Sendable {
    var context: CallContext { get }
}

extension Provider where Partial == Never {
    /// Makes one call of a provider that does not stream.
    package func answer(_ request: Request) async throws -> Answer { try await answer(request) { _ in } }
}
