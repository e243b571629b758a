/// Answers that many tests need.
extension StandInAnswer {
    /// A complete answer with a length.
    ///
    /// - Parameters:
    ///   - headers: further fields, after the type and the length.
    package static func body(
        _ status: Int, type: String, _ body: [UInt8], headers: [(String, String)] = []
    ) -> StandInAnswer {
        StandInAnswer(head(status, [("Content-Type", type), ("Content-Length", "\(body.count)")] + headers) + body)
    }

    /// An answer with a JSON text and its length.
    package static func json(_ status: Int, _ text: String, headers: [(String, String)] = []) -> StandInAnswer {
        body(status, type: "application/json", Array(text.utf8), headers: headers)
    }

    /// A page as a proxy or a captive portal sends it.
    package static func html(_ status: Int) -> StandInAnswer {
        let page = "<!DOCTYPE html>\n<html><head><title>\(status)</title></head><body><h1>Sign in</h1></body></html>\n"
        return body(status, type: "text/html; charset=utf-8", Array(page.utf8))
    }

    /// An answer without a body: its length is 0.
    package static func empty(_ status: Int = 200, type: String = "application/json") -> StandInAnswer {
        body(status, type: type, [])
    }

    /// A complete answer in chunks.
    package static func chunked(
        _ status: Int = 200, type: String, _ chunks: [[UInt8]], headers: [(String, String)] = []
    ) -> StandInAnswer {
        let head = head(status, [("Content-Type", type), ("Transfer-Encoding", "chunked")] + headers)
        return StandInAnswer(chunks.filter { !$0.isEmpty }.reduce(head) { $0 + chunk($1) } + chunk([]))
    }

    /// A stream of server-sent events, one chunk for each.
    ///
    /// - Parameter events: the frames, without the empty line at the end of each.
    package static func events(_ events: [String], status: Int = 200) -> StandInAnswer {
        chunked(status, type: "text/event-stream", events.map { Array("\($0)\n\n".utf8) })
    }

    /// The first bytes of an answer of JSON, and a reset. With 0, there is a reset instead of an answer.
    package static func reset(afterBytes count: Int) -> StandInAnswer {
        json(200, #"{"text":"\#(String(repeating: "x", count: max(0, count)))"}"#).ending(.reset, afterBytes: count)
    }

    /// No answer at all, until the client goes away.
    package static let hang = StandInAnswer("", ending: .hang)

    /// A body of `count` bytes, all of them `x`, with its length announced.
    package static func bigBody(_ count: Int = 64 << 20, type: String = "application/json") -> StandInAnswer {
        StandInAnswer(
            head(200, [("Content-Type", type), ("Content-Length", "\(max(0, count))")]), filler: block,
            fillerCount: count)
    }

    /// A body of chunks without an end, until the client goes away. If it does not, the answer ends with the connection after 1
    /// GiB.
    package static func endless(type: String = "application/json") -> StandInAnswer {
        StandInAnswer(
            head(200, [("Content-Type", type), ("Transfer-Encoding", "chunked")]), filler: chunk(block),
            fillerCount: chunk(block).count << 14, ending: .close)
    }

    /// A stream of events that has only comments, as keep-alives, until the client goes away or 1 GiB is sent. Give it a pace.
    package static let keepAlives = StandInAnswer(
        head(200, [("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked")]),
        filler: chunk(Array(": keep-alive\n\n".utf8)), fillerCount: 1 << 30, ending: .close)

    /// A small body that unpacks to `unpacked` zeros. It is valid; only its unpacked size is unreasonable.
    ///
    /// - Parameter unpacked: the number of zero bytes; the body has 1/158 of that.
    package static func gzipBomb(unpacked: Int = 64 << 20, type: String = "application/json") -> StandInAnswer {
        body(200, type: type, GzippedZeros(unpacked).bytes, headers: [("Content-Encoding", "gzip")])
    }

    /// Exactly the bytes of a fixture. If they end too early, the connection closes, as it did or would have. After a complete
    /// answer it stays open.
    ///
    /// - Throws: ``StandInProblem`` if the file cannot be read.
    package static func fixture(_ row: ProviderFixture) throws -> StandInAnswer {
        let bytes = try row.bytes
        return StandInAnswer(bytes, ending: row.isCut ? .close : .keepOpen)
    }

    // MARK: Parts

    /// A status line and header fields, with the empty line after them.
    static func head(_ status: Int, _ fields: [(String, String)]) -> [UInt8] {
        // The reason phrase is empty: in HTTP/2 there is none, so clients must work without it.
        Array(("HTTP/1.1 \(status) \r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n").utf8)
    }

    /// One chunk; an empty one is the last.
    static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }

    private static let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
}
