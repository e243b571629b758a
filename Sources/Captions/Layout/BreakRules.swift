internal import Language

/// The places at which a line may break, and what a break there costs.
package enum BreakRules {
    static let sentenceEnds: Set<Character> = [".", "!", "?", "…", "。", "！", "？", "．", "؟", "۔", "।", "॥"]
    static let clauseEnds: Set<Character> = [",", ";", ":", "—", "–", "、", "，", "；", "：", "،", "؛"]
    static let closingQuotes: Set<Character> = ["\"", "'", "”", "’", "»", ")", "]", "」", "』", "）", "】", "〉", "》"]
    /// Characters that stay with what comes after them.
    static let opening: Set<Character> = ["«", "“", "‘", "(", "[", "{", "¿", "¡", "「", "『", "（", "【", "〈", "《"]
    /// Characters that stay with what comes before them.
    package static let closing: Set<Character> = sentenceEnds.union(clauseEnds).union(closingQuotes).union(["}", "%"])

    /// Characters that may not begin a line in Chinese and Japanese, in addition to closing punctuation: marks of
    /// repetition and length and the small kana.
    private static let neverFirst: Set<Character> = Set("ー々ゝゞ・ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ％〜～")

    /// The cost of a break between two neighbouring characters without a space, or nil if a break is not allowed.
    static func cost(between left: Character, and right: Character) -> Int? {
        guard left.breaksAnywhere || right.breaksAnywhere, !left.isWhitespace, !right.isWhitespace else { return nil }
        guard !opening.contains(left), !closing.contains(right), !neverFirst.contains(right) else { return nil }
        if closing.contains(left) {
            if sentenceEnds.contains(left) { return CaptionText.BreakCost.sentence }
            return CaptionText.BreakCost.clause
        }
        // A Japanese phrase ends with a particle or an ending in hiragana before a character of another kind.
        if left.isHiragana, !right.isHiragana { return CaptionText.BreakCost.phrase }
        return CaptionText.BreakCost.tight
    }

    /// Whether the full stop after the word does not end a sentence: `J.`, `Dr.`
    static func isAbbreviation(_ word: String) -> Bool {
        let bare = word.drop { opening.contains($0) || $0 == "\"" }
        if bare.count == 1, let letter = bare.first { return letter.isUppercase }
        return abbreviations.contains(bare.lowercased())
    }

    private static let abbreviations: Set<String> = [
        "mr", "mrs", "ms", "dr", "prof", "st", "vs", "no", "sr", "sra", "dra", "ud", "uds", "dña", "mme", "mlle", "hr",
        "fr", "bzw", "ca", "dott", "sig", "sig.ra", "ing", "exmo", "г", "ул", "им", "z.b", "e.g", "i.e", "p.ej",
    ]

    /// Whether the word belongs to the next word: articles, prepositions, conjunctions, auxiliaries.
    static func leansForward(_ word: String, _ language: LanguageCode) -> Bool {
        leaning[language]?.contains(word) ?? false
    }

    private static let leaning: [LanguageCode: Set<String>] = [
        .en: [
            "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "but", "my",
            "your",
            "is", "are", "was", "were", "has", "have", "will", "can", "not",
        ],
        .es: [
            "el", "la", "los", "las", "un", "una", "de", "del", "a", "al", "en", "con", "por", "para", "sin", "y", "o",
            "que", "mi", "tu", "su", "se", "no", "es", "ha", "he",
        ],
        .fr: [
            "le", "la", "les", "un", "une", "des", "de", "du", "à", "au", "aux", "en", "dans", "sur", "avec", "pour",
            "et",
            "ou", "que", "mon", "ton", "son", "ne", "se", "est", "a", "ont",
        ],
        .de: [
            "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "in", "im", "an", "am",
            "auf", "mit", "von", "vom", "zu", "zum", "zur", "für", "und", "oder", "nicht", "ist", "hat",
        ],
        .it: [
            "il", "lo", "la", "i", "gli", "le", "un", "uno", "una", "di", "del", "della", "a", "al", "alla", "in",
            "nel",
            "nella", "con", "su", "per", "e", "o", "che", "non", "si", "è", "ha", "ho",
        ],
        .pt: [
            "o", "a", "os", "as", "um", "uma", "de", "do", "da", "dos", "das", "em", "no", "na", "com", "por", "para",
            "ao", "à", "e", "ou", "que", "não", "se", "é",
        ],
        .ru: [
            "в", "во", "на", "с", "со", "к", "по", "из", "за", "от", "у", "о", "об", "для", "и", "а", "но", "не", "что",
        ],
        .hi: ["और", "या", "एक", "यह", "वह"],
        .ar: ["في", "من", "على", "إلى", "عن", "مع", "و", "أو", "أن", "لا", "ما"],
    ]
}
