/// Where a wire's key goes, and how its server reports errors.
struct WireAccess: Sendable {
    var credential: Exchange.Credential
    var dialect: ErrorDialect
    /// Whether its server lists models as OpenAI does: `GET /models`.
    var listsModels = false
}
