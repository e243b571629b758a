/// What machines say around or instead of a translation, in the twelve languages, in lower case.
enum ChatterPhrases {
    private static let lists = PhraseLists("chatter.json")

    /// Replies to thanks.
    static let welcomes = lists["welcomes"]

    /// A machine names itself, or its instructions.
    static let assistant = lists["assistant"]

    /// Phrases about translating.
    static let translating = lists["translating"]

    /// Labels before a colon or in brackets, before an answer: the speaker, what follows, or the language.
    static let labels = Set(lists["labels"])

    /// Phrases that say that something cannot or will not be done. For two pieces with `…` between them both must be there, in
    /// this order.
    static let inabilities = lists["inabilities"]

    /// What a machine is there for. An answer that says it cannot do these is a refusal.
    static let services = lists["services"]

    /// Openings of a refusal or a regret. People say them, too.
    static let regrets = lists["regrets"]

    /// Offers to continue, remarks and requests for more.
    static let notes = lists["notes"]

    /// Phrases that present the translation.
    static let presentations = lists["presentations"]

    /// Openings of a reply.
    static let openings = lists["openings"]

    /// Endings of a reply to a question.
    static let returns = lists["returns"]
}
