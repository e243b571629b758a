/// What a server does with one stream of HTTP/2.
enum HTTP2Answer {
    case whole
    /// The stream ends with this error code (RFC 9113, section 7) before an answer.
    case reset(UInt8)
    /// The connection is closed in the middle of the answer.
    case cut
    /// The connection is closed.
    case close

    static let internalError = HTTP2Answer.reset(2)
    /// The request was not processed.
    static let refusedStream = HTTP2Answer.reset(7)
}

/// Says what happens to a stream, which is named by its number on its connection.
typealias HTTP2Script = @Sendable (_ stream: Int) -> HTTP2Answer

/// Writes the frames of HTTP/2 by hand, because no proper server makes these faults.
///
/// The header fields of requests are not read, so a test knows a request by its place: the first stream of a client has the number
/// 1, the next one 3.
func http2(_ answer: @escaping HTTP2Script) -> ScriptedServer.Script {
    { connection in
        _ = try await connection.bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8.count)
        try await connection.send(frame(.settings))
        while true {
            let head = try await connection.bytes(9)
            let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
            let payload = try await connection.bytes(length)
            let stream = head[5...].reduce(0) { $0 << 8 | Int($1) }
            let isLast = head[4] & Flag.end != 0
            switch FrameKind(rawValue: head[3]) {
            case .settings where !isLast: try await connection.send(frame(.settings, Flag.acknowledged))
            case .ping where !isLast: try await connection.send(frame(.ping, Flag.acknowledged, payload))
            case .headers where isLast, .data where isLast:
                let answer = answer(stream)
                try await connection.send(frames(for: answer, on: stream))
                switch answer {
                case .cut, .close: return
                case .whole, .reset: break
                }
            default: break
            }
        }
    }
}

private enum FrameKind: UInt8 {
    case data = 0
    case headers = 1
    case reset = 3
    case settings = 4
    case ping = 6
}

private enum Flag {
    static let end: UInt8 = 1
    static let acknowledged: UInt8 = 1
    static let endOfHeaders: UInt8 = 4
}

private func frame(_ kind: FrameKind, _ flags: UInt8 = 0, _ payload: [UInt8] = [], stream: Int = 0) -> [UInt8] {
    let length = [UInt8(payload.count >> 16), UInt8(payload.count >> 8 & 0xFF), UInt8(payload.count & 0xFF)]
    let number = [24, 16, 8, 0].map { UInt8(stream >> $0 & 0xFF) }
    return length + [kind.rawValue, flags] + number + payload
}

private func frames(for answer: HTTP2Answer, on stream: Int) -> [UInt8] {
    // Status 200 has the number 8 in the static table of HPACK (RFC 7541, appendix A).
    let head = frame(.headers, Flag.endOfHeaders, [0x88], stream: stream)
    return switch answer {
    case .whole: head + frame(.data, Flag.end, Array("done".utf8), stream: stream)
    case .reset(let code): frame(.reset, 0, [0, 0, 0, code], stream: stream)
    case .cut: head + frame(.data, 0, Array("do".utf8), stream: stream)
    case .close: []
    }
}
