internal import Language
internal import Providers

/// The translation must not name a place or a person if the text names none: "¿Dónde está la estación de tren?" → "The station
/// is located in the city of Beijing."
///
/// Only well-known names count (`Words/names.txt` of the module `Language`), and only if all capitals of the source begin
/// everyday words of its language: a name may differ between languages (Pekín, Beijing). German capitalises nouns, so few
/// German texts are judged.
struct InventedNameGuard: TranslationGuard {
    let name = "names"
    let readsWords = true
    let judgesClauses = true

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        guard answer.pair.from.scripts == [.latin], answer.pair.to.scripts == [.latin] else { return nil }
        let source = Self.words(answer.source)
        let capitals = source.filter { $0.first?.isUppercase ?? false }
        guard !source.contains(where: { LanguageIdentifier.isName($0) }),
            // A text without capitals may have names that cannot be told from words.
            !capitals.isEmpty,
            capitals.allSatisfy({ LanguageIdentifier.share(ofWordsOf: answer.pair.from, in: $0) == 1 })
        else { return nil }
        let said = Set(source.map { $0.lowercased() })
        let named = Self.words(answer.translation).filter { word in
            word.first?.isUppercase ?? false && !said.contains(word.lowercased()) && LanguageIdentifier.isName(word)
                && LanguageIdentifier.share(ofWordsOf: answer.pair.to, in: word) == 0
        }
        guard !named.isEmpty else { return nil }
        return GuardFinding(
            flag: name, severity: .meaning, reason: "it names what the text does not name", evidence: named,
            hint: "Do not add names: the text does not say \(named.joined(separator: ", ")).")
    }

    private static func words(_ text: String) -> [String] { text.split { !$0.isLetter }.map(String.init) }
}
