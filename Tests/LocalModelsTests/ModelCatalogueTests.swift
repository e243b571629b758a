import LocalModels
import Plumbing
import Testing

@Suite struct ModelCatalogueTests {
    @Test(
        "Given the catalogue that comes with Verbio, when it is read, then every model can be installed from somewhere")
    func builtIn() throws {
        let catalogue = try ModelCatalogue.builtIn()
        #expect(catalogue.models.first?.name == "whisper-base")
        for model in catalogue.models {
            #expect(!model.sources.isEmpty && !model.licence.isEmpty && !model.notice.isEmpty)
            #expect(model.bytes > 500_000)
            for case .packages(_, let parts) in model.sources {
                #expect(Set(parts.keys) == Set(model.files.map(\.name)))
            }
        }
        #expect(try catalogue.model("silero-vad").needsWorker == false)
        let base = try catalogue.model("whisper-base")
        #expect(base.files.allSatisfy { $0.sha256 != nil })
    }

    /// For these no public record of the hashes was found. A new entry has hashes, or at least a revision in its address.
    @Test("Given the catalogue, when a model's first download cannot be checked, then it is one of these")
    func unpinned() throws {
        let unpinned = try ModelCatalogue.builtIn().models.filter(\.isUnpinned).map(\.name)
        #expect(
            Set(unpinned) == [
                "piper-hi_IN-pratham-medium", "opus-mt-en-fr", "opus-mt-fr-en", "opus-mt-en-de", "opus-mt-de-en",
                "opus-mt-en-ROMANCE", "opus-mt-ROMANCE-en", "opus-mt-ko-en", "opus-mt-ar-en", "opus-mt-hi-en",
                "opus-mt-en-hi",
            ])
    }

    @Test("Given the catalogue, when a direction is looked for, then its models are found, the smallest first")
    func directions() throws {
        let catalogue = try ModelCatalogue.builtIn()
        func names(_ direction: String) -> [String] {
            catalogue.models.filter { $0.translates(direction) }.map(\.name)
        }
        #expect(names("en-es") == ["firefox-en-es", "opus-mt-en-es", "opus-mt-en-ROMANCE", "m2m100-418m"])
        #expect(names("it-en") == ["firefox-it-en", "opus-mt-ROMANCE-en", "m2m100-418m"])
        #expect(names("ja-ar") == ["m2m100-418m"])
        #expect(names("ja-te").isEmpty)
        for language in ["es", "fr", "de", "it", "pt", "zh", "ja", "ko", "ar", "hi", "ru"] {
            // The one for all languages is several times as large.
            #expect(names("en-\(language)").count > 1 && names("\(language)-en").count > 1, "\(language)")
        }
        for name in ["opus-mt-en-es", "opus-mt-es-en"] {
            #expect(try catalogue.model(name).files.allSatisfy { $0.sha256 != nil && $0.bytes != nil })
        }
    }

    @Test(
        "Given an entry that cannot be right, when the catalogue is read, then the problem names the model",
        arguments: [
            ("name: ../../etc/passwd, bytes: 1", "https://a.example/{file}"),
            ("name: model.bin, sha256: ABC", "https://a.example/{file}"),
            ("name: model.bin", "https://a.example/model.bin"),
            ("name: model/../../passwd", "https://a.example/{file}"),
            ("name: model//model.bin", "https://a.example/{file}"),
        ])
    func faults(file: String, address: String) {
        let yaml = """
            evil:
              title: x
              languages: [en]
              licence: x
              notice: x
              files: [{\(file)}]
              sources: [{url: "\(address)"}]
            """
        let problem = #expect(throws: Problem.self) { try ModelCatalogue(yaml: yaml, at: "mine.yaml") }
        #expect(problem?.description.hasPrefix("mine.yaml: the model evil ") == true)
    }

    @Test("Given a name that no model has, when it is looked up, then the problem lists the models")
    func unknown() throws {
        let problem = #expect(throws: Problem.self) { try ModelCatalogue.builtIn().model("wisper") }
        #expect(problem?.cure?.contains("whisper-base") == true)
    }
}
