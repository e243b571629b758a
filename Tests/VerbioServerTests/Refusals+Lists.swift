/// Lists and searches that are refused.
extension RefusedRequest {
    private static let search = "/api/conversations/search"

    private static func posted(
        _ status: Int, _ code: String, _ place: String, _ body: String = #"{"q":"a"}"#, query: String = "",
        type: String = "application/json"
    ) -> RefusedRequest {
        RefusedRequest(
            route: "POST \(search)", status: status, code: code, place: place, target: search + query, method: "POST",
            fields: ["Content-Type: \(type)"], body: Array(body.utf8))
    }

    static let lists: [RefusedRequest] =
        [
            "x", "1", "1-x", "-c00000000000000000000", "99999999999999999999-c00000000000000000000",
            "%2B1-c00000000000000000000", "",
        ].map { cursor in
            .get(
                "/api/conversations", 400, "query.value", "cursor",
                target: "/api/conversations?cursor=\(cursor)")
        }
        + ["x", "-1", "99999999999999999999"].map { cursor in
            .get(
                one + "/utterances", 400, "query.value", "cursor",
                target: first + "/utterances?cursor=\(cursor)")
        }
        + [
            .get(
                one + "/utterances", 400, "query.value", "limit",
                target: first + "/utterances?limit=501"),
            .get(
                one + "/utterances", 404, "conversation.unknown", "",
                target: first + "/utterances"),
        ]
        + broken(.get(one + "/utterances", 500, "", "", target: first + "/utterances"))
        + [
            ("?of=both", "query.value", "of"),
            ("?format=mp3", "query.value", "format"),
        ].map { query, code, place in .get(one + "/audio", 400, code, place, target: first + "/audio" + query) }
        + [
            .get(
                one + "/audio", 404, "conversation.unknown", "", target: first + "/audio")
        ]
        + broken(.get(one + "/audio", 500, "", "", target: first + "/audio"))
        + [
            ("", "query.missing", "q"),
            ("?q=", "query.missing", "q"),
            ("?q=%20", "search.empty", "q"),
            (
                "?q=" + String(repeating: "a", count: 201), "search.long", "q"
            ),
            ("?q=a&limit=101", "query.value", "limit"),
            (
                "?q=a&cursor=x", "query.value", "cursor"
            ),
            (
                "?q=a&cursor=-1", "query.value", "cursor"
            ),
            ("?q=a&from=en", "query.unknown", ""),
        ].map { query, code, place in .get(search, 400, code, place, target: search + query) }
        + [
            .get(
                "/console/{file}", 404, "request.no-such-route", "", target: "/console/none.js"),
            RefusedRequest(
                route: "POST /api/providers/{name}/check", status: 404, code: "provider.unknown",
                place: "",
                target: "/api/providers/none/check", method: "POST", fields: [], body: []),
            RefusedRequest(
                route: "POST /api/providers/{name}/check", status: 400, code: "query.value",
                place: "stage",
                target: "/api/providers/deepl/check?stage=stt", method: "POST", fields: [], body: []),
            posted(400, "query.unknown", "", "{}", query: "?q=a"),
            posted(400, "body.malformed", "the body", "[]"),
            posted(400, "body.malformed", "the body", "{}"),
            posted(400, "search.empty", "q", #"{"q":" "}"#),
            posted(
                413, "body.too-large", "",
                String(repeating: " ", count: 70_000)),
            posted(
                415, "body.content-type", "", type: "text/plain"),
        ]
        + broken(posted(500, "", ""))
        + ["0", "367", "x", ""].map { days in
            .get(
                "/api/usage", 400, "query.value", "days",
                target: "/api/usage?days=\(days)")
        } + broken(.get("/api/usage", 500, "", "")) + broken(.get(search, 500, "", "", target: search + "?q=a"))
}
