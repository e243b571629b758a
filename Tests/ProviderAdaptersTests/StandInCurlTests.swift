import StandIns
import Testing
import VerbioTesting

/// The stand-in as a client sees it that is not ours.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: CurlProgram.path != nil, "the program curl is not installed"))
struct StandInCurlTests {
    @Test(
        "Given a large upload that expects 100-continue, when it is sent, then it is admitted and arrives whole",
        arguments: [false, true])
    func upload(chunked: Bool) async throws {
        let body = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await withStandIn(.json(200, "{}")) { server in
            var arguments = ["--data-binary", "@-", "--header", "Expect: 100-continue", server.url + "/up"]
            // Otherwise curl stops waiting for the sign, and the test would not notice that it had not come.
            arguments += ["--expect100-timeout", "600"]
            if chunked { arguments += ["--header", "Transfer-Encoding: chunked"] }
            let ended = try await CurlProgram.run(arguments, input: body)
            #expect(ended == .init(code: 0, body: Array("{}".utf8)))
            let request = server.requests[0]
            #expect(request.body == body)
            #expect((request[header: "content-length"] == nil) == chunked)
        }
    }

    @Test("Given a form with a file, when curl sends it, then the stand-in reads it as it was sent")
    func form() async throws {
        try await withStandIn(.empty()) { server in
            let ended = try await CurlProgram.run(
                [
                    "--form-string", "model=m", "--form", "file=@-;filename=clip.wav;type=audio/wav",
                    "--header", "Authorization: Bearer k", server.url + "/v1/audio/transcriptions",
                ], input: Array("RIFFxxxxWAVE".utf8))
            #expect(ended.code == 0)
            let reference = try RequestReference.load("openai_transcribe_min")
            #expect(try server.requests[0].shape().differences(from: reference.shape()) == [])
            #expect(try server.requests[0].multipart().map(\.bytes)[1] == Array("RIFFxxxxWAVE".utf8))
        }
    }

    @Test(
        "Given compressed zeros, when curl unpacks them, then their number and checksum are right",
        arguments: [0, 1, 258, 259, 100_000, 2 << 20])
    func zeros(count: Int) async throws {
        let answer = StandInAnswer.gzipBomb(unpacked: count)
        #expect(answer.count < 400 + count / 150)
        try await withStandIn(answer) { server in
            let ended = try await CurlProgram.run(["--compressed", server.url])
            #expect(ended.code == 0)
            #expect((max(1, count)..<count + 258).contains(ended.body.count))
            #expect(ended.body == [UInt8](repeating: 0, count: ended.body.count))
        }
    }

    @Test("Given a big body, when curl reads it, then it has its stated size")
    func bigBody() async throws {
        try await withStandIn(.bigBody()) { server in
            let ended = try await CurlProgram.run([server.url])
            #expect(ended.code == 0)
            #expect(ended.body.count == 64 << 20)
        }
    }

    @Test("Given a reset before the header or in the body, when curl reads it, then it reports a reset")
    func reset() async throws {
        let text = #"{"text":"Hola"}"#
        try await withStandIn([.reset(afterBytes: 0), .json(200, text).resetting(.midBody)]) { server in
            let early = try await CurlProgram.run([server.url])
            #expect(early == .init(code: 56, body: []))
            let late = try await CurlProgram.run([server.url])
            #expect(late == .init(code: 56, body: Array(text.utf8.prefix(7))))
        }
    }

    @Test("Given a page of HTML or an empty body, when curl reads it, then it is complete")
    func unexpected() async throws {
        try await withStandIn([.html(502), .empty()]) { server in
            let page = try await CurlProgram.run([server.url])
            #expect(page.code == 0 && page.body.starts(with: "<!DOCTYPE html>".utf8))
            let nothing = try await CurlProgram.run([server.url])
            #expect(nothing == .init(code: 0, body: []))
        }
    }
}
