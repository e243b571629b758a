internal import Plumbing
internal import VerbioService

/// The languages of the parameter `to`: one, several, or none if speech is only transcribed.
struct TargetLanguages: Sendable {
    /// The most of one request.
    static let most = 12

    /// The values; one that is nil for a transcript.
    let values: [String?]

    /// - Throws: ``Problem`` of kind `usage`, code `language.several`.
    init(_ query: QueryParameters) throws(Problem) {
        guard let list = query["to"] else {
            values = [nil]
            return
        }
        let names = list.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
        guard (1...Self.most).contains(names.count), Set(names).count == names.count else {
            throw Problem(
                .usage, "language.several", "it names a language twice, or more than \(Self.most)", at: "to",
                cure: "name each once, as to=es,fr")
        }
        values = names
    }

    /// The request for each language.
    ///
    /// - Throws: ``Problem`` of kind `usage`.
    func requests(_ query: QueryParameters) throws(Problem) -> [ConversationRequest] {
        var requests: [ConversationRequest] = []
        for value in values {
            let request = try ConversationRequest(value.map { query.replacing("to", with: $0) } ?? query)
            guard values.count == 1 || !request.hearsBothSides else {
                throw Problem(
                    .usage, "language.several", "a two-way conversation has exactly one target language", at: "to",
                    cure: "name one language")
            }
            requests.append(request)
        }
        return requests
    }
}
