internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// The body of a refusal under `/v1`, as OpenAI's clients read it.
struct OpenAIError: Encodable, Sendable {
    struct Content: Encodable, Sendable {
        var message: String
        var type: String
        var param: String?
        var code: String
        /// The conversation, if one was begun.
        var conversation: ConversationID?

        private enum CodingKeys: CodingKey { case message, type, param, code, conversation }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(message, forKey: .message)
            try container.encode(type, forKey: .type)
            // Their schema requires the key.
            try container.encode(param, forKey: .param)
            try container.encode(code, forKey: .code)
            try container.encodeIfPresent(conversation, forKey: .conversation)
        }
    }

    var error: Content

    init(_ refusal: Refusal) {
        let problem = refusal.problem.withoutPaths
        error = Content(
            message: problem.description,
            type: refusal.status.code < 500 ? "invalid_request_error" : "server_error",
            param: problem.kind == .usage ? problem.place : nil, code: problem.code,
            conversation: refusal.conversation)
    }

    /// One line of JSON.
    func json() -> String {
        // Strings always encode. Should that ever fail, the code still says what happened.
        (try? JSONEncoder.sorted.text(self)) ?? #"{"error":{"code":"\#(error.code)"}}"#
    }

    /// Whether addresses of this path are answered in this way.
    static func isUsed(at path: String) -> Bool { path.split(separator: "/").first == "v1" }

    /// Audio that cannot be used is an error of the request here, with the status that OpenAI gives it.
    static func response(_ refusal: Refusal) -> Response {
        var refusal = refusal
        if [.unsupportedMediaType, .unprocessableContent].contains(refusal.status) { refusal.status = .badRequest }
        var headers = refusal.headers
        headers[.contentType] = "application/json"
        return Response(
            status: refusal.status, headers: headers,
            body: .init(byteBuffer: ByteBuffer(string: OpenAIError(refusal).json())))
    }
}
