import CZlib
import Conversations
import Foundation
import HTTPTypes
import NIOCore
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Compressed answers", .serialized, .timeLimit(.minutes(5)))
struct CompressionTests {
    /// The bytes that a gzip file contains.
    private static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        try #require(inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: 4 << 20)
        let (room, given) = (output.count, input.count)
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(given)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(room)
                return inflate(&stream, Z_FINISH)
            }
        }
        try #require(status == Z_STREAM_END && stream.avail_in == 0)
        return Array(output.prefix(room - Int(stream.avail_out)))
    }

    @Test(
        "given a client that accepts gzip, when an answer is text or JSON of more than 1 KiB, then it is compressed, and its bytes are the same",
        arguments: ["/openapi.json", "/openapi.yaml", "/console/main.js", "/docs", "/metrics", "/api/languages"])
    func compressed(path: String) async throws {
        try await withServer { server in
            let plain = try await server.send("GET", path)
            #expect(plain.fields["content-encoding"] == nil)
            // A page that is too small stays as it is.
            try #require(plain.body.count >= 1_024 || path == "/docs" || path == "/metrics")
            let answer = try await server.send("GET", path, fields: ["Accept-Encoding: br, gzip;q=0.8"])
            guard plain.body.count >= 1_024 else {
                return #expect(answer.body == plain.body && answer.fields["content-encoding"] == nil)
            }
            #expect(answer.fields["content-encoding"] == "gzip")
            #expect(answer.fields["vary"] == "Accept-Encoding" && plain.fields["vary"] == "Accept-Encoding")
            #expect(answer.body.count < plain.body.count)
            #expect(try Self.unpacked(answer.body) == plain.body)
        }
    }

    @Test(
        "given what a client accepts, then gzip is used if it is preferred to plain bytes",
        arguments: [
            ("gzip", true), ("x-gzip", true), ("*", true), ("gzip;q=0", false), ("gzip;q=0.0, *", false), ("br", false),
            ("", false), ("deflate, gzip ; q=0.5", true), ("gzip;q=0.4, identity;q=0.5", false), ("gzip;q=x", false),
            ("identity, *;q=0", false), ("GZIP", true),
        ])
    func accepted(field: String, isAccepted: Bool) {
        #expect(Compression.accepts([.acceptEncoding: field]) == isAccepted)
    }

    @Test(
        "given a kept file of the console, when it comes compressed, then its tag is a weak one that the server knows again"
    )
    func tags() async throws {
        try await withServer { server in
            let gzip = "Accept-Encoding: gzip"
            let plain = try #require(try await server.send("GET", "/console/main.js").fields["etag"])
            let answer = try await server.send("GET", "/console/main.js", fields: [gzip])
            let tag = try #require(answer.fields["etag"])
            #expect(tag == "W/" + plain)
            let again = try await server.send("GET", "/console/main.js", fields: [gzip, "If-None-Match: \(tag)"])
            #expect(again.status == 304)
            #expect(again.fields["vary"] == "Accept-Encoding" && again.fields["content-encoding"] == nil)
        }
    }

    @Test("given a document that is streamed, when it comes compressed, then it is the plain one")
    func document() async throws {
        try await withServer { server in
            let made = try await server.send(
                "POST", "/api/translate?from=en&to=es", body: try Recordings.wav(seconds: 3))
            let id = try #require(try JSON.object(made.body).conversation("id"))
            let plain = try await server.send("GET", "/api/conversations/\(id)")
            let answer = try await server.send("GET", "/api/conversations/\(id)", fields: ["Accept-Encoding: gzip"])
            #expect(answer.fields["content-encoding"] == "gzip")
            #expect(try Self.unpacked(answer.body) == plain.body)
        }
    }

    @Test("given a stream of events or a file with ranges, then it is never compressed")
    func left() async throws {
        try await withServer { server in
            let wav = try Recordings.wav(seconds: 3)
            let gzip = "Accept-Encoding: gzip"
            let connection = try await server.open()
            try await connection.send(
                .head(
                    "POST", "/api/translate?from=en&to=es", fields: ["Accept: text/event-stream", gzip],
                    length: wav.count))
            try await connection.send(wav)
            let stream = try await connection.answer()
            #expect(stream.fields["content-encoding"] == nil && stream.text.contains("event: conversation.finished"))
            await connection.close()
            let list = try JSON.object(try await server.send("GET", "/api/conversations").body)
            let id = try #require((list["conversations"] as? [[String: Any]])?.first?["id"] as? String)
            for format in ["json", "srt"] {
                let file = try await server.send(
                    "GET", "/api/conversations/\(id)/export?format=\(format)", fields: [gzip])
                #expect(file.status == 200 && file.fields["content-encoding"] == nil)
            }
        }
    }

    @Test("given HEAD, then the answer has no coding and no body, and says that it may vary")
    func head() async throws {
        try await withServer { server in
            let connection = try await server.open()
            try await connection.send(.head("HEAD", "/openapi.json", fields: ["Accept-Encoding: gzip"]))
            let answer = try await connection.answer(isHead: true)
            #expect(answer.status == 200 && answer.fields["content-encoding"] == nil)
            #expect(answer.fields["vary"] == "Accept-Encoding")
            await connection.close()
        }
    }

    @Test("given bytes in pieces of any size, when they are compressed, then they are the same afterwards")
    func pieces() throws {
        var generator = SplitMix64(seed: 36)
        for _ in 0..<50 {
            let stream = try GzipStream()
            var (given, packed): ([UInt8], [UInt8]) = ([], [])
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                let count = [0, 1, 1_000, 16 << 10, 100_000].randomElement(using: &generator) ?? 0
                let most: UInt8 = Bool.random(using: &generator) ? 3 : 255
                let piece = (0..<count).map { _ in UInt8.random(in: 0...most, using: &generator) }
                given += piece
                packed += Array(try stream.compress(ByteBuffer(bytes: piece), isLast: false).readableBytesView)
            }
            packed += Array(try stream.compress(ByteBuffer(), isLast: true).readableBytesView)
            #expect(try Self.unpacked(packed) == given)
        }
    }
}
