/// What in a text makes such phrases legitimate in its translation. If the text speaks of translating, offering or refusing,
/// its translation may do so, too. In the twelve languages, in lower case.
enum ChatterReferences {
    private static let lists = PhraseLists("references.json")

    static let thanks = lists["thanks"]

    static let machines = lists["machines"]

    /// Translating, interpreting and the names of languages.
    static let translating = lists["translating"]

    /// Phrases that say that something cannot or may not be done, regret something, or say that there is none left.
    static let regrets = lists["regrets"]

    /// Notes, offers, help and conditions.
    static let notes = lists["notes"]

    /// Phrases that agree, show understanding or joy, or say that something is no trouble.
    static let agreement = lists["agreement"]

    /// Phrases that ask the same of the listener.
    static let returns = ChatterPhrases.returns + lists["returns"]

    /// Orders to a machine: after one of these the answer may be obeying it.
    static let orders = lists["orders"]
}
