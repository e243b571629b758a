import Foundation
import Providers
import StandIns
import VerbioTesting

/// What can go wrong, but for what a clock decides and for certificates, which have tests of their own.
enum Faults {
    static let all = statuses + broken + bodies + sizes

    // MARK: Statuses

    private static let statuses: [Fault] = [
        Fault("401", .unauthorized, .empty(401)), Fault("403", .unauthorized, .json(403, "{}")),
        Fault("402", .quota, .empty(402)), Fault("404", .missing, .html(404)),
        Fault("405", .rejected, .empty(405)), Fault("413", .tooLarge, .html(413)),
        Fault("429", .throttled, .empty(429)), Fault("418", .rejected, .empty(418)),
        // A number in a form that whisper.cpp cannot read is a 500 there.
        Fault("500", [.transient, .rejected]) { _ in .json(500, #"{"error":{}}"#) },
        Fault("502", .transient, .html(502)), Fault("503", .transient, .empty(503)),
        Fault("504", .transient, .html(504)),
        Fault("520", .transient, .html(520)), Fault("599", .transient, .empty(599)),
        Fault("a redirect", .rejected, .body(302, type: "text/html", [], headers: [("Location", "http://[::1]:1/")])),
        Fault("no content", .unusable, StandInAnswer("HTTP/1.1 204 No Content\r\n\r\n")),
        Fault(
            "an error that hangs", .transient, StandInAnswer.json(503, #"{"error":"x"}"#).ending(.close, afterBytes: 90)
        ),
        Fault("an error of 64 KiB", .rejected, .body(400, type: "text/plain", [UInt8](repeating: 0x78, count: 65_536))),
    ]

    // MARK: Connections

    private static let broken: [Fault] = [
        Fault("a reset in place of an answer", [.transient]) { $0.resetting(.beforeHeaders) },
        Fault("an end in place of an answer", [.transient]) { $0.ending(.close, afterBytes: 0) },
        Fault("a reset after the head", [.transient]) { $0.resetting(.afterHeaders) },
        Fault("a reset in the middle", [.transient]) { $0.resetting(.midBody) },
        Fault("an end after the head", [.transient]) { $0.ending(.close, afterBytes: $0.headerCount) },
        Fault("an end in the middle", [.transient]) { $0.ending(.close, afterBytes: ($0.headerCount + $0.count) / 2) },
        // Bare audio has no end of its own, and half of it is sound; half of a stream lacks its last event.
        Fault("half an answer, complete for HTTP", [.transient, .unusable], mayAnswer: \.givesBytes) {
            $0.with(payload: Array($0.payload.prefix($0.payload.count / 2)))
        },
        Fault("no HTTP", .unavailable, StandInAnswer("SSH-2.0-OpenSSH_9.2\r\n", ending: .close)),
        Fault("chunks that are none", [.unusable]) { good in
            StandInAnswer(
                "HTTP/1.1 200 OK\r\nContent-Type: \(good.contentType)\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}")
        },
        Fault("gzip that is none", [.unusable]) { good in
            .body(200, type: good.contentType, good.payload, headers: [("Content-Encoding", "gzip")])
        },
    ]

    // MARK: Bodies

    private static let garbage = [
        "{", "{}", "[]", "null", "42", "\"text\"", "[1,2,3]", "{\"text\":}", "{\"text\":null}", "{\"error\":null}",
        "NaN",
        "{\"choices\":[]}", "{\"choices\":[null]}", "{\"translations\":[]}", "{\"results\":{\"channels\":[]}}",
        "{\"output\":[]}", "{\"content\":[],\"stop_reason\":\"end_turn\"}", "{\"audioContent\":\"!!!\"}",
        "{\"audioContent\":\"\"}", "{\"text\":[\"a\"]}", "{\"translatedText\":{}}", "{\"text\":\"a\",\"text\"",
        String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 20_000),
    ]

    /// Bodies that are valid answers for some adapters, by the beginning of their names. Silence is an answer without
    /// results at Google, or a null text. A text may come as bare JSON or in a list.
    private static let answers = [
        "{}": ["google-stt"], "\"text\"": ["openai-stt", "whisper.cpp"],
        "{\"text\":[\"a\"]}": ["openai-stt", "whisper.cpp"],
        "{\"text\":null}": ["openai-stt", "whisper.cpp", "elevenlabs-stt"],
    ]

    private static let bodies: [Fault] =
        garbage.enumerated().map { index, text in
            let name = "garbage \(index), \(text.prefix(40))"
            return Fault(
                name, [.unusable],
                mayAnswer: { adapter in answers[text]?.contains { adapter.name.hasPrefix($0) } ?? false },
                answer: { _ in .json(200, text) })
        } + [
            Fault(
                "an error within a 200", .transient, .json(200, #"{"error":{"message":"busy","type":"server_error"}}"#)),
            Fault("no body", [.unusable, .transient]) { .body(200, type: $0.contentType, []) },
            Fault("no chunk", [.unusable, .transient]) { .chunked(type: $0.contentType, []) },
            Fault("only blanks", [.unusable, .transient], mayAnswer: \.givesBytes) {
                $0.with(payload: Array(repeating: 0x20, count: 99))
            },
            Fault("a page", .unusable, .html(200)),
            // They are lost, and nothing else is: RawAnswerTests.
            Fault("bytes that are no UTF-8", [.unusable], mayAnswer: \.mayBeAnything) { good in
                // These letters are in the texts alone.
                good.with(payload: good.payload.map { "QH".utf8.contains($0) ? 0xFF : $0 })
            },
            Fault("a stream of nonsense", [.unusable], mayAnswer: \.givesBytes) { good in
                good.contentType == "text/event-stream"
                    ? .events(["data: {not json}", "data: [DONE]"]) : good.with(payload: Array("data: x\n\n".utf8))
            },
            Fault("an error in a stream", [.transient, .unusable], mayAnswer: \.givesBytes) { good in
                good.contentType == "text/event-stream"
                    ? .events([#"data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#])
                    : .json(200, #"{"detail":"busy"}"#)
            },
            Fault("only the end of a stream", [.transient, .unusable], mayAnswer: \.givesBytes) { good in
                good.contentType == "text/event-stream" ? .events(["data: [DONE]"]) : .json(200, "[DONE]")
            },
        ]

    // MARK: Sizes

    private static let sizes: [Fault] = [
        Fault("a body of 64 MiB", [.unusable]) { .bigBody(64 << 20, type: $0.contentType) },
        Fault("a body without an end", [.unusable]) { .endless(type: $0.contentType) },
        Fault("a body that unpacks to 64 MiB", [.unusable]) { .gzipBomb(unpacked: 64 << 20, type: $0.contentType) },
        Fault(
            "a head of 1 MiB", .unusable,
            .json(200, "{}", headers: [("X-Large", String(repeating: "x", count: 1 << 20))])),
    ]
}
