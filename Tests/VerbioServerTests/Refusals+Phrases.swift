import Plumbing

/// Requests about phrases that are refused.
extension RefusedRequest {
    private static let book = "/api/phrases"
    private static let pharmacy = #"{"text":"Where is the pharmacy?","from":"en","to":"es"}"#
    private static let keys = "text, from, to, translation, conversation, utterance, tags, voice"

    private static func add(
        _ status: Int, _ code: String, _ place: String, _ body: String = pharmacy, query: String = "",
        type: String = "application/json", failure: (any Error)? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "POST \(book)", status: status, code: code, place: place, target: book + query, method: "POST",
            fields: ["Content-Type: \(type)"], body: Array(body.utf8), failure: failure)
    }

    private static let additions: [RefusedRequest] =
        [
            add(400, "query.unknown", "", query: "?x=1"),
            add(400, "body.malformed", "the body", "[]"),
            add(400, "body.malformed", "the body", #"{"tag":"a"}"#),
            add(
                400, "body.malformed", "the body",
                #"{"text":"a","tags":"b"}"#),
            add(
                400, "body.malformed",
                "the body",
                "{}"),
            add(
                400, "body.malformed",
                "the body",
                #"{"conversation":"c00000000000000000000"}"#),
            add(
                400, "phrase.utterance", "text",
                #"{"conversation":"c00000000000000000000","utterance":1,"text":"a"}"#),
            add(400, "query.missing", "to", #"{"text":"a","from":"en"}"#),
            add(
                400, "language.same", "to",
                #"{"text":"a","from":"en","to":"en-GB"}"#),
            add(
                400, "phrase.empty", "", #"{"text":" ?","from":"en","to":"es"}"#
            ),
            add(
                400, "phrase.tag", "",
                #"{"text":"a","from":"en","to":"es","tags":["two words"]}"#),
            add(
                400, "phrase.long", "",
                #"{"text":""# + String(repeating: "a", count: 1_001) + #"","from":"en","to":"es"}"#),
            add(
                404, "conversation.unknown", "",
                #"{"conversation":"c00000000000000000000","utterance":1}"#),
            add(
                409, "phrase.untranslated", "",
                failure: Problem(.usage, "phrase.untranslated", "it has no translation", cure: "send it")),
            add(
                413, "body.too-large", "",
                String(repeating: " ", count: 70_000)),
            add(
                415, "body.content-type", "",
                type: "text/plain"),
            add(
                503, "phrase.translation", "sim",
                failure: Problem(.provider, "phrase.translation", "sim: it does not answer", cure: "try again")),
            add(
                507, "store.full", "",
                failure: Problem(.store, "store.full", "the disk is full", cure: "make room")),
        ] + broken(add(500, "", ""))

    private static let phrase = book + "/{id}"

    static let phrases: [RefusedRequest] =
        additions
        + [
            .get(
                book, 400, "query.unknown", "",
                target: book + "?language=es"),
            .get(
                book, 400, "search.empty", "q",
                target: book + "?q="),
            .get(
                book, 400, "query.value", "cursor",
                target: book + "?cursor=x"),
            .get(
                book + "/today", 400, "query.value", "date",
                target: book + "/today?date=today"),
            .get(
                phrase + "/audio", 400, "query.value", "format",
                target: book + "/p0/audio?format=mp3"),
            .get(
                phrase + "/audio", 404, "phrase.unknown", "", target: book + "/p0/audio"),
            removal(400, "query.unknown", "", query: "?x=1"),
            removal(404, "phrase.unknown", ""),
        ] + broken(removal(500, "", "")) + broken(.get(book, 500, "", ""))
        + broken(.get(book + "/today", 500, "", ""))
        + broken(.get(phrase + "/audio", 500, "", "", target: book + "/p0/audio"))

    private static func removal(
        _ status: Int, _ code: String, _ place: String, query: String = ""
    ) -> RefusedRequest {
        RefusedRequest(
            route: "DELETE \(phrase)", status: status, code: code, place: place, target: book + "/p0" + query,
            method: "DELETE")
    }
}
