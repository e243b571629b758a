/// Requests about jobs that are refused.
extension RefusedRequest {
    static let oneJob = "/api/jobs/{id}"
    static let firstJob = "/api/jobs/j00000000000000000000"

    static let jobs: [RefusedRequest] =
        [
            ("POST", "?to=es", 400, "query.missing", "from", wave),
            ("POST", "?from=en", 400, "query.missing", "to", wave),
            (
                "POST", "?from=en&to=es,fr,es", 400, "language.several", "to", wave
            ),
            (
                "POST", "?from=en&to=es,fr&two-way=true", 400, "language.several", "to", wave
            ),
            (
                "POST", "?from=en&to=es,xx", 400, "language.unknown", "to",
                wave
            ),
            (
                "POST", "?from=en&to=es&formats=wav&tts=none", 400, "formats.voice", "tts",
                wave
            ),
            (
                "POST", "?from=en&to=es&formats=mp3", 400, "query.value", "formats", wave
            ),
            ("POST", "?from=en&to=es&formats=srt&mix=duck", 400, "formats.no-film", "mix", wave),
            ("POST", "?from=en&to=es&formats=mkv&loudness=-9", 400, "query.value", "loudness", wave),
            ("POST", "?from=en&to=es&formats=mkv&burn=yes", 400, "query.value", "burn", wave),
            ("POST", "?from=en&to=es&formats=webm&notice=", 400, "query.value", "notice", wave),
            (
                "POST", "?from=en&to=es&callback=http://example.com", 400, "url.malformed", "callback", wave
            ),
            ("GET", "?x=1", 400, "query.unknown", "", nil),
            (
                "GET", "?cursor=x", 400, "query.value", "cursor", nil
            ),
        ].map { method, query, status, code, place, body in
            job(method, "/api/jobs", query, status, code, place, body: body)
        }
        + [
            job(
                "POST", "/api/jobs", "?from=en&to=es", 415, "body.content-type", "",
                fields: ["Content-Type: text/html"], body: wave),
            job(
                "POST", "/api/jobs", "?from=en&to=es", 413, "body.too-large", "",
                body: [UInt8](repeating: 0, count: 1_000_001)),
            job(
                "POST", "/api/jobs", "?from=en&to=es", 422, "text.empty", "text",
                fields: ["Content-Type: application/json"],
                body: Array(#"{"text":" "}"#.utf8)),
        ]
        + [
            job("GET", oneJob + "/film", "", 400, "query.missing", "format"),
            job("GET", oneJob + "/film", "?format=srt", 400, "query.value", "format"),
            job("GET", oneJob + "/film", "?format=mkv", 404, "job.unknown", ""),
            job(
                "POST", "/api/jobs", "?from=en&to=es&formats=mkv", 400, "film.captions", "formats",
                fields: ["Content-Type: application/json"], body: Array(#"{"text":"Yes."}"#.utf8)),
        ]
        + [("GET", oneJob), ("DELETE", oneJob), ("GET", oneJob + "/events")].flatMap { method, path in
            [
                job(method, path, "?x=1", 400, "query.unknown", ""),
                job(
                    method, path, "", 404, "job.unknown", ""),
            ]
        }

    private static let wave: [UInt8]? = Array("RIFF".utf8)

    private static func job(
        _ method: String, _ path: String, _ query: String, _ status: Int, _ code: String, _ place: String,
        fields: [String] = [], body: [UInt8]? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "\(method) \(path)", status: status, code: code, place: place,
            target: path.replacing("{id}", with: "j00000000000000000000") + query, method: method, fields: fields,
            body: body)
    }
}
