internal import Language

/// The words for questions, requests and answers in the twelve languages, in lower case.
enum QuestionWords {
    private static let lists = PhraseLists("questions.json")
    private static let byLanguage = PhraseLists.byLanguage("question-words.json")

    /// The question words that can also ask for a yes or no, or join clauses.
    static let alsoForYesOrNo = Set(lists["alsoForYesOrNo"])

    /// Question words such as who, what and where, even if they ask nothing, as in "when I was young".
    static let interrogatives = byLanguage["interrogatives"] ?? [:]

    /// Beginnings of a text without any punctuation that can only be a question.
    static let beginnings = byLanguage["beginnings"] ?? [:]

    /// Verbs and persons with which English asks, in the order in which it asks.
    static let auxiliaries = Set(lists["auxiliaries"])
    static let persons = Set(lists["persons"])
    /// After a question word these begin a clause: "what the man says", "when you come".
    static let clauseStarts = persons.union(lists["clauseStarts"])

    /// Yes and no, in the forms that begin an answer.
    static let yesAndNo = lists["yesAndNo"]

    /// Words that turn a statement into a request, or soften a question into one.
    static let please = lists["please"]

    /// Wishes and doubts that one language says as a statement and another as a question.
    static let wishes = lists["wishes"]

    /// Greetings, offers of service staff, and proposals, which one language says as a question and another does not.
    static let greetings = lists["greetings"]

    /// Polite words before a question.
    static let courtesies = lists["courtesies"]
}
