import Plumbing

/// Requests about phrases that are refused.
extension RefusedRequest {
    private static let book = "/api/phrases"
    private static let pharmacy = #"{"text":"Where is the pharmacy?","from":"en","to":"es"}"#
    private static let keys = "text, from, to, translation, conversation, utterance, tags, voice"

    private static func add(
        _ status: Int, _ code: String, _ detail: String, _ body: String = pharmacy, query: String = "",
        type: String = "application/json", failure: (any Error)? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "POST \(book)", status: status, code: code, detail: detail, target: book + query, method: "POST",
            fields: ["Content-Type: \(type)"], body: Array(body.utf8), failure: failure)
    }

    private static let additions: [RefusedRequest] =
        [
            add(400, "query.unknown", "there is no parameter 'x'; leave it out", query: "?x=1"),
            add(400, "body.malformed", "the body: it is not a JSON object; see config/openapi.yaml", "[]"),
            add(400, "body.malformed", "the body: there is no field 'tag'; use \(keys)", #"{"tag":"a"}"#),
            add(
                400, "body.malformed", "the body: a field is missing or is of another type; use \(keys)",
                #"{"text":"a","tags":"b"}"#),
            add(
                400, "body.malformed",
                #"the body: it names neither a text nor an utterance; send {"text": "…", "from": "en", "to": "es"}"#,
                "{}"),
            add(
                400, "body.malformed",
                #"the body: it names neither a text nor an utterance; send {"conversation": "c…", "utterance": 1}"#,
                #"{"conversation":"c00000000000000000000"}"#),
            add(
                400, "phrase.utterance", "text: the utterance has it; leave it out, or send no utterance",
                #"{"conversation":"c00000000000000000000","utterance":1,"text":"a"}"#),
            add(400, "query.missing", "to: it is missing; add it", #"{"text":"a","from":"en"}"#),
            add(
                400, "language.same", "to: English and British English are one language; give two different languages",
                #"{"text":"a","from":"en","to":"en-GB"}"#),
            add(
                400, "phrase.empty", "the phrase has no words; give a sentence", #"{"text":" ?","from":"en","to":"es"}"#
            ),
            add(
                400, "phrase.tag", "the tag 'two words' is no word; give a word of up to 40 letters",
                #"{"text":"a","from":"en","to":"es","tags":["two words"]}"#),
            add(
                400, "phrase.long",
                "the phrase has 1001 characters, 1000 are allowed; give a sentence, or translate a recording",
                #"{"text":""# + String(repeating: "a", count: 1_001) + #"","from":"en","to":"es"}"#),
            add(
                404, "conversation.unknown",
                "there is no such conversation; GET /api/conversations lists them",
                #"{"conversation":"c00000000000000000000","utterance":1}"#),
            add(
                409, "phrase.untranslated", "it has no translation; send it",
                failure: Problem(.usage, "phrase.untranslated", "it has no translation", cure: "send it")),
            add(
                413, "body.too-large", "the object has more than 65536 bytes; send less",
                String(repeating: " ", count: 70_000)),
            add(
                415, "body.content-type",
                "the body must be a JSON object; send it with Content-Type: application/json",
                type: "text/plain"),
            add(
                503, "phrase.translation", "sim: it does not answer; try again",
                failure: Problem(.provider, "phrase.translation", "sim: it does not answer", cure: "try again")),
            add(
                507, "store.full", "the disk is full; make room",
                failure: Problem(.store, "store.full", "the disk is full", cure: "make room")),
        ] + broken(add(500, "", ""))

    private static let phrase = book + "/{id}"

    static let phrases: [RefusedRequest] =
        additions
        + [
            .get(
                book, 400, "query.unknown", "there is no parameter 'language'; use tag, q, limit, cursor",
                target: book + "?language=es"),
            .get(
                book, 400, "search.empty", "q: the search has no words; give a word or a part of one",
                target: book + "?q="),
            .get(
                book, 400, "query.value", "cursor: 'x' is not possible; use next_cursor of the answer before",
                target: book + "?cursor=x"),
            .get(
                book + "/today", 400, "query.value", "date: 'today' is not possible; use a date such as 2026-11-26",
                target: book + "/today?date=today"),
            .get(
                phrase + "/audio", 400, "query.value", "format: 'mp3' is not possible; use wav or opus",
                target: book + "/p0/audio?format=mp3"),
            .get(
                phrase + "/audio", 404, "phrase.unknown",
                "there is no such phrase; GET /api/phrases lists them", target: book + "/p0/audio"),
            removal(400, "query.unknown", "there is no parameter 'x'; leave it out", query: "?x=1"),
            removal(404, "phrase.unknown", "there is no such phrase; GET /api/phrases lists them"),
        ] + broken(removal(500, "", "")) + broken(.get(book, 500, "", ""))
        + broken(.get(book + "/today", 500, "", ""))
        + broken(.get(phrase + "/audio", 500, "", "", target: book + "/p0/audio"))

    private static func removal(
        _ status: Int, _ code: String, _ detail: String, query: String = ""
    ) -> RefusedRequest {
        RefusedRequest(
            route: "DELETE \(phrase)", status: status, code: code, detail: detail, target: book + "/p0" + query,
            method: "DELETE")
    }
}
