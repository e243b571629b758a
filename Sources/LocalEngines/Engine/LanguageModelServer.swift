/// A server on this machine with one language model, which is started when it is needed.
package protocol LanguageModelServer: AnyObject, Sendable {
    /// The engine's name for users.
    var name: String { get }
    /// The model's name, or the path of its file if it was named by that.
    var model: String { get }
    /// The name that the model has in the catalogue if it is one of its models.
    var catalogueName: String { get }
    /// Changes if the model's file is replaced.
    var fingerprint: String { get }
    /// The number of the model's weights, in billions.
    var billions: Double { get }
    /// The tokens of a prompt and its answer together.
    var contextTokens: Int { get }

    /// Starts the server, so that the first request does not wait for it.
    func prepare() async

    /// Runs work with the server, which is started or replaced if that is needed. One piece of work runs at a time; others wait
    /// in the order in which they came.
    ///
    /// - Parameter work: ends soon after its task is cancelled.
    /// - Throws: ``ProviderError``, or `CancellationError`.
    func call<Answer: Sendable>(
        _ work: @escaping @Sendable (ServerAddress) async throws -> Answer
    ) async throws -> Answer
}

/// Where such a server is reached by OpenAI's protocol, and the key that it asks for.
package struct ServerAddress: Sendable, Hashable {
    /// The base of its URLs: `http://127.0.0.1:PORT/v1`.
    package var url: String
    package var key: String
}
