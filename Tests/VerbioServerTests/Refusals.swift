import Plumbing
import Providers
import Testing
import VerbioTesting

/// One request that is refused, and how: the statuses that `config/openapi.yaml` promises are the ones found here.
struct RefusedRequest: Sendable, CustomTestStringConvertible {
    var route: String
    var status: Int
    var code: String
    /// What the sentence names first, before a colon, such as a parameter; empty if it names no place.
    var place: String
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
        _ status: Int, _ code: String, _ place: String, query: String = "from=en&to=es", method: String = "POST",
        fields: [String] = [], body: [UInt8]? = Array("RIFF".utf8), failure: (any Error)? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "POST /api/translate", status: status, code: code, place: place,
            target: "/api/translate?\(query)", method: method, fields: fields, body: body, failure: failure)
    }

    static func get(
        _ route: String, _ status: Int, _ code: String, _ place: String, target: String? = nil, method: String = "GET",
        fields: [String] = [], failure: (any Error)? = nil
    ) -> RefusedRequest {
        RefusedRequest(
            route: "GET \(route)", status: status, code: code, place: place, target: target ?? route, method: method,
            fields: fields, failure: failure)
    }

    private static func provider(_ failure: ProviderError.Failure, _ message: String) -> ProviderError {
        ProviderError(failure, stage: .recognition, provider: "ears", message, cure: "do this")
    }

    // MARK: Translations

    static let queries: [RefusedRequest] = [
        .translate(400, "query.missing", "from", query: "to=es"),
        .translate(400, "query.missing", "to", query: "from=en"),
        .translate(
            400, "query.unknown", "",
            query: "from=en&to=es&lang=de&x%20y"),
        .translate(
            400, "query.value", "audio",
            query: "from=en&to=es&audio=mp3"),
        .translate(
            400, "audio.no-events", "audio",
            query: "from=en&to=es&audio=wav"),
        .translate(
            400, "query.repeated", "to",
            query: "from=en&to=es&to=fr"),
        .translate(
            400, "query.malformed", "",
            query: "from=en&to=es&title=%ff"),
        .translate(
            400, "query.malformed", "",
            query: "from=en&to=es&title=a%0Ab"),
        .translate(
            400, "query.malformed", "", query: "from=en&to=%e"),
        .translate(
            400, "language.unknown", "from",
            query: "from=xx&to=es"),
        .translate(
            400, "language.same", "to",
            query: "from=en&to=en-GB"),
        .translate(
            400, "language.same", "to",
            query: "from=zh&to=zh-TW"),
        .translate(
            400, "language.unknown", "to",
            query: "from=en&to=yue"),
        .translate(
            400, "glossary.term", "glossary",
            query: "from=en&to=es&glossary=%5B%7B%22source%22:%22a%22%7D%5D"),
        .translate(
            400, "query.value", "formality",
            query: "from=en&to=es&formality=stiff"),
        .translate(
            400, "query.value", "voice",
            query: "from=en&to=es&voice=,"),
        .translate(
            400, "query.value", "speaker", query: "from=en&to=es&speaker=me"),
        .translate(
            400, "direction.both", "two-way",
            query: "from=en&to=es&two-way=true&channels=speakers-by-channel"),
        .translate(
            400, "direction.both", "speaker-events",
            query: "from=en&to=es&speaker-events=&channels=speakers-by-channel"),
        .translate(
            400, "direction.both", "speaker",
            query: "from=en&to=es&speaker=other&channels=speakers-by-channel"),
        .translate(
            400, "speaker-events.malformed",
            "speaker-events",
            query: "from=en&to=es&speaker-events=user"),
        .translate(
            400, "speaker-events.speaker",
            "speaker-events",
            query: "from=en&to=es&speaker-events=%5B%7B%22at%22:1,%22speaker%22:%22me%22%7D%5D"),
        .translate(
            400, "query.value", "channels",
            query: "from=en&to=es&channels=0"),
        .translate(
            400, "query.value", "channels",
            query: "from=en&to=es&channels=99999999999999999999"),
        .translate(
            400, "audio.track", "track",
            query: "from=en&to=es&track=0"),
        .translate(
            400, "audio.part", "start",
            query: "from=en&to=es&start=1:75"),
        .translate(
            400, "audio.part", "end",
            query: "from=en&to=es&start=90&end=1:30"),
        .translate(
            400, "query.value", "tts",
            query: "from=en&to=es&tts=a,a"),
        .translate(
            400, "query.value", "max-cost",
            query: "from=en&to=es&max-cost=nan"),
        .translate(
            400, "query.value", "context",
            query: "from=en&to=es&context=65"),
        .translate(
            400, "formats.voice", "tts",
            query: "from=en&to=es&speak=true&tts=none"),
        .translate(
            400, "language.several", "to", query: "from=en&to=es,es"),
        .translate(
            400, "language.several", "to",
            query: "from=en&to=es,fr&two-way=true"),
        .translate(
            400, "formats.several", "to",
            query: "from=en&to=es,fr&formats=srt"),
        .translate(
            400, "idempotency.several", "to",
            query: "from=en&to=es,fr", fields: ["Idempotency-Key: a"]),
        .translate(
            400, "url.not-allowed", "url",
            query: "from=en&to=es&url=https://example.com/a.wav", body: nil),
        .translate(
            400, "query.value", "title",
            query: "from=en&to=es&title=\(String(repeating: "t", count: 201))"),
        .translate(
            400, "audio.raw-format", "raw",
            query: "from=en&to=es&raw=s17:1"),
    ]

    static let bodies: [RefusedRequest] =
        [
            .translate(
                413, "body.too-large", "",
                fields: ["Content-Length: 1000001"], body: nil),
            .translate(
                413, "body.too-large", "",
                query: "from=en&to=es&raw=s16le:16000:1", fields: ["Transfer-Encoding: chunked"],
                body: Array("f4241\r\n".utf8) + [UInt8](repeating: 1, count: 1_000_001) + Array("\r\n0\r\n\r\n".utf8)),
        ]
        + ["text/plain", "TEXT/html"].map { type in
            .translate(
                415, "body.content-type", "",
                fields: ["Content-Type: \(type)"])
        } + [
            .translate(
                415, "body.content-encoding", "",
                fields: ["Content-Encoding: gzip"]),
            .translate(
                415, "audio.not-audio", "request body",
                body: Array("%PDF-1.7\n".utf8) + [UInt8](repeating: 32, count: 4_096)),
            .translate(
                400, "audio.no-such-channel", "request body",
                query: "from=en&to=es&channels=5", body: twoChannels),
            .translate(
                400, "audio.no-such-track", "request body",
                query: "from=en&to=es&track=2", body: twoChannels),
            .translate(
                400, "audio.one-channel", "request body",
                query: "from=en&to=es&channels=speakers-by-channel", body: SpeechFixtures.wav([1, 2, 3, 4])),
            .translate(
                422, "audio.empty", "request body", body: []),
            .translate(
                400, "body.truncated", "",
                fields: ["Transfer-Encoding: chunked"], body: Array("4\r\nRIFF\r\nnonsense".utf8)),
        ]

    private static let twoChannels = SpeechFixtures.wav([1, 2, 3, 4], channels: 2)

    static let failures: [RefusedRequest] = [
        .translate(
            400, "translator.pair", "--mt",
            failure: Problem(.usage, "translator.pair", "no such pair", at: "--mt", cure: "choose another")),
        .translate(
            422, "provider.unsupported", "ears (recognition)",
            failure: provider(.unsupported, "no such voice")),
        .translate(
            500, "internal.unexpected", "",
            failure: BytesLost()),
        .translate(
            500, "internal.sequence", "",
            failure: Problem(.internal, "internal.sequence", "an utterance came twice", at: "/src/Interpreter.swift")),
        .translate(
            502, "provider.transient", "ears (recognition)",
            failure: provider(.transient, "connection reset")),
        .translate(
            502, "provider.unauthorized", "ears (recognition)",
            failure: provider(.unauthorized, "the key is refused")),
        .translate(
            503, "provider.throttled", "ears (recognition)",
            failure: provider(.throttled, "too many calls")),
        .translate(
            503, "engine.missing", "",
            failure: Problem(
                .provider, "engine.missing", "the model is not there", at: "/usr/share/x", cure: "install it")),
        .translate(
            503, "store.locked", "",
            failure: Problem(
                .store, "store.locked", "another process has the store", at: "/home/u/store", cure: "end it")),
        .translate(
            504, "provider.timeout", "ears (recognition)",
            failure: provider(.timeout, "no answer in 60 s")),
        .translate(
            507, "store.full", "",
            failure: Problem(.store, "store.full", "the disk is full", at: "/home/u/store", cure: "make room")),
    ]

    // MARK: Every route

    static let conversations: [RefusedRequest] =
        [
            .get(
                "/api/health", 400, "query.unknown", "",
                target: "/api/health?verbose=1"),
            .get(
                "/api/live", 426, "socket.upgrade", "",
                target: "/api/live?from=en&to=es"),
            .get(
                "/api/live", 400, "socket.key", "",
                target: "/api/live?from=en&to=es", fields: Client.fields.dropLast() + ["Sec-WebSocket-Key: x"]),
            .get(
                "/api/live", 400, "query.missing", "to", target: "/api/live?from=en",
                fields: Client.fields),
            .get(
                "/api/live", 400, "direction.both", "speaker-events",
                target: "/api/live?from=en&to=es&speaker-events=live&channels=speakers-by-channel",
                fields: Client.fields),
            .get(
                "/metrics", 400, "query.unknown", "",
                target: "/metrics?name=x"),
            .get(
                "/openapi.yaml", 400, "query.unknown", "",
                target: "/openapi.yaml?name=x"),
            .get(
                "/api/health/live", 400, "query.unknown", "",
                target: "/api/health/live?place=true"),
            .get(
                "/api/health/ready", 400, "query.unknown", "",
                target: "/api/health/ready?place=true"),
            .get(
                "/openapi.json", 400, "query.unknown", "",
                target: "/openapi.json?name=x"),
            .get(
                "/api/conversations", 400, "query.value", "limit",
                target: "/api/conversations?limit=0"),
            .get(
                "/api/conversations", 400, "query.value", "limit",
                target: "/api/conversations?limit="),
            .get(
                "/api/conversations", 400, "query.value", "limit",
                target: "/api/conversations?limit=9223372036854775808"),
            .get(
                "/api/conversations/{id}", 400, "query.unknown", "",
                target: "/api/conversations/c00000000000000000000?limit=1"),
            .get(
                "/api/conversations/{id}", 404, "conversation.unknown", "",
                target: "/api/conversations/c00000000000000000000"),
        ]
        + ["/api/conversations", "/api/conversations/{id}"].flatMap { route in
            let target = route.replacing("{id}", with: "c00000000000000000000")
            return [
                RefusedRequest.get(
                    route, 500, "internal.unexpected", "",
                    target: target, failure: BytesLost()),
                .get(
                    route, 503, "store.broken", "", target: target,
                    failure: Problem(.store, "store.broken", "the store cannot be read", at: "/x", cure: "restore it")),
            ]
        }

    static let flip = "/api/conversations/{id}/utterances/{number}/flip"
    static let flipped = "/api/conversations/c00000000000000000000/utterances/1/flip"

    static let flips: [RefusedRequest] = [
        (400, "query.unknown", "", "?to=es", nil as Problem?),
        (400, "query.value", "speaker", "?speaker=me", nil),
        (
            404, "conversation.unknown", "", "", nil
        ),
        (
            409, "direction.outside", "", "",
            Problem(.usage, "direction.outside", "it is in neither language", cure: "say who spoke")
        ),
        (
            409, "direction.dropped", "", "",
            Problem(.usage, "direction.dropped", "it was left out", cure: "look")
        ),
        (
            400, "translator.pair", "--mt", "",
            Problem(.usage, "translator.pair", "no such pair", at: "--mt", cure: "choose another")
        ),
        (
            422, "audio.gone", "", "",
            Problem(.input, "audio.gone", "its audio no longer exists", cure: "translate it anew")
        ),
        (
            503, "engine.missing", "", "",
            Problem(.provider, "engine.missing", "the model is not there", cure: "install it")
        ),
        (
            507, "store.full", "", "",
            Problem(.store, "store.full", "the disk is full", cure: "make room")
        ),
        (
            500, "internal.sequence", "", "",
            Problem(.internal, "internal.sequence", "an utterance came twice")
        ),
    ].map { status, code, place, query, failure in
        RefusedRequest(
            route: "POST \(flip)", status: status, code: code, place: place, target: flipped + query, method: "POST",
            body: [], failure: failure)
    }

    static let resuming = "/api/conversations/{id}/resume"
    static let resumed = "/api/conversations/c00000000000000000000/resume"

    static let resumptions: [RefusedRequest] = [
        (400, "query.unknown", "", "?to=es", nil as Problem?),
        (400, "audio.no-events", "audio", "?audio=wav", nil),
        (404, "conversation.unknown", "", "", nil),
        (409, "conversation.busy", "", "", Problem(.usage, "conversation.busy", "a run works on it", cure: "wait")),
        (
            422, "audio.changed", "", "",
            Problem(.input, "audio.changed", "the recording differs", cure: "restore it")
        ),
        (503, "engine.missing", "", "", Problem(.provider, "engine.missing", "no model", cure: "install it")),
        (507, "store.full", "", "", Problem(.store, "store.full", "the disk is full", cure: "make room")),
        (500, "internal.sequence", "", "", Problem(.internal, "internal.sequence", "an utterance came twice")),
    ].map { status, code, place, query, failure in
        RefusedRequest(
            route: "POST \(resuming)", status: status, code: code, place: place, target: resumed + query,
            method: "POST", body: [], failure: failure)
    }

    static let all =
        optionalBodies + queries + bodies + forms + questions + failures + conversations + exchanges + changes + flips
        + resumptions + utterances
        + lists
        + phrases
        + accounts + jobs + whisper + everywhere
}

/// An unforeseen error.
struct BytesLost: Error {}
