import Plumbing

/// Requests about one utterance that are refused.
extension RefusedRequest {
    static let sound = "/api/conversations/{id}/utterances/{number}/audio"
    static let sounding = "/api/conversations/c00000000000000000000/utterances/1/audio"

    static let rewriting = "/api/conversations/{id}/utterances/{number}"
    static let rewritten = "/api/conversations/c00000000000000000000/utterances/1"

    private static func rewrite(
        _ status: Int, _ code: String, _ detail: String, _ body: String = #"{"source":"Hello"}"#, query: String = "",
        type: String = "application/json", failure: (any Error)? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "PATCH \(rewriting)", status: status, code: code, detail: detail, target: rewritten + query,
            method: "PATCH", fields: ["Content-Type: \(type)"], body: Array(body.utf8), failure: failure)
    }

    private static let rewritings: [RefusedRequest] =
        [
            rewrite(400, "query.unknown", "there is no parameter 'to'; use audio", query: "?to=es"),
            rewrite(
                400, "audio.no-events",
                "audio: speech is sent among the events only; ask for events with Accept: text/event-stream, or leave it out",
                query: "?audio=wav"),
            rewrite(
                400, "body.malformed", "the body: there is no field 'translation'; use source",
                #"{"translation":"Hola"}"#),
            rewrite(
                400, "body.malformed", "the body: a field is missing or is of another type; use source", "{}"),
            rewrite(
                404, "conversation.unknown",
                "there is no such conversation; GET /api/conversations lists them"),
            rewrite(
                409, "utterance.outside", "it is in neither language; flip it",
                failure: Problem(.usage, "utterance.outside", "it is in neither language", cure: "flip it")),
            rewrite(
                413, "body.too-large", "the object has more than 65536 bytes; send less",
                String(repeating: " ", count: 70_000)),
            rewrite(
                415, "body.content-type",
                "the body must be a JSON object; send it with Content-Type: application/json",
                type: "text/plain"),
            rewrite(
                507, "store.full", "the disk is full; make room",
                failure: Problem(.store, "store.full", "the disk is full", cure: "make room")),
        ] + broken(rewrite(500, "", ""))

    static let utterances: [RefusedRequest] =
        rewritings
        + [
            ("?voice=1", "query.unknown", "there is no parameter 'voice'; use of, format"),
            ("?of=both", "query.value", "of: 'both' is not possible; use source or translation"),
            ("?format=mp3", "query.value", "format: 'mp3' is not possible; use wav or opus"),
        ].map { query, code, detail in .get(sound, 400, code, detail, target: sounding + query) }
        + [
            .get(
                sound, 404, "conversation.unknown",
                "there is no such conversation; GET /api/conversations lists them", target: sounding)
        ] + broken(.get(sound, 500, "", "", target: sounding))

    /// The request as it is answered if the server has a fault, and if its store cannot be read.
    static func broken(_ request: RefusedRequest) -> [RefusedRequest] {
        var (fault, store) = (request, request)
        (fault.status, fault.code, fault.failure) = (500, "internal.unexpected", BytesLost())
        fault.detail = "something went wrong inside Verbio; see the server's log"
        (store.status, store.code, store.detail) = (503, "store.broken", "the store cannot be read; restore it")
        store.failure = Problem(.store, "store.broken", "the store cannot be read", at: "/x", cure: "restore it")
        return [fault, store]
    }

    /// A body with parameters, where the address may have them all.
    static let optionalBodies: [RefusedRequest] = [
        ("POST \(flip)", flipped), ("POST /api/providers/{name}/check", "/api/providers/deepl/check"),
    ].flatMap { route, target in
        [
            (
                413, "body.too-large", "the object has more than 65536 bytes; send less", "application/json",
                String(repeating: " ", count: 70_000)
            ),
            (
                415, "body.content-type",
                "the body must be a JSON object; send it with Content-Type: application/json",
                "text/plain", "other"
            ),
            (
                400, "body.malformed", "the body: it is not a JSON object; see config/openapi.yaml", "application/json",
                "[]"
            ),
        ].map { status, code, detail, type, body in
            RefusedRequest(
                route: route, status: status, code: code, detail: detail, target: target, method: "POST",
                fields: ["Content-Type: \(type)"], body: Array(body.utf8))
        }
    }
}
