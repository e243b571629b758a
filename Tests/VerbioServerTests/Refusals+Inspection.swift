/// Questions about recordings and engines that are refused.
extension RefusedRequest {
    private static let recordings: [(path: String, query: String)] = [
        ("/api/analyze", ""), ("/api/peaks", ""), ("/api/estimate", "to=es"),
    ]

    static let questions: [RefusedRequest] =
        recordings.flatMap { path, query in
            func refused(
                _ status: Int, _ code: String, _ detail: String, more: String = "", fields: [String] = [],
                body: [UInt8] = Array("RIFF".utf8)
            ) -> RefusedRequest {
                let all = [query, more].filter { !$0.isEmpty }.joined(separator: "&")
                return RefusedRequest(
                    route: "POST \(path)", status: status, code: code, detail: detail,
                    target: path + (all.isEmpty ? "" : "?\(all)"), method: "POST", fields: fields, body: body)
            }
            return [
                refused(
                    400, "audio.track",
                    "track: '0' is no track; give its number, counted from 1, its language, such as de, or all-mixed",
                    more: "track=0"),
                refused(
                    400, "form.no-file", "the form has no file; add one, as curl -F file=@talk.wav",
                    fields: ["Content-Type: multipart/form-data; boundary=x"], body: Array("--x--\r\n".utf8)),
                refused(
                    413, "body.too-large",
                    "the audio is larger than 1000000 bytes; send it in parts or in a compressed format",
                    fields: ["Content-Length: 1000001"]),
                refused(
                    415, "audio.not-audio", "request: this is a PDF document, not audio; give a sound file",
                    body: Array("%PDF-1.7\n".utf8) + [UInt8](repeating: 32, count: 4_096)),
                refused(
                    422, "audio.empty", "request: the file is empty; give a recording with speech in it", body: []),
            ]
        }
        + [
            ("/api/estimate", "", "query.missing", "to: it is missing; add to=es"),
            ("/api/peaks", "?bits=9", "query.value", "bits: '9' is not possible; use 8 or 16"),
            (
                "/api/peaks", "?samples-per-pixel=1", "query.value",
                "samples-per-pixel: '1' is not possible; use a number from 2 to 2147483647"
            ),
        ].map { path, query, code, detail in
            RefusedRequest(
                route: "POST \(path)", status: 400, code: code, detail: detail, target: path + query, method: "POST",
                body: Array("RIFF".utf8))
        }
        + ["/api/languages", "/api/providers"].map { path in
            .get(path, 400, "query.unknown", "there is no parameter 'x'; leave it out", target: "\(path)?x=1")
        }
}
