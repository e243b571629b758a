import Plumbing

/// Requests about one utterance that are refused.
extension RefusedRequest {
    static let sound = "/api/conversations/{id}/utterances/{number}/audio"
    static let sounding = "/api/conversations/c00000000000000000000/utterances/1/audio"

    static let utterances: [RefusedRequest] =
        [
            ("?voice=1", "query.unknown", "there is no parameter 'voice'; use of, format"),
            ("?of=both", "query.value", "of: 'both' is not possible; use source or translation"),
            ("?format=mp3", "query.value", "format: 'mp3' is not possible; use wav or opus"),
        ].map { query, code, detail in .get(sound, 400, code, detail, target: sounding + query) }
        + [
            .get(
                sound, 404, "conversation.unknown",
                "there is no such conversation; GET /api/conversations lists those there are", target: sounding)
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
}
