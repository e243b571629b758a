internal import Language
internal import Providers

/// The answer must be in the target language.
///
/// The script decides for all pairs of different scripts. For languages of Latin letters the wording is checked sentence by
/// sentence, so that an untranslated half is found.
struct LanguageGuard: TranslationGuard {
    let name = "language"
    let judgesClauses = true
    private let identifier = LanguageIdentifier(candidates: [.en, .es, .fr, .de, .it, .pt])

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        var answer = answer
        let plain = Addresses.removed(from: Self.withoutQuotations(answer.translation, of: answer.source))
        if plain.contains(where: \.isLetter) {
            answer = GuardedAnswer(
                source: answer.source, translation: plain, pair: answer.pair, origin: answer.origin)
        }
        let letters = LetterCounts(answer.translation)
        guard letters.total > 0 else { return nil }
        if let reason = script(letters, answer) { return finding(reason.0, reason.1, answer) }
        // The words of basic languages are not known, so only the script can be checked.
        guard answer.pair.to.scripts == [.latin], !answer.pair.to.isBasic else { return nil }
        for sentence in Self.sentences(answer.translation) {
            // A short answer may consist of names, so the source's own words do not count as evidence against it.
            guard let language = language(of: sentence, besides: answer.pair.to),
                !answer.source.isCopied(of: sentence) || language == answer.pair.from
            else { continue }
            return finding("it is in \(language.englishName)", sentence, answer)
        }
        return wordsOfPivot(in: answer)
    }

    /// Words of the pivot language that are left in the answer. The first step of the translation produced them, and the second
    /// did not know them. If the engine reports such words as unknown, they count as they are. Others must be everyday words of
    /// the pivot language alone.
    private func wordsOfPivot(in answer: GuardedAnswer) -> GuardFinding? {
        guard let pivot = answer.origin.pivot, pivot.scripts == [.latin] else { return nil }
        let own = Set(Self.words(answer.source))
        let unknown = Set(answer.origin.unknownWords)
        let left = Self.words(answer.translation).filter { word in
            guard !own.contains(word) else { return false }
            return unknown.contains(word) || word.count >= 3 && isSurely(pivot, word, not: answer.pair.to)
        }
        guard !left.isEmpty else { return nil }
        return GuardFinding(
            flag: name, severity: .meaning,
            reason: "words of \(pivot.englishName), by way of which it was made, are left in it", evidence: left,
            hint: "Answer in \(answer.pair.target.englishName) only.")
    }

    private func isSurely(_ language: LanguageCode, _ word: String, not target: LanguageCode) -> Bool {
        LanguageIdentifier.share(ofWordsOf: language, in: word) == 1
            && LanguageIdentifier.share(ofWordsOf: target, in: word) == 0
            && LanguageIdentifier(candidates: [language, target]).identify(word).probabilities[language, default: 0]
                > Self.surelyOfPivot
    }

    /// How certain the pivot language must be. A judgement: languages that are translated by way of each other are close.
    private static let surelyOfPivot = 0.95

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init)
    }

    /// The language that a sentence is in instead of the target's; nil if it seems to be the target's or may be of any
    /// language.
    private func language(of sentence: String, besides target: LanguageCode) -> LanguageCode? {
        // A word that is repeated counts once.
        var known: Set<String> = []
        let said = sentence.split(whereSeparator: \.isWhitespace)
        let words = said.filter { known.insert($0.lowercased().filter(\.isLetter)).inserted }
        // "Ja, ja, ja" is laughter in one language and consent in another.
        if words.count == 1, said.count > 1, known.allSatisfy({ $0.count <= 3 }) { return nil }
        let found = identifier.identify(words.joined(separator: " "))
        guard let language = found.language, language != target else { return nil }
        let odds = found.probabilities[language, default: 0] / max(found.probabilities[target, default: 0], 1e-9)
        return odds >= (words.count <= 2 ? Self.minimumOddsOfFewWords : Self.minimumOdds) ? language : nil
    }

    /// How much more probable another language must be than the target's. A word or two may be a name, or a word of the
    /// target's as well. Chosen with the fixtures of good and bad answers.
    private static let (minimumOdds, minimumOddsOfFewWords) = (50.0, 1_000.0)

    private func finding(_ reason: String, _ evidence: String, _ answer: GuardedAnswer) -> GuardFinding {
        GuardFinding(
            flag: name, severity: .unusable,
            reason: "the answer is not in \(answer.pair.target.englishName): \(reason)",
            evidence: [evidence],
            hint: "Answer in \(answer.pair.target.englishName) only.")
    }

    private func script(_ letters: LetterCounts, _ answer: GuardedAnswer) -> (String, String)? {
        let target = answer.pair.to
        let expected = letters.expected(target)
        let foreign =
            letters.total - max(expected, letters.latin)
            - (target.scripts == [.latin] ? 0 : min(expected, letters.latin))
        if target.scripts != [.latin] {
            let words = Self.latinWords(answer.translation)
            let plain = words.filter { $0.first?.isLowercase ?? false && $0.count > 2 }
            // Names, brands and abbreviations keep their letters. A text of nothing else is kept if the source has it, too.
            if expected == 0, letters.latin == letters.total, plain.isEmpty,
                words.allSatisfy({ answer.source.contains($0) })
            {
                return nil
            }
            if expected * 2 < letters.total, !(expected > 0 && plain.isEmpty) {
                return ("most letters are of another script", answer.translation)
            }
            if Self.hasRun(of: 2, plain, in: answer.translation) || plain.count >= 3 {
                return ("words are left in Latin letters", plain.joined(separator: " "))
            }
        } else if expected * 5 < letters.total * 4 {
            return ("letters are of another script", answer.translation)
        }
        if foreign >= 2 || foreign > 0 && letters.isEastern(besides: target) {
            return ("words are left in another script", answer.translation)
        }
        switch target {
        case .ja where letters.kana == 0 && letters.han > 6: return ("it has no kana", answer.translation)
        case .ja where letters.kana == 0 && letters.han > 1 && Self.isChinese(answer.translation):
            return ("it is Chinese", answer.translation)
        case .zh where letters.kana >= 2: return ("it has kana", answer.translation)
        case .ru where letters.ukrainian > 0: return ("it has letters that Russian has not", answer.translation)
        case .ar where letters.persian > 1: return ("it has letters that Arabic has not", answer.translation)
        default: return nil
        }
    }

    /// Whether a few characters without kana are Chinese: they include characters or words that Japanese does not have.
    private static func isChinese(_ text: String) -> Bool {
        let found = LanguageIdentifier(candidates: [.zh, .ja]).identify(text)
        return found.language == .zh && found.probabilities[.zh, default: 0] > 0.85
    }

    private static func latinWords(_ text: String) -> [String] {
        text.split { !$0.isLetter }.map(String.init).filter { $0.unicodeScalars.allSatisfy { $0.value < 0x250 } }
    }

    private static func hasRun(of length: Int, _ words: [String], in text: String) -> Bool {
        zip(words, words.dropFirst()).contains { text.contains("\($0) \($1)") } && words.count >= length
    }

    /// A text without the short quotations that the source has, too: "What does «Guten Tag» mean?" keeps its German.
    static func withoutQuotations(_ text: String, of source: String) -> String {
        guard text.contains(where: { quotes[$0] != nil }) else { return text }
        let source = source.lowercased()
        var (plain, rest) = ("", text[...])
        while let open = rest.firstIndex(where: { quotes[$0] != nil }) {
            let start = rest.index(after: open)
            let isWithinWord = open > rest.startIndex && rest[rest.index(before: open)].isLetter
            guard let marks = quotes[rest[open]], !isWithinWord || rest[open] != "'",
                let close = rest[start...].firstIndex(where: { marks.contains($0) })
            else {
                plain += rest[..<start]
                rest = rest[start...]
                continue
            }
            let inner = rest[start..<close].lowercased()
            let words = inner.split { !$0.isLetter && !$0.isNumber }
            let isShort = words.count <= longestQuotation && inner.count <= 40
            plain += rest[..<open]
            if !isShort || words.isEmpty || !source.contains(words.joined(separator: " ")) {
                plain += rest[open...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return plain + rest
    }

    private static let quotes: [Character: String] = [
        "\"": "\"", "“": "”", "„": "“”", "«": "»", "‹": "›", "‘": "’", "'": "'", "「": "」", "『": "』", "《": "》",
    ]

    /// The longest quotation in words. A longer one is part of the text to translate, and no mention of foreign words.
    private static let longestQuotation = 4

    private static let stops: Marks = ".!?…\n"

    static func sentences(_ text: String) -> [String] {
        text.split { stops.contains($0) }.map { $0.trimmingPrefix(while: \.isWhitespace) }.map(String.init)
    }
}

extension String {
    /// Whether a piece of another text is a piece of this one.
    func isCopied(of piece: String) -> Bool { !piece.isEmpty && contains(piece) }
}
