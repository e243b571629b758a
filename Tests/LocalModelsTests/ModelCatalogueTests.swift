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
            #expect(model.bytes > 1_000_000)
            for case .packages(_, let parts) in model.sources {
                #expect(Set(parts.keys) == Set(model.files.map(\.name)))
            }
        }
        let base = try catalogue.model("whisper-base")
        #expect(base.files.allSatisfy { $0.sha256 != nil })
    }

    @Test(
        "Given an entry that cannot be right, when the catalogue is read, then the problem names the model",
        arguments: [
            ("name: ../../etc/passwd, bytes: 1", "https://a.example/{file}"),
            ("name: model.bin, sha256: ABC", "https://a.example/{file}"),
            ("name: model.bin", "https://a.example/model.bin"),
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
