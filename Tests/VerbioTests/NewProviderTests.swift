import Foundation
import StandIns
import Testing
import VerbioTesting

/// Providers that came in November 2026, where they meet languages, costs and checks.
@Suite("New providers", .timeLimit(.minutes(5)))
struct NewProviderTests {
    private static let welcome = SpeechFixtures.packageRoot + "/Samples/welcome.wav"
    private static let keys = [
        "MISTRAL_API_KEY": "k", "COHERE_API_KEY": "k", "SPEECHMATICS_API_KEY": "k", "GOOGLE_ACCESS_TOKEN": "k",
        "ASSEMBLYAI_API_KEY": "k", "SONIOX_API_KEY": "k", "GLADIA_API_KEY": "k", "CARTESIA_API_KEY": "k",
        "DEEPSEEK_API_KEY": "k", "no_proxy": "127.0.0.1",
    ]

    @Test(
        "Given what a new provider cannot do, when a run wants it, then one sentence refuses it before any call",
        arguments: [
            (["--stt", "cohere", "--from", "hi", "--to", "en"], 2, "cohere does not recognize Hindi"),
            (["--stt", "cohere", "--from", "en", "--to", "es", "--two-way"], 2, "cohere cannot detect the spoken"),
            (
                ["--stt", "speechmatics", "--from", "en", "--to", "es", "--two-way"], 2,
                "speechmatics cannot detect the spoken language"
            ),
            (
                ["--tts", "cartesia", "--from", "en", "--to", "es"], 2,
                "cartesia is configured with no voice for Spanish"
            ),
            (["--stt", "soniox", "--from", "en", "--to", "es", "--max-cost", "1"], 2, "the price of soniox/"),
            (["--tts", "vllm", "--from", "en", "--to", "ar"], 2, "vllm is configured with no voice for Arabic"),
            (["--stt", "google-chirp", "--from", "en", "--to", "es"], 4, "environment variable GOOGLE_CLOUD_PROJECT"),
            (["--stt", "mistral", "--from", "en", "--to", "es", "--max-cost", "1"], 2, "the price of mistral/"),
        ])
    func refused(options: [String], code: Int32, says: String) async throws {
        let product = try Product()
        defer { product.remove() }
        var arguments = ["translate", Self.welcome]
        for (option, engine) in [("--stt", "sim:instant"), ("--mt", "sim:instant"), ("--tts", "none")]
        where !options.contains(option) { arguments += [option, engine] }
        let ended = try await product.run(arguments + options, environment: Self.keys)
        #expect(ended.code == code && ended.errors.contains(says), "\(ended.code) \(ended.errors)")
        #expect(ended.errors.split(separator: "\n").last?.contains(says) == true, "\(ended.errors)")
    }

    @Test("Given providers without a declared price, when a run is estimated, then their cost is said to be unknown")
    func estimated() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(
            [
                "estimate", Self.welcome, "--from", "en", "--to", "es", "--stt", "cohere", "--mt", "deepseek", "--tts",
                "none",
            ], environment: Self.keys)
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.contains("cohere") && ended.output.contains("deepseek"), "\(ended.output)")
        #expect(ended.output.contains("unknown"), "\(ended.output)")
    }

    @Test("Given a server in place of a vendor, when the new providers are checked, then each stage is called once")
    func checked() async throws {
        let product = try Product()
        defer { product.remove() }
        try await withStandIn {
            switch $0.path {
            case "/v1/audio/transcriptions":
                .json(200, #"{"model":"m","text":"One two three.","language":"en","usage":{"prompt_audio_seconds":2}}"#)
            case "/v2/audio/transcriptions": .json(200, #"{"text":"One two three."}"#)
            case "/v2/jobs/":
                .json(
                    201,
                    #"""
                    {"id":"a","status":"done","json-v2":{"results":[{"type":"word","start_time":0.1,"end_time":0.5,
                    "alternatives":[{"content":"One","confidence":0.9}]}]}}
                    """#)
            case "/v2/jobs/a": .json(200, "{}")
            default: .json(404, #"{"message":"no such path"}"#)
            }
        } test: { server in
            try ["mistral", "cohere", "speechmatics"].map {
                "\($0): {url: \(server.url), key: \($0.uppercased())_API_KEY, stt: {wire: \($0), model: m}}"
            }.joined(separator: "\n").write(
                to: product.folder.appending(path: "providers.yaml"), atomically: true, encoding: .utf8)
            let ended = try await product.run(
                ["providers", "check", "mistral", "cohere", "speechmatics"],
                environment: Self.keys.merging(["VERBIO_PROVIDERS_FILE": "providers.yaml"]) { $1 })
            #expect(ended.code == 0, "\(ended.output)\(ended.errors)")
            #expect(ended.output.split(separator: "\n").count { $0.hasPrefix("ok ") } == 3, "\(ended.output)")
            #expect(server.requests.map(\.method) == ["POST", "POST", "POST", "DELETE"])
        }
    }

    @Test(
        "Given vendors that make jobs, when they are checked and a recording is translated, then nothing is left there")
    func jobs() async throws {
        let product = try Product()
        defer { product.remove() }
        try await withStandIn {
            switch ($0.method, $0.path) {
            case ("POST", "/v2/upload"):
                .json(200, #"{"upload_url":"https://cdn.invalid/1","audio_url":"https://cdn.invalid/1"}"#)
            case ("POST", "/v2/transcript"), ("POST", "/v2/pre-recorded"), ("POST", "/v1/files"),
                ("POST", "/v1/transcriptions"):
                .json(201, #"{"id":"j1"}"#)
            case ("GET", "/v2/transcript/j1"):
                .json(200, #"{"status":"completed","text":"One two three.","language_code":"en"}"#)
            case ("GET", "/v2/pre-recorded/j1"):
                .json(
                    200,
                    #"{"status":"done","result":{"transcription":{"full_transcript":"One two three.","languages":["en"]}}}"#
                )
            case ("GET", "/v1/transcriptions/j1"): .json(200, #"{"status":"completed"}"#)
            case ("GET", "/v1/transcriptions/j1/transcript"): .json(200, #"{"text":"One two three.","tokens":[]}"#)
            case ("DELETE", _): .json(200, "{}")
            default: .json(404, #"{"message":"no such path"}"#)
            }
        } test: { server in
            try ["assemblyai", "soniox", "gladia"].map {
                "\($0): {url: \(server.url), key: \($0.uppercased())_API_KEY, stt: {wire: \($0), model: m}}"
            }.joined(separator: "\n").write(
                to: product.folder.appending(path: "providers.yaml"), atomically: true, encoding: .utf8)
            let environment = Self.keys.merging(["VERBIO_PROVIDERS_FILE": "providers.yaml"]) { $1 }
            let checked = try await product.run(
                ["providers", "check", "assemblyai", "soniox", "gladia"], environment: environment)
            #expect(checked.code == 0, "\(checked.output)\(checked.errors)")
            #expect(checked.output.split(separator: "\n").count { $0.hasPrefix("ok ") } == 3, "\(checked.output)")
            #expect(server.requests.count { $0.method == "DELETE" } == 4)
            // The language is found out, and a person answers in the other one.
            let ended = try await product.run(
                [
                    "translate", Self.welcome, "--stt", "gladia", "--mt", "sim:instant", "--tts", "none", "--from",
                    "en",
                    "--to", "es", "--two-way",
                ], environment: environment)
            #expect(ended.code == 0 && ended.output.contains("One two three."), "\(ended.output)\(ended.errors)")
            let sent = server.requests.count { $0.path == "/v2/pre-recorded" }
            let made = server.requests.last { $0.path == "/v2/pre-recorded" }
            #expect(made?.text.contains(#""languages":["en","es"]"#) == true, "\(made?.text ?? "")")
            #expect(server.requests.count { $0.method == "DELETE" && $0.path == "/v2/pre-recorded/j1" } == sent)
        }
    }
}
