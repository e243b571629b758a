import Foundation
import Glibc
import Language
import LocalEngines
import Providers
import Testing

@Suite(.serialized, .enabled("Apertium is not installed") { await Machine.has("apertium") })
struct ApertiumTranslatorTests {
    static let translator = ApertiumTranslator()

    private func translate(
        _ text: String, _ from: LanguageCode, _ to: LanguageCode, with translator: ApertiumTranslator = Self.translator
    ) async throws -> Translation {
        let pair = try LanguagePair(from: from, to: to)
        return try await translator.translate(
            TranslationRequest(text: text, pair: pair, context: anywhere), piece: { _ in })
    }

    static let sentences: [(LanguageCode, LanguageCode, String, String)] = [
        (.en, .es, "my house is big", "casa"), (.es, .en, "mi casa es grande", "house"),
        (.es, .fr, "mi casa es grande", "maison"), (.fr, .es, "la maison est grande", "casa"),
        (.es, .pt, "mi casa es grande y yo tengo hambre", "fome"), (.pt, .es, "a casa é grande", "la casa"),
        (.it, .es, "la casa è grande", "la casa es"), (.es, .it, "la casa es grande", "la casa è"),
    ]

    @Test(
        "Given a pair with its own package, when a text is translated, then the expected words are in it",
        arguments: sentences.filter { from, to, _, _ in
            (try? LanguagePair(from: from, to: to)).map(translator.capabilities.pairs.contains) ?? false
        })
    func direct(from: LanguageCode, to: LanguageCode, text: String, expected: String) async throws {
        let pair = try LanguagePair(from: from, to: to)
        #expect(Self.translator.capabilities.pairs.contains(pair))
        let translation = try await translate(text, from, to)
        #expect(translation.text.contains(expected))
        #expect(translation.language == to)
        #expect(translation.notes.isEmpty)
        #expect(translation.usage.characters == text.unicodeScalars.count)
    }

    @Test("Given a pair without a package, when a text is translated, then it goes through Spanish")
    func pivot() async throws {
        let translation = try await translate("my house is big", .en, .fr)
        #expect(translation.text.contains("maison"))
        #expect(translation.notes == ["pivot:es"])
        let pairs = Self.translator.capabilities.pairs
        #expect(pairs.contains(try LanguagePair(from: .pt, to: .it)))
        #expect(!pairs.contains(try LanguagePair(from: .en, to: .de)))
    }

    @Test("Given unknown words, when a text is translated, then they stay without marks and are counted")
    func unknownWords() async throws {
        let translation = try await translate("this is xyzzyq and qqfoo", .en, .es)
        #expect(translation.text.contains("xyzzyq") && translation.text.contains("qqfoo"))
        #expect(!translation.text.contains("*"))
        #expect(translation.notes == ["unknown-words:2", "unknown:xyzzyq", "unknown:qqfoo"])
    }

    @Test("Given a text in small letters or capitals, when it is translated, then its first letter is in the same case")
    func capitals() async throws {
        #expect(try await translate("my house is big", .en, .es).text == "mi casa es grande")
        #expect(try await translate("My house is big.", .en, .es).text == "Mi casa es grande.")
        #expect(try await translate("yo quiero comer", .es, .en).text == "I want to eat")
        #expect(try await translate("i want to eat", .en, .es).notes.isEmpty)
        // An expression of several words at the beginning passes its capital letter on.
        #expect(try await translate("good morning and welcome", .en, .es).text == "buenos días y bienvenido")
        #expect(try await translate("good morning and welcome", .en, .fr).text.contains("Et") == false)
        #expect(try await translate("Good morning and welcome.", .en, .es).text == "Buenos días y bienvenido.")
        #expect(try await translate("Yes. The house is big.", .en, .es).text.hasSuffix(". La casa es grande."))
    }

    @Test("given words that no dictionary has, when a text is translated, then they are named, and no mark is left")
    func namesUnknownWords() async throws {
        let direct = try await translate("the zorbling likes the xyzzyq", .en, .es)
        #expect(direct.origin.unknownWords == ["zorbling", "xyzzyq"], "\(direct)")
        #expect(!direct.text.contains("*") && direct.notes.contains("unknown-words:2"))
        #expect(ApertiumTranslator().capabilities.quality == .rough)
        let byWay = try await translate("the zorbling likes gardening", .en, .fr)
        #expect(byWay.origin.pivot == .es && byWay.origin.unknownWords.contains("zorbling"), "\(byWay)")
    }

    @Test(
        "given a variety with rules of its own, when a text is translated into it, then they are used, by way of Spanish, too"
    )
    func varieties() async throws {
        func translated(_ text: String, _ from: LanguageCode, _ to: String) async throws -> Translation {
            let pair = try LanguagePair(LanguageTag(from), to: #require(LanguageTag(rawValue: to)))
            return try await ApertiumTranslator().translate(
                TranslationRequest(text: text, pair: pair, context: anywhere)
            ) { _ in }
        }
        #expect(try await translated("el autobús", .es, "pt").text == "o autocarro")
        let brazilian = try await translated("el autobús", .es, "pt-BR")
        #expect(brazilian.text == "o ônibus" && brazilian.tag.rawValue == "pt-BR")
        #expect(try await translated("I forgot my umbrella on the bus", .en, "pt-BR").text.contains("ônibus"))
        // Without rules of its own it is the language.
        #expect(try await translated("el autobús", .es, "pt-PT").text == "o autocarro")
        let known = ApertiumTranslator().capabilities.varieties.map(\.rawValue)
        #expect(known.contains("pt-BR") && !known.contains("pt-PT"))
    }

    @Test("Given a warm pair, when more texts are translated, then its process stays")
    func warm() async throws {
        let own = ApertiumTranslator()
        _ = try await translate("uno", .es, .en, with: own)
        let before = try Machine.children(mentioning: "apertium-spa-eng")
        for number in 1...20 { _ = try await translate("tengo \(number) casas", .es, .en, with: own) }
        let after = try Machine.children(mentioning: "apertium-spa-eng")
        #expect(!before.isEmpty)
        #expect(Set(after).isSuperset(of: before))
    }

    @Test("Given a limit of resident pairs, when another pair is used, then no more stay than configured")
    func residents() async throws {
        var configuration = ApertiumTranslator.Configuration()
        configuration.residentPairs = 1
        let own = ApertiumTranslator(configuration)
        let before = try Machine.children(mentioning: "apertium-es-pt")
        try await own.prepare(LanguagePair(from: .es, to: .pt))
        let started = Set(try Machine.children(mentioning: "apertium-es-pt")).subtracting(before)
        #expect(started.count == 1)
        #expect(try await translate("a casa é grande", .pt, .es, with: own).text == "la casa es grande")
        // The child is killed in the background; `waitpid` of its end is Verbio's, so look until it is gone.
        while try !started.isDisjoint(with: Machine.children(mentioning: "apertium-es-pt")) { await Task.yield() }
        #expect(try await translate("mi casa", .es, .pt, with: own).text == "minha casa")
    }

    @Test("Given many calls at once, when they are answered, then each gets its own answer")
    func concurrent() async throws {
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 100..<140 {
                group.addTask { (number, try await translate("I have \(number) houses", .en, .es).text) }
            }
            for try await (number, text) in group {
                #expect(text.contains("\(number)") && text.contains("casas"))
            }
        }
    }

    @Test("Given a warm or a cold process, when a text is translated, then the answer is the same")
    func deterministic() async throws {
        let text = "he was not an ill disposed young man"
        let warm = try await translate(text, .en, .es)
        _ = try await translate("something else entirely, with 3 *marks*", .en, .es)
        #expect(try await translate(text, .en, .es) == warm)
        #expect(try await translate(text, .en, .es, with: ApertiumTranslator()) == warm)
    }

    @Test(
        "Given a process or pipeline that was killed, when a text is translated, then a new one answers",
        arguments: [false, true])
    func killed(whole: Bool) async throws {
        let own = ApertiumTranslator()
        for _ in 1...2 {
            let before = try Machine.children(mentioning: "apertium-pt-es")
            #expect(try await translate("a casa é grande", .pt, .es, with: own).text == "la casa es grande")
            let started = Set(try Machine.children(mentioning: "apertium-pt-es")).subtracting(before)
            for pid in started { kill(whole ? -pid : pid, SIGKILL) }
        }
        #expect(try await translate("a casa é grande", .pt, .es, with: own).text == "la casa es grande")
    }

    @Test("Given a call, when it is cancelled, then it ends and the next one is served")
    func cancellation() async throws {
        let task = Task { try await translate(String(repeating: "la casa es grande. ", count: 900), .es, .it) }
        await Task.yield()
        task.cancel()
        let result = await task.result
        if case .failure(let error) = result { #expect(error is CancellationError) }
        #expect(try await translate("la casa es grande", .es, .it).text.contains("casa"))
    }

    static let awkward = [
        "^hello/hola<n>$", "[<b>] \\ / {a} <b>x</b> $100 @home *star #hash ~tilde + plus", "a\u{0}b", "1\n\n2 houses",
        "\\", "[", "]", "^", "$", "[z]", "[t1]", "hello[", "hello\\", "[[h@l@U]]", "-v", "👩‍👩‍👧‍👦 house 🏳️‍🌈", "café",
        "Ａ　ｗｉｄｅ house", "\u{202e}house", "casa\u{ad}casa", "^a/b<n>$ house ^c$",
    ]

    @Test("Given awkward text, when it is translated, then nothing in it is read as a command", arguments: awkward)
    func textIsData(text: String) async throws {
        let translation = try await translate(text, .en, .es)
        #expect(!translation.text.isEmpty)
        // Marks that the text does not hold are not in the answer either.
        for mark in "*#@^$[]{}\\<>~\u{0}" where !text.contains(mark) { #expect(!translation.text.contains(mark)) }
        #expect(try await translate("my house", .en, .es).text == "mi casa")
    }

    @Test(
        "Given the naughty strings, when they are translated, then they do no harm",
        .enabled(if: Machine.hasShared, "the shared test material is not there"))
    func naughty() async throws {
        let file = Machine.shared.appending(path: "corpus/text/naughty-strings.json")
        let strings = try JSONDecoder().decode([String].self, from: Data(contentsOf: file))
        for text in strings {
            do {
                _ = try await translate(text, .en, .es)
            } catch let error as ProviderError {
                Issue.record("\(text.debugDescription): \(error)")
            }
        }
        #expect(try await translate("my house", .en, .es).text == "mi casa")
    }

    @Test("Given text without words or too long, when it is translated, then it is returned or refused")
    func bounds() async throws {
        #expect(try await translate("?!… 😀", .en, .es).text == "?!… 😀")
        let error = await #expect(throws: ProviderError.self) {
            try await translate(String(repeating: "a", count: 20_001), .en, .es)
        }
        #expect(error?.failure == .unsupported)
        let long = String(repeating: "my house is big. ", count: 1_100)
        #expect(try await translate(long, .en, .es).text.hasSuffix("casa es grande."))
    }

    @Test("Given an unavailable pair, when it is requested, then the refusal names the available languages")
    func unsupported() async throws {
        let error = await #expect(throws: ProviderError.self) { try await translate("Haus", .de, .en) }
        #expect(error?.failure == .unsupported)
        #expect(error?.cure?.contains("en es fr it pt") == true)
    }
}

@Suite struct MissingApertiumTests {
    private func failure(
        _ configuration: ApertiumTranslator.Configuration, _ from: LanguageCode, _ to: LanguageCode
    ) async throws -> ProviderError? {
        let translator = ApertiumTranslator(configuration)
        let request = TranslationRequest(text: "casa", pair: try LanguagePair(from: from, to: to), context: anywhere)
        return await #expect(throws: ProviderError.self) {
            try await translator.translate(request, piece: { _ in })
        }
    }

    @Test("Given a pair that is not installed, when it is used, then the cure names its packages")
    func nothingInstalled() async throws {
        var configuration = ApertiumTranslator.Configuration()
        configuration.modesDirectory = "/nonexistent"
        let direct = try await failure(configuration, .en, .es)
        #expect(direct?.failure == .unavailable)
        #expect(direct?.cure == "apt-get install apertium apertium-eng-spa")
        let pivot = try await failure(configuration, .en, .fr)
        #expect(pivot?.cure == "apt-get install apertium apertium-eng-spa apertium-fr-es")
    }

    @Test("Given a pair that lacks a program, when it is used, then the cure names the program's package")
    func missingProgram() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try "cat | cg-proc -w 'x.bin'".write(
            to: directory.appending(path: "ita-spa.mode"), atomically: true, encoding: .utf8)
        var configuration = ApertiumTranslator.Configuration()
        configuration.modesDirectory = directory.path(percentEncoded: false)
        configuration.searchPath = SearchPath([])
        let error = try await failure(configuration, .it, .es)
        #expect(error?.failure == .unavailable)
        #expect(error?.message.contains("cg-proc") == true)
        #expect(error?.cure?.contains("cg3") == true)
    }

    @Test(
        "Given a pipeline that answers nothing or ends, when it is used, then the call fails",
        arguments: ["cat", "false", "head"])
    func emptyAnswer(program: String) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        // `cat -z` is refused, `false` ends at once, and `head` keeps no letters.
        let line = program == "head" ? "sed -u 's/[a-z.]*\\[z\\]//'" : program
        try line.write(to: directory.appending(path: "ita-spa.mode"), atomically: true, encoding: .utf8)
        var configuration = ApertiumTranslator.Configuration()
        configuration.modesDirectory = directory.path(percentEncoded: false)
        let error = try await failure(configuration, .it, .es)
        #expect(error?.failure == .unusable)
    }
}
