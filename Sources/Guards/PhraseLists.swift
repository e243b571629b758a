internal import FoundationEssentials
internal import Language

/// The lists of phrases of a file: `{"name": ["phrase", …], …}`. Blanks at the ends of phrases count.
struct PhraseLists: Sendable {
    private let lists: [String: [String]]

    /// - Parameter file: below `Sources/Guards/Words`.
    init(_ file: String) {
        lists =
            (try? JSONDecoder().decode([String: [String]].self, from: Data(WordFile("Guards/\(file)").bytes))) ?? [:]
    }

    subscript(name: String) -> [String] { lists[name] ?? [] }

    /// The lists of a file that has them by languages: `{"name": {"en": ["phrase", …], …}, …}`.
    static func byLanguage(_ file: String) -> [String: [LanguageCode: [String]]] {
        let bytes = Data(WordFile("Guards/\(file)").bytes)
        let lists = (try? JSONDecoder().decode([String: [String: [String]]].self, from: bytes)) ?? [:]
        return lists.mapValues { lists in
            Dictionary(
                uniqueKeysWithValues: lists.compactMap { code, list in LanguageCode(rawValue: code).map { ($0, list) } }
            )
        }
    }
}
