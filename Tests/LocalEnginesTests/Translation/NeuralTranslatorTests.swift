import Foundation
import Language
import LocalEngines
import Plumbing
import Providers
import Testing
import VerbioTesting

/// The translator with a worker that only marks what it is given.
@Suite(
    .serialized,
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct NeuralTranslatorTests {
    static let opus = ["model.bin": "", "config.json": "{}", "source.spm": "", "target.spm": ""]

    private func translator(
        _ worker: borrowing StandInWorker, _ models: [String] = []
    ) throws -> NeuralTranslator {
        var configuration = NeuralTranslator.Configuration(worker: worker.worker)
        configuration.models = models
        return try NeuralTranslator(configuration)
    }

    private func request(_ text: String, _ from: LanguageTag, _ to: LanguageTag) throws -> TranslationRequest {
        TranslationRequest(text: text, pair: try LanguagePair(from, to: to), context: anywhere)
    }

    private func pair(_ from: LanguageCode, _ to: LanguageCode) throws -> LanguagePair {
        try LanguagePair(from: from, to: to)
    }

    @Test("Given a text of sentences, when it is translated, then the sentences go to the model with one request")
    func sentences() async throws {
        let worker = try StandInWorker(["mark ~"], model: "opus-mt-en-es", files: Self.opus)
        let translation = try await translator(worker).translate(
            try request("  Dr. Ames left. Did he?\n\n— Yes,\nhe did. ", .en, .es)
        ) { _ in }
        #expect(translation.text == "  ~Dr. Ames left. ~Did he?\n\n~— Yes, he did. ")
        #expect(translation.notes.isEmpty)
        #expect(translation.usage.characters == 41)
        let asked = try #require(worker.requests.first)
        #expect(worker.requests.count == 1)
        #expect(asked.contains(#""texts":["Dr. Ames left.","Did he?","— Yes, he did."]"#))
        #expect(asked.contains(#""before":[]"#) && asked.contains(#""prefix":[]"#))
        #expect(asked.contains(#""after":["<\/s>"]"#))
    }

    @Test("Given models into and out of English, when neither language is English, then the text goes through English")
    func pivot() async throws {
        let worker = try StandInWorker(["mark a"], model: "opus-mt-es-en", files: Self.opus)
        try worker.add("opus-mt-en-zh", Self.opus, ["mark b"])
        let translator = try translator(worker)
        let pairs = try [pair(.es, .en), pair(.en, .zh), pair(.es, .zh)]
        #expect(translator.capabilities.pairs == Set(pairs))
        #expect(translator.modelNames(for: try pair(.es, .zh)) == ["opus-mt-es-en", "opus-mt-en-zh"])
        #expect(translator.modelNames(for: try pair(.zh, .es)) == nil)
        let translation = try await translator.translate(try request("Hola. Adiós.", .es, .zh)) { _ in }
        // Chinese has no space between sentences.
        #expect(translation.text == "baHola.baAdiós.")
        #expect(translation.origin.pivot == .en)
    }

    @Test("Given a text without words, when it is translated, then no model is asked")
    func noWords() async throws {
        let worker = try StandInWorker(["die"], model: "opus-mt-en-es", files: Self.opus)
        for text in ["", " \n", "…!", "🙂 → 🙂"] {
            #expect(try await translator(worker).translate(try request(text, .en, .es)) { _ in }.text == text)
        }
        #expect(worker.requests.isEmpty)
    }

    @Test(
        "Given a vocabulary, when a direction is requested, then its languages are named as that vocabulary names them",
        arguments: [
            ("m2m100-418m", "__en__ __es__ __zh__", LanguageTag.es, ["__en__"], ["__es__"]),
            ("nllb", "eng_Latn spa_Latn zho_Hans zho_Hant", .zhHant, ["eng_Latn"], ["zho_Hant"]),
            ("nllb", "eng_Latn spa_Latn zho_Hans zho_Hant", .zh, ["eng_Latn"], ["zho_Hans"]),
            ("madlad400-3b", "<2en> <2es> <2zh>", .es, ["<2es>"], []),
            ("opus-mt-en-ROMANCE", ">>es<< >>pt_BR<< >>pt<< >>de<<", .es, [">>es<<"], []),
            ("opus-mt-en-ROMANCE", ">>es<< >>pt_BR<< >>pt<< >>de<<", LanguageTag(.pt, .brazil), [">>pt_BR<<"], []),
            ("opus-mt-tc-big-en-pt", ">>por<< >>pob<<", .pt, [">>por<<"], []),
            ("opus-mt-en-zh", ">>cmn_Hans<< >>cmn_Hant<< >>cmn<<", .zhHant, [">>cmn_Hant<<"], []),
        ], [false, true])
    func tokens(
        _ row: (model: String, vocabulary: String, target: LanguageTag, before: [String], prefix: [String]),
        isJSON: Bool
    ) async throws {
        let tokens = ["<s>", "</s>", "▁the"] + row.vocabulary.split(separator: " ").map(String.init)
        var files = ["model.bin": "", "config.json": "{}", "sentencepiece.bpe.model": ""]
        if isJSON {
            files["shared_vocabulary.json"] = String(decoding: try JSONEncoder().encode(tokens), as: UTF8.self)
        } else {
            files["shared_vocabulary.txt"] = tokens.joined(separator: "\n")
        }
        let worker = try StandInWorker(["mark ~"], model: row.model, files: files)
        _ = try await translator(worker, [row.model]).translate(try request("Hi", .en, row.target)) { _ in }
        let asked = try JSONDecoder().decode(Asked.self, from: Data(try #require(worker.requests.first).utf8))
        #expect(asked == Asked(before: row.before, after: ["</s>"], prefix: row.prefix))
    }

    private struct Asked: Decodable, Equatable {
        var before: [String]
        var after: [String]
        var prefix: [String]
    }

    @Test("Given a folder of Argos, when it is named by its path, then its metadata name its languages")
    func argos() async throws {
        let files = [
            "model/model.bin": "", "model/config.json": #"{"add_source_eos": false}"#, "sentencepiece.model": "",
            "metadata.json": #"{"from_code": "de", "to_code": "en"}"#,
        ]
        let worker = try StandInWorker(["mark ~"], model: "mine", files: files)
        let path = worker.folder.appending(path: "models/mine").path()
        let translator = try translator(worker, [path])
        #expect(translator.capabilities.pairs == [try pair(.de, .en)])
        #expect(translator.descriptor.model == path)
        try Data("mark ~".utf8).write(to: URL(filePath: path + "/model/orders"))
        #expect(try await translator.translate(try request("Ja.", .de, .en)) { _ in }.text == "~Ja.")
        let noted = try String(contentsOfFile: path + "/model/requests", encoding: .utf8)
        #expect(noted.contains(#""after":[]"#))
    }

    @Test(
        "Given a folder that is no model, when it is named, then the failure says why",
        arguments: [
            ("missing", nil, "there is no folder"), ("opus-mt-en-es", ["config.json": ""], "has no model.bin"),
            ("opus-mt-en-es", ["model.bin": ""], "has no SentencePiece model"),
            ("argos", ["model.bin": "", "bpe.model": ""], "has a BPE model"),
            ("mine", ["model.bin": "", "source.spm": ""], "the languages of"),
        ] as [(String, [String: String]?, String)])
    func faults(name: String, files: [String: String]?, reason: String) throws {
        let worker = try StandInWorker(["die"])
        if let files { try worker.add(name, files, []) }
        var configuration = NeuralTranslator.Configuration(worker: worker.worker)
        configuration.models = [name]
        let error = #expect(throws: ProviderError.self) { try NeuralTranslator(configuration) }
        #expect(error?.failure == .unavailable)
        #expect(error?.message.contains(reason) == true)
        #expect(error?.cure == "run 'verbio models install \(name)'")
    }

    @Test(
        "Given an answer that is none, when it is read, then the failure has its class",
        arguments: [
            ("die", ProviderError.Failure.transient), ("refuse", .unusable), ("no-memory", .unavailable),
            (#"answer {"texts": [], "endless": []}"#, .rejected),
            (#"answer {"texts": [""], "endless": []}"#, .rejected),
            (#"answer {"texts": ["a a a a"], "endless": [0]}"#, .rejected),
        ])
    func failures(order: String, failure: ProviderError.Failure) async throws {
        let worker = try StandInWorker([order, "mark ~"], model: "opus-mt-en-es", files: Self.opus)
        let translator = try translator(worker)
        let asked = try request("Hello.", .en, .es)
        let error = await #expect(throws: ProviderError.self) { try await translator.translate(asked) { _ in } }
        #expect(error?.failure == failure)
        #expect(error?.stage == .translation)
        #expect(try await translator.translate(asked) { _ in }.text == "~Hello.")
    }
}

extension LanguageVariety {
    fileprivate static let brazil = all.first { $0.subtag == "BR" }
}
