/// How the last letters of a term change when it is inflected, in the languages that change the ends of words.
///
/// Only endings that a language inflects with are known. A different word that begins like the term is therefore not
/// one of its forms. `plans` and `planned` are forms of `plan`, `planet` is not; `Berge` is one of `Berg`, `Banker` is
/// not one of `Bank`.
struct Inflection: Sendable {
    private let language: LanguageCode
    private let rules: [(ending: [Character], forms: [ArraySlice<Character>])]

    init(_ language: LanguageCode) {
        self.language = language
        rules = (Self.written[language] ?? []).map { ending, forms in
            // Split by scalars: a vowel sign would form one character with the space before it.
            (Array(ending), forms.unicodeScalars.split(separator: " ").map { Self.letters(String($0), language)[...] })
        }
    }

    /// Whether letters of a text are a form of a term's last word.
    ///
    /// - Parameters:
    ///   - word: the term's last word, folded.
    ///   - found: the text's word with the same beginning, folded.
    ///   - isName: whether the term is written with a capital, as German nouns are.
    func isForm(_ found: ArraySlice<Character>, of word: ArraySlice<Character>, isName: Bool) -> Bool {
        let found = Self.letters(String(found), language)
        let word = Self.letters(String(word), language)[...]
        guard word.count > (language == .hi ? 2 : 3) else { return false }
        for (ending, forms) in rules where word.reversed().starts(with: ending.reversed()) {
            let stem = word.dropLast(ending.count)
            guard found.count >= stem.count, found.starts(with: stem) else { continue }
            let form = found.dropFirst(stem.count)
            if forms.contains(form), mayTake(form, in: word, after: ending, isName: isName) { return true }
        }
        return language == .en && isDoubled(found, word)
    }

    /// In Devanagari a vowel sign forms one character with the letter before it; here the two are separated.
    private static func letters(_ text: String, _ language: LanguageCode) -> [Character] {
        language == .hi ? text.unicodeScalars.map(Character.init) : Array(text)
    }

    /// Rules that a list of endings cannot express.
    private func mayTake(
        _ form: ArraySlice<Character>, in word: ArraySlice<Character>, after ending: [Character], isName: Bool
    ) -> Bool {
        guard let last = word.last else { return false }
        switch (language, String(form)) {
        case (.en, "es"): return "sxzho".contains(last)
        case (.en, "d"): return last == "e"
        // "starred" is a form of "star", "stared" of "stare".
        case (.en, "ed"): return !ending.isEmpty || word.count > 5 || !endsShort(word)
        // From short nouns it makes different nouns: train, training; house, housing.
        case (.en, "ing"): return word.count > 5
        // Before this ending the vowel changes if it can: Bilder, but Wörter.
        case (.de, "er"), (.de, "ern"):
            guard isName else { return true }
            return word.last { "aeiouäöü".contains($0) }.map { !"aou".contains($0) } ?? false
        case (.de, "t"), (.de, "te"), (.de, "ten"), (.de, "st"), (.de, "et"), (.de, "em"): return !isName
        case (.de, "se"), (.de, "sen"), (.de, "ses"): return last == "s"
        case (.de, "nen"): return word.suffix(2) == ["i", "n"]
        // "client, cliente", but "port, porte"; "abogado, abogada", but "puerto, puerta".
        case (.fr, "e") where ending.isEmpty, (.fr, "es") where ending.isEmpty: return word.count >= 6 && last != "e"
        case (.es, "a"), (.es, "as"), (.it, "a"), (.pt, "a"), (.pt, "as"): return ending != ["o"] || word.count >= 7
        case (.es, "es") where ending.isEmpty, (.pt, "es") where ending.isEmpty: return !"aeiou".contains(last)
        default: return true
        }
    }

    /// Whether a word ends in a consonant, one vowel and a consonant: English doubles the last letter of such words.
    private func endsShort(_ word: ArraySlice<Character>) -> Bool {
        let end = Array(word.suffix(3))
        return end.count == 3 && !Self.vowels.contains(end[0]) && Self.vowels.contains(end[1])
            && !(Self.vowels + "wxy").contains(end[2])
    }

    private func isDoubled(_ found: [Character], _ word: ArraySlice<Character>) -> Bool {
        guard endsShort(word), let last = word.last, found.starts(with: word) else { return false }
        return ["ed", "ing"].contains { found.dropFirst(word.count).elementsEqual(String(last) + $0) }
    }

    private static let vowels = "aeiou"
    /// The most letters that an ending replaces.
    static let longestEnding = 3

    /// A word with the first ending may have one of the second instead; if the first is empty, they are added to the word.
    private static let written: [LanguageCode: [(String, String)]] = [
        .en: [("", "s es d ed ing"), ("e", "ing"), ("y", "ies ied")],
        .de: [("", "e en n s es er ern ens em nen se sen ses t te ten st et"), ("ma", "men")],
        .fr: [
            ("", "s x e es"), ("al", "aux"), ("if", "ive ives"), ("er", "ère ères"), ("eux", "euse euses"),
            ("ien", "ienne iennes"),
        ],
        .es: [
            ("", "s es"), ("o", "a as"), ("z", "ces"), ("ón", "ones"), ("án", "anes"), ("ín", "ines"), ("én", "enes"),
            ("és", "eses esa esas"), ("or", "ora oras"),
        ],
        .it: [
            ("o", "i a"), ("a", "e i"), ("e", "i"), ("io", "i"), ("co", "chi"), ("go", "ghi"), ("ca", "che"),
            ("ga", "ghe"), ("cia", "ce"), ("gia", "ge"),
        ],
        .pt: [
            ("", "s es"), ("o", "a as"), ("ão", "ões ães ãos"), ("al", "ais"), ("el", "éis"), ("ol", "óis"),
            ("il", "is"), ("m", "ns"), ("ês", "eses esa esas"), ("or", "ora oras"),
        ],
        .ru: [("", russian), ("ь", "я ю ем и ей ям ями ях ью"), ("й", "я ю ем е и ев ям ями ях"), ("ия", "ий")]
            + "бвгджзклмнпрстфхцчшщ".map { ("\($0)а", "\($0)") } + ["а", "я", "о", "е", "ы", "и"].map { ($0, russian) }
            + ["ый", "ий", "ой", "ая", "яя", "ое", "ее", "ые", "ие"].map {
                ($0, "ый ий ой ая яя ое ее ые ие ого его ому ему ым им ых их ую юю ом ем ою ею ей")
            },
        .ar: [
            ("", "ي ك ه ها هم هن نا كم كن ا ان ين ون ات"),
            ("ة", "ات تان تين ته تها تي تك تنا تهم تكم"),
        ],
        .hi: [("", "ों ें ो ओं एँ एं"), ("ा", "े ों ो"), ("ी", "ियाँ ियां ियों"), ("ि", "याँ यां यों"), ("ू", "ुओं ुएँ ुएं")],
    ]

    private static let russian = "а я о е ы и у ю ой ей ою ею ом ем ам ям ами ями ах ях ов ев ь"
}
