/// Forms, texts and forms of the answer that are refused.
extension RefusedRequest {
    static let forms: [RefusedRequest] =
        [
            (
                "form.malformed",
                "the form cannot be read: its Content-Type names no boundary of 1 to 70 characters; "
                    + "send it as browsers and curl -F do",
                "multipart/form-data", "--x--"
            ),
            (
                "form.malformed",
                "the form cannot be read: a part has no Content-Disposition: form-data with a name; "
                    + "send it as browsers and curl -F do",
                form, "--x\r\nContent-Type: audio/wav\r\n\r\nRIFF\r\n--x--\r\n"
            ),
            (
                "form.malformed",
                "the form cannot be read: a boundary is not followed by the end of its line; "
                    + "send it as browsers and curl -F do",
                form, "--xy\r\n\r\nRIFF\r\n--x--\r\n"
            ),
            (
                "form.malformed",
                "the form cannot be read: it has no line --x, as the boundary in its Content-Type says; "
                    + "begin each part with this line, and end lines with CR LF",
                form, "--y\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nRIFF\r\n--y--\r\n"
            ),
            (
                "form.malformed",
                "the form cannot be read: a part has the Content-Transfer-Encoding base64; send its bytes as they are",
                form,
                "--x\r\nContent-Transfer-Encoding: Base64\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nUklGRg==\r\n"
                    + "--x--\r\n"
            ),
            (
                "form.files", "b: the form has several files; send one", form,
                part("a", file: "a.wav", "RIFF") + part("b", file: "b.wav", "RIFF") + "--x--\r\n"
            ),
            (
                "form.no-file", "the form has no file; add one, as curl -F file=@talk.wav", form,
                part("title", "walk") + "--x--\r\n"
            ),
            (
                "form.too-many", "the form has more than 64 fields; send fewer", form,
                String(repeating: part("title", "walk"), count: 65) + "--x--\r\n"
            ),
            (
                "query.repeated", "to: it is given twice; give it once, with a comma between two values", form,
                part("to", "fr") + "--x--\r\n"
            ),
            (
                "body.truncated", "the form ended without its last line; send all of it, and then the line --x--", form,
                part("file", file: "a.wav", "RIFF")
            ),
            (
                "body.malformed", #"the body: there is no text; send {"text": "…"}"#, json, #"{"title":"walk"}"#
            ),
            ("body.malformed", "the body: it is not a JSON object; see config/openapi.yaml", json, "\"text\""),
            (
                "body.malformed",
                #"the body: one of its \u escapes is half of a character; cut texts between characters, not within one"#,
                json, #"{"text":"\ud83d\ude00 \ud83d","from":"en"}"#
            ),
            (
                "body.malformed", #"the body: its text is no string; send {"text": "…"}"#, json,
                #"{"text":5,"from":"en","to":"es"}"#
            ),
            (
                "body.malformed", "the body: a field appears twice; send each once", json,
                #"{"text":"hello","te\u0078t":"goodbye"}"#
            ),
            (
                "body.malformed", "the body: it is nested more than 32 levels deep; see config/openapi.yaml", json,
                #"{"text":"# + String(repeating: "[", count: 33) + String(repeating: "]", count: 33) + "}"
            ),
            (
                "text.speech",
                "track: it says how speech is heard, and the request has a text; leave it out", json,
                #"{"text":"hello","track":1}"#
            ),
        ].map { code, detail, type, body in
            .translate(400, code, detail, fields: ["Content-Type: \(type)"], body: Array(body.utf8))
        }
        + [
            .translate(
                413, "form.field", "title: it has more than 65536 bytes; send less",
                fields: ["Content-Type: \(form)"],
                body: Array((part("title", String(repeating: "t", count: 70_000)) + "--x--\r\n").utf8)),
            .translate(
                413, "body.too-large",
                "the audio is larger than 1000000 bytes; send it in parts or in a compressed format",
                fields: ["Content-Type: \(form)"],
                body: Array(part("file", file: "a", String(repeating: "a", count: 1_000_001)).utf8)),
            .translate(
                400, "body.malformed", "the body: it is not UTF-8; send it in this encoding, the only one of JSON",
                fields: ["Content-Type: \(json); charset=iso-8859-1"],
                body: Array(#"{"text":"Caf"#.utf8) + [0xE9, 34, 125]),
        ]
        + [form, json].map {
            .translate(
                415, "body.content-encoding",
                "compressed bodies are not read; send the body as it is, without Content-Encoding",
                fields: ["Content-Type: \($0)", "Content-Encoding: gzip"])
        }
        + [
            .translate(
                400, "query.missing",
                "from: it is missing; add from=en to the address, or send the fields as multipart/form-data or JSON",
                query: "",
                fields: ["Content-Type: application/x-www-form-urlencoded"],
                body: Array("text=Hello&from=en&to=es".utf8)),
            .translate(
                422, "text.empty", "text: there are no words in it; send a text", fields: ["Content-Type: \(json)"],
                body: Array(#"{"text":" \n"}"#.utf8)),
        ]
        + ["image/png", "application/json;q=0"].map {
            .translate(
                406, "request.accept",
                "Accept: the answer is not made in a form that Accept admits; use application/json, text/plain, audio/wav, "
                    + "audio/ogg, application/x-subrip, text/vtt, text/event-stream", fields: ["Accept: \($0)"])
        }
        + [
            .translate(
                400, "query.value",
                "formats: 'srt,mp3' is not possible; use json or txt or wav or opus or srt or vtt",
                query: "from=en&to=es&formats=srt,mp3"),
            .translate(
                400, "query.value", "formats: a format is named twice; name it once",
                query: "from=en&to=es&formats=srt,srt"),
            .translate(
                400, "formats.events",
                "formats: events are no file; leave it out, or leave out Accept: text/event-stream",
                query: "from=en&to=es&formats=srt", fields: ["Accept: text/event-stream"]),
            .translate(
                400, "formats.voice",
                "tts: formats requests a voice, but the request disables speech; leave it out, or ask for no voice",
                query: "from=en&to=es&formats=wav&tts=none"),
        ]

    private static let form = "multipart/form-data; boundary=x"
    private static let json = "application/json"

    private static func part(_ name: String, file: String? = nil, _ content: String) -> String {
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"" + (file.map { "; filename=\"\($0)\"" } ?? "")
            + "\r\n\r\n\(content)\r\n"
    }
}
