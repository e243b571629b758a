/// Forms, texts and forms of the answer that are refused.
extension RefusedRequest {
    static let forms: [RefusedRequest] =
        [
            (
                "form.malformed", "",
                "multipart/form-data", "--x--"
            ),
            (
                "form.malformed", "",
                form, "--x\r\nContent-Type: audio/wav\r\n\r\nRIFF\r\n--x--\r\n"
            ),
            (
                "form.malformed", "",
                form, "--xy\r\n\r\nRIFF\r\n--x--\r\n"
            ),
            (
                "form.malformed", "",
                form, "--y\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nRIFF\r\n--y--\r\n"
            ),
            (
                "form.malformed", "",
                form,
                "--x\r\nContent-Transfer-Encoding: Base64\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nUklGRg==\r\n"
                    + "--x--\r\n"
            ),
            (
                "form.files", "b", form,
                part("a", file: "a.wav", "") + part("b", file: "b.wav", "") + "--x--\r\n"
            ),
            (
                "form.no-file", "", form,
                part("title", "walk") + "--x--\r\n"
            ),
            (
                "form.too-many", "", form,
                String(repeating: part("title", "walk"), count: 65) + "--x--\r\n"
            ),
            (
                "query.repeated", "to", form,
                part("to", "fr") + "--x--\r\n"
            ),
            (
                "body.truncated", "", form,
                part("file", file: "a.wav", "")
            ),
            (
                "body.malformed", "the body", json, #"{"title":"walk"}"#
            ),
            ("body.malformed", "the body", json, "\"text\""),
            (
                "body.malformed",
                "the body",
                json, #"{"text":"\ud83d\ude00 \ud83d","from":"en"}"#
            ),
            (
                "body.malformed", "the body", json,
                #"{"text":5,"from":"en","to":"es"}"#
            ),
            (
                "body.malformed", "the body", json,
                #"{"text":"hello","te\u0078t":"goodbye"}"#
            ),
            (
                "body.malformed", "the body", json,
                #"{"text":"# + String(repeating: "[", count: 33) + String(repeating: "]", count: 33) + "}"
            ),
            (
                "text.speech", "track", json,
                #"{"text":"hello","track":1}"#
            ),
        ].map { code, place, type, body in
            .translate(400, code, place, fields: ["Content-Type: \(type)"], body: Array(body.utf8))
        }
        + [
            .translate(
                413, "form.field", "title",
                fields: ["Content-Type: \(form)"],
                body: Array((part("title", String(repeating: "t", count: 70_000)) + "--x--\r\n").utf8)),
            .translate(
                413, "body.too-large", "",
                fields: ["Content-Type: \(form)"],
                body: Array(part("file", file: "a", String(repeating: "a", count: 1_000_001)).utf8)),
            .translate(
                400, "body.malformed", "the body",
                fields: ["Content-Type: \(json); charset=iso-8859-1"],
                body: Array(#"{"text":"Caf"#.utf8) + [0xE9, 34, 125]),
        ]
        + [form, json].map {
            .translate(
                415, "body.content-encoding", "",
                fields: ["Content-Type: \($0)", "Content-Encoding: gzip"])
        }
        + [
            .translate(
                400, "query.missing", "from",
                query: "",
                fields: ["Content-Type: application/x-www-form-urlencoded"],
                body: Array("text=Hello&from=en&to=es".utf8)),
            .translate(
                422, "text.empty", "text", fields: ["Content-Type: \(json)"],
                body: Array(#"{"text":" \n"}"#.utf8)),
        ]
        + ["image/png", "application/json;q=0"].map {
            .translate(
                406, "request.accept", "Accept", fields: ["Accept: \($0)"])
        }
        + [
            .translate(
                400, "query.value", "formats",
                query: "from=en&to=es&formats=srt,mp3"),
            .translate(
                400, "query.value", "formats",
                query: "from=en&to=es&formats=srt,srt"),
            .translate(
                400, "formats.events", "formats",
                query: "from=en&to=es&formats=srt", fields: ["Accept: text/event-stream"]),
            .translate(
                400, "formats.voice", "tts",
                query: "from=en&to=es&formats=wav&tts=none"),
        ]

    private static let form = "multipart/form-data; boundary=x"
    private static let json = "application/json"

    private static func part(_ name: String, file: String? = nil, _ content: String) -> String {
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"" + (file.map { "; filename=\"\($0)\"" } ?? "")
            + "\r\n\r\n\(content)\r\n"
    }
}
