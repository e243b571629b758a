/// Questions about recordings and engines that are refused.
extension RefusedRequest {
    private static let recordings: [(path: String, query: String)] = [
        ("/api/analyze", ""), ("/api/peaks", ""), ("/api/estimate", "to=es"),
    ]

    static let questions: [RefusedRequest] =
        recordings.flatMap { path, query in
            func refused(
                _ status: Int, _ code: String, _ place: String, more: String = "", fields: [String] = [],
                body: [UInt8] = Array("RIFF".utf8)
            ) -> RefusedRequest {
                let all = [query, more].filter { !$0.isEmpty }.joined(separator: "&")
                return RefusedRequest(
                    route: "POST \(path)", status: status, code: code, place: place,
                    target: path + (all.isEmpty ? "" : "?\(all)"), method: "POST", fields: fields, body: body)
            }
            return [
                refused(
                    400, "audio.track", "track",
                    more: "track=0"),
                refused(
                    400, "form.no-file", "",
                    fields: ["Content-Type: multipart/form-data; boundary=x"], body: Array("--x--\r\n".utf8)),
                refused(
                    413, "body.too-large", "",
                    fields: ["Content-Length: 1000001"]),
                refused(
                    415, "audio.not-audio", "request",
                    body: Array("%PDF-1.7\n".utf8) + [UInt8](repeating: 32, count: 4_096)),
                refused(
                    422, "audio.empty", "request", body: []),
            ]
        }
        + [
            ("/api/estimate", "", "query.missing", "to"),
            ("/api/peaks", "?bits=9", "query.value", "bits"),
            (
                "/api/peaks", "?samples-per-pixel=1", "query.value", "samples-per-pixel"
            ),
        ].map { path, query, code, place in
            RefusedRequest(
                route: "POST \(path)", status: 400, code: code, place: place, target: path + query, method: "POST",
                body: Array("RIFF".utf8))
        }
        + ["/api/languages", "/api/providers"].map { path in
            .get(path, 400, "query.unknown", "", target: "\(path)?x=1")
        }
}
