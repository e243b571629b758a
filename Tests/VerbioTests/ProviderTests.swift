import Foundation
import StandIns
import Testing
import VerbioTesting

/// The program against simulated providers on loopback: the whole way from the command to the files.
@Suite("Providers over the network", .timeLimit(.minutes(5)))
struct ProviderTests {
    private static let key = "sk-never-to-be-seen-0123456789"
    private static let welcome = SpeechFixtures.packageRoot + "/Samples/welcome.wav"

    /// Hears, translates and speaks as OpenAI would.
    @Sendable static func answer(_ request: RecordedRequest) -> StandInAnswer {
        switch request.path {
        case "/v1/audio/transcriptions":
            .json(200, #"{"text":"Utterance \#(request.body.count).","usage":{"type":"duration","seconds":3}}"#)
        case "/v1/responses":
            .json(
                200,
                """
                {"status":"completed","output":[{"type":"message","content":[{"type":"output_text",
                "text":"{\\"translation\\":\\"Frase \(number(request.body))\\"}"}]}],
                "usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":40},"output_tokens":10}}
                """)
        case "/v1/audio/speech":
            .body(200, type: "audio/pcm", Array(repeating: 1, count: 48_000))
        default:
            .json(404, #"{"error":{"message":"no such path","code":"model_not_found"}}"#)
        }
    }

    /// The number of the utterance that is to be translated; those of earlier ones come before it.
    private static func number(_ body: [UInt8]) -> String {
        String(decoding: body, as: UTF8.self).matches(of: /Utterance (\d+)/).last.map { String($0.1) } ?? "?"
    }

    static func environment(_ server: StandInServer) -> [String: String] {
        ["OPENAI_BASE_URL": server.url + "/v1", "OPENAI_API_KEY": Self.key, "no_proxy": "127.0.0.1"]
    }

    private static let translate = [
        "translate", welcome, "--from", "en", "--to", "es", "--stt", "openai", "--mt", "openai", "--tts", "openai",
    ]

    @Test("Given network providers, when a recording is translated, then it is spoken, and no file holds the key")
    func wholeWay() async throws {
        let product = try Product()
        defer { product.remove() }
        try await withStandIn {
            Self.answer($0)
        } test: { server in
            let ended = try await product.start(Self.translate, environment: Self.environment(server)).end()
            #expect(ended.code == 0, "\(ended.errors)")
            let paths = server.requests.map(\.path)
            #expect(paths.count == 18)
            #expect(Set(paths.map { name in paths.count { $0 == name } }) == [6])
            #expect(server.requests.allSatisfy { $0[header: "authorization"] == "Bearer \(Self.key)" })
            // Connections are used again: 18 requests, at most 4 of a stage at once.
            #expect(server.connectionCount <= 12)
            let captions = try String(
                contentsOf: product.folder.appending(path: "welcome.es.srt"), encoding: .utf8)
            #expect(captions.contains("Frase"))
            // The document states for each call how the provider was reached, and its connections are those that were
            // opened.
            let document = try JSONSerialization.jsonObject(
                with: Data(contentsOf: product.folder.appending(path: "welcome.es.json")))
            let utterances = (document as? [String: Any])?["utterances"] as? [[String: Any]] ?? []
            let timings = utterances.compactMap { $0["timings"] as? [String: [String: Any]] }.flatMap(\.values)
            #expect(timings.count == 18)
            #expect(timings.count { $0["connectionReused"] as? Bool == false } == server.connectionCount)
            for timing in timings {
                let firstByte = try #require(timing["firstByteMilliseconds"] as? Double)
                let connect = try #require(timing["connectMilliseconds"] as? Double)
                #expect(firstByte > 0 && connect <= firstByte)
                #expect(timing["connectionReused"] as? Bool != true || connect == 0)
            }
            try expectUsage(in: document)
            #expect(ended.output.contains("first byte") && ended.output.contains("connections"))
            #expect(!(ended.output + ended.errors).contains(Self.key))
            try expectNoKey(in: product.folder)
        }
    }

    /// What each call consumed is next to what it cost, and the sums of it below.
    private func expectUsage(in document: Any) throws {
        let document = try #require(document as? [String: Any])
        let utterances = document["utterances"] as? [[String: Any]] ?? []
        let wanted: [(stage: String, usage: [String: Double])] = [
            ("recognition", ["audioSeconds": 3]),
            ("translation", ["inputTokens": 100, "cachedInputTokens": 40, "outputTokens": 10]),
        ]
        let sums = try #require(document["usage"] as? [String: [String: Double]])
        for (stage, usage) in wanted {
            let told = utterances.compactMap { utterance in
                (utterance["timings"] as? [String: [String: Any]])?[stage]?["usage"] as? [String: Double]
            }
            #expect(told == Array(repeating: usage, count: 6))
            for (unit, amount) in usage { #expect(sums[stage]?[unit] == amount * 6) }
        }
        let spoken = utterances.compactMap { utterance in
            (utterance["timings"] as? [String: [String: Any]])?["synthesis"]?["usage"] as? [String: Double]
        }
        // A second of audio each; a provider that charges by the minute reports none.
        #expect(spoken.count == 6 && spoken.allSatisfy { $0["audioSeconds"] == 1 && $0["characters"] ?? 0 > 5 })
        #expect(sums["synthesis"]?["audioSeconds"] == 6)
    }

    @Test("Given a provider that fails, when a fallback answers, then the document names it")
    func standsIn() async throws {
        let product = try Product()
        defer { product.remove() }
        try await withStandIn(.json(401, #"{"error":{"message":"Incorrect API key","code":"invalid_api_key"}}"#)) {
            server in
            let ended = try await product.start(
                [
                    "translate", Self.welcome, "--from", "en", "--to", "es", "--stt", "openai,sim:instant", "--mt",
                    "sim:instant", "--tts", "none", "--formats", "json",
                ], environment: Self.environment(server)
            ).end()
            #expect(ended.code == 0, "\(ended.errors)")
            // As many as were in progress when the first was refused.
            #expect((1...6).contains(server.requests.count))
            let document = try JSONSerialization.jsonObject(
                with: Data(contentsOf: product.folder.appending(path: "welcome.es.json")))
            let utterances = (document as? [String: Any])?["utterances"] as? [[String: Any]] ?? []
            let providers = utterances.compactMap { utterance in
                ((utterance["timings"] as? [String: Any])?["recognition"] as? [String: Any])?["provider"] as? String
            }
            #expect(providers == Array(repeating: "sim:instant", count: 6))
            #expect(ended.output.contains("sim:instant"))
            #expect(ended.errors.contains("verbio: openai (recognition) failed "))
            #expect(ended.errors.contains("so sim:instant was called instead: 401 Incorrect API key; check its key"))
        }
    }

    @Test("Given a cost limit, when a stopped run is resumed with a higher one, then no paid call is repeated")
    func limit() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.declareRecognizer()
        try await withStandIn {
            Self.answer($0)
        } test: { server in
            var environment = Self.environment(server)
            environment["VERBIO_PROVIDERS_FILE"] = "mine.yaml"
            environment["VERBIO_PIPELINE_STT_CONCURRENCY"] = "1"
            let first = try await product.start(
                [
                    "translate", Self.welcome, "--from", "en", "--to", "es", "--stt", "openai", "--mt", "sim:instant",
                    "--tts", "none", "--max-cost", "1.50",
                ], environment: environment
            ).end()
            #expect(first.code == 5)
            let paid = server.requests.count
            #expect((1...5).contains(paid))
            #expect(first.output.contains("$\(paid == 1 ? "0.3000" : String(format: "%.4f", Double(paid) * 0.3))"))
            let id = try #require(first.errors.firstMatch(of: /verbio resume (\w+)/)?.1)
            let second = try await product.start(
                ["resume", String(id), "--max-cost", "100"], environment: environment
            ).end()
            #expect(second.code == 0, "\(second.errors)")
            #expect(server.requests.count == 6)
            let shown = try await product.start(
                ["conversations", "show", String(id)], environment: environment
            ).end()
            #expect(shown.output.contains("cost $1.8000 (recognition by openai $1.8000)"))
            #expect(shown.output.contains("consumed: recognition by openai 18.0 s of audio"))
        }
    }

    @Test(
        "Given a wrong engine or a missing key, when a run starts, then one sentence refuses it before any call",
        arguments: [
            (["--stt", "groq"], 4, "groq needs a key; set GROQ_API_KEY to it"),
            (["--stt", "azure-speech"], 4, "azure-speech needs the environment variable AZURE_SPEECH_REGION"),
            (["--stt", "nobody"], 2, "there is no engine 'nobody' for --stt"),
            (["--stt", "deepl"], 2, "there is no engine 'deepl' for --stt"),
            (["--mt", "ollama,openai", "--max-cost", "1"], 4, "openai needs a key"),
            (
                ["--tts", "kokoro", "--to", "de"], 2,
                "kokoro is configured with no voice for German; name one with --voice"
            ),
        ])
    func refused(options: [String], code: Int32, says: String) async throws {
        let product = try Product()
        defer { product.remove() }
        var arguments = ["translate", Self.welcome, "--from", "en"]
        if !options.contains("--to") { arguments += ["--to", "es"] }
        for (option, engine) in [("--stt", "sim:instant"), ("--mt", "sim:instant"), ("--tts", "none")]
        where !options.contains(option) { arguments += [option, engine] }
        let ended = try await product.start(
            arguments + options, environment: ["AZURE_SPEECH_KEY": Self.key]
        ).end()
        #expect(ended.code == code)
        #expect(ended.errors.contains(says), "\(ended.errors)")
        #expect(ended.errors.split(separator: "\n").count == 1)
    }

    @Test("Given a limit, when a price is unknown, then the run is refused unless that is allowed")
    func unknownPrice() async throws {
        let product = try Product()
        defer { product.remove() }
        try await withStandIn {
            Self.answer($0)
        } test: { server in
            let refused = try await product.start(
                Self.translate + ["--max-cost", "1"], environment: Self.environment(server)
            ).end()
            #expect(refused.code == 2)
            #expect(
                refused.errors.contains("the price of openai/gpt-4o-mini-tts is not known"), "\(refused.errors)")
            #expect(server.requests.isEmpty)
            let allowed = try await product.start(
                Self.translate + ["--max-cost", "1", "--allow-unknown-prices"], environment: Self.environment(server)
            ).end()
            #expect(allowed.code == 0, "\(allowed.errors)")
        }
    }

    @Test("Given an unknown price, when a run is estimated, then the known costs are summed and called incomplete")
    func estimate() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.start(
            ["estimate", Self.welcome, "--stt", "groq", "--mt", "mistral", "--tts", "sim:instant", "--json"]
        ).end()
        #expect(ended.code == 0, "\(ended.errors)")
        let estimate = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
        #expect(estimate?["utterances"] as? Int == 6)
        #expect(estimate?["isComplete"] as? Bool == false)
        let dollars = try #require(estimate?["dollars"] as? Double)
        // 15 s of speech and what is around it, at a fifteenth of a cent a minute.
        #expect((0.00015...0.0005).contains(dollars))
    }

    @Test("Given an unknown language, when a run is estimated, then the language is refused")
    func estimateOfLanguages() async throws {
        let product = try Product()
        defer { product.remove() }
        let wrong = try await product.start(["estimate", Self.welcome, "--to", "klingon"]).end()
        #expect(wrong.code == 2 && wrong.errors.contains("klingon"), "\(wrong.errors)")
    }

    @Test("Given a provider without a key, when doctor checks it, then the report names the key without any call")
    func doctor() async throws {
        let product = try Product()
        defer { product.remove() }
        try await withStandIn {
            Self.answer($0)
        } test: { server in
            var environment = Self.environment(server)
            environment["VERBIO_PROVIDERS_STT"] = "openai,groq"
            let ended = try await product.start(["doctor"], environment: environment).end()
            #expect(ended.code == 4)
            #expect(ended.output.contains("gpt-transcribe; 'verbio providers check' shows whether it answers"))
            #expect(ended.output.contains("set GROQ_API_KEY to it"))
            #expect(server.requests.isEmpty)
        }
    }

    private func expectNoKey(in folder: URL) throws {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var seen = 0
        for case let file as URL in try #require(files) {
            guard let bytes = try? Data(contentsOf: file) else { continue }
            seen += 1
            #expect(bytes.range(of: Data(Self.key.utf8)) == nil, "\(file.lastPathComponent) holds the key")
        }
        #expect(seen > 5)
    }
}
