import Plumbing

/// Changes of one conversation that are refused, and its files.
extension RefusedRequest {
    static let one = "/api/conversations/{id}"
    static let first = "/api/conversations/c00000000000000000000"

    /// Changes of one conversation, and its files.
    static let changes: [RefusedRequest] =
        [
            ("PATCH", one, "?x=1", 400, "query.unknown", "there is no parameter 'x'; leave it out", json, "{}"),
            (
                "PATCH", one, "", 400, "body.malformed", "the body: it is not a JSON object; see config/openapi.yaml",
                json, "[1]"
            ),
            (
                "PATCH", one, "", 400, "body.malformed", "the body: there is no field 'state'; use title", json,
                #"{"title":"a","state":"complete"}"#
            ),
            (
                "PATCH", one, "", 400, "body.malformed",
                "the body: a field is missing or is of another type; use title", json, #"{"title":7}"#
            ),
            (
                "PATCH", one, "", 400, "conversation.title",
                "title: a title has 1 to 200 characters in one line; give another one", json, #"{"title":"a\nb"}"#
            ),
            (
                "PATCH", one, "", 415, "body.content-type",
                "the body must be a JSON object; send it with Content-Type: application/json", "text/plain", "{}"
            ),
            (
                "PATCH", one, "", 413, "body.too-large", "the object has more than 65536 bytes; send less", json,
                #"{"title":""# + String(repeating: "x", count: 70_000) + #""}"#
            ),
            (
                "POST", "/api/live/tickets", "", 400, "body.malformed",
                "the body: it is not a JSON object; see config/openapi.yaml", json, "[1]"
            ),
            (
                "POST", "/api/live/tickets", "", 413, "body.too-large",
                "the object has more than 65536 bytes; send less", json,
                #"{"title":""# + String(repeating: "x", count: 70_000) + #""}"#
            ),
            (
                "POST", "/api/live/tickets", "", 415, "body.content-type",
                "the body must be a JSON object; send it with Content-Type: application/json", "text/plain", "{}"
            ),
            ("DELETE", one, "?x=1", 400, "query.unknown", "there is no parameter 'x'; leave it out", nil, nil),
            (
                "GET", one + "/export", "", 400, "query.missing", "format: it is missing; add format=srt", nil, nil
            ),
            (
                "GET", one + "/export", "?format=mp3", 400, "query.value",
                "format: 'mp3' is not possible; use json or txt or wav or opus or srt or vtt or zip", nil, nil
            ),
            (
                "GET", one + "/export", "?format=zip&captions=source", 400, "query.value",
                "captions: an archive has the captions of both languages; leave it out", nil, nil
            ),
            (
                "GET", one + "/export", "?format=srt&captions=both", 400, "query.value",
                "captions: 'both' is not possible; use target or source or bilingual", nil, nil
            ),
        ].map { method, path, query, status, code, detail, type, body in
            change(method, path, query, status, code, detail, type: type, body: body)
        }
        + [
            ("PATCH", one, "", #"{"title":"a"}"#), ("DELETE", one, "", nil),
            ("GET", one + "/export", "?format=srt", nil),
        ]
        .flatMap { method, path, query, body in
            [
                change(
                    method, path, query, 404, "conversation.unknown",
                    "there is no such conversation; GET /api/conversations lists them", body: body),
                change(
                    method, path, query, 500, "internal.unexpected",
                    "something went wrong inside Verbio; see the server's log", body: body, failure: BytesLost()),
                change(
                    method, path, query, 503, "store.broken", "the store cannot be read; restore it", body: body,
                    failure: Problem(.store, "store.broken", "the store cannot be read", at: "/x", cure: "restore it")),
            ]
        }

    private static let json = "application/json"

    private static func change(
        _ method: String, _ path: String, _ query: String, _ status: Int, _ code: String, _ detail: String,
        type: String? = json, body: String? = nil, failure: (any Error)? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "\(method) \(path)", status: status, code: code, detail: detail,
            target: path.replacing("{id}", with: "c00000000000000000000") + query, method: method,
            fields: body == nil ? [] : type.map { ["Content-Type: \($0)"] } ?? [], body: body.map { Array($0.utf8) },
            failure: failure)
    }
}
