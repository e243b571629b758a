package import Providers

/// A request that is longer than a provider takes, as parts that are asked for one after the other.
///
/// A value of it is the state between the calls: what is left, and what was answered.
package protocol RequestParts: Sendable {
    associatedtype Request: ProviderRequest
    associatedtype Partial: Sendable
    associatedtype Answer

    /// The request for the next part; nil if all were answered.
    mutating func next() -> Request?

    /// Converts a partial answer of the current part to one of the whole.
    func whole(_ partial: Partial) throws -> Partial

    /// Takes the answer to the part that was requested.
    mutating func take(_ answer: Answer) throws

    /// Divides the part that was requested, because the provider finds it too large.
    ///
    /// - Returns: false if it is so small already that something else must be wrong.
    mutating func divide() -> Bool

    /// The answers put together; nil if there are none.
    var answer: Answer? { get }
}

extension RequestParts {
    /// Asks a provider for the parts, so that the answers and their partial answers come in order.
    ///
    /// The parts are outside of retry, so the failure of a later part does not repeat an answered one. A part that the
    /// provider finds too large is divided again.
    ///
    /// - Parameters:
    ///   - content: the answer in what a call returns.
    /// - Returns: the answers put together, and what the calls returned, in the order of the parts.
    package func answered<Returned>(
        by provider: some Provider<Request, Partial, Returned>, partial: PartialSink<Partial>,
        content: (Returned) -> Answer
    ) async throws -> (whole: Answer, parts: [Returned]) {
        var parts = self
        var answers: [Returned] = []
        while let question = parts.next() {
            do {
                let asked = parts
                let answer = try await provider.answer(question) { try await partial(try asked.whole($0)) }
                try parts.take(content(answer))
                answers.append(answer)
            } catch let error as ProviderError where error.failure == .tooLarge {
                guard parts.divide() else { throw error }
            }
        }
        guard let whole = parts.answer else { throw CancellationError() }
        return (whole, answers)
    }
}
