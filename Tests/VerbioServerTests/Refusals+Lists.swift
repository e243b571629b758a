/// Lists and searches that are refused.
extension RefusedRequest {
    private static let search = "/api/conversations/search"

    private static func posted(
        _ status: Int, _ code: String, _ detail: String, _ body: String = #"{"q":"a"}"#, query: String = "",
        type: String = "application/json"
    ) -> RefusedRequest {
        RefusedRequest(
            route: "POST \(search)", status: status, code: code, detail: detail, target: search + query, method: "POST",
            fields: ["Content-Type: \(type)"], body: Array(body.utf8))
    }

    static let lists: [RefusedRequest] =
        [
            "x", "1", "1-x", "-c00000000000000000000", "99999999999999999999-c00000000000000000000",
            "%2B1-c00000000000000000000", "",
        ].map { cursor in
            .get(
                "/api/conversations", 400, "query.value",
                "cursor: '\(cursor.replacing("%2B", with: "+").prefix(40))' is not possible; use next_cursor of the answer before",
                target: "/api/conversations?cursor=\(cursor)")
        }
        + ["x", "-1", "99999999999999999999"].map { cursor in
            .get(
                one + "/utterances", 400, "query.value",
                "cursor: '\(cursor)' is not possible; use next_cursor of the answer before",
                target: first + "/utterances?cursor=\(cursor)")
        }
        + [
            .get(
                one + "/utterances", 400, "query.value", "limit: '501' is not possible; use a number from 1 to 500",
                target: first + "/utterances?limit=501"),
            .get(
                one + "/utterances", 404, "conversation.unknown",
                "there is no such conversation; GET /api/conversations lists them",
                target: first + "/utterances"),
        ]
        + broken(.get(one + "/utterances", 500, "", "", target: first + "/utterances"))
        + [
            ("?of=both", "query.value", "of: 'both' is not possible; use source or translation"),
            ("?format=mp3", "query.value", "format: 'mp3' is not possible; use wav or opus"),
        ].map { query, code, detail in .get(one + "/audio", 400, code, detail, target: first + "/audio" + query) }
        + [
            .get(
                one + "/audio", 404, "conversation.unknown",
                "there is no such conversation; GET /api/conversations lists them", target: first + "/audio")
        ]
        + broken(.get(one + "/audio", 500, "", "", target: first + "/audio"))
        + [
            ("", "query.missing", "q: it is missing; add q=station"),
            ("?q=", "query.missing", "q: it is missing; add q=station"),
            ("?q=%20", "search.empty", "q: the search has no words; give a word or a part of one"),
            (
                "?q=" + String(repeating: "a", count: 201), "search.long",
                "q: the search has 201 characters, 200 are allowed; search for fewer words"
            ),
            ("?q=a&limit=101", "query.value", "limit: '101' is not possible; use a number from 1 to 100"),
            (
                "?q=a&cursor=x", "query.value", "cursor: 'x' is not possible; use next_cursor of the answer before"
            ),
            (
                "?q=a&cursor=-1", "query.value", "cursor: '-1' is not possible; use next_cursor of the answer before"
            ),
            ("?q=a&from=en", "query.unknown", "there is no parameter 'from'; use q, limit, cursor"),
        ].map { query, code, detail in .get(search, 400, code, detail, target: search + query) }
        + [
            .get(
                "/console/{file}", 404, "request.no-such-route",
                "there is nothing at this address; see config/openapi.yaml", target: "/console/none.js"),
            RefusedRequest(
                route: "POST /api/providers/{name}/check", status: 404, code: "provider.unknown",
                detail: "there is no such provider; GET /api/providers lists them",
                target: "/api/providers/none/check", method: "POST", fields: [], body: []),
            RefusedRequest(
                route: "POST /api/providers/{name}/check", status: 400, code: "query.value",
                detail: "stage: 'stt' is not possible; use recognition or translation or synthesis",
                target: "/api/providers/deepl/check?stage=stt", method: "POST", fields: [], body: []),
            posted(400, "query.unknown", "there is no parameter 'q'; use limit, cursor", "{}", query: "?q=a"),
            posted(400, "body.malformed", "the body: it is not a JSON object; see config/openapi.yaml", "[]"),
            posted(400, "body.malformed", "the body: a field is missing or is of another type; use q", "{}"),
            posted(400, "search.empty", "q: the search has no words; give a word or a part of one", #"{"q":" "}"#),
            posted(
                413, "body.too-large", "the object has more than 65536 bytes; send less",
                String(repeating: " ", count: 70_000)),
            posted(
                415, "body.content-type",
                "the body must be a JSON object; send it with Content-Type: application/json", type: "text/plain"),
        ]
        + broken(posted(500, "", ""))
        + ["0", "367", "x", ""].map { days in
            .get(
                "/api/usage", 400, "query.value", "days: '\(days)' is not possible; use a number from 1 to 366",
                target: "/api/usage?days=\(days)")
        } + broken(.get("/api/usage", 500, "", "")) + broken(.get(search, 500, "", "", target: search + "?q=a"))
}
