import CurlHTTP
import Testing
import VerbioTesting

@Suite("Server-sent events, JSON lines and forms, in any chunks")
struct StreamTests {
    private static let stream = """
        \u{FEFF}: hello\r\n\r\nevent: one\r\ndata: {"a":\r\ndata:1}\r\n\r\ndata\n\nretry: 5\nid: 7\n\ndata:  zwei ü\rdata:\r\r\
        event: lost\n\ndata: three\n\n:ping\ndata: cut
        """

    private static let events = [
        ServerSentEvent(name: "one", data: Array("{\"a\":\n1}".utf8)), ServerSentEvent(data: []),
        ServerSentEvent(data: Array(" zwei ü\n".utf8)), ServerSentEvent(data: Array("three".utf8)),
    ]

    @Test(
        "Given a stream of events, when it arrives in any chunks, then the events are the same, without the one that is cut",
        arguments: 1...40)
    func chunking(size: Int) throws {
        let bytes = Array(Self.stream.utf8)
        var parser = ServerSentEventParser()
        var found: [ServerSentEvent] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            found += try parser.push(Array(bytes[start..<min(bytes.count, start + size)]))
        }
        #expect(found == Self.events)
    }

    @Test("Given empty chunks between CR and LF, when events are parsed, then nothing changes")
    func emptyChunks() throws {
        var parser = ServerSentEventParser()
        var found: [ServerSentEvent] = []
        for byte in Self.stream.utf8 {
            found += try parser.push([])
            found += try parser.push([byte])
        }
        #expect(found == Self.events)
    }

    @Test("Given an event without end, when its limit is reached, then parsing fails")
    func endless() throws {
        var one = ServerSentEventParser(limit: 1_000)
        #expect(throws: HTTPFailure.self) {
            for _ in 0..<200 { _ = try one.push(Array("data: xxxxxxxx".utf8)) }
        }
        var many = ServerSentEventParser(limit: 1_000)
        #expect(throws: HTTPFailure.self) {
            for _ in 0..<200 { _ = try many.push(Array("data: xxxxxxxx\n".utf8)) }
        }
    }

    @Test(
        "Given text instead of a stream, when it is parsed, then it is kept if it says something",
        arguments: [
            ("{\"error\": 1}", true), ("\n\n<html>\ndata: 1\n", true), ("\u{FEFF}no\n", true), ("datum", true),
            ("", false), ("\r\n", false), ("data", false), ("\u{FEFF}da", false), (":", false), ("retry: 1\nx", false),
            ("nothing: 1\ndata: 2\n\n", false),
        ])
    func stray(_ text: String, _ isStray: Bool) throws {
        for size in [1, 100] {
            let bytes = Array(text.utf8)
            var parser = ServerSentEventParser()
            for start in stride(from: 0, to: bytes.count, by: size) {
                _ = try parser.push(Array(bytes[start..<min(bytes.count, start + size)]))
            }
            #expect(parser.stray == (isStray ? bytes : nil))
        }
        var long = ServerSentEventParser()
        for _ in 0..<20 { _ = try long.push([UInt8](repeating: UInt8(ascii: "x"), count: 10_000)) }
        #expect(long.stray?.count == 64 << 10)
    }

    @Test(
        "Given lines of JSON, when they arrive in any chunks, then each is complete, also the last one",
        arguments: 1...20)
    func jsonLines(size: Int) throws {
        let bytes = Array("{\"a\":\"é\"}\n\n  \r\n{\"b\":2}\r\n{\"c\":".utf8)
        var parser = JSONLineParser()
        var lines: [String] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            lines += try parser.push(Array(bytes[start..<min(bytes.count, start + size)]))
                .map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(lines == ["{\"a\":\"é\"}", "{\"b\":2}"])
        #expect(parser.finish() == Array("{\"c\":".utf8))
    }

    @Test("Given a form, when it is encoded, then fields come first and names are escaped")
    func form() {
        var form = MultipartForm()
        form.addFile("file", fileName: "a\"b.wav", contentType: "audio/wav", [0, 13, 10, 255])
        form.add("model", "x")
        form.add("nothing", nil)
        let (contentType, body) = form.encoded(boundary: "BOUND")
        let expected =
            Array(
                """
                --BOUND\r\nContent-Disposition: form-data; name="model"\r\n\r\nx\r\n\
                --BOUND\r\nContent-Disposition: form-data; name="file"; filename="a%22b.wav"\r\n\
                Content-Type: audio/wav\r\n\r\n
                """.utf8) + [0, 13, 10, 255] + Array("\r\n--BOUND--\r\n".utf8)
        #expect(contentType == "multipart/form-data; boundary=BOUND")
        #expect(body == expected)
    }
}
