import Foundation
import Language
import LocalEngines
import Providers
import VerbioTesting

/// A folder of models that translate word by word, in the format of Firefox's.
struct FirefoxModels: ~Copyable {
    static let portuguese = [
        ("one", "um"), ("two", "dois"), ("Three", "Três"), ("red", "vermelho"), ("house", "casa"), ("hello", "olá"),
        ("Hello", "Olá"), ("Muller", "Muller"), ("click", "clique"), ("to", "para"), ("is", "é"), ("closed", "fechado"),
        ("The", "O"), ("store", "armazém"), ("Write", "Escreva"), ("now", "agora"),
    ]

    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "firefox-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func add(
        _ from: String, _ to: String, _ words: [(String, String)],
        copied: [String] = [".", ",", "!", "?", "\u{2581}", "\u{2581}X", "X", "0", "1", "2", "3", "4"]
    ) throws {
        try DictionaryModel(words, copied: copied).write(to: "\(folder)/firefox-\(from)-\(to)", direction: from + to)
    }

    func translator(_ models: [String] = [], threads: Int = 2) throws(ProviderError) -> FirefoxTranslator {
        var configuration = FirefoxTranslator.Configuration(modelsDirectory: folder)
        (configuration.models, configuration.threads) = (models, threads)
        return try FirefoxTranslator(configuration)
    }
}

extension FirefoxTranslator {
    func translated(_ text: String, _ from: LanguageCode, _ to: LanguageCode) async throws -> Translation {
        try await translate(
            TranslationRequest(text: text, pair: try LanguagePair(from: from, to: to), context: anywhere)
        ) { _ in }
    }
}
