import Foundation
import Plumbing
import StandIns
import Testing
import VerbioTesting

/// One recording in several languages.
@Suite("verbio translate --to es,fr", .timeLimit(.minutes(5)))
struct SeveralLanguagesTests {
    private func translate(_ file: String, _ more: String...) -> [String] {
        ["translate", file, "--from", "en", "--to", "es,fr", "--tts", "none", "-o", "out"] + more
    }

    @Test("Given a cost limit, when a recording is translated into two languages, then it holds for both together")
    func limit() async throws {
        let product = try Product()
        defer { product.remove() }
        try """
        pen:
          url: ${OPENAI_BASE_URL}
          key: OPENAI_API_KEY
          mt: {wire: libretranslate, model: quill, price: {million-characters: 1000, as-of: 2026-11-20}}
        """.write(to: product.folder.appending(path: "mine.yaml"), atomically: true, encoding: .utf8)
        let asked = Calls()
        try await withStandIn { _ in
            asked.add()
            return .json(200, #"{"translatedText":"Una frase."}"#)
        } test: { server in
            let environment = [
                "OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "sk-0123456789", "no_proxy": "127.0.0.1",
                "VERBIO_PROVIDERS_FILE": "mine.yaml", "VERBIO_PIPELINE_IN_FLIGHT": "1",
            ]
            let free = try await product.run(
                translate(Product.sample("welcome.wav").path, "--stt", "sim:instant", "--mt", "pen"),
                environment: environment.merging(["VERBIO_STORE_PATH": "free"]) { $1 })
            #expect(free.code == 0, "\(free.errors)")
            let all = asked.count
            let spent = try #require(free.output.firstMatch(of: /translation +pen .*\$([0-9.]+)/)?.1)
            let limit = String(try #require(Double(spent)) * 1.5)
            let limited = try await product.run(
                translate(
                    Product.sample("welcome.wav").path, "--stt", "sim:instant", "--mt", "pen", "--max-cost", limit,
                    "--allow-unknown-prices", "-o", "limited"),
                environment: environment)
            #expect(limited.code == 5, "\(limited.errors)")
            #expect(asked.count < 2 * all, "less than for both languages")
        }
    }

    @Test("given two languages and --quiet, when a file is translated, then only the files of both are listed")
    func quiet() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(
            translate(
                Product.sample("welcome.wav").path, "--stt", "sim:instant", "--mt", "sim:instant", "--quiet",
                "--formats", "srt"), environment: ["VERBIO_HEARING_MODEL": "none"])
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
        #expect(ended.output.split(separator: "\n").sorted() == ["out/welcome.es.srt", "out/welcome.fr.srt"])
    }

    @Test(
        "Given options for one language, when several are requested, then one sentence refuses them before any work",
        arguments: [
            (["--two-way"], "--to: --two-way needs one other language"),
            (["--speakers-by-channel"], "--to: --speakers-by-channel needs one other language"),
            (["--speaker", "other"], "--to: --speaker other needs one other language"),
            (["--formats", "srt", "-o", "-"], "-o -: standard output takes the file of one language"),
        ])
    func refused(_ options: [String], _ sentence: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try FileManager.default.copyItem(
            at: Product.sample("welcome.wav"), to: product.folder.appending(path: "talk.wav"))
        let ended = try await product.run(
            translate("talk.wav", "--stt", "sim:instant", "--mt", "sim:instant") + options)
        #expect(ended.code == 2 && ended.output.isEmpty, "\(ended.output)")
        #expect(ended.errors.hasPrefix("verbio: " + sentence), "\(ended.errors)")
        #expect(try await product.run(["conversations", "list", "--json"]).output.isEmpty, "nothing was begun")
    }

    @Test("Given input that is read once, when several languages are requested, then one sentence refuses them")
    func readOnce() async throws {
        let product = try Product()
        defer { product.remove() }
        let input = Product.sample("welcome.wav")
        for (arguments, sentence) in [
            (["live", "--from", "en", "--to", "es,fr"], "verbio: --to: this translates into one language at a time"),
            (["text", "Hello", "--from", "en", "--to", "es,fr"], "verbio: --to: this translates into one language"),
            (translate("-", "--stt", "sim:instant"), "verbio: -: it can be read only once"),
        ] {
            let ended = try await product.run(arguments, input: input)
            #expect(ended.code == 2 && ended.errors.hasPrefix(sentence), "\(ended.errors)")
        }
    }
}

/// How often a server was called.
private final class Calls: Sendable {
    private let made = Locked(0)

    func add() { made.withLock { $0 += 1 } }
    var count: Int { made.withLock { $0 } }
}
