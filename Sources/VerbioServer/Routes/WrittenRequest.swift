internal import Hummingbird
internal import Plumbing

/// A request whose body is a JSON object with a text, and parameters as its other fields.
enum WrittenRequest {
    /// The most bytes of a JSON object with a text.
    static let longest = 1 << 20
    /// Parameters that a text does not have.
    private static let ofSpeech = ["speaker-events", "channels", "track", "start", "end", "raw", "mt"]

    /// - Returns: the text, and the parameters of the query and the object.
    /// - Throws: ``Problem`` of kind `usage` or `input`; ``Refusal``.
    static func read(
        _ request: Request, adding query: QueryParameters, known: [String]
    ) async throws -> (text: String, all: QueryParameters) {
        var fields = try await JSONFields.read(from: request, limit: longest)
        guard let text = fields.removeValue(forKey: "text") else {
            throw JSONBody.malformed("there is no text", cure: #"send {"text": "…"}"#)
        }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw Problem(.input, "text.empty", "there are no words in it", at: "text", cure: "send a text")
        }
        let all = try query.adding(
            fields.sorted { $0.key < $1.key }.map { FormField(name: $0.key, value: $0.value) }, known: known)
        for name in ofSpeech where all[name] != nil {
            throw Problem(
                .usage, "text.speech", "it says how speech is heard, and the request has a text", at: name,
                cure: "leave it out")
        }
        return (text, all)
    }
}
