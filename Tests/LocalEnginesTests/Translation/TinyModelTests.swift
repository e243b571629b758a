import Foundation
import Language
import LocalEngines
import Plumbing
import Providers
import Testing
import VerbioTesting

/// The real worker with small models that translate word by word.
@Suite(
    .serialized,
    .enabled("needs the worker's Python environment (verbio models install whisper-base)") { Machine.hasWorker })
struct TinyModelTests {
    private func translator(_ models: borrowing TinyModels) throws -> NeuralTranslator {
        var worker = Machine.whisper.worker
        worker.modelsDirectory = models.folder.path()
        worker.device = .cpu
        worker.threads = 1
        return try NeuralTranslator(NeuralTranslator.Configuration(worker: worker))
    }

    private func translated(
        _ text: String, _ from: LanguageCode, _ to: LanguageCode, by translator: NeuralTranslator
    ) async throws -> Translation {
        try await translator.translate(
            TranslationRequest(text: text, pair: try LanguagePair(from: from, to: to), context: anywhere)
        ) { _ in }
    }

    @Test("Given an OPUS-MT model, when sentences are translated, then they come in order, and names stay")
    func opus() async throws {
        let models = try await TinyModels()
        try await models.add("opus-mt-en-es", "opus", ["hello=hola", "good=buena", "night.=noche.", "station=tren"])
        let translator = try translator(models)
        let translation = try await translated(
            "hello Zoltan hello station\n\ngood night. hello", .en, .es, by: translator)
        #expect(translation.text == "hola Zoltan hola tren\n\nbuena noche. hola")
        #expect(translation.notes.isEmpty)
    }

    @Test("Given two models, when neither language is English, then the text goes through English")
    func pivot() async throws {
        let models = try await TinyModels()
        try await models.add("opus-mt-es-en", "opus", ["hola=hello", "mundo=world"])
        try await models.add("opus-mt-en-fr", "opus", ["hello=bonjour", "world=monde"])
        let translation = try await translated("hola mundo", .es, .fr, by: try translator(models))
        #expect(translation.text == "bonjour monde")
        #expect(translation.origin.pivot == .en)
    }

    @Test("Given models of each form, when they translate, then no token of a language is in the text")
    func forms() async throws {
        for (name, kind, words, pair, text, wanted) in [
            ("m2m100-418m", "m2m", "hello=hola", "en-es", "hello hello", "hola hola"),
            ("nllb-600m", "nllb", "hello=hola", "en-es", "hello hello", "hola hola"),
            ("argos", "argos", "hola=bonjour", "es-fr", "hola hola", "bonjour bonjour"),
            // These two models show the token that they were given before the source.
            ("madlad400", "madlad", "hello=hola", "en-es", "hello", "<2es> hola"),
            ("opus-mt-tc-big-en-pt", "targets", "hello=olá", "en-pt", "hello", ">>por<< olá"),
        ] {
            let models = try await TinyModels()
            try await models.add(name, kind, [words])
            let languages = pair.split(separator: "-").compactMap { LanguageCode(rawValue: String($0)) }
            let translator = try translator(models)
            let translation = try await translated(text, languages[0], languages[1], by: translator)
            #expect(translation.text == wanted, "\(kind)")
        }
    }

    @Test("Given a sentence of more tokens than a model takes, when it is translated, then no word is lost")
    func longSentence() async throws {
        let models = try await TinyModels()
        try await models.add("opus-mt-en-es", "opus", ["a=un", "i,=y,"])
        let clause = Array(repeating: "a", count: 29).joined(separator: " ") + " i, "
        // The sentence splitter cuts behind 600 characters; these are 270 words in 546 of them.
        let text = String(repeating: clause, count: 6) + String(repeating: "a ", count: 90)
        let translation = try await translated(text, .en, .es, by: try translator(models))
        let wanted = text.replacing("a", with: "un").replacing("i", with: "y")
        #expect(translation.text.split(separator: " ") == wanted.split(separator: " "))
    }

    @Test("Given a model that repeats itself without an end, when it translates, then a second try ends")
    func endless() async throws {
        let models = try await TinyModels()
        try await models.add("opus-mt-en-es", "endless", ["hello=hola"])
        let translation = try await translated("hello", .en, .es, by: try translator(models))
        #expect(translation.text.hasPrefix("hola"))
        #expect(translation.text.split(separator: " ").count < 50)
    }

    @Test("Complies with what every translator must do")
    func complies() async throws {
        let models = try await TinyModels()
        try await models.add("opus-mt-en-es", "opus", ["hello=hola", "world=mundo", "again=otra"])
        let compliance = TranslatorCompliance(
            try translator(models), pair: try LanguagePair(from: .en, to: .es),
            texts: ["hello world", "hello again", "world again world"])
        for check in TranslatorCompliance.Check.allCases { try await compliance.run(check) }
    }
}

/// A folder of models that `make_model.py` makes.
struct TinyModels: ~Copyable {
    let folder: URL

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-models-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func add(_ name: String, _ kind: String, _ words: [String]) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "make_model.py").path()
        let errors = folder.appending(path: name + ".log").path()
        let program = try Program(
            Machine.whisper.worker.python, ["-I", "-B", script, folder.appending(path: name).path(), kind] + words,
            errors: errors)
        let status = await program.end()
        let said = try? String(contentsOfFile: errors, encoding: .utf8)
        try #require(status == 0, "\(said ?? "")")
    }
}
