internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// A JSON object with a recording in base64, as clients send it that have no forms.
///
/// The recording goes to the disk while it arrives, as that of a form does, and has the same limit.
struct RecordingObject: Sendable {
    /// The object with the text of the recording left empty.
    let object: [UInt8]
    /// Nil if the object has none.
    let file: UploadedFile?
    /// Where it was: `input_audio.data`, `file`.
    let field: String

    /// Where clients put it: OpenAI's and OpenRouter's `input_audio: {data, format}`, or a plain text or `data:` URL.
    static let paths: Set<[String]> = [["input_audio", "data"], ["input_audio"], ["file"]]
    /// The names of the members that may hold a recording.
    static let names = ["input_audio", "file"]

    /// - Parameters:
    ///   - limit: the most bytes of the object besides the recording.
    ///   - maximumBytes: the most bytes of the recording.
    ///   - place: where the recording is written; nil for a file without a name.
    /// - Throws: ``Refusal``: 413 if there are more bytes, 400 if the body ends early; ``Problem`` of kind `usage`:
    ///   `base64.malformed`, `form.files`.
    static func read(
        from request: Request, limit: Int, maximumBytes: Int, into place: UploadedFile? = nil
    ) async throws -> RecordingObject {
        try AudioBody.refuseCoding(request.headers)
        var splitter = ObjectSplitter(paths)
        var (file, field) = (UploadedFile?.none, "")
        var text: Base64Stream?
        // Blanks within the text count, too.
        let most = maximumBytes / 3 * 4 + maximumBytes / 8 + limit
        var count = 0
        do {
            for try await buffer in request.body {
                count += buffer.readableBytes
                guard count <= most else { throw Refusal.tooLarge(limit: maximumBytes) }
                for event in splitter.read(buffer.readableBytesView) {
                    switch event {
                    case .begin(let path):
                        guard file == nil else {
                            throw Problem(
                                .usage, "form.files", "the object has several recordings",
                                at: path.joined(separator: "."), cure: "send one")
                        }
                        field = path.joined(separator: ".")
                        if let place { file = place } else { file = try UploadedFile() }
                        text = Base64Stream(field: field)
                    case .content(let bytes): try await write(try text?.read(bytes) ?? [], to: file, maximumBytes)
                    case .end: try await write(try text?.end() ?? [], to: file, maximumBytes)
                    }
                }
                guard splitter.rest.count <= limit else {
                    throw Refusal(
                        .contentTooLarge,
                        Problem(
                            .usage, "body.too-large", "the object has more than \(limit) bytes besides a recording",
                            cure: "send less"))
                }
            }
        } catch let error where !(error is Refusal || error is Problem || error is CancellationError) {
            throw Refusal.truncated
        }
        if let file, file.count == 0 {
            throw Problem(
                .usage, "base64.malformed", "it is empty", at: field,
                cure: "send the bytes of the recording in base64")
        }
        return RecordingObject(object: splitter.rest, file: file, field: field)
    }

    private static func write(_ bytes: [UInt8], to file: UploadedFile?, _ maximumBytes: Int) async throws {
        guard let file, !bytes.isEmpty else { return }
        guard file.count + bytes.count <= maximumBytes else { throw Refusal.tooLarge(limit: maximumBytes) }
        try await file.append(bytes)
    }

    /// The members of the object besides the recording, which is one of these if it is none of base64.
    ///
    /// - Throws: ``Refusal`` with status 400 if it is no JSON object.
    func members() throws -> [String: JSONValue] {
        try JSONBody.check(object)
        var members = try JSONBody.object(of: JSONValue.self, in: object)
        if let name = field.split(separator: ".").first { members[String(name)] = nil }
        return members
    }

    /// The members as fields of a form: a list becomes a field for each of its members.
    ///
    /// - Returns: also the names of objects, which no form has.
    func fields() throws -> (fields: [FormField], others: [String]) {
        var fields: [FormField] = []
        var others: [String] = []
        for (name, value) in try members().sorted(by: { $0.key < $1.key }) {
            switch value {
            case .object: others.append(name)
            case .array(let values):
                for case let text? in try values.map({ try $0.parameter() }) {
                    fields.append(FormField(name: name + "[]", value: text))
                }
            case .null, .bool, .number, .string:
                if let text = try value.parameter() { fields.append(FormField(name: name, value: text)) }
            }
        }
        return (fields, others)
    }
}
