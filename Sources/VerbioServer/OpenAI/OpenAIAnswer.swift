internal import Delivery
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// JSON with keys such as `no_speech_prob`.
enum OpenAIAnswer {
    /// One line of JSON.
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder.sorted
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return try encoder.text(value)
    }

    static func response(_ value: some Encodable) throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(string: try text(value) + "\n")))
    }

    /// The value as an event of a stream.
    static func event(_ value: some Encodable) throws -> String { "data: \(try text(value))\n\n" }
}
