import Plumbing

/// Changes of one conversation that are refused, and its files.
extension RefusedRequest {
    static let one = "/api/conversations/{id}"
    static let first = "/api/conversations/c00000000000000000000"

    /// Changes of one conversation, and its files.
    static let changes: [RefusedRequest] =
        [
            ("PATCH", one, "?x=1", 400, "query.unknown", "", json, "{}"),
            (
                "PATCH", one, "", 400, "body.malformed", "the body",
                json, "[1]"
            ),
            (
                "PATCH", one, "", 400, "body.malformed", "the body", json,
                #"{"title":"a","state":"complete"}"#
            ),
            (
                "PATCH", one, "", 400, "body.malformed", "the body", json, #"{"title":7}"#
            ),
            (
                "PATCH", one, "", 400, "conversation.title", "title", json, #"{"title":"a\nb"}"#
            ),
            (
                "PATCH", one, "", 415, "body.content-type", "", "text/plain", "{}"
            ),
            (
                "PATCH", one, "", 413, "body.too-large", "", json,
                #"{"title":""# + String(repeating: "x", count: 70_000) + #""}"#
            ),
            (
                "POST", "/api/live/tickets", "", 400, "body.malformed", "the body", json, "[1]"
            ),
            (
                "POST", "/api/live/tickets", "", 413, "body.too-large", "", json,
                #"{"title":""# + String(repeating: "x", count: 70_000) + #""}"#
            ),
            (
                "POST", "/api/live/tickets", "", 415, "body.content-type", "", "text/plain", "{}"
            ),
            ("PATCH", one + "/speakers", "", 400, "body.malformed", "the body", json, #"{"name":{"1":"Ana"}}"#),
            ("PATCH", one + "/speakers", "", 400, "speakers.name", "", json, #"{"names":{"1":""}}"#),
            ("PATCH", one + "/speakers", "", 400, "speakers.number", "merge", json, #"{"merge":{"Ana":1}}"#),
            ("PATCH", one + "/speakers", "", 415, "body.content-type", "", "text/plain", "{}"),
            (
                "PATCH", one + "/speakers", "", 413, "body.too-large", "", json,
                #"{"names":{"1":""# + String(repeating: "x", count: 70_000) + #""}}"#
            ),
            ("DELETE", one, "?x=1", 400, "query.unknown", "", nil, nil),
            (
                "GET", one + "/export", "", 400, "query.missing", "format", nil, nil
            ),
            (
                "GET", one + "/export", "?format=mp3", 400, "query.value", "format", nil, nil
            ),
            (
                "GET", one + "/export", "?format=zip&captions=source", 400, "query.value", "captions", nil, nil
            ),
            (
                "GET", one + "/export", "?format=srt&captions=both", 400, "query.value", "captions", nil, nil
            ),
        ].map { method, path, query, status, code, place, type, body in
            change(method, path, query, status, code, place, type: type, body: body)
        }
        + [
            ("PATCH", one, "", #"{"title":"a"}"#), ("DELETE", one, "", nil),
            ("PATCH", one + "/speakers", "", #"{"names":{"1":"Ana"}}"#),
            ("GET", one + "/export", "?format=srt", nil),
        ]
        .flatMap { method, path, query, body in
            [
                change(
                    method, path, query, 404, "conversation.unknown", "", body: body),
                change(
                    method, path, query, 500, "internal.unexpected", "", body: body, failure: BytesLost()),
                change(
                    method, path, query, 503, "store.broken", "", body: body,
                    failure: Problem(.store, "store.broken", "the store cannot be read", at: "/x", cure: "restore it")),
            ]
        }

    private static let json = "application/json"

    private static func change(
        _ method: String, _ path: String, _ query: String, _ status: Int, _ code: String, _ place: String,
        type: String? = json, body: String? = nil, failure: (any Error)? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "\(method) \(path)", status: status, code: code, place: place,
            target: path.replacing("{id}", with: "c00000000000000000000") + query, method: method,
            fields: body == nil ? [] : type.map { ["Content-Type: \($0)"] } ?? [], body: body.map { Array($0.utf8) },
            failure: failure)
    }
}
