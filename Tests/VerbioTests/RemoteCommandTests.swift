import Foundation
import Glibc
import Testing
import VerbioTesting

@Suite("verbio live --remote", .serialized, .timeLimit(.minutes(5)))
struct RemoteCommandTests {
    private static func withServer(
        _ more: [String: String] = [:], _ body: (Product, _ address: String, _ server: Int32) async throws -> Void
    ) async throws {
        let product = try Product()
        defer { product.remove() }
        let engine = "sim:instant"
        let server = try product.start(
            ["serve", "--port", "0"],
            environment: [
                "VERBIO_PROVIDERS_STT": engine, "VERBIO_PROVIDERS_MT": engine, "VERBIO_PROVIDERS_TTS": engine,
            ].merging(more) { $1 })
        await server.wait(for: "listening on http://127.0.0.1:")
        let text = try String(contentsOf: server.errors, encoding: .utf8)
        let address = try #require(text.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/), "the server ended: \(text)").0
        try await body(product, String(address), server.pid)
        kill(server.pid, SIGTERM)
        _ = try await server.end()
    }

    private static let welcome = Product.sample("welcome.wav").path

    @Test("given a server, when a recording is piped to it, then texts, captions and the voice are as of a local run")
    func session() async throws {
        try await Self.withServer { product, address, _ in
            let ended = try await product.shell(
                "cat \(Self.welcome) | \"$VERBIO\" live --from en --to es --remote \(address)/ "
                    + "--captions talk.srt --audio-out voice.wav --title walk")
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(ended.output.contains("[0:00] en  "), "\(ended.output)")
            #expect(ended.errors.contains("walk: live at 127.0.0.1, en → es\n"), "\(ended.errors)")
            #expect(ended.output.components(separatedBy: "\n").count >= 12)
            let captions = try String(contentsOf: product.folder.appending(path: "talk.srt"), encoding: .utf8)
            #expect(captions.components(separatedBy: " --> ").count > 3)
            let voice = try Data(contentsOf: product.folder.appending(path: "voice.wav"))
            #expect(voice.count > 40_000 && voice.starts(with: Array("RIFF".utf8)))
        }
    }

    @Test("given input that stays open and silent, when the server ends the session, then the command ends, too")
    func silent() async throws {
        try await Self.withServer(["VERBIO_SERVE_SESSION_IDLE": "1"]) { product, address, _ in
            let ended = try await product.shell(
                """
                mkfifo sound; { cat \(Self.welcome); exec sleep 600; } >sound 2>/dev/null &
                "$VERBIO" live --from en --to es --remote \(address) <sound; code=$?; kill $!; exit $code
                """)
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(ended.errors.contains("serve.session-idle"), "\(ended.errors)")
            #expect(ended.output.contains("[0:00] en  "), "\(ended.output)")
        }
    }

    @Test("given --json, when a recording is piped to a server, then each line of the output is an event")
    func events() async throws {
        try await Self.withServer { product, address, _ in
            let ended = try await product.shell(
                "cat \(Self.welcome) | \"$VERBIO\" live --from en --to es --remote \(address) --json")
            #expect(ended.code == 0, "\(ended.errors)")
            let names = try ended.output.split(separator: "\n").map { line in
                try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["event"] as? String
            }
            #expect(names.first == "conversation.started" && names.last == "conversation.finished")
            #expect(names.count { $0 == "utterance.translated" } == 6)
        }
    }

    @Test(
        "given live speech, when its server is killed and started again, then it goes on, and each utterance comes once"
    )
    func killed() async throws {
        try await Self.withServer { product, address, server in
            let port = address.split(separator: ":").last ?? ""
            let ended = try await product.shell(
                """
                export VERBIO_PROVIDERS_STT=sim:instant VERBIO_PROVIDERS_MT=sim:instant VERBIO_PROVIDERS_TTS=sim:instant
                { head -c 500000 \(Self.welcome); until [ -e up ]; do sleep 0.1; done; tail -c +500001 \(Self.welcome); } |
                    "$VERBIO" live --from en --to es --remote \(address) --json >events & client=$!
                until grep -q utterance.finished events; do sleep 0.1; done
                kill -9 \(server)
                "$VERBIO" serve --port \(port) 2>log & server=$!
                until grep -q "listening on" log; do sleep 0.1; done
                touch up; wait $client; code=$?; kill $server; wait $server; cat events; exit $code
                """)
            #expect(ended.code == 0, "\(ended.errors)")
            let events = try ended.output.split(separator: "\n").map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
            for name in ["utterance.recognized", "utterance.translated", "utterance.finished"] {
                let numbers = events.filter { $0["event"] as? String == name }.map { $0["utterance"] as? Int }
                #expect(numbers == [1, 2, 3, 4, 5, 6], "\(name)")
            }
            #expect(events.count { $0["event"] as? String == "conversation.started" } == 1)
            #expect(events.last?["state"] as? String == "complete")
            #expect(Set(events.compactMap { $0["conversation"] as? String }).count == 1)
        }
    }

    @Test("given a server with keys, when no key is given, then the command ends with code 2 and names the options")
    func missingKey() async throws {
        try await Self.withServer { product, address, _ in
            let key = try await product.run(["keys", "create", "laptop"])
            try key.output.write(to: product.folder.appending(path: "key"), atomically: true, encoding: .utf8)
            let command = "cat \(Self.welcome) | \"$VERBIO\" live --from en --to es --remote \(address)"
            #expect(try await KeyCommandTests.refuses(nil, at: address))
            let refused = try await product.shell(command)
            #expect(refused.code == 2, "\(refused.errors)")
            #expect(refused.errors.contains("--remote: the server demands a key; give it with --key-file"))
            let ended = try await product.shell(command + " --key-file key")
            #expect(ended.code == 0 && ended.output.contains("[0:00] en  "), "\(ended.errors)")
        }
    }

    @Test("given a server, when another Verbio has it as a provider, then it recognizes and speaks for that one")
    func provider() async throws {
        try await Self.withServer { product, address, _ in
            try """
            other:
              url: \(address)/v1
              key: OTHER_KEY
              key-optional: true
              free: true
              stt: {wire: openai-transcriptions, model: whisper-1, options: {format: verbose_json}}
              tts: {wire: openai-speech, model: tts-1, voices: {any: alloy}, options: {format: wav}}
            """.write(to: product.folder.appending(path: "others.yaml"), atomically: true, encoding: .utf8)
            let ended = try await product.run(
                [
                    "translate", Self.welcome, "--from", "en", "--to", "es", "--stt", "other", "--mt", "sim:instant",
                    "--tts", "other", "-o", product.folder.path, "--store", product.folder.appending(path: "own").path,
                ], environment: ["VERBIO_PROVIDERS_FILE": product.folder.appending(path: "others.yaml").path])
            #expect(ended.code == 0, "\(ended.output) \(ended.errors)")
            let document = try #require(
                try JSONSerialization.jsonObject(
                    with: Data(contentsOf: product.folder.appending(path: "welcome.es.json"))) as? [String: Any])
            let conversation = try #require(document["conversation"] as? [String: Any])
            let providers = try #require(conversation["providers"] as? [String: [String: Any]])
            #expect(providers["recognition"]?["name"] as? String == "other")
            #expect(providers["synthesis"]?["name"] as? String == "other")
            let utterances = try #require(document["utterances"] as? [[String: Any]])
            #expect(utterances.count == 6 && utterances.allSatisfy { $0["outcome"] as? String == "spoken" })
        }
    }

    @Test("given what the server refuses or only this machine can do, then the command ends with code 2 and says why")
    func refused() async throws {
        try await Self.withServer { product, address, _ in
            for (more, text) in [
                ("--to en", "the server says: "),
                ("--to es --report a.json", "--report: it works on this machine only"),
                ("--to es --mt deepl", "'deepl' is not offered here"),
            ] {
                let ended = try await product.shell(
                    "cat \(Self.welcome) | \"$VERBIO\" live --from en --remote \(address) \(more)")
                #expect(ended.errors.contains(text), "\(more): \(ended.code) \(ended.errors)")
                #expect(ended.code == 2 || more.contains("deepl"), "\(ended.code)")
            }
        }
    }
}
