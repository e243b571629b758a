import Foundation
import Language
import Testing
import VerbioTesting

/// `/asr` and `/detect-language`, as Bazarr calls them.
@Suite("The interface of whisper-asr-webservice", .serialized, .timeLimit(.minutes(5)))
struct WhisperClientTests {
    /// A form as Python's `requests` writes it for `files={'audio_file': bytes}`.
    private static func send(
        _ server: RunningServer, _ target: String, _ bytes: [UInt8]
    ) async throws -> HTTPConnection.Answer {
        let head =
            "--b\r\nContent-Disposition: form-data; name=\"audio_file\"; filename=\"audio_file\"\r\n\r\n"
        return try await server.send(
            "POST", target, fields: ["Content-Type: multipart/form-data; boundary=b"],
            body: Array(head.utf8) + bytes + Array("\r\n--b--\r\n".utf8))
    }

    @Test(
        "given a recording, when its text is asked for, then it comes in the format that was asked for",
        arguments: [
            ("txt", "text/plain; charset=utf-8"), ("srt", "application/x-subrip; charset=utf-8"),
            ("vtt", "text/vtt; charset=utf-8"), ("tsv", "text/tab-separated-values; charset=utf-8"),
            ("json", "application/json"),
        ])
    func formats(output: String, type: String) async throws {
        try await withServer(SampleService()) { server in
            let target = "/asr?task=transcribe&language=en&output=\(output)&vad_filter=true"
            let answer = try await Self.send(server, target, try Recordings.wav(seconds: 4))
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(answer.status == 200, "\(text)")
            #expect(answer.fields["content-type"] == type)
            #expect(answer.fields["verbio-ignored"] == "vad_filter")
            switch output {
            case "srt": #expect(text.hasPrefix("1\n00:00:0"))
            case "vtt": #expect(text.hasPrefix("WEBVTT\n"))
            case "tsv":
                let rows = text.split(separator: "\n")
                #expect(rows.first == "start\tend\ttext" && rows.count > 1)
                let times = rows.dropFirst().map { $0.split(separator: "\t").prefix(2).compactMap { Int($0) } }
                #expect(times.allSatisfy { $0.count == 2 && $0[0] < $0[1] })
            case "json": #expect((try JSON.object(answer.body)["segments"] as? [Any])?.isEmpty == false)
            default: #expect(text.count > 3)
            }
        }
    }

    @Test("given samples without a header, when encode is false, then the text is that of the same recording as a file")
    func samples() async throws {
        try await withServer(SampleService()) { server in
            let wav = try Recordings.wav(seconds: 4)
            let target = "/asr?language=en&output=srt"
            let file = try await Self.send(server, target, wav)
            let plain = try await Self.send(server, target + "&encode=false", Array(wav.dropFirst(44)))
            #expect(plain.status == 200 && plain.body == file.body)
        }
    }

    @Test("given a language other than English, when a translation is asked for, then the text is English")
    func translation() async throws {
        try await withServer(SampleService()) { server in
            let wav = try Recordings.wav(seconds: 4)
            let said = try await Self.send(server, "/asr?language=es&task=transcribe", wav)
            let answer = try await Self.send(server, "/asr?language=es&task=translate", wav)
            #expect(said.status == 200 && answer.status == 200)
            #expect(answer.body != said.body)
        }
    }

    @Test("given a recording without a language, when it is detected, then its name and its code are answered")
    func language() async throws {
        var hooks = SampleService.Hooks()
        hooks.language = LanguageTag(.de)
        try await withServer(SampleService(hooks: hooks)) { server in
            let wav = try Recordings.wav(seconds: 4)
            let found = try await Self.send(server, "/detect-language?encode=false", Array(wav.dropFirst(44)))
            #expect(found.status == 200)
            let fields = try JSON.object(found.body)
            #expect(fields["detected_language"] as? String == "german" && fields["language_code"] as? String == "de")
            let text = try await Self.send(server, "/asr?output=json", wav)
            #expect(try JSON.object(text.body)["language"] as? String == "german")
        }
    }
}
