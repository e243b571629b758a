/// Requests about jobs that are refused.
extension RefusedRequest {
    static let oneJob = "/api/jobs/{id}"
    static let firstJob = "/api/jobs/j00000000000000000000"

    static let jobs: [RefusedRequest] =
        [
            ("POST", "?to=es", 400, "query.missing", "from: it is missing; add from=en", wave),
            ("POST", "?from=en", 400, "query.missing", "to: it is missing; add to=es", wave),
            (
                "POST", "?from=en&to=es,fr,es", 400, "language.several",
                "to: it names a language twice, or more than 12; name each once, as to=es,fr", wave
            ),
            (
                "POST", "?from=en&to=es,fr&two-way=true", 400, "language.several",
                "to: a two-way conversation has exactly one target language; name one language", wave
            ),
            (
                "POST", "?from=en&to=es,xx", 400, "language.unknown",
                "to: 'xx' is not a language Verbio knows; use one of: en es fr de it pt zh ja ko ar hi ru, or a variety such as zh-Hant or pt-BR",
                wave
            ),
            (
                "POST", "?from=en&to=es&formats=wav&tts=none", 400, "formats.voice",
                "tts: formats requests a voice, but the request disables speech; leave it out, or ask for no voice",
                wave
            ),
            (
                "POST", "?from=en&to=es&formats=mp3", 400, "query.value",
                "formats: 'mp3' is not possible; use json or txt or wav or opus or srt or vtt", wave
            ),
            (
                "POST", "?from=en&to=es&callback=http://example.com", 400, "url.malformed",
                "callback: it is not an https address; use https, or ask the operator to list the host", wave
            ),
            ("GET", "?x=1", 400, "query.unknown", "there is no parameter 'x'; use limit, cursor", nil),
            (
                "GET", "?cursor=x", 400, "query.value",
                "cursor: 'x' is not possible; use next_cursor of the answer before", nil
            ),
        ].map { method, query, status, code, detail, body in
            job(method, "/api/jobs", query, status, code, detail, body: body)
        }
        + [
            job(
                "POST", "/api/jobs", "?from=en&to=es", 415, "body.content-type",
                "the body must be an audio file, a form with one, or a JSON object with a text; use curl --data-binary @file, curl -F file=@file, or Content-Type: application/json",
                fields: ["Content-Type: text/html"], body: wave),
            job(
                "POST", "/api/jobs", "?from=en&to=es", 413, "body.too-large",
                "the audio is larger than 1000000 bytes; send it in parts or in a compressed format",
                body: [UInt8](repeating: 0, count: 1_000_001)),
            job(
                "POST", "/api/jobs", "?from=en&to=es", 422, "text.empty",
                "text: there are no words in it; send a text", fields: ["Content-Type: application/json"],
                body: Array(#"{"text":" "}"#.utf8)),
        ]
        + [("GET", oneJob), ("DELETE", oneJob), ("GET", oneJob + "/events")].flatMap { method, path in
            [
                job(method, path, "?x=1", 400, "query.unknown", "there is no parameter 'x'; leave it out"),
                job(
                    method, path, "", 404, "job.unknown", "there is no such job; GET /api/jobs lists them"),
            ]
        }

    private static let wave: [UInt8]? = Array("RIFF".utf8)

    private static func job(
        _ method: String, _ path: String, _ query: String, _ status: Int, _ code: String, _ detail: String,
        fields: [String] = [], body: [UInt8]? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "\(method) \(path)", status: status, code: code, detail: detail,
            target: path.replacing("{id}", with: "j00000000000000000000") + query, method: method, fields: fields,
            body: body)
    }
}
