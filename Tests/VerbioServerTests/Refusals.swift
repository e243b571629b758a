import Plumbing
import Providers
import Testing
import VerbioTesting

/// One request that is refused, and how: the statuses that `config/openapi.yaml` promises are the ones found here.
struct RefusedRequest: Sendable, CustomTestStringConvertible {
    var route: String
    var status: Int
    var code: String
    /// The sentence and the cure.
    var detail: String
    var target: String
    var method: String
    var fields: [String] = []
    var body: [UInt8]?
    /// What the pipeline fails with.
    var failure: (any Error)?

    var testDescription: String { "\(status) \(code): \(method) \(target.prefix(60))" }

    /// The answer of a server to the request.
    func answer() async throws -> HTTPConnection.Answer {
        let service = SampleService(hooks: .init(opening: { if let failure { throw failure } }))
        return try await withServer(service, configuration: .test(maximumBodyBytes: 1_000_000)) { server in
            try await server.send(method, target, fields: fields, body: body)
        }
    }

    static func translate(
        _ status: Int, _ code: String, _ detail: String, query: String = "from=en&to=es", method: String = "POST",
        fields: [String] = [], body: [UInt8]? = Array("RIFF".utf8), failure: (any Error)? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "POST /api/translate", status: status, code: code, detail: detail,
            target: "/api/translate?\(query)", method: method, fields: fields, body: body, failure: failure)
    }

    static func get(
        _ route: String, _ status: Int, _ code: String, _ detail: String, target: String? = nil, method: String = "GET",
        fields: [String] = [], failure: (any Error)? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "GET \(route)", status: status, code: code, detail: detail, target: target ?? route, method: method,
            fields: fields, failure: failure)
    }

    private static func provider(_ failure: ProviderError.Failure, _ message: String) -> ProviderError {
        ProviderError(failure, stage: .recognition, provider: "ears", message, cure: "do this")
    }

    // MARK: Translations

    static let queries: [RefusedRequest] = [
        .translate(400, "query.missing", "from: it is missing; add from=en", query: "to=es"),
        .translate(400, "query.missing", "to: it is missing; add to=es", query: "from=en"),
        .translate(
            400, "query.unknown",
            "there is no parameter 'lang', 'x y'; use from, to, speaker, two-way, speaker-events, channels, track, start, end, raw, title, stt, mt, tts, voice, speak, context, max-cost, glossary, formality, audio, formats, captions, url",
            query: "from=en&to=es&lang=de&x%20y"),
        .translate(
            400, "query.value", "audio: 'mp3' is not possible; use none or wav or opus or pcm",
            query: "from=en&to=es&audio=mp3"),
        .translate(
            400, "audio.no-events",
            "audio: speech is sent among the events only; ask for events with Accept: text/event-stream, or leave it out",
            query: "from=en&to=es&audio=wav"),
        .translate(
            400, "query.repeated", "to: it is given twice; give it once, with a comma between two values",
            query: "from=en&to=es&to=fr"),
        .translate(
            400, "query.malformed", "the query is not well encoded; percent-encode it as UTF-8",
            query: "from=en&to=es&title=%ff"),
        .translate(
            400, "query.malformed", "the query is not well encoded; percent-encode it as UTF-8",
            query: "from=en&to=es&title=a%0Ab"),
        .translate(
            400, "query.malformed", "the query is not well encoded; percent-encode it as UTF-8", query: "from=en&to=%e"),
        .translate(
            400, "language.unknown",
            "from: 'xx' is not a language Verbio knows; use one of: en es fr de it pt zh ja ko ar hi ru, or a variety such as zh-Hant or pt-BR",
            query: "from=xx&to=es"),
        .translate(
            400, "language.same", "to: English and British English are one language; give two different languages",
            query: "from=en&to=en-GB"),
        .translate(
            400, "language.same",
            "to: Simplified Chinese and Traditional Chinese are one language; give two different languages",
            query: "from=zh&to=zh-TW"),
        .translate(
            400, "language.unknown",
            "to: 'yue' is Cantonese, another language than the Mandarin Chinese that Verbio knows; for Mandarin use zh (simplified characters) or zh-Hant (traditional characters)",
            query: "from=en&to=yue"),
        .translate(
            400, "glossary.term",
            "glossary: line 1: 'a' has no translation; give one, or say that it is not to be translated",
            query: "from=en&to=es&glossary=%5B%7B%22source%22:%22a%22%7D%5D"),
        .translate(
            400, "query.value", "formality: 'stiff' is not possible; use formal or informal",
            query: "from=en&to=es&formality=stiff"),
        .translate(
            400, "query.value",
            "voice: it names no voice; use one of GET /v1/audio/voices, or one for each language, separated by a comma",
            query: "from=en&to=es&voice=,"),
        .translate(
            400, "query.value", "speaker: 'me' is not possible; use user or other", query: "from=en&to=es&speaker=me"),
        .translate(
            400, "direction.both",
            "two-way: it is not possible together with channels=speakers-by-channel; leave one of them out",
            query: "from=en&to=es&two-way=true&channels=speakers-by-channel"),
        .translate(
            400, "direction.both",
            "speaker-events: it is not possible together with channels=speakers-by-channel; leave one of them out",
            query: "from=en&to=es&speaker-events=&channels=speakers-by-channel"),
        .translate(
            400, "direction.both",
            "speaker: it is not possible together with channels=speakers-by-channel; leave one of them out",
            query: "from=en&to=es&speaker=other&channels=speakers-by-channel"),
        .translate(
            400, "speaker-events.malformed",
            "speaker-events: it is no list of objects of 'at' and 'speaker'; write it as [{\"at\": 12.5, \"speaker\": \"user\"}]",
            query: "from=en&to=es&speaker-events=user"),
        .translate(
            400, "speaker-events.speaker",
            "speaker-events: event 1: there is no speaker 'me'; say \"user\", \"other\", or null for neither side",
            query: "from=en&to=es&speaker-events=%5B%7B%22at%22:1,%22speaker%22:%22me%22%7D%5D"),
        .translate(
            400, "query.value",
            "channels: '0' is not possible; use mix or speakers-by-channel or the number of a channel, counted from 1",
            query: "from=en&to=es&channels=0"),
        .translate(
            400, "query.value",
            "channels: '99999999999999999999' is not possible; "
                + "use mix or speakers-by-channel or the number of a channel, counted from 1",
            query: "from=en&to=es&channels=99999999999999999999"),
        .translate(
            400, "audio.track",
            "track: '0' is no track; give its number, counted from 1, its language, such as de, or all-mixed",
            query: "from=en&to=es&track=0"),
        .translate(
            400, "audio.part", "start: '1:75' is no time; write it in seconds, or as 1:30 or 0:01:30.5",
            query: "from=en&to=es&start=1:75"),
        .translate(
            400, "audio.part", "end: the part ends before it begins; give an end behind the start",
            query: "from=en&to=es&start=90&end=1:30"),
        .translate(
            400, "query.value", "tts: 'a,a' is not possible; use the names of up to 4 engines, each once",
            query: "from=en&to=es&tts=a,a"),
        .translate(
            400, "query.value", "max-cost: 'nan' is not possible; use an amount of US dollars from 0 to 1000000",
            query: "from=en&to=es&max-cost=nan"),
        .translate(
            400, "query.value", "context: '65' is not possible; use a number from 0 to 64",
            query: "from=en&to=es&context=65"),
        .translate(
            400, "formats.voice",
            "tts: speak requests a voice, but the request disables speech; leave it out, or ask for no voice",
            query: "from=en&to=es&speak=true&tts=none"),
        .translate(
            400, "language.several",
            "to: it names a language twice, or more than 12; name each once, as to=es,fr", query: "from=en&to=es,es"),
        .translate(
            400, "language.several",
            "to: a two-way conversation has exactly one target language; name one language",
            query: "from=en&to=es,fr&two-way=true"),
        .translate(
            400, "formats.several",
            "to: one file has one language; name one language, or several formats, whose addresses are then answered",
            query: "from=en&to=es,fr&formats=srt"),
        .translate(
            400, "idempotency.several",
            "to: a key names one conversation, and there are several languages; send one request for each language, or POST /api/jobs",
            query: "from=en&to=es,fr", fields: ["Idempotency-Key: a"]),
        .translate(
            400, "url.not-allowed",
            "url: the server fetches no recordings; send the recording itself, or ask the operator to list the host in serve.fetch-hosts",
            query: "from=en&to=es&url=https://example.com/a.wav", body: nil),
        .translate(
            400, "query.value", "title: it is longer than 200 characters; shorten it",
            query: "from=en&to=es&title=\(String(repeating: "t", count: 201))"),
        .translate(
            400, "audio.raw-format",
            "raw: 's17:1' is not a raw format; write sample:rate:channels, such as s16le:16000:1, where the sample is one "
                + "of: u8 s8 s16le s16be s24le s24be s32le s32be f32le f32be f64le f64be mulaw alaw",
            query: "from=en&to=es&raw=s17:1"),
    ]

    static let bodies: [RefusedRequest] =
        [
            .translate(
                413, "body.too-large",
                "the audio is larger than 1000000 bytes; send it in parts or in a compressed format",
                fields: ["Content-Length: 1000001"], body: nil),
            .translate(
                413, "body.too-large",
                "the audio is larger than 1000000 bytes; send it in parts or in a compressed format",
                query: "from=en&to=es&raw=s16le:16000:1", fields: ["Transfer-Encoding: chunked"],
                body: Array("f4241\r\n".utf8) + [UInt8](repeating: 1, count: 1_000_001) + Array("\r\n0\r\n\r\n".utf8)),
        ]
        + ["text/plain", "TEXT/html"].map { type in
            .translate(
                415, "body.content-type",
                "the body must be an audio file, a form with one, or a JSON object with a text; "
                    + "use curl --data-binary @file, curl -F file=@file, or Content-Type: application/json",
                fields: ["Content-Type: \(type)"])
        } + [
            .translate(
                415, "body.content-encoding",
                "compressed bodies are not read; send the body as it is, without Content-Encoding",
                fields: ["Content-Encoding: gzip"]),
            .translate(
                415, "audio.not-audio", "request body: this is a PDF document, not audio; give a sound file",
                body: Array("%PDF-1.7\n".utf8) + [UInt8](repeating: 32, count: 4_096)),
            .translate(
                400, "audio.no-such-channel",
                "request body: there is no channel 5; there are 2 channels: choose 1 to 2",
                query: "from=en&to=es&channels=5", body: twoChannels),
            .translate(
                400, "audio.no-such-track",
                "request body: there is no audio track 2; there is only track 1 (pcm_s16le), so leave the option out",
                query: "from=en&to=es&track=2", body: twoChannels),
            .translate(
                400, "audio.one-channel",
                "request body: there is only one channel, so speakers cannot be identified by channel; "
                    + "leave the option out, or give a recording with one speaker per channel",
                query: "from=en&to=es&channels=speakers-by-channel", body: SpeechFixtures.wav([1, 2, 3, 4])),
            .translate(
                422, "audio.empty", "request body: the file is empty; give a recording with speech in it", body: []),
            .translate(
                400, "body.truncated", "the request ended in the middle of the audio; send all of it",
                fields: ["Transfer-Encoding: chunked"], body: Array("4\r\nRIFF\r\nnonsense".utf8)),
        ]

    private static let twoChannels = SpeechFixtures.wav([1, 2, 3, 4], channels: 2)

    static let failures: [RefusedRequest] = [
        .translate(
            400, "translator.pair", "--mt: no such pair; choose another",
            failure: Problem(.usage, "translator.pair", "no such pair", at: "--mt", cure: "choose another")),
        .translate(
            422, "provider.unsupported", "ears (recognition): no such voice; do this",
            failure: provider(.unsupported, "no such voice")),
        .translate(
            500, "internal.unexpected", "something went wrong inside Verbio; see the server's log",
            failure: BytesLost()),
        .translate(
            500, "internal.sequence", "an utterance came twice",
            failure: Problem(.internal, "internal.sequence", "an utterance came twice", at: "/src/Interpreter.swift")),
        .translate(
            502, "provider.transient", "ears (recognition): connection reset; do this",
            failure: provider(.transient, "connection reset")),
        .translate(
            502, "provider.unauthorized", "ears (recognition): the key is refused; do this",
            failure: provider(.unauthorized, "the key is refused")),
        .translate(
            503, "provider.throttled", "ears (recognition): too many calls; do this",
            failure: provider(.throttled, "too many calls")),
        .translate(
            503, "engine.missing", "the model is not there; install it",
            failure: Problem(
                .provider, "engine.missing", "the model is not there", at: "/usr/share/x", cure: "install it")),
        .translate(
            503, "store.locked", "another process has the store; end it",
            failure: Problem(
                .store, "store.locked", "another process has the store", at: "/home/u/store", cure: "end it")),
        .translate(
            504, "provider.timeout", "ears (recognition): no answer in 60 s; do this",
            failure: provider(.timeout, "no answer in 60 s")),
        .translate(
            507, "store.full", "the disk is full; make room",
            failure: Problem(.store, "store.full", "the disk is full", at: "/home/u/store", cure: "make room")),
    ]

    // MARK: Every route

    static let conversations: [RefusedRequest] =
        [
            .get(
                "/api/health", 400, "query.unknown", "there is no parameter 'verbose'; use detail",
                target: "/api/health?verbose=1"),
            .get(
                "/api/live", 426, "socket.upgrade",
                "this address is a WebSocket of version 13; connect with a WebSocket client",
                target: "/api/live?from=en&to=es"),
            .get(
                "/api/live", 400, "socket.key",
                "Sec-WebSocket-Key is not sixteen bytes in base64; connect with a WebSocket client",
                target: "/api/live?from=en&to=es", fields: Client.fields.dropLast() + ["Sec-WebSocket-Key: x"]),
            .get(
                "/api/live", 400, "query.missing", "to: it is missing; add to=es", target: "/api/live?from=en",
                fields: Client.fields),
            .get(
                "/api/live", 400, "direction.both",
                "speaker-events: it is not possible together with channels=speakers-by-channel; leave one of them out",
                target: "/api/live?from=en&to=es&speaker-events=live&channels=speakers-by-channel",
                fields: Client.fields),
            .get(
                "/metrics", 400, "query.unknown", "there is no parameter 'name'; leave it out",
                target: "/metrics?name=x"),
            .get(
                "/openapi.yaml", 400, "query.unknown", "there is no parameter 'name'; leave it out",
                target: "/openapi.yaml?name=x"),
            .get(
                "/api/health/live", 400, "query.unknown", "there is no parameter 'detail'; leave it out",
                target: "/api/health/live?detail=true"),
            .get(
                "/api/health/ready", 400, "query.unknown", "there is no parameter 'detail'; leave it out",
                target: "/api/health/ready?detail=true"),
            .get(
                "/openapi.json", 400, "query.unknown", "there is no parameter 'name'; leave it out",
                target: "/openapi.json?name=x"),
            .get(
                "/api/conversations", 400, "query.value", "limit: '0' is not possible; use a number from 1 to 1000",
                target: "/api/conversations?limit=0"),
            .get(
                "/api/conversations", 400, "query.value", "limit: '' is not possible; use a number from 1 to 1000",
                target: "/api/conversations?limit="),
            .get(
                "/api/conversations", 400, "query.value",
                "limit: '9223372036854775808' is not possible; use a number from 1 to 1000",
                target: "/api/conversations?limit=9223372036854775808"),
            .get(
                "/api/conversations/{id}", 400, "query.unknown", "there is no parameter 'limit'; leave it out",
                target: "/api/conversations/c00000000000000000000?limit=1"),
            .get(
                "/api/conversations/{id}", 404, "conversation.unknown",
                "there is no such conversation; GET /api/conversations lists them",
                target: "/api/conversations/c00000000000000000000"),
        ]
        + ["/api/conversations", "/api/conversations/{id}"].flatMap { route in
            let target = route.replacing("{id}", with: "c00000000000000000000")
            return [
                RefusedRequest.get(
                    route, 500, "internal.unexpected", "something went wrong inside Verbio; see the server's log",
                    target: target, failure: BytesLost()),
                .get(
                    route, 503, "store.broken", "the store cannot be read; restore it", target: target,
                    failure: Problem(.store, "store.broken", "the store cannot be read", at: "/x", cure: "restore it")),
            ]
        }

    static let flip = "/api/conversations/{id}/utterances/{number}/flip"
    static let flipped = "/api/conversations/c00000000000000000000/utterances/1/flip"

    static let flips: [RefusedRequest] = [
        (400, "query.unknown", "there is no parameter 'to'; use speaker, audio", "?to=es", nil as Problem?),
        (400, "query.value", "speaker: 'me' is not possible; use user or other", "?speaker=me", nil),
        (
            404, "conversation.unknown",
            "there is no such conversation; GET /api/conversations lists them", "", nil
        ),
        (
            409, "direction.outside", "it is in neither language; say who spoke", "",
            Problem(.usage, "direction.outside", "it is in neither language", cure: "say who spoke")
        ),
        (
            409, "direction.dropped", "it was left out; look", "",
            Problem(.usage, "direction.dropped", "it was left out", cure: "look")
        ),
        (
            400, "translator.pair", "--mt: no such pair; choose another", "",
            Problem(.usage, "translator.pair", "no such pair", at: "--mt", cure: "choose another")
        ),
        (
            422, "audio.gone", "its audio no longer exists; translate it anew", "",
            Problem(.input, "audio.gone", "its audio no longer exists", cure: "translate it anew")
        ),
        (
            503, "engine.missing", "the model is not there; install it", "",
            Problem(.provider, "engine.missing", "the model is not there", cure: "install it")
        ),
        (
            507, "store.full", "the disk is full; make room", "",
            Problem(.store, "store.full", "the disk is full", cure: "make room")
        ),
        (
            500, "internal.sequence", "an utterance came twice", "",
            Problem(.internal, "internal.sequence", "an utterance came twice")
        ),
    ].map { status, code, detail, query, failure in
        RefusedRequest(
            route: "POST \(flip)", status: status, code: code, detail: detail, target: flipped + query, method: "POST",
            body: [], failure: failure)
    }

    static let all =
        optionalBodies + queries + bodies + forms + questions + failures + conversations + exchanges + changes + flips
        + utterances
        + lists
        + phrases
        + accounts + jobs + everywhere
}

/// An unforeseen error.
struct BytesLost: Error {}
