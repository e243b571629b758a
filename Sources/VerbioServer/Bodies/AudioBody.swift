internal import HTTPTypes
internal import Plumbing

/// Checks what the header fields say about the audio in a request's body, before any of it is read.
enum AudioBody {
    /// - Throws: ``Refusal`` with status 413 or 415.
    static func check(_ fields: HTTPFields, maximumBytes: Int) throws(Refusal) {
        try refuseCoding(fields)
        if let type = fields.mediaType, !canBeAudio(type) {
            throw Refusal(
                .unsupportedMediaType,
                Problem(
                    .input, "body.content-type",
                    "the body must be an audio file, a form with one, or a JSON object with a text",
                    cure: "use curl --data-binary @file, curl -F file=@file, or Content-Type: application/json"
                ))
        }
        if let length = fields[.contentLength], Int(length).map({ $0 > maximumBytes }) ?? true {
            throw .tooLarge(limit: maximumBytes)
        }
    }

    /// - Throws: ``Refusal`` with status 415 if the body is compressed.
    static func refuseCoding(_ fields: HTTPFields) throws(Refusal) {
        guard let coding = fields[.contentEncoding], coding.lowercased() != "identity" else { return }
        throw Refusal(
            .unsupportedMediaType,
            Problem(
                .input, "body.content-encoding", "compressed bodies are not read",
                cure: "send the body as it is, without Content-Encoding"))
    }

    /// Reads what a request with audio asks for in its address.
    ///
    /// A body of the type that HTML forms have is audio here, because `curl --data-binary` calls it so. If parameters are
    /// missing, they may be in the body, so the error says where they are read.
    static func parameters<Value>(_ fields: HTTPFields, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch var problem as Problem where problem.code == "query.missing" {
            if fields.mediaType == "application/x-www-form-urlencoded" {
                let cure = problem.cure ?? "add it"
                problem.cure = "\(cure) to the address, or send the fields as multipart/form-data or JSON"
            }
            throw problem
        }
    }

    /// Whether a body of this type can be audio.
    ///
    /// The type is only a hint, because the bytes themselves show what they are. A type is refused if it cannot be audio, which
    /// otherwise would show only after the whole body was sent. `curl --data-binary` labels any body as form encoding.
    private static func canBeAudio(_ type: String) -> Bool {
        type.hasPrefix("audio/") || type.hasPrefix("video/")
            || ["application/octet-stream", "application/ogg", "application/x-www-form-urlencoded"].contains(type)
    }

    /// Whether the client asks for events as they happen.
    static func wantsEvents(_ fields: HTTPFields) -> Bool {
        fields.words(of: .accept).contains { range in
            let parts = range.split(separator: ";")
            return parts.first == "text/event-stream" && !parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
        }
    }
}
