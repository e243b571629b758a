internal import Hummingbird
internal import Plumbing

/// A request whose body is a JSON object with a text, and parameters as its other fields.
enum WrittenRequest {
    /// The most bytes of a JSON object with a text.
    static let longest = 1 << 20
    /// Parameters that a text does not have.
    private static let ofSpeech = ["speaker-events", "channels", "track", "start", "end", "raw", "stt"]

    /// - Returns: the text, nil if the address of a recording is there in its place, and the parameters of the query and the
    ///   object.
    /// - Throws: ``Problem`` of kind `usage` or `input`; ``Refusal``.
    static func read(
        _ request: Request, adding query: QueryParameters, known: [String]
    ) async throws -> (text: String?, all: QueryParameters) {
        var fields = try await JSONFields.read(from: request, limit: longest, text: "text")
        let given = fields.removeValue(forKey: "text")
        let all = try query.adding(
            fields.sorted { $0.key < $1.key }.map { FormField(name: $0.key, value: $0.value) }, known: known)
        guard let text = given else {
            if all[RecordingAddress.name] != nil { return (nil, all) }
            throw JSONBody.malformed("there is no text", cure: #"send {"text": "…"}"#)
        }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw Problem(.input, "text.empty", "there are no words in it", at: "text", cure: "send a text")
        }
        guard all[RecordingAddress.name] == nil else { throw RecordingAddress.andBody }
        for name in ofSpeech + (all["mt"] == "none" ? ["mt"] : []) where all[name] != nil {
            throw Problem(
                .usage, "text.speech", "it says how speech is heard, and the request has a text", at: name,
                cure: "leave it out")
        }
        return (text, all)
    }
}
