internal import Delivery
internal import FoundationEssentials
internal import NIOCore
internal import Plumbing

/// One event of the Wyoming protocol: a line of JSON, perhaps more JSON, and perhaps bytes.
///
/// The protocol is that of <https://github.com/OHF-Voice/wyoming>, version 1.10.
struct WyomingEvent: Sendable {
    /// The members of an event's data that this server reads.
    struct Fields: Decodable, Sendable {
        struct Voice: Decodable, Sendable {
            var name: String?
            var language: String?
        }

        /// Of `transcribe`: the spoken language.
        var language: String?
        /// Of `audio-start` and `audio-chunk`: Hz, bytes of a sample, and channels.
        var rate: Int?
        var width: Int?
        var channels: Int?
        /// Of `synthesize`, and of `ping`.
        var text: String?
        var voice: Voice?
    }

    /// The line before the data.
    fileprivate struct Head: Decodable {
        var type: String
        var data: Fields?
        var length: Int?
        var payloadLength: Int?

        enum CodingKeys: String, CodingKey {
            case type, data
            case length = "data_length"
            case payloadLength = "payload_length"
        }
    }

    var type: String
    var fields: Fields
    var payload: [UInt8]

    /// The most bytes of each part. A chunk of sound has some thousands.
    static let mostBytes = 1 << 20

    /// The bytes of an event.
    static func bytes(_ type: String, _ data: some Encodable, payload: [UInt8] = []) throws -> ByteBuffer {
        let data = try JSONEncoder.sorted.encode(data)
        var head = "{\"type\":\"\(type)\",\"version\":\"1.10.0\",\"data_length\":\(data.count)"
        if !payload.isEmpty { head += ",\"payload_length\":\(payload.count)" }
        var buffer = ByteBuffer(string: head + "}\n")
        buffer.writeBytes(data)
        buffer.writeBytes(payload)
        return buffer
    }
}

/// Reads events from the bytes of a connection.
struct WyomingReader<Bytes: AsyncIteratorProtocol> where Bytes.Element == ByteBuffer {
    private var bytes: Bytes
    private var buffer = ByteBuffer()

    init(_ bytes: Bytes) { self.bytes = bytes }

    private static var malformed: Problem {
        Problem(
            .usage, "wyoming.event", "an event cannot be read", cure: "send a line of JSON with a type, then its data")
    }

    private static var tooLong: Problem {
        Problem(.usage, "wyoming.event", "an event has more than 1 MiB", cure: "send smaller pieces")
    }

    /// The next event; nil when the client has disconnected.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `wyoming.event`; what reading the connection throws.
    mutating func next() async throws -> WyomingEvent? {
        guard let line = try await line() else { return nil }
        guard let head = try? JSONDecoder().decode(WyomingEvent.Head.self, from: Data(line)) else {
            throw Self.malformed
        }
        let (length, payloadLength) = (head.length ?? 0, head.payloadLength ?? 0)
        guard length >= 0, payloadLength >= 0 else { throw Self.malformed }
        guard max(length, payloadLength) <= WyomingEvent.mostBytes else { throw Self.tooLong }
        var fields = head.data ?? WyomingEvent.Fields()
        if length > 0 {
            guard let data = try await take(length) else { return nil }
            guard let read = try? JSONDecoder().decode(WyomingEvent.Fields.self, from: Data(data)) else {
                throw Self.malformed
            }
            fields = read
        }
        let payload = payloadLength > 0 ? try await take(payloadLength) : []
        return payload.map { WyomingEvent(type: head.type, fields: fields, payload: $0) }
    }

    private mutating func line() async throws -> [UInt8]? {
        var searched = 0
        while true {
            if let end = buffer.readableBytesView.dropFirst(searched).firstIndex(of: 10) {
                let line = buffer.readBytes(length: end - buffer.readerIndex)
                buffer.moveReaderIndex(forwardBy: 1)
                return line
            }
            searched = buffer.readableBytes
            guard searched <= WyomingEvent.mostBytes else { throw Self.tooLong }
            guard try await fill() else { return nil }
        }
    }

    private mutating func take(_ count: Int) async throws -> [UInt8]? {
        while buffer.readableBytes < count { guard try await fill() else { return nil } }
        return buffer.readBytes(length: count)
    }

    private mutating func fill() async throws -> Bool {
        guard var piece = try await bytes.next(isolation: #isolation) else { return false }
        buffer.discardReadBytes()
        buffer.writeBuffer(&piece)
        return true
    }
}
