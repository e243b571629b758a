import Foundation
import Testing

/// What `verbio languages` tells.
@Suite("verbio languages", .timeLimit(.minutes(5)))
struct LanguagesTests {
    private static let declarations = """
        pen:
          url: https://pen.example
          key: PEN_KEY
          mt: {wire: deepl, model: quill}
        ears:
          url: https://ears.example
          key: EARS_KEY
          stt: {wire: deepgram, model: keen, languages: [en, de]}
        """

    private func languages(_ options: [String] = [], _ more: [String: String] = [:]) async throws -> Product.Ended {
        let product = try Product()
        defer { product.remove() }
        try Self.declarations.write(
            to: product.folder.appending(path: "mine.yaml"), atomically: true, encoding: .utf8)
        let environment = ["VERBIO_PROVIDERS_FILE": "mine.yaml"].merging(more) { $1 }
        return try await product.run(["languages"] + options, environment: environment)
    }

    @Test("Given no keys, when languages are listed, then all fit into 80 columns, with a dash for what is missing")
    func table() async throws {
        let ended = try await languages()
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(ended.output)")
        let rows = lines.prefix(15).dropFirst(2)
        #expect(
            rows.map { String($0.prefix { $0 != " " }) }
                == ["en", "es", "fr", "de", "it", "pt", "zh", "zh-Hant", "ja", "ko", "ar", "hi", "ru"])
        #expect(rows.contains { $0.hasPrefix("ru      Russian") && $0.contains("–") }, "\(ended.output)")
        #expect(ended.output.contains("pt  pt-BR pt-PT"))
    }

    @Test("Given providers, when languages are listed, then only those with a key are shown, with their languages")
    func providers() async throws {
        let without = try await languages()
        #expect(!without.output.contains("pen") && !without.output.contains("ears"), "\(without.output)")
        let ended = try await languages([], ["PEN_KEY": "k", "EARS_KEY": "k"])
        let rows = ended.output.split(separator: "\n")
        let german = try #require(rows.first { $0.hasPrefix("de ") })
        #expect(german.contains("ears") && german.contains("pen"), "\(ended.output)")
        let french = try #require(rows.first { $0.hasPrefix("fr ") })
        #expect(!french.contains("ears") && french.contains("pen"), "\(ended.output)")
    }

    @Test("Given many engines, when languages are listed, then every line fits into 80 columns")
    func narrow() async throws {
        let keys = [
            "DEEPL_API_KEY", "OPENAI_API_KEY", "GROQ_API_KEY", "DEEPGRAM_API_KEY", "ELEVENLABS_API_KEY",
            "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "PEN_KEY", "EARS_KEY",
        ]
        let ended = try await languages([], Dictionary(uniqueKeysWithValues: keys.map { ($0, "k") }))
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(ended.output)")
        #expect(lines.contains { $0.hasPrefix("de ") && $0.contains("+") }, "\(ended.output)")
    }

    @Test("Given a recognizer that writes Hindi in another script, when languages are listed, then that fits, too")
    func otherScript() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["whisper-base"])
        let lines = try await product.run(["languages"]).output.split(separator: "\n").map(String.init)
        let note = try #require(
            lines.firstIndex { $0.hasPrefix("Hindi is often written in another script") }, "\(lines)")
        #expect(lines[note + 1] == "  whisper")
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    }

    @Test("Given engines, when languages are listed, then the table shows what is translated into what, and how well")
    func directions() async throws {
        let ended = try await languages([], ["VERBIO_PROVIDERS_MT": "apertium"])
        let rows = ended.output.split(separator: "\n").map(String.init)
        let english = try #require(rows.last { $0.hasPrefix("en    ") }, "\(ended.output)")
        if !english.contains("–") { #expect(english.contains("es~") && !english.contains("ja"), "\(english)") }
        #expect(rows.contains { $0.contains(/^ru    –/) }, "\(ended.output)")
        let all = try await languages([], ["VERBIO_PROVIDERS_MT": "sim:instant"])
        #expect(all.output.contains(/\nja    en es fr de it pt zh zh-Hant ko ar hi ru/), "\(all.output)")
    }

    @Test("Given an engine that knows some varieties, when languages are listed, then those are shown, and no others")
    func varieties() async throws {
        let declarations = ["VERBIO_PROVIDERS_MT": "deepl", "DEEPL_API_KEY": "k"]
        let ended = try await languages([], declarations)
        let rows = ended.output.split(separator: "\n").map(String.init)
        #expect(rows.contains { $0.contains(/^en  en-US en-GB en-AU .* en-ZA *$/) }, "\(ended.output)")
        let deepl = try #require(rows.last { $0.hasPrefix("deepl ") }, "\(ended.output)")
        #expect(deepl.contains("en-GB") && deepl.contains("pt-PT") && !deepl.contains("en-AU"), "\(deepl)")
    }

    @Test("Given engines in the settings, when languages are listed, then those engines come first")
    func configured() async throws {
        let ended = try await languages(
            [], ["VERBIO_PROVIDERS_STT": "sim:instant,pocketsphinx", "VERBIO_PROVIDERS_MT": "sim:instant"])
        let rows = ended.output.split(separator: "\n")
        let korean = try #require(rows.first { $0.hasPrefix("ko ") })
        #expect(korean.contains(/Korean +sim:instant +sim:instant/), "\(ended.output)")
    }

    @Test("Given basic languages, when languages are listed, then they are named, and --all shows their engines")
    func basic() async throws {
        let short = try await languages([], ["PEN_KEY": "k"]).output
        #expect(short.contains("Bulgarian (bg), ") && short.contains("Vietnamese (vi)") && !short.contains("\nbg "))
        #expect(short.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(short)")
        let long = try await languages(["--all"], ["PEN_KEY": "k"]).output
        #expect(long.contains(/\nnl +Dutch/) && !long.contains("Basic languages"))
        #expect(long.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(long)")
    }

    @Test("Given --json, when languages are listed, then the output has the same engines and the varieties")
    func json() async throws {
        let ended = try await languages(["--json"], ["PEN_KEY": "k"])
        let all = try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
        let languages = try #require(all["languages"] as? [[String: Any]])
        let basic = languages.compactMap { $0["basic"] as? Bool }
        #expect(basic == Array(repeating: false, count: 13) + Array(repeating: true, count: 31))
        let german = try #require(languages.first { $0["tag"] as? String == "de" })
        let pen = try #require(
            (german["translateInto"] as? [[String: Any]])?.first { $0["engine"] as? String == "pen" })
        #expect((pen["from"] as? [String])?.contains("ja") == true && pen["quality"] as? String == "usual")
        let varieties = try #require(all["varieties"] as? [[String: Any]])
        let brazilian = try #require(varieties.first { $0["tag"] as? String == "pt-BR" })
        #expect((brazilian["toldTo"] as? [String])?.contains("pen") == true)
    }
}
