internal import Foundation
package import Language

/// Texts in known languages from the shared corpus next to the package; none of them is part of the project.
package enum TextCorpus {
    private static let folder: URL = {
        var url = URL(filePath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.deletingLastPathComponent().appending(path: "shared/corpus")
    }()

    /// Whether the corpus is there; tests that need it are skipped if it is not.
    package static let isPresent = FileManager.default.fileExists(atPath: folder.appending(path: "manifest.json").path)

    /// A text and the sentences in it.
    package struct Segmented: Decodable, Sendable {
        package var id: String
        package var text: String
        package var sentences: [String]
    }

    /// The texts of a language with their sentences; empty if there are none.
    package static func segmented(_ language: LanguageCode) -> [Segmented] {
        read("segmentation/\(language).json") ?? []
    }

    /// Strings that often break programs; empty without the corpus.
    package static let naughty: [String] = read("text/naughty-strings.json") ?? []

    /// Sentences by language: transcripts of recordings, one text in several languages, texts for segmentation.
    package static let sentences: [LanguageCode: [String]] = {
        struct Manifest: Decodable {
            struct File: Decodable {
                var category: String
                var language: String?
                var transcript: String?
            }
            var files: [File]
        }
        var found: [LanguageCode: Set<String>] = [:]
        func add(_ text: String, _ language: String) {
            guard let code = LanguageCode(rawValue: language) else { return }
            // The split is simple on purpose: code that is measured elsewhere must not choose the samples here.
            let pieces = text.split(separator: /[.!?。！？]\s*/).map { $0.trimmingCharacters(in: .whitespaces) }
            found[code, default: []].formUnion(pieces.filter { $0.contains(where: \.isLetter) })
        }
        let manifest: Manifest? = read("manifest.json")
        for file in manifest?.files ?? [] where ["speech", "conversation"].contains(file.category) {
            if let transcript = file.transcript, let language = file.language { add(transcript, language) }
        }
        let parallel: [String: [String: String]]? = read("parallel/azure-parallel.json")
        for (language, text) in (parallel ?? [:]).values.joined() { add(text, language) }
        for language in LanguageCode.tested {
            for sentence in segmented(language).flatMap(\.sentences) { add(sentence, language.rawValue) }
        }
        return found.mapValues { $0.sorted() }
    }()

    private static func read<Value: Decodable>(_ file: String) -> Value? {
        guard let data = try? Data(contentsOf: folder.appending(path: file)) else { return nil }
        return try? JSONDecoder().decode(Value.self, from: data)
    }
}
