import Plumbing
import Providers

/// Requests of OpenAI's clients that are refused, each in their shape.
extension RefusedRequest {
    private static let form = "multipart/form-data; boundary=x"
    private static let json = "application/json"
    private static let transcribe = "/v1/audio/transcriptions"
    private static let translate = "/v1/audio/translations"
    private static let speech = "/v1/audio/speech"

    private static func part(_ name: String, file: String? = nil, _ content: String) -> String {
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"" + (file.map { "; filename=\"\($0)\"" } ?? "")
            + "\r\n\r\n\(content)\r\n"
    }

    private static func audio(
        _ path: String, _ status: Int, _ code: String, _ place: String, _ fields: [(String, String)],
        file: String? = "RIFF", failure: (any Error)? = nil
    ) -> RefusedRequest {
        let parts = fields.map { part($0, $1) } + (file.map { [part("file", file: "a.wav", $0)] } ?? [])
        return RefusedRequest(
            route: "POST \(path)", status: status, code: code, place: place, target: path, method: "POST",
            fields: ["Content-Type: \(form)"], body: Array((parts.joined() + "--x--\r\n").utf8), failure: failure)
    }

    private static func say(
        _ status: Int, _ code: String, _ place: String, _ body: String, type: String = json,
        failure: (any Error)? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "POST \(speech)", status: status, code: code, place: place, target: speech, method: "POST",
            fields: ["Content-Type: \(type)"], body: Array(body.utf8), failure: failure)
    }

    private static let usual = [("model", "whisper-1"), ("language", "en")]

    private static let transcriptions: [RefusedRequest] = [transcribe, translate].flatMap { path in
        let language = path == translate ? "fr" : "en"
        let usual = [("model", "whisper-1"), ("language", language)]
        return [
            audio(path, 400, "form.no-file", "file", usual, file: nil),
            audio(
                path, 400, "query.value", "response_format",
                usual + [("response_format", "xml")]),
            audio(path, 400, "query.repeated", "model", usual + [("model", "x")]),
            audio(
                path, 400, "language.unknown", "language", [("model", "m"), ("language", "xx")]),
            audio(
                path, 400, "audio.not-audio", "request body",
                usual, file: "%PDF-1.7\n" + String(repeating: " ", count: 4_096)),
            RefusedRequest(
                route: "POST \(path)", status: 400, code: "body.content-type",
                place: "",
                target: path, method: "POST", fields: ["Content-Type: audio/wav"], body: Array("RIFF".utf8)),
            audio(
                path, 413, "body.too-large", "", usual,
                file: String(repeating: "a", count: 1_000_001)),
            audio(
                path, 500, "internal.unexpected", "", usual,
                failure: BytesLost()),
            audio(
                path, 502, "provider.unauthorized", "ears (recognition)", usual,
                failure: ProviderError(
                    .unauthorized, stage: .recognition, provider: "ears", "the key is refused", cure: "do this")),
            audio(
                path, 503, "store.locked", "", usual,
                failure: Problem(
                    .store, "store.locked", "another process has the store", at: "/home/u/store", cure: "end it")),
            audio(
                path, 504, "provider.timeout", "ears (recognition)", usual,
                failure: ProviderError(.timeout, stage: .recognition, provider: "ears", "no answer in 60 s")),
            audio(
                path, 507, "store.full", "", usual,
                failure: Problem(.store, "store.full", "the disk is full", at: "/home/u/store", cure: "make room")),
        ]
    }

    private static let spoken: [RefusedRequest] = [
        say(
            400, "text.empty", "input", #"{"model":"m","input":" ","voice":"v"}"#
        ),
        say(400, "text.empty", "input", #"{"model":"m","input":"… ?!","voice":"v"}"#),
        say(
            400, "text.too-long", "input",
            #"{"model":"m","input":""# + String(repeating: "x", count: 4_097) + #"","voice":"v"}"#),
        say(
            400, "body.malformed", "the body", #"{"model":"m","voice":"v"}"#),
        say(
            400, "query.value", "speed",
            #"{"model":"m","input":"a","voice":"v","speed":9}"#),
        say(
            400, "query.value", "stream_format",
            #"{"model":"m","input":"a","voice":"v","stream_format":"wav"}"#),
        say(
            400, "language.unknown", "language",
            #"{"model":"m","input":"a","voice":"v","response_format":"wav","language":"xx"}"#),
        say(
            400, "body.content-type", "",
            "a=b", type: "text/plain"),
        say(
            413, "body.too-large", "",
            #"{"input":""# + String(repeating: "x", count: 70_000) + #""}"#),
        say(
            500, "internal.unexpected", "",
            #"{"model":"m","input":"a","voice":"v","response_format":"wav"}"#, failure: BytesLost()),
        say(
            503, "phrase.synthesis", "mouth",
            #"{"model":"m","input":"a","voice":"v","response_format":"wav"}"#,
            failure: Problem(.provider, "phrase.synthesis", "mouth: no voice")),
    ]

    private static let open: [RefusedRequest] = [
        ("POST", transcribe), ("POST", translate), ("POST", speech), ("GET", "/v1/models"),
        ("GET", "/v1/models/{id}"), ("GET", "/v1/audio/voices"),
    ].flatMap { method, path in
        let allowed = method == "GET" ? "GET or HEAD" : "POST"
        func refused(
            _ status: Int, _ code: String, _ place: String, method other: String? = nil, query: String = "",
            fields: [String] = []
        ) -> RefusedRequest {
            RefusedRequest(
                route: "\(method) \(path)", status: status, code: code, place: place,
                target: path.replacing("{id}", with: "whisper-1") + query, method: other ?? method, fields: fields,
                body: method == "POST" ? [] : nil)
        }
        return [
            refused(
                400, "request.host-missing", "",
                fields: ["Host:"]),
            refused(
                403, "request.host", "",
                fields: ["Host: evil.example"]),
            refused(
                405, "request.method", "", method: "PUT"),
            refused(
                431, "request.headers-too-large", "",
                fields: ["X-Long: " + String(repeating: "x", count: 100_000)]),
        ]
    }

    private static let models: [RefusedRequest] = [
        .get(
            "/v1/models/{id}", 404, "model.unknown", "model", target: "/v1/models/" + String(repeating: "x", count: 201)
        )
    ]

    /// All of them.
    static let openAI = transcriptions + spoken + models + open
}
