internal import Language
internal import Providers

/// The translation must not name a place or a person if the text names none, or only others: "¿Dónde está la estación de tren?" →
/// "The station is located in the city of Beijing."; "Anna and Paul live in Berlin." → "María y Pedro viven en Chicago."
///
/// Only well-known names count (`Words/names.txt` of the module `Language`). A text without names counts only if all of its
/// capitals begin everyday words of its language: a name may differ between languages (Pekín, Beijing). German capitalises nouns,
/// so few German texts are judged. Names of persons count as others only if the answer has no name of the text at all.
struct InventedNameGuard: TranslationGuard {
    let name = "names"
    let readsWords = true
    let judgesClauses = true

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        guard answer.pair.from.scripts == [.latin], answer.pair.to.scripts == [.latin] else { return nil }
        let source = Self.words(answer.source)
        let said = Set(source.map { $0.lowercased() })
        let named = Self.words(answer.translation).filter { word in
            word.first?.isUppercase ?? false && !said.contains(word.lowercased()) && LanguageIdentifier.isName(word)
        }
        guard !named.isEmpty else { return nil }
        guard namesNone(source, answer) else { return exchanged(source, named, answer) }
        let surely = named.filter { LanguageIdentifier.share(ofWordsOf: answer.pair.to, in: $0) == 0 }
        return surely.isEmpty ? nil : added(surely)
    }

    /// Whether the text surely names nothing and no person.
    private func namesNone(_ source: [String], _ answer: GuardedAnswer) -> Bool {
        let capitals = source.filter { $0.first?.isUppercase ?? false }
        // A text without capitals may have names that cannot be told from words.
        return !capitals.isEmpty && !source.contains(where: { LanguageIdentifier.isName($0) })
            && capitals.allSatisfy { LanguageIdentifier.share(ofWordsOf: answer.pair.from, in: $0) == 1 }
    }

    private func added(_ named: [String]) -> GuardFinding {
        GuardFinding(
            flag: name, severity: .meaning, reason: "it names what the text does not name", evidence: named,
            hint: "Do not add names: the text does not say \(named.joined(separator: ", ")).")
    }

    private func exchanged(_ source: [String], _ named: [String], _ answer: GuardedAnswer) -> GuardFinding? {
        let names = source.filter { $0.first?.isUppercase ?? false && LanguageIdentifier.isName($0) }
        // One name may be left out for a pronoun, and a place may have another name.
        guard names.contains(where: Self.isOfPerson), let other = named.first(where: Self.isOfPerson) ?? named.first,
            names.count > 1 || Self.isOfPerson(other)
        else { return nil }
        // Any word with a capital may be a form of a name: Anna, Annas, Ana.
        let kept = Self.words(answer.translation).filter { $0.first?.isUppercase ?? false }
        guard !names.contains(where: { name in kept.contains { Self.mayBeSame(name, $0) } }) else { return nil }
        return GuardFinding(
            flag: name, severity: .meaning, reason: "it has other names than the text", evidence: named,
            hint: "Keep the names of the text: \(names.joined(separator: ", ")), not \(other).")
    }

    private static let persons: Set<String> = {
        let sections = WordFile("Language/names.txt").sectionsByName
        return Set(["given", "family"].flatMap { sections[$0]?.words ?? [] })
    }()

    private static func isOfPerson(_ name: String) -> Bool { persons.contains(name.lowercased()) }

    /// Whether two words may be one name in two languages.
    private static func mayBeSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (SearchText.folded(one), SearchText.folded(other))
        if one.prefix(2) == other.prefix(2) { return true }
        return namesakes.contains { $0.contains(one) && $0.contains(other) }
    }

    /// Names that begin otherwise in another language. Kings, saints and popes are translated.
    private static let namesakes: [Set<String>] = [
        ["william", "guillermo", "guillaume", "wilhelm", "guglielmo", "guilherme"],
        ["elizabeth", "elisabeth", "isabel", "isabelle", "isabella", "elisabetta"],
        ["james", "jaime", "santiago", "jacques", "giacomo", "tiago", "jakob", "jacob", "diego"],
        ["john", "giovanni", "ivan", "hans", "jean", "juan", "joao", "johannes", "jan", "johann"],
        ["steven", "stephen", "esteban", "etienne", "stefan", "estevao"], ["henry", "enrique", "enrico", "heinrich"],
        ["george", "jorge", "giorgio", "georges", "georg"], ["joseph", "giuseppe", "jose", "josef"],
        ["hugh", "ugo", "hugo"], ["helen", "elena", "helene"], ["hannah", "ana", "anna", "hanna"],
        ["louis", "luis", "ludwig", "luigi"], ["charles", "carlos", "carlo", "karl"], ["philip", "felipe", "filippo"],
        ["xavier", "javier", "saverio"], ["agnes", "ines"], ["matthew", "mateo", "matthias"],
        ["catherine", "katharina", "caterina", "catalina", "kate", "katherine"], ["jerome", "hieronymus", "girolamo"],
        ["george", "jurgen", "jorg"], ["eugene", "eugen"], ["jack", "jacques", "juan", "hans", "john"],
        ["julie", "giulia", "julia"], ["julius", "giulio", "julio"],
        ["joan", "juana", "johanna", "giovanna", "jeanne"],
    ]

    private static func words(_ text: String) -> [String] { text.split { !$0.isLetter }.map(String.init) }
}
