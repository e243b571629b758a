import Language
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// What adapters send, compared with what the vendors' own clients send.
@Suite(.serialized) struct RequestTests {
    /// A request of an adapter, the captured one it is compared with, and what only one of them has.
    struct Pair: Sendable, CustomTestStringConvertible {
        var adapter: String
        var reference: String
        var ignoring: Set<String> = []
        var testDescription: String { "\(adapter) beside \(reference)" }
    }

    static let pairs: [Pair] = [
        Pair(adapter: "openai-stt", reference: "openai_transcribe_min", ignoring: ["language", "response_format"]),
        Pair(
            adapter: "openai-stt-words", reference: "openai_transcribe_full",
            ignoring: ["prompt", "temperature"]),
        Pair(
            adapter: "openai-stt-stream", reference: "openai_transcribe_gpt_transcribe",
            ignoring: ["keywords[]", "languages[]", "prompt", "response_format", "stream"]),
        Pair(
            adapter: "elevenlabs-stt", reference: "elevenlabs_stt",
            ignoring: [
                "diarize", "webhook_metadata", "entity_detection", "entity_redaction", "keyterms", "tag_audio_events",
            ]),
        Pair(adapter: "openai-chat", reference: "openai_chat", ignoring: ["temperature"]),
        Pair(
            adapter: "openai-chat-stream", reference: "openai_chat_stream",
            ignoring: ["max_completion_tokens", "temperature"]),
        Pair(
            adapter: "openai-responses-stream", reference: "openai_responses_stream",
            ignoring: ["instructions", "store", "temperature"]),
        Pair(
            adapter: "deepl", reference: "deepl_translate_nobilled",
            ignoring: ["glossary_id", "formality", "context"]),
        Pair(adapter: "openai-tts", reference: "openai_speech"),
        Pair(
            adapter: "elevenlabs-tts", reference: "elevenlabs_tts_stream",
            ignoring: ["optimize_streaming_latency", "voice_settings.stability"]),
        Pair(
            adapter: "elevenlabs-tts-times", reference: "elevenlabs_tts_stream_timestamps", ignoring: ["output_format"]),
        Pair(adapter: "deepgram-tts", reference: "deepgram_speak"),
    ]

    @Test(arguments: pairs)
    func requestsAreShapedAsTheVendorsClientsDo(_ pair: Pair) async throws {
        let request = try await request(of: AdapterCases.named(pair.adapter))
        let reference = try RequestReference.load(pair.reference).shape()
        #expect(try request.shape().differences(from: reference, ignoring: pair.ignoring) == [])
    }

    /// Any type of audio will do there; ours says which it is.
    @Test func deepgramIsSentAudioAsItIs() async throws {
        let request = try await request(of: AdapterCases.named("deepgram-stt"))
        var shape = try request.shape()
        #expect(shape.contentType == "audio/flac")
        #expect(request.body.starts(with: Array("fLaC".utf8)))
        let reference = try RequestReference.load("deepgram_listen_file").shape()
        shape.contentType = reference.contentType
        #expect(shape.differences(from: reference, ignoring: ["keyterm", "utterances", "punctuate"]) == [])
    }

    /// Newer clients of Anthropic's send the key as a bearer's, older ones and the documents as `x-api-key`.
    @Test func anthropicTakesBothHeaders() async throws {
        let reference = try RequestReference.load("anthropic_messages_stream").shape()
        var shape = try await request(of: AdapterCases.named("anthropic-stream")).shape()
        #expect(shape.authorization == "x-api-key")
        let bearer = AdapterCase.translator(
            "anthropic-bearer", .anthropic, model: "m", streams: true, options: ["authorization": "bearer"], from: [])
        shape = try await request(of: bearer).shape()
        #expect(shape.differences(from: reference, ignoring: ["system", "temperature"]) == [])
    }

    /// Models that can be told not to think refuse a temperature.
    @Test func anthropicIsToldNotToThink() async throws {
        let unthinking = try await request(of: AdapterCases.named("anthropic-unthinking")).json()
        #expect(unthinking["thinking"]?["type"]?.string == "disabled" && unthinking["temperature"] == nil)
        let older = try await request(of: AdapterCases.named("anthropic-stream")).json()
        #expect(older["thinking"] == nil && older["temperature"]?.number == 0)
    }

    /// Where each adapter's key goes: into one header and nowhere else.
    @Test(arguments: AdapterCases.all)
    func theKeyIsInOneHeader(_ adapter: AdapterCase) async throws {
        let request = try await request(of: adapter)
        let places = request.headers.filter { $0.value.contains(AdapterCase.key) }
        let expected: [String: String] = [
            "elevenlabs": "xi-api-key: K", "deepgram": "Authorization: Token K",
            "deepl": "Authorization: DeepL-Auth-Key K",
            "google": "X-Goog-Api-Key: K", "azure": "Ocp-Apim-Subscription-Key: K", "anthropic": "x-api-key: K",
            "openai": "Authorization: Bearer K", "whisper.cpp": "Authorization: Bearer K",
            "mistral": "Authorization: Bearer K", "cohere": "Authorization: Bearer K",
            "speechmatics": "Authorization: Bearer K", "googlev2": "Authorization: Bearer K",
            "gemini": "X-Goog-Api-Key: K", "assemblyai": "Authorization: K", "soniox": "Authorization: Bearer K",
            "gladia": "X-Gladia-Key: K", "cartesia": "Authorization: Bearer K",
        ]
        let vendor = adapter.name.split(separator: "-").first.map(String.init) ?? ""
        let told = places.map { "\($0.name): \($0.value.replacing(AdapterCase.key, with: "K"))" }
        #expect(told.map { $0.lowercased() } == (expected[vendor].map { [$0.lowercased()] } ?? []))
        #expect(!request.target.contains(AdapterCase.key))
        // LibreTranslate takes its key there; APY takes none.
        #expect(request.text.contains(AdapterCase.key) == (vendor == "libretranslate"))
    }

    /// Methods, paths and types that there is no captured request for.
    @Test(arguments: [
        ("google-stt", "/v1/speech:recognize", "application/json"),
        ("google-mt", "/language/translate/v2", "application/json"),
        ("google-tts", "/v1/text:synthesize", "application/json"),
        ("azure-stt", "/speech/recognition/conversation/cognitiveservices/v1", "audio/wav"),
        ("azure-stt-opus", "/speech/recognition/conversation/cognitiveservices/v1", "audio/ogg"),
        ("azure-mt", "/translate", "application/json"), ("azure-tts", "/cognitiveservices/v1", "application/ssml+xml"),
        ("libretranslate", "/translate", "application/json"),
        ("apertium-apy", "/translate", "application/x-www-form-urlencoded"),
        ("whisper.cpp", "/inference", "multipart/form-data"),
        ("googlev2-stt", "/v2/projects/p/locations/us/recognizers/_:recognize", "application/json"),
        ("mistral-stt", "/v1/audio/transcriptions", "multipart/form-data"),
        ("cohere-stt", "/v2/audio/transcriptions", "multipart/form-data"),
        ("speechmatics-stt", "/v2/jobs/", "multipart/form-data"),
        ("assemblyai-stt", "/v2/upload", "application/octet-stream"),
        ("soniox-stt", "/v1/files", "multipart/form-data"), ("gladia-stt", "/v2/upload", "multipart/form-data"),
        ("cartesia-tts", "/tts/bytes", "application/json"),
        ("gemini-stt", "/v1beta/models/gemini-3.5-flash:generateContent", "application/json"),
    ])
    func otherRequests(_ adapter: String, _ path: String, _ type: String) async throws {
        let request = try await request(of: AdapterCases.named(adapter))
        #expect(request.method == "POST" && request.path == path && request.contentType == type)
    }

    @Test func fieldsOfTheOthers() async throws {
        #expect(
            try await request(of: AdapterCases.named("google-stt")).shape().fields == [
                "audio.content", "config.enableAutomaticPunctuation", "config.enableWordTimeOffsets", "config.encoding",
                "config.languageCode", "config.model", "config.sampleRateHertz",
            ])
        #expect(
            try await request(of: AdapterCases.named("googlev2-stt")).shape().fields == [
                "config.autoDecodingConfig.{}", "config.features.enableAutomaticPunctuation",
                "config.features.enableWordTimeOffsets",
                "config.languageCodes[]", "config.model", "content",
            ])
        #expect(
            try await request(of: AdapterCases.named("google-mt")).shape().fields == [
                "format", "model", "q[]", "source", "target",
            ])
        #expect(
            try await request(of: AdapterCases.named("google-tts")).shape().fields == [
                "audioConfig.audioEncoding", "audioConfig.sampleRateHertz", "input.text", "voice.languageCode",
                "voice.name",
            ])
        let azure = try await request(of: AdapterCases.named("azure-mt"))
        #expect(try azure.shape().query == ["api-version", "from", "textType", "to"])
        #expect(azure[header: "Ocp-Apim-Subscription-Region"] == "westeurope")
        let dated = try await request(of: AdapterCases.named("azure-mt-dated"))
        #expect(try dated.shape().query == ["api-version"])
        #expect(dated.target.hasSuffix("?api-version=2026-06-06"))
        #expect(
            try dated.shape().fields == [
                "inputs[].language", "inputs[].targets[].language", "inputs[].targets[].tone", "inputs[].text",
                "inputs[].textType",
            ])
        #expect(
            try await request(of: AdapterCases.named("libretranslate")).shape().fields == [
                "api_key", "format", "q", "source", "target",
            ])
        let apertium = try await request(of: AdapterCases.named("apertium-apy"))
        #expect(apertium.form.first == .init(name: "langpair", value: "en|es"))
        #expect(apertium.form.contains(.init(name: "format", value: "txt")))
        #expect(
            try await request(of: AdapterCases.named("whisper.cpp")).shape().fields == [
                "file (file)", "language", "response_format", "split_on_word",
            ])
    }

    /// SSML is XML, whatever the text is.
    @Test func azureIsSentEscapedText() async throws {
        let request = try await request(of: AdapterCases.named("azure-tts"), text: "Tom & <Jerry> \"say\" 'hi'\u{1}")
        #expect(request.text.contains("Tom &amp; &lt;Jerry&gt; &quot;say&quot; &apos;hi&apos;<"))
        #expect(request[header: "X-Microsoft-OutputFormat"] == "raw-24khz-16bit-mono-pcm")
        #expect(request[header: "User-Agent"] == "verbio")
    }

    /// Earlier utterances are shown if they are useful, and are never translated.
    @Test func earlierUtterancesAreContext() async throws {
        let earlier = [ContextPair(speaker: "user", source: "My name is Ann.", translation: "Me llamo Ann.")]
        let deepL = try await request(of: AdapterCases.named("deepl"), earlier: earlier).json()
        #expect(deepL["context"] == "My name is Ann.")
        #expect(deepL["text"] == .array(["Good morning."]))
        let chat = try await request(of: AdapterCases.named("openai-chat"), earlier: earlier).json()
        let message = try JSONDocument(parsing: Array((chat["messages"]?[1]?["content"]?.string ?? "").utf8))
        #expect(message["earlier"]?[0]?["translation"] == "Me llamo Ann.")
        #expect(message["utterance"] == "Good morning.")
        #expect(chat["messages"]?[0]?["content"]?.string?.contains("Ann") == false)
    }

    /// DeepL's context is in the language translated from, whichever side said it.
    @Test func theOtherSidesLinesAreContextInTheLanguageTranslatedFrom() async throws {
        let earlier = [
            ContextPair(speaker: "other", source: "¿Dónde está?", translation: "Where is it?"),
            ContextPair(speaker: "user", source: "Over there.", translation: "Allí."),
        ]
        let later = [LaterLine(speaker: "other", source: "Gracias."), LaterLine(speaker: "user", source: "Bye.")]
        let deepL = AdapterCases.named("deepl")
        let both = try await request(of: deepL, earlier: earlier, later: later, speaker: "user").json()
        #expect(both["context"] == "Where is it?\nOver there.\nBye.")
        let chat = try await request(of: AdapterCases.named("openai-chat"), earlier: earlier, speaker: "user").json()
        let message = try JSONDocument(parsing: Array((chat["messages"]?[1]?["content"]?.string ?? "").utf8))
        #expect(message["earlier"]?[0]?["source"] == "¿Dónde está?")
    }

    /// So is what comes next, and as much of both as has room.
    @Test func laterUtterancesAreContext() async throws {
        let earlier = [ContextPair(speaker: "user", source: "My name is Ann.", translation: "Me llamo Ann.")]
        let later = ["Nice to meet you.", "Take a seat."].map { LaterLine(speaker: "user", source: $0) }
        let deepL = AdapterCases.named("deepl")
        let both = try await request(of: deepL, earlier: earlier, later: later).json()
        #expect(both["context"] == "My name is Ann.\nNice to meet you.\nTake a seat.")
        #expect(both["text"] == .array(["Good morning."]))
        let long = LaterLine(speaker: "user", source: String(repeating: "x", count: 1_990))
        #expect(try await request(of: deepL, earlier: earlier, later: [long]).json()["context"]?.string == long.source)
        let tooLong = LaterLine(speaker: "user", source: String(repeating: "x", count: 2_000))
        #expect(
            try await request(of: deepL, earlier: earlier, later: [tooLong] + later).json()["context"]
                == "My name is Ann.")
        let chat = try await request(of: AdapterCases.named("openai-chat"), later: later).json()
        let message = try JSONDocument(parsing: Array((chat["messages"]?[1]?["content"]?.string ?? "").utf8))
        #expect(message["later"]?[1]?["source"] == "Take a seat." && message["later"]?[1]?["speaker"] == "user")
        #expect(message["utterance"] == "Good morning." && message["earlier"] == nil)
    }

    /// The speaker's earlier words follow the option, and neither is sent if it is to be withheld.
    @Test func prompts() async throws {
        func prompt(_ wire: RecognitionWire, _ own: String?, _ before: String?) async throws -> String? {
            try await withStandIn(EchoStandIn.script) { server in
                let stage = AdapterCase.recognizer(
                    "prompted", wire, model: "m", base: wire == .openAI ? "/v1" : "", from: []
                ) {
                    $0.options = own.map { ["prompt": $0] }
                }
                guard case .recognizer(let recognizer) = stage.adapter(at: server.url) else { return nil }
                #expect(recognizer.capabilities.takesPrompt && recognizer.capabilities.ownPrompt == own)
                _ = try await recognizer.recognize(
                    RecognitionRequest(
                        audio: [Float](repeating: 0.1, count: 16_000), language: .en, prompt: before,
                        context: CallContext(conversation: "c", utterance: 1))
                ) { _ in }
                return try #require(server.requests.first).multipart().first { $0.name == "prompt" }?.text
            }
        }
        for wire in [RecognitionWire.openAI, .whisperCpp] {
            #expect(try await prompt(wire, nil, nil) == nil)
            #expect(try await prompt(wire, "Names: Ann.", nil) == "Names: Ann.")
            #expect(try await prompt(wire, nil, "We met Ann.") == "We met Ann.")
            #expect(try await prompt(wire, "Names: Ann.", "We met Ann.") == "Names: Ann. We met Ann.")
            #expect(try await prompt(wire, "Names: Ann.", "") == nil)
        }
        for name in ["deepgram-stt", "google-stt", "azure-stt", "elevenlabs-stt"] {
            guard case .recognizer(let other) = AdapterCases.named(name).adapter(at: "http://127.0.0.1") else {
                continue
            }
            #expect(!other.capabilities.takesPrompt)
        }
    }

    private func request(
        of adapter: AdapterCase, text: String = "Good morning.", earlier: [ContextPair] = [],
        later: [LaterLine] = [], speaker: String? = nil
    ) async throws -> RecordedRequest {
        try await withStandIn(EchoStandIn.script) { server in
            let outcome = await adapter.adapter(at: server.url, isOwn: false).call(
                text, earlier: earlier, later: later, speaker: speaker)
            #expect(outcome.error == nil)
            return try #require(server.requests.first)
        }
    }
}
