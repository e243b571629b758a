import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

/// Recordings in base64 within a JSON object.
@Suite("Recordings in JSON", .serialized, .timeLimit(.minutes(5)))
struct RecordingObjectTests {
    private static let json = "Content-Type: application/json"

    private static func base64(seconds: Int = 3) throws -> String {
        Data(try Recordings.wav(seconds: seconds)).base64EncodedString()
    }

    private static func send(
        _ server: RunningServer, _ body: String, to path: String = "/v1/audio/transcriptions"
    ) async throws -> HTTPConnection.Answer {
        try await server.send("POST", path, fields: [json], body: Array(body.utf8))
    }

    @Test("given an object, however its bytes are cut, then the recording and the rest of it are the same")
    func cuts() throws {
        let body = Array(
            #" {"a\"b":{"file":"no","n":[1,"x",{"input_audio":"no"}]}, "input_audio" : {"format":"wav","data":"QU\/J\u0044\nR0=="},"to":"es"} "#
                .utf8)
        let rest =
            #" {"a\"b":{"file":"no","n":[1,"x",{"input_audio":"no"}]}, "input_audio" : {"format":"wav","data":""},"to":"es"} "#
        for size in 1...body.count {
            var splitter = ObjectSplitter(RecordingObject.paths)
            var (content, begins, ends) = ([UInt8](), [[String]](), 0)
            for start in stride(from: 0, to: body.count, by: size) {
                for event in splitter.read(body[start..<min(body.count, start + size)]) {
                    switch event {
                    case .begin(let path): begins.append(path)
                    case .content(let bytes): content += bytes
                    case .end: ends += 1
                    }
                }
            }
            #expect(String(decoding: splitter.rest, as: UTF8.self) == rest)
            #expect(begins == [["input_audio", "data"]] && ends == 1)
            #expect(String(decoding: content, as: UTF8.self) == "QU/JD\nR0==")
        }
    }

    @Test("given bytes in any writing of base64, when they are decoded in pieces, then they are the same")
    func decoding() throws {
        for count in [0, 1, 2, 3, 4, 255, 256] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 251) }
            let plain = Data(bytes).base64EncodedString()
            let url = plain.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            let lines = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithCarriageReturn])
            let texts = [plain, url, lines, "data:audio/wav;base64," + plain, "DATA:;BASE64," + url]
            for text in texts {
                for size in [1, 3, 1_000] {
                    var stream = Base64Stream(field: "file")
                    var decoded: [UInt8] = []
                    let characters = Array(text.utf8)
                    for start in stride(from: 0, to: characters.count, by: size) {
                        decoded += try stream.read(characters[start..<min(characters.count, start + size)])
                    }
                    #expect(try decoded + stream.end() == bytes, "\(text.prefix(40))")
                }
            }
        }
    }

    @Test(
        "given a recording in JSON, as finished clients send it, then its text is that of the same form",
        arguments: [
            #"{"model":"whisper-1","input_audio":{"data":"AUDIO","format":"wav"},"language":"en"}"#,
            #"{"language":"en","file":"data:audio/wav;base64,AUDIO","temperature":0,"stream":false}"#,
            #"{"input_audio":"AUDIO","language":"en","prompt":null}"#,
        ])
    func transcriptions(body: String) async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let form =
                Array(
                    "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n".utf8)
                + (try Recordings.wav(seconds: 3))
                + Array("\r\n--b\r\nContent-Disposition: form-data; name=\"language\"\r\n\r\nen\r\n--b--\r\n".utf8)
            let wanted = try await server.send(
                "POST", "/v1/audio/transcriptions", fields: ["Content-Type: multipart/form-data; boundary=b"],
                body: form)
            let answer = try await Self.send(server, body.replacing("AUDIO", with: try Self.base64()))
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.text == wanted.text)
            #expect(answer.fields["verbio-ignored"] == nil)
        }
    }

    @Test("given what has no effect in JSON, then it is named; a list is read as the fields of a form are")
    func others() async throws {
        try await withServer(SampleService()) { server in
            let audio = try Self.base64()
            let answer = try await Self.send(
                server,
                #"{"input_audio":{"data":"\#(audio)"},"language":"en","provider":{"order":["a"]},"user":"u1","#
                    + #""response_format":"verbose_json","timestamp_granularities":["word","segment"]}"#)
            #expect(answer.status == 200, "\(answer.text)")
            let object = try JSON.object(answer.body)
            #expect(object["words"] != nil && object["segments"] != nil)
            #expect(
                Set(answer.fields["verbio-ignored"]?.split(separator: ", ").map(String.init) ?? []) == [
                    "provider", "user",
                ])
        }
    }

    @Test("given a recording in JSON, when it is translated or becomes a job, then it is as the bare recording is")
    func own() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let bare = try JSON.object(
                try await server.send("POST", "/api/translate?from=en&to=es", body: try Recordings.wav(seconds: 3))
                    .body)
            let body = #"{"from":"en","to":"es","input_audio":{"data":"\#(try Self.base64())","format":"wav"}}"#
            let answer = try await Self.send(server, body, to: "/api/translate")
            #expect(answer.status == 200, "\(answer.text)")
            let document = try JSON.object(answer.body)
            #expect(document.utterances.map(\.translation) == bare.utterances.map(\.translation))
            #expect(document.utterances.count >= 1)
            let both = try await Self.send(
                server, body.replacing("\"from\"", with: "\"text\":\"Hello\",\"from\""), to: "/api/translate")
            #expect(both.status == 400 && both.text.contains("text.and-recording"))
            let unknown = try await Self.send(
                server, body.replacing("\"from\"", with: "\"user\":\"u\",\"from\""), to: "/api/translate")
            #expect(unknown.status == 400 && unknown.text.contains("query.unknown"), "\(unknown.text)")
        }
    }

    @Test(
        "given a recording in JSON that cannot be used, then one sentence says what is wrong and where",
        arguments: [
            (#"{"input_audio":{"data":"QUJ$"},"language":"en"}"#, 400, "base64.malformed", "'$' stands at character 4"),
            (#"{"input_audio":{"data":"QUJDR"},"language":"en"}"#, 400, "base64.malformed", "in the middle of a byte"),
            (#"{"file":"data:audio/wav,QUJD","language":"en"}"#, 400, "base64.malformed", "does not say ;base64"),
            (#"{"file":"https://example.com/a.wav","language":"en"}"#, 400, "base64.malformed", "':' stands at"),
            (#"{"file":"","language":"en"}"#, 400, "base64.malformed", "it is empty"),
            (#"{"file":"QUI=QUI=","language":"en"}"#, 400, "base64.malformed", "more follows its end"),
            (#"{"file":"QUJD","input_audio":"QUJD"}"#, 400, "form.files", "several recordings"),
            (#"{"file":"QUJD","file":"QUJD"}"#, 400, "form.files", "several recordings"),
            (#"{"language":"en"}"#, 400, "form.no-file", "file"),
            (#"{"file":"QUJD""#, 400, "body.malformed", "JSON"), ("[]", 400, "body.malformed", "JSON"),
            (#"{"file":"QUJD","response_format":"aac"}"#, 400, "query.value", "aac"),
        ])
    func refused(body: String, status: Int, code: String, words: String) async throws {
        try await withServer(SampleService()) { server in
            let answer = try await Self.send(server, body)
            let error = try #require(try JSON.object(answer.body)["error"] as? [String: Any])
            #expect(answer.status == status && error["code"] as? String == code, "\(answer.text)")
            #expect((error["message"] as? String)?.contains(words) == true, "\(answer.text)")
        }
    }

    @Test("given a recording or an object over the limit, when it comes as JSON, then the answer is 413 as for a form")
    func tooLarge() async throws {
        try await withServer(SampleService(), configuration: .test(maximumBodyBytes: 1_000_000)) { server in
            let large = String(repeating: "QUJD", count: 333_340)
            for (body, path) in [
                (#"{"file":"\#(large)","language":"en"}"#, "/v1/audio/transcriptions"),
                (#"{"input_audio":{"data":"\#(large)"},"from":"en","to":"es"}"#, "/api/translate"),
                (#"{"prompt":"\#(String(repeating: "a", count: 70_000))","file":"QUJD"}"#, "/v1/audio/transcriptions"),
            ] {
                let answer = try await Self.send(server, body, to: path)
                #expect(answer.status == 413 && answer.text.contains("body.too-large"), "\(answer.text.prefix(300))")
            }
        }
    }
}
