internal import Hummingbird
internal import Plumbing

/// A request with a JSON object as its body: a text or a recording, and parameters as its other fields.
enum WrittenRequest {
    /// What is translated.
    enum Input {
        case text(String)
        /// A recording in base64.
        case recording(UploadedFile)
        /// The recording at the address that a parameter names.
        case address
    }

    /// The most bytes of a JSON object with a text.
    static let longest = 1 << 20
    /// Parameters that a text does not have.
    private static let ofSpeech = ["speaker-events", "channels", "track", "start", "end", "raw", "stt"]

    /// Reads an object that may have a recording (``RecordingObject``).
    ///
    /// - Parameters:
    ///   - maximumBytes: the most bytes of the recording.
    ///   - file: where the recording is written; nil for a file without a name.
    /// - Throws: as ``read(_:adding:known:)``; ``Problem`` of kind `usage`, code `base64.malformed`.
    static func input(
        _ request: Request, adding query: QueryParameters, known: [String], maximumBytes: Int,
        into file: UploadedFile? = nil
    ) async throws -> (Input, all: QueryParameters) {
        let object = try await RecordingObject.read(
            from: request, limit: longest, maximumBytes: maximumBytes, into: file)
        let fields = try JSONFields.texts(in: object.members(), text: "text")
        guard let recording = object.file else {
            let (text, all) = try read(fields, adding: query, known: known)
            return (text.map { .text($0) } ?? .address, all)
        }
        guard fields["text"] == nil else { throw both(object.field) }
        let all = try query.adding(parameters(fields), known: known)
        guard all[RecordingAddress.name] == nil else { throw RecordingAddress.andBody }
        return (.recording(recording), all)
    }

    private static func both(_ field: String) -> Problem {
        Problem(
            .usage, "text.and-recording", "the object has a text and a recording", at: field, cure: "send one of them")
    }

    private static func parameters(_ fields: [String: String]) -> [FormField] {
        fields.sorted { $0.key < $1.key }.map { FormField(name: $0.key, value: $0.value) }
    }

    /// - Returns: the text, nil if the address of a recording is there in its place, and the parameters of the query and the
    ///   object.
    /// - Throws: ``Problem`` of kind `usage` or `input`; ``Refusal``.
    static func read(
        _ request: Request, adding query: QueryParameters, known: [String]
    ) async throws -> (text: String?, all: QueryParameters) {
        try read(
            try await JSONFields.read(from: request, limit: longest, text: "text"), adding: query, known: known)
    }

    private static func read(
        _ fields: [String: String], adding query: QueryParameters, known: [String]
    ) throws -> (text: String?, all: QueryParameters) {
        var fields = fields
        let given = fields.removeValue(forKey: "text")
        let all = try query.adding(parameters(fields), known: known)
        guard let text = given else {
            if all[RecordingAddress.name] != nil { return (nil, all) }
            throw JSONBody.malformed(
                "there is neither text nor a recording",
                cure: #"send {"text": "…"} or {"input_audio": {"data": "BASE64"}}"#)
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
