import Plumbing

/// Requests about one utterance that are refused.
extension RefusedRequest {
    static let sound = "/api/conversations/{id}/utterances/{number}/audio"
    static let sounding = "/api/conversations/c00000000000000000000/utterances/1/audio"

    static let rewriting = "/api/conversations/{id}/utterances/{number}"
    static let rewritten = "/api/conversations/c00000000000000000000/utterances/1"

    private static func rewrite(
        _ status: Int, _ code: String, _ place: String, _ body: String = #"{"source":"Hello"}"#, query: String = "",
        type: String = "application/json", failure: (any Error)? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "PATCH \(rewriting)", status: status, code: code, place: place, target: rewritten + query,
            method: "PATCH", fields: ["Content-Type: \(type)"], body: Array(body.utf8), failure: failure)
    }

    private static let rewritings: [RefusedRequest] =
        [
            rewrite(400, "query.unknown", "", query: "?to=es"),
            rewrite(
                400, "audio.no-events", "audio",
                query: "?audio=wav"),
            rewrite(
                400, "body.malformed", "the body",
                #"{"text":"Hola"}"#),
            rewrite(
                400, "body.malformed", "the body",
                #"{"source":1}"#),
            rewrite(
                400, "utterance.unchanged", "source and translation", "{}"),
            rewrite(
                400, "utterance.text", "translation",
                #"{"translation":"…"}"#),
            rewrite(
                404, "conversation.unknown", ""),
            rewrite(
                409, "utterance.outside", "",
                failure: Problem(.usage, "utterance.outside", "it is in neither language", cure: "flip it")),
            rewrite(
                413, "body.too-large", "",
                String(repeating: " ", count: 70_000)),
            rewrite(
                415, "body.content-type", "",
                type: "text/plain"),
            rewrite(
                507, "store.full", "",
                failure: Problem(.store, "store.full", "the disk is full", cure: "make room")),
        ] + broken(rewrite(500, "", ""))

    static let utterances: [RefusedRequest] =
        rewritings
        + [
            ("?voice=1", "query.unknown", ""),
            ("?of=both", "query.value", "of"),
            ("?format=mp3", "query.value", "format"),
        ].map { query, code, place in .get(sound, 400, code, place, target: sounding + query) }
        + [
            .get(
                sound, 404, "conversation.unknown", "", target: sounding)
        ] + broken(.get(sound, 500, "", "", target: sounding))

    /// The request as it is answered if the server has a fault, and if its store cannot be read.
    static func broken(_ request: RefusedRequest) -> [RefusedRequest] {
        var (fault, store) = (request, request)
        (fault.status, fault.code, fault.failure) = (500, "internal.unexpected", BytesLost())
        fault.place = ""
        (store.status, store.code, store.place) = (503, "store.broken", "")
        store.failure = Problem(.store, "store.broken", "the store cannot be read", at: "/x", cure: "restore it")
        return [fault, store]
    }

    /// A body with parameters, where the address may have them all.
    static let optionalBodies: [RefusedRequest] = [
        ("POST \(flip)", flipped), ("POST \(resuming)", resumed),
        ("POST /api/providers/{name}/check", "/api/providers/deepl/check"),
    ].flatMap { route, target in
        [
            (
                413, "body.too-large", "", "application/json",
                String(repeating: " ", count: 70_000)
            ),
            (
                415, "body.content-type", "",
                "text/plain", "other"
            ),
            (
                400, "body.malformed", "the body", "application/json",
                "[]"
            ),
        ].map { status, code, place, type, body in
            RefusedRequest(
                route: route, status: status, code: code, place: place, target: target, method: "POST",
                fields: ["Content-Type: \(type)"], body: Array(body.utf8))
        }
    }
}
