internal import HTTPTypes
internal import Hummingbird

/// A stream of server-sent events as an answer.
enum EventStream {
    /// Events are always UTF-8. Some clients read a text as ISO 8859-1 unless its type names another encoding.
    static let mediaType = "text/event-stream; charset=utf-8"

    /// Whether the fields of an answer say that it is one.
    static func isDeclared(by fields: HTTPFields) -> Bool {
        fields[.contentType]?.hasPrefix("text/event-stream") ?? false
    }

    static func response(_ body: ResponseBody) -> Response {
        Response(status: .ok, headers: [.contentType: mediaType], body: body)
    }
}
