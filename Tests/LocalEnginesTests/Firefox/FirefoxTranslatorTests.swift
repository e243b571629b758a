import Foundation
import Language
import LocalEngines
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite struct FirefoxTranslatorTests {
    private func pair(_ from: LanguageCode, _ to: LanguageCode) throws -> LanguagePair {
        try LanguagePair(from: from, to: to)
    }

    @Test("Given a text of sentences, when it is translated, then line ends and order stay")
    func sentences() async throws {
        let models = try FirefoxModels()
        try models.add("en", "pt", FirefoxModels.portuguese)
        let translation = try await models.translator().translated("  one red house. Three!\n\ntwo, \none. ", .en, .pt)
        #expect(translation.text == "  um vermelho casa. Três!\n\ndois, um. ")
        #expect(translation.tag == .pt && translation.notes.isEmpty)
        #expect(translation.usage.characters == 36)
    }

    @Test("Given models into and out of English, when neither language is English, then the text goes through English")
    func pivot() async throws {
        let models = try FirefoxModels()
        try models.add("es", "en", [("uno", "one"), ("casa", "house")])
        try models.add("en", "pt", FirefoxModels.portuguese)
        let translator = try models.translator()
        #expect(translator.capabilities.pairs == Set(try [pair(.es, .en), pair(.en, .pt), pair(.es, .pt)]))
        #expect(translator.modelNames(for: try pair(.es, .pt)) == ["es-en", "en-pt"])
        #expect(translator.modelNames(for: try pair(.pt, .es)) == nil)
        let translation = try await translator.translated("uno casa. uno", .es, .pt)
        #expect(translation.text == "um casa. um")
        #expect(translation.origin.pivot == .en)
        #expect(translator.descriptor.model == "en-pt+es-en")
    }

    @Test("Given names of models, when the translator is made, then it has these and no others")
    func names() async throws {
        let models = try FirefoxModels()
        try models.add("en", "pt", FirefoxModels.portuguese)
        try models.add("pt", "en", [("um", "one")])
        for name in ["en-pt", "firefox-en-pt", models.folder + "/firefox-en-pt"] {
            let translator = try models.translator([name])
            #expect(translator.capabilities.pairs == [try pair(.en, .pt)])
        }
        #expect(try models.translator().capabilities.pairs.count == 2)
        #expect(ModelList.names(in: "en-pt+pt-en") == ["en-pt", "pt-en"])
    }

    @Test(
        "Given a model that cannot be used, when the translator is made or called, then the error names file and cure")
    func unusable() async throws {
        let models = try FirefoxModels()
        let missing = try? models.translator(["en-es"])
        #expect(missing == nil)
        do {
            _ = try models.translator(["en-es"])
        } catch {
            #expect(error.failure == .unavailable)
            #expect(error.message.contains("there is no folder \(models.folder)/firefox-en-es"))
            #expect(error.cure == "run 'verbio models install firefox-en-es'")
        }
        try models.add("en", "pt", FirefoxModels.portuguese)
        let path = models.folder + "/firefox-en-pt/vocab.enpt.spm"
        try Data([1, 2, 3]).write(to: URL(filePath: path))
        let error = await #expect(throws: ProviderError.self) {
            try await models.translator().translated("one", .en, .pt)
        }
        #expect(error?.failure == .unavailable)
        #expect(error?.message.contains("the source vocabulary cannot be used") == true)
        try FileManager.default.removeItem(atPath: path)
        #expect(try models.translator().capabilities.pairs.isEmpty)
    }

    @Test("Given a model that is not as it was installed but can be read, when it is called, then the file is named")
    func damaged() async throws {
        let models = try FirefoxModels()
        try models.add("en", "pt", FirefoxModels.portuguese)
        let folder = URL(filePath: models.folder).appending(path: "firefox-en-pt")
        let vocabulary = folder.appending(path: "vocab.enpt.spm")
        let sample = try #require(FileSample.of(vocabulary.path))
        try Data(#"{"name": "firefox-en-pt", "samples": {"vocab.enpt.spm": "\#(sample)"}}"#.utf8).write(
            to: folder.appending(path: "verbio-model.json"))
        #expect(try await models.translator().translated("red house", .en, .pt).text == "vermelho casa")
        var bytes = try Data(contentsOf: vocabulary)
        let word = try #require(bytes.firstRange(of: Data("casa".utf8)))
        bytes.replaceSubrange(word, with: Data("gato".utf8))
        try bytes.write(to: vocabulary)
        let error = await #expect(throws: ProviderError.self) {
            try await models.translator().translated("red house", .en, .pt)
        }
        #expect(error?.message.contains("vocab.enpt.spm is damaged") == true, "\(error?.message ?? "")")
        #expect(error?.cure == "run 'verbio models install firefox-en-pt'")
    }

    @Test("Given a model file that is replaced, when a translator is made, then its descriptor is another one")
    func replacedFile() throws {
        let models = try FirefoxModels()
        try models.add("en", "pt", FirefoxModels.portuguese)
        let before = try models.translator().descriptor
        try models.add("en", "pt", FirefoxModels.portuguese + [("new", "novo")])
        #expect(try models.translator().descriptor != before)
        #expect(try models.translator().descriptor.model == "en-pt")
    }

    @Test("Given many texts at once, when they are translated, then each gets its own translation")
    func concurrent() async throws {
        let models = try FirefoxModels()
        try models.add("en", "pt", FirefoxModels.portuguese)
        let translator = try models.translator(threads: 3)
        let texts = (0..<24).map { $0 % 2 == 0 ? "one red house \($0 % 4)." : "Three two. hello \($0 % 4)!" }
        let found = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (place, text) in texts.enumerated() {
                group.addTask { (place, try await translator.translated(text, .en, .pt).text) }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        for (place, text) in texts.enumerated() {
            #expect(found[place] == (try await translator.translated(text, .en, .pt).text))
        }
    }

    @Test(
        "Given a model of words, when it is asked as every translator is, then it keeps the promises",
        arguments: TranslatorCompliance.Check.allCases)
    func complies(_ check: TranslatorCompliance.Check) async throws {
        let models = try FirefoxModels()
        try models.add("en", "pt", FirefoxModels.portuguese)
        try await TranslatorCompliance(
            try models.translator(), pair: try pair(.en, .pt), texts: ["one red house.", "Hello.", "Three, two, one!"]
        ).run(check)
    }
}
