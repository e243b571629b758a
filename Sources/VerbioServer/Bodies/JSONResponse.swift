internal import Delivery
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

extension Response {
    /// A text in one piece.
    static func text(_ text: String, _ type: String) -> Response {
        Response(status: .ok, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"], body: .init(byteBuffer: try .json(value)))
    }
}

extension ByteBuffer {
    /// A value as one line of JSON.
    static func json(_ value: some Encodable) throws -> ByteBuffer {
        ByteBuffer(string: try JSONEncoder.sorted.text(value) + "\n")
    }
}
