internal import Language
internal import Providers

/// No everyday word of the source may be left in the translation: "Mi brother trabaja", "Tengo una headache".
///
/// Only words in small letters count, that the source has, that are everyday words of its language, and that are no words of the
/// target's. Names have capitals, and words that languages borrow from each other are listed (`Words/borrowed.txt`). Between
/// two Romance languages nothing is found: too many words are the same.
///
/// Of a basic language no words are known. So only its script can tell that a word is not of it: a Latin word in Greek or Thai. In a
/// basic language with Latin letters nothing is found, because the word may be one of its own.
///
/// German writes nouns with a capital. So an English word of the text counts with a capital too ("eine Ambulance rufen"), and a
/// German one behind an article ("Where is the Bahnhof?" for "Wo ist der Bahnhof?").
struct LeftoverGuard: TranslationGuard {
    let name = "leftover"
    let readsWords = true
    let judgesClauses = true

    /// Shorter words are too often words of both languages.
    private static let fewestLetters = 4
    /// Talk about words means the words: "How do you say brother in Spanish?"
    private static let speakingOfWords: Set<String> = [
        "word", "words", "say", "mean", "means", "called", "spell", "palabra", "decir", "dice", "significa", "llama",
        "mot",
        "mots", "dire", "dit", "signifie", "appelle", "wort", "heißt", "sagt", "sagen", "bedeutet", "nennt", "parola",
        "significa", "palavra", "diz", "dizer", "chama",
    ]

    func knows(_ pair: LanguagePair) -> Bool {
        !pair.isBasic || (!pair.from.isBasic && !pair.to.scripts.contains(.latin))
    }

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        let (from, to) = (answer.pair.from, answer.pair.to)
        guard from.scripts == [.latin], from != to, !(Self.romance.contains(from) && Self.romance.contains(to)) else {
            return nil
        }
        let said = Set(Self.words(answer.source).map { $0.lowercased() })
        let meant = Set(said.flatMap(Self.forms))
        guard said.isDisjoint(with: Self.speakingOfWords) else { return nil }
        let plain = LanguageGuard.withoutQuotations(Addresses.removed(from: answer.translation), of: answer.source)
        let borrowed = to == .en ? Borrowed.inEnglish : Borrowed.english
        let nouns = Self.germanNouns(answer)
        var left: [String] = []
        for word in Self.words(plain) where !left.contains(word) {
            let forms = Self.forms(of: word.lowercased())
            let isNoun = nouns.contains(word)
            guard word.count >= Self.fewestLetters, isNoun || word.first?.isLowercase ?? false,
                !meant.isDisjoint(with: forms), borrowed.isDisjoint(with: forms),
                forms.contains(where: { LanguageIdentifier.share(ofWordsOf: from, in: $0) == 1 }),
                forms.allSatisfy({ LanguageIdentifier.share(ofWordsOf: to, in: $0) == 0 })
            else { continue }
            left.append(word)
        }
        guard !left.isEmpty else { return nil }
        return GuardFinding(
            flag: name, severity: .meaning,
            reason: "words of the \(from.englishName) text are left in it", evidence: left,
            hint: "Translate every word into \(answer.pair.target.englishName): \(left.joined(separator: ", ")).")
    }

    /// The word, and what its singular would be: a model writes "las pharmacies" for the pharmacy.
    private static func forms(of word: String) -> [String] {
        guard word.hasSuffix("s") else { return [word] }
        return [word, String(word.dropLast())] + (word.hasSuffix("ies") ? ["\(word.dropLast(3))y"] : [])
    }

    /// The words with a capital that may be nouns which were left in.
    private static func germanNouns(_ answer: GuardedAnswer) -> Set<String> {
        if answer.pair.from == .en, answer.pair.to == .de {
            // A word that the text has with a capital may be a name.
            let named = Set(words(answer.source).filter { $0.first?.isUppercase ?? false }.map { $0.lowercased() })
            return Set(
                words(answer.translation).filter { word in
                    word.first?.isUppercase ?? false && named.isDisjoint(with: forms(of: word.lowercased()))
                        && Borrowed.german.isDisjoint(with: forms(of: word.lowercased()))
                })
        }
        guard answer.pair.from == .de else { return [] }
        let said = words(answer.source)
        // Without an article it may be a name: Herr Koch, Anna Berg.
        return Set(
            zip(said, said.dropFirst()).filter { article, noun in
                Borrowed.articles.contains(article.lowercased()) && noun.first?.isUppercase ?? false
                    && !Borrowed.germanNames.contains(noun.lowercased())
            }
            .map(\.1))
    }

    private static let romance: Set<LanguageCode> = [.es, .fr, .it, .pt]

    /// The words of a text in Latin letters. Parts of compounds are none: the "shirt" of a French "t-shirt".
    private static func words(_ text: String) -> [String] {
        text.split { !$0.isLatin && !"-‐‑'’".contains($0) }.map(String.init)
    }

    /// Words that a good translation may keep.
    private enum Borrowed {
        private static let sections = WordFile("Guards/borrowed.txt").sectionsByName
        static let english = Set(sections["english"]?.words ?? [])
        static let inEnglish = Set(sections["in-english"]?.words ?? [])
        static let german = Set(sections["german"]?.words ?? [])
        static let articles = Set(sections["german-articles"]?.words ?? [])
        static let germanNames = Set(sections["german-names"]?.words ?? [])
    }
}

extension Character {
    /// Whether it is a Latin letter, as the words of the six languages have them.
    fileprivate var isLatin: Bool { isLetter && unicodeScalars.allSatisfy { $0.value < 0x250 } }
}
