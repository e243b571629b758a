import Foundation
import Plumbing
import StandIns
import Testing
import VerbioTesting

/// Commands with several recordings or languages: their whole order is stored before the first call.
@Suite("The order of a command", .timeLimit(.minutes(10)))
struct OrderTests {
    private static let slow = ["VERBIO_PIPELINE_IN_FLIGHT": "1", "VERBIO_HEARING_MODEL": "none"]

    /// A product with recordings `a.wav`, `b.wav` and so on, none like another, and engines that take long.
    private func product(_ names: String...) throws -> Product {
        let product = try Product()
        let sample = try Data(contentsOf: Product.sample("welcome.wav"))
        for (number, name) in names.enumerated() {
            // The last sample differs, so that each is a recording of its own.
            var bytes = sample
            bytes[bytes.count - 1] = UInt8(number)
            try bytes.write(to: product.folder.appending(path: name + ".wav"))
        }
        try "translation: {latency: 600000}".write(
            to: product.folder.appending(path: "slow.yaml"), atomically: true, encoding: .utf8)
        return product
    }

    private func translate(_ files: [String], to languages: String, by translator: String = "sim:slow") -> [String] {
        ["translate"] + files + [
            "--from", "en", "--to", languages, "--stt", "sim:instant", "--mt", translator, "--tts", "none", "--formats",
            "srt", "-o", "out",
        ]
    }

    private func captions(_ product: Product) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: product.folder.appending(path: "out").path).sorted()
    }

    /// Kills a command while it makes its first call.
    private func kill(_ product: Product, _ arguments: [String]) async throws {
        let running = try product.start(
            arguments + ["--json"],
            environment: Self.slow.merging(["VERBIO_PROVIDERS_SCENARIOS": product.folder.path]) { $1 })
        await running.wait(for: "utterance.recognized")
        Foundation.kill(running.pid, SIGKILL)
        _ = try await running.end()
    }

    @Test(
        "Given several languages or recordings, when the first is killed, then resume makes all of them",
        arguments: [
            (["a.wav"], "es,fr", ["a.es.srt", "a.fr.srt"]),
            (["a.wav", "b.wav", "c.wav"], "es", ["a.es.srt", "b.es.srt", "c.es.srt"]),
            (["a.wav", "b.wav"], "es,fr", ["a.es.srt", "a.fr.srt", "b.es.srt", "b.fr.srt"]),
        ])
    func killed(_ files: [String], _ languages: String, _ expected: [String]) async throws {
        let product = try product("a", "b", "c")
        defer { product.remove() }
        try await kill(product, translate(files, to: languages))
        let list = try await product.run(["conversations"])
        #expect(list.output.matches(of: /interrupted \(not begun\)/).count == expected.count - 1, "\(list.output)")
        let resumed = try await product.run(["resume", "--mt", "sim:instant"], environment: Self.slow)
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(try captions(product) == expected)
        #expect(resumed.errors.contains("\(files.count) of \(files.count) inputs are done") == (files.count > 1))
        #expect(try await product.run(["resume"]).errors.contains("nothing to resume"))
    }

    @Test(
        "Given copies of a recording under other names, when the first is killed, then resume makes the files of each")
    func copies() async throws {
        let product = try product("a")
        defer { product.remove() }
        for copy in ["b.wav", "c.wav"] {
            try FileManager.default.copyItem(
                at: product.folder.appending(path: "a.wav"), to: product.folder.appending(path: copy))
        }
        let files = ["a.wav", "b.wav", "c.wav"]
        try await kill(product, translate(files, to: "es"))
        let resumed = try await product.run(["resume", "--mt", "sim:instant"], environment: Self.slow)
        #expect(resumed.code == 0 && resumed.errors.contains("3 of 3 inputs are done"), "\(resumed.errors)")
        #expect(try captions(product) == ["a.es.srt", "b.es.srt", "c.es.srt"])
        #expect(try await product.run(["conversations", "--json"]).output.split(separator: "\n").count == 3)
        #expect(try await product.run(["resume"]).errors.contains("nothing to resume"))
    }

    @Test("Given recordings that changed or went before they were begun, when all is resumed, then they are named")
    func changed() async throws {
        let product = try product("a", "b", "c", "d")
        defer { product.remove() }
        try await kill(product, translate(["a.wav", "b.wav", "c.wav", "d.wav"], to: "es"))
        try FileManager.default.removeItem(at: product.folder.appending(path: "b.wav"))
        try Data(contentsOf: Product.sample("travel.flac")).write(to: product.folder.appending(path: "c.wav"))
        let resumed = try await product.run(["resume", "--mt", "sim:instant"], environment: Self.slow)
        #expect(resumed.code == 3, "\(resumed.errors)")
        #expect(resumed.errors.contains("b.wav") && resumed.errors.contains("c.wav: the recording differs"))
        #expect(resumed.errors.contains("2 of 4 inputs are done; not read: "), "\(resumed.errors)")
        #expect(try captions(product) == ["a.es.srt", "d.es.srt"])
    }

    @Test("Given a recording that cannot be read among others, when the run ends, then resume has nothing to do")
    func unreadable() async throws {
        let product = try product("a", "c")
        defer { product.remove() }
        try Data("This is no sound at all.".utf8).write(to: product.folder.appending(path: "b.wav"))
        let ended = try await product.run(
            translate(["a.wav", "b.wav", "c.wav"], to: "es,fr", by: "sim:instant"), environment: Self.slow)
        #expect(ended.code == 3 && ended.errors.contains("not read: b.wav"), "\(ended.errors)")
        #expect(try await product.run(["resume"]).errors.contains("nothing to resume"))
    }

    @Test("Given a cost limit, when several conversations are resumed, then it holds for all together")
    func limit() async throws {
        let product = try product("a")
        defer { product.remove() }
        try await kill(product, translate(["a.wav"], to: "es,fr,pt"))
        try """
        pen:
          url: ${OPENAI_BASE_URL}
          key: OPENAI_API_KEY
          mt: {wire: libretranslate, model: quill, price: {million-characters: 1000, as-of: 2026-11-20}}
        """.write(to: product.folder.appending(path: "mine.yaml"), atomically: true, encoding: .utf8)
        let calls = Locked(0)
        try await withStandIn { _ in
            calls.withLock { $0 += 1 }
            return .json(200, #"{"translatedText":"Una frase."}"#)
        } test: { server in
            let environment = Self.slow.merging([
                "OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "sk-0123456789", "no_proxy": "127.0.0.1",
                "VERBIO_PROVIDERS_FILE": "mine.yaml", "VERBIO_COST_UNKNOWN_PRICES": "allow",
            ]) { $1 }
            let one = try await product.run(
                translate(["a.wav"], to: "es", by: "pen") + ["--store", "other"],
                environment: environment)
            try FileManager.default.removeItem(at: product.folder.appending(path: "out"))
            let spent = try #require(one.output.firstMatch(of: /translation +pen .*\$([0-9.]+)/)?.1)
            let limit = String(try #require(Double(spent)) * 1.5)
            let free = calls.withLock { calls in
                defer { calls = 0 }
                return calls
            }
            let resumed = try await product.run(
                ["resume", "--mt", "pen"],
                environment: environment.merging(["VERBIO_COST_MAXIMUM": limit]) { $1 })
            #expect(resumed.code == 5, "\(resumed.errors)")
            #expect(calls.withLock { $0 } < 2 * free, "less than for two of the three languages")
        }
    }
}
