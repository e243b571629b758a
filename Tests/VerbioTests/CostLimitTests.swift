import Foundation
import Plumbing
import StandIns
import Testing
import VerbioTesting

/// What users read about cost and waiting during a run and at its end.
@Suite("Limits, waits and last words", .timeLimit(.minutes(5)))
struct CostLimitTests {
    private static let welcome = SpeechFixtures.packageRoot + "/Samples/welcome.wav"

    private func environment(_ server: StandInServer) -> [String: String] {
        [
            "OPENAI_BASE_URL": server.url + "/v1", "OPENAI_API_KEY": "sk-0123456789", "no_proxy": "127.0.0.1",
            "VERBIO_PROVIDERS_FILE": "mine.yaml", "VERBIO_PIPELINE_STT_CONCURRENCY": "1",
        ]
    }

    private func translate(_ options: String...) -> [String] {
        [
            "translate", Self.welcome, "--from", "en", "--to", "es", "--stt", "openai", "--mt", "sim:instant", "--tts",
            "none",
        ] + options
    }

    @Test("Given a cost limit, when runs reach it, then each hint has it, and the sum of all runs is shown separately")
    func limitOfARun() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.declareRecognizer()
        try await withStandIn { _ in
            .json(200, #"{"text":"One two three.","usage":{"type":"duration","seconds":3}}"#)
        } test: { server in
            let environment = environment(server)
            let first = try await product.run(translate("--max-cost", "0.80"), environment: environment)
            #expect(first.code == 5, "\(first.errors)")
            #expect(first.errors.contains(/continue with 'verbio resume \w+ --max-cost 0\.8'/), "\(first.errors)")
            let id = try #require(first.errors.firstMatch(of: /verbio resume (\w+)/)?.1)
            #expect(
                first.errors.contains(
                    "the cost limit of this run is $0.8000, and this call could exceed it; "
                        + "resume it: --max-cost applies to each run separately"), "\(first.errors)")
            #expect(!first.output.contains("of all runs"))
            let second = try await product.run(
                ["resume", String(id), "--max-cost", "0.80"], environment: environment)
            #expect(second.output.contains("the table is of all runs: this one made "), "\(second.output)")
            let small = try await product.run(
                ["resume", String(id), "--max-cost", "0.01"], environment: environment)
            #expect(small.code == 5, "\(small.errors)")
            #expect(small.errors.contains("resume it with a higher --max-cost"), "\(small.errors)")
            // With the limit that the hint names, it continues further.
            let hint = try #require(
                small.errors.firstMatch(of: /continue with 'verbio resume \w+ --max-cost ([0-9.]+)/)?.1)
            #expect(Double(hint).map { $0 > 0.01 } == true, "\(small.errors)")
            let more = try await product.run(
                ["resume", String(id), "--max-cost", String(hint)], environment: environment)
            func failed(_ ended: Product.Ended) -> Int { ended.errors.components(separatedBy: "failed: ").count }
            #expect(failed(more) < failed(small), "\(more.errors)")
        }
    }

    @Test("Given a long wait, when the user stops at once, then the way to continue is shown and nothing runs any more")
    func lastWord() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.declareRecognizer()
        try await withStandIn { _ in
            .json(429, #"{"error":{"message":"too many"}}"#, headers: [("Retry-After", "120")])
        } test: { server in
            let environment = environment(server)
            let running = try product.start(translate("--max-cost", "100"), environment: environment)
            await running.wait(for: "openai (recognition) requests a pause of 120 s")
            kill(running.pid, SIGINT)
            await running.wait(for: "press Ctrl-C again")
            let during = try await product.run(["conversations", "list"], environment: environment)
            #expect(during.output.contains("  running  "), "\(during.output)")
            kill(running.pid, SIGINT)
            let ended = try await running.end()
            #expect(ended.code == 130, "\(ended.errors)")
            #expect(ended.errors.contains(/continue with 'verbio resume c\w+ --max-cost 100'\n$/), "\(ended.errors)")
            #expect(ended.errors.components(separatedBy: "requests a pause").count == 2)
            let list = try await product.run(["conversations", "list"], environment: environment)
            #expect(list.output.contains("  interrupted  ") && !list.output.contains("running"), "\(list.output)")
            let lines = try await product.run(["conversations", "list", "--json"], environment: environment)
            #expect(lines.output.contains(#""state":"interrupted""#), "\(lines.output)")
        }
    }

    @Test(
        "Given a provider that is down or busy, when a run waits for it, then the wait and its end are each noted once",
        arguments: [
            (500, "internal error", "down"), (503, "overloaded", "busy"),
            (503, "server busy, please try again", "busy"),
        ])
    func outage(status: Int, message: String, state: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try product.declareRecognizer()
        let calls = Locked(0)
        try await withStandIn { _ in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            return call <= 6
                ? .json(status, #"{"error":{"message":"\#(message)"}}"#)
                : .json(200, #"{"text":"One two three.","usage":{"type":"duration","seconds":3}}"#)
        } test: { server in
            let ended = try await product.run(
                translate(),
                environment: environment(server).merging(["VERBIO_PIPELINE_OUTAGE_WAIT": "240"]) { $1 })
            #expect(ended.code == 0, "\(ended.errors)")
            let told = "openai (recognition) is \(state): \(status) \(message); waiting for it, 240 s at most"
            #expect(ended.errors.components(separatedBy: told).count == 2, "\(ended.errors)")
            #expect(ended.errors.components(separatedBy: "openai (recognition) answers again").count == 2)
        }
    }

    @Test("Given a clear voice, when the recognizer finds no words, then the error names the recognizer")
    func wordless() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.declareRecognizer()
        try await withStandIn { _ in
            .json(200, #"{"text":"","usage":{"type":"duration","seconds":3}}"#)
        } test: { server in
            let ended = try await product.run(translate(), environment: environment(server))
            #expect(ended.code == 3, "\(ended.errors)")
            #expect(
                ended.errors.contains(/openai found no words in 1\d\.\d s of voice; .*--stt openai,OTHER/),
                "\(ended.errors)")
            #expect(!ended.errors.contains("no speech was found"))
        }
    }

    @Test("Given output that is not read, when a signal comes, then the command ends")
    func unread() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.declareRecognizer()
        let pipe = product.folder.appending(path: "pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        let reader = open(pipe.path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        // It is full before anything is printed.
        while write(reader, "x", 1) == 1 {}
        try await withStandIn { _ in
            .json(429, #"{"error":{"message":"too many"}}"#, headers: [("Retry-After", "120")])
        } test: { server in
            let running = try product.start(translate("--json"), output: pipe, environment: environment(server))
            // Its first event is about to be printed, or is still held back.
            while running.program.isRunning,
                try await !product.run(["conversations", "list"]).output.contains("  running  ")
            {}
            kill(running.pid, SIGINT)
            let errors = running.errors
            await running.wait {
                (try? String(contentsOf: errors, encoding: .utf8))?.contains("press Ctrl-C again") == true
            }
            kill(running.pid, SIGINT)
            #expect(await running.program.end() == 130)
            let told = try String(contentsOf: errors, encoding: .utf8)
            #expect(told.contains("stopped at once; continue with 'verbio resume"), "\(told)")
        }
    }

    @Test(
        "Given calls dearer than expected, when a run exceeds its limit, then the hint has the store and the settings")
    func dearer() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.declareRecognizer()
        try "context:\n  batch: 0\n".write(
            to: product.folder.appending(path: "own.yaml"), atomically: true, encoding: .utf8)
        try await withStandIn { _ in
            .json(200, #"{"text":"One two three.","usage":{"type":"duration","seconds":20}}"#)
        } test: { server in
            let ended = try await product.run(
                translate("--max-cost", "0.80", "--store", "my $tore", "--config", "own.yaml"),
                environment: environment(server))
            #expect(ended.code == 5, "\(ended.errors)")
            #expect(
                ended.output.contains("more than $0.8000: calls in progress cost more than estimated"),
                "\(ended.output)")
            #expect(!ended.output.contains("of all runs"), "\(ended.output)")
            #expect(
                ended.errors.contains(/--max-cost 2\.\d+ --store "my \\\$tore" --config own\.yaml'/), "\(ended.errors)")
        }
    }

    @Test(
        "Given an answer with an impossible usage, when a run counts it, then the estimate counts, and one note says so"
    )
    func absurd() async throws {
        let product = try Product()
        defer { product.remove() }
        try "Where is the station?\nThank you very much.\n".write(
            to: product.folder.appending(path: "lines.txt"), atomically: true, encoding: .utf8)
        try """
        openai:
          url: ${OPENAI_BASE_URL}
          key: OPENAI_API_KEY
          mt:
            wire: openai-responses
            model: some
            price: {million-input-tokens: 1, million-output-tokens: 5, as-of: 2026-11-20}
        """.write(to: product.folder.appending(path: "mine.yaml"), atomically: true, encoding: .utf8)
        try await withStandIn { _ in
            .json(
                200,
                """
                {"status":"completed","output":[{"type":"message","content":[{"type":"output_text",
                "text":"{\\"translation\\":\\"¿Dónde está la estación?\\"}"}]}],
                "usage":{"input_tokens":100,"output_tokens":1000000000}}
                """)
        } test: { server in
            let environment = environment(server)
            let ended = try await product.run(
                ["text", "lines.txt", "--from", "en", "--to", "es", "--mt", "openai", "--max-cost", "0.5"],
                environment: environment)
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(ended.errors.components(separatedBy: "reported an impossible usage").count == 2, "\(ended.errors)")
            let listed = try await product.run(["conversations", "list", "--json"], environment: environment)
            let id = try #require(listed.output.firstMatch(of: /"id":"(\w+)"/)?.1)
            let shown = try await product.run(["conversations", "show", String(id)], environment: environment)
            #expect(shown.output.contains("cost unknown") && !shown.output.contains("00000"), "\(shown.output)")
        }
    }

    @Test("Given expensive fallbacks or unknown prices, when a run is estimated, then their cost or a refusal is shown")
    func estimates() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.declareRecognizer()
        let simulated = ["--mt", "sim:instant", "--tts", "none"]
        let standIn = try await product.run(
            ["estimate", Self.welcome, "--stt", "sim:instant,openai"] + simulated,
            environment: ["VERBIO_PROVIDERS_FILE": "mine.yaml"])
        #expect(standIn.output.contains("At most about $0.0000."), "\(standIn.output)")
        #expect(standIn.output.contains(/If the most expensive fallbacks do all of it: \$[1-9]/))
        let alone = try await product.run(
            ["estimate", Self.welcome, "--stt", "openai"] + simulated,
            environment: ["VERBIO_PROVIDERS_FILE": "mine.yaml"])
        #expect(!alone.output.contains("fallbacks"), "\(alone.output)")
        let free = try await product.run(
            ["estimate", Self.welcome, "--from", "auto", "--stt", "sim:instant"] + simulated)
        #expect(free.output.contains("\nFree: ") && !free.output.contains("At most"), "\(free.output)")
        let unknown = try await product.run(
            ["estimate", Self.welcome, "--stt", "cohere", "--max-cost", "1"] + simulated)
        #expect(unknown.output.contains("The run would be refused, because the price of cohere/"), "\(unknown.output)")
        let both = try await product.run(
            ["estimate", Self.welcome, "--stt", "sim:instant,cohere", "--max-cost", "1"] + simulated)
        #expect(
            both.output.contains("fallbacks do all of it: $0.0000, plus the unknown prices."),
            "\(both.output)")
        let json = try await product.run(
            ["estimate", Self.welcome, "--stt", "sim:instant,cohere", "--max-cost", "1", "--json"] + simulated)
        #expect(json.output.contains(#""refusedFor" : "cohere/"#), "\(json.output)")
        #expect(json.output.contains(#""standInDollars" : 0,"#), "\(json.output)")
        #expect(json.output.contains(#""standInsAreComplete" : false"#), "\(json.output)")
        let dearer = try await product.run(
            ["estimate", Self.welcome, "--stt", "sim:instant,openai", "--json"] + simulated,
            environment: ["VERBIO_PROVIDERS_FILE": "mine.yaml"])
        #expect(dearer.output.contains(/"standInDollars" : [0-9.]*[1-9]/), "\(dearer.output)")
        #expect(!dearer.output.contains("refusedFor"), "\(dearer.output)")
    }
}
