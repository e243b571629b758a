internal import Language
internal import Numerals
internal import Providers

/// The answer must not be the source text, or most of it, left unchanged.
struct EchoGuard: TranslationGuard {
    let name = "echo"

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        let source = Self.words(answer.source, answer.pair.from)
        let translation = Self.words(answer.translation, answer.pair.to)
        guard !source.isEmpty, !translation.isEmpty else { return nil }
        if Self.areClose(answer.pair) {
            let isSame = source == translation && source.count >= Self.wordsOfClose
            return isSame ? finding("the answer is the text itself", answer.translation, answer) : nil
        }
        let similarity = Self.similarity(source.joined(separator: " "), translation.joined(separator: " "))
        let isLong =
            Self.split(answer.source).count >= 3
            || answer.pair.from.isWrittenWithoutSpaces && answer.source.count >= 5
        // A text of a word or two may be almost the same in both languages: visit, visite.
        let isShort = source.joined().count < Self.fewLetters
        let isCopy =
            source == translation && Self.areOnlyOf(answer.pair.from, answer.source, not: answer.pair.to)
            || (isShort ? source == translation : similarity > 0.8) && isLong
                && !Self.areNames(answer.source, answer.pair.from)
                && !Self.areAlikeByNature(source, translation, answer)
        let run = Self.longestRun(source, translation)
        // An answer may hold the text and then its translation: it has a long run of the source's words, in the source's order.
        let isPartCopy =
            run.count >= 5 && run.count * 2 > source.count && run.joined().count >= 20
            && !Self.areNames(run.joined(separator: " "), answer.pair.from, lowercased: true)
        let left = isCopy || isPartCopy ? nil : Self.wordsLeft(run, answer)
        guard isCopy || isPartCopy || left != nil else { return nil }
        return finding(
            isCopy ? "the answer is the text itself" : "the answer repeats the text",
            isCopy ? answer.translation : left ?? run.joined(separator: " "), answer)
    }

    private func finding(_ reason: String, _ evidence: String, _ answer: GuardedAnswer) -> GuardFinding {
        GuardFinding(
            flag: name, severity: .unusable, reason: reason, evidence: [evidence],
            hint:
                "Translate into \(answer.pair.target.englishName); do not repeat the text in \(answer.pair.source.englishName)."
        )
    }

    /// Whether every word of a text is an everyday one of a language and none is one of the other, as in "Help!". Names and
    /// words that both languages have (hotel) are copied rightly.
    private static func areOnlyOf(_ language: LanguageCode, _ text: String, not other: LanguageCode) -> Bool {
        let words = split(text)
        guard language.scripts == [.latin], other.scripts == [.latin], !words.allSatisfy(borrowed.contains),
            // German capitalises nouns. In other languages two words with capitals are a name: Black Friday.
            words.count == 1 || language == .de || !areNames(text, language)
        else { return false }
        return LanguageIdentifier.share(ofWordsOf: language, in: text) == 1
            && LanguageIdentifier.share(ofWordsOf: other, in: text) == 0
    }

    /// Loan words: everyday words of one language that are understood in the others.
    private static let borrowed: Set<String> = [
        "taxi", "okay", "ok", "weekend", "email", "mail", "ciao", "hallo", "fiesta", "siesta", "gesundheit", "bon",
        "voyage",
        "appétit", "bravo", "adiós", "amigo", "amigos", "happy", "birthday", "stop", "super", "internet", "online",
        "bye", "hi", "nada",
    ]

    /// A few words of the text that are left untranslated within the answer: "Der Zug nach Berlin leaves from platform neun."
    private static func wordsLeft(_ run: [String], _ answer: GuardedAnswer) -> String? {
        let pair = answer.pair
        guard run.count >= 3, pair.from.scripts == [.latin], pair.to.scripts == [.latin] else { return nil }
        let plain = LanguageGuard.withoutQuotations(answer.translation, of: answer.source)
        // Words with a capital are names and stay: the Bank of America, Berlin.
        let written = Set(plain.split { !$0.isLetter && !$0.isNumber }.map(String.init))
        let words = run.split { !written.contains($0) }.max { $0.count < $1.count } ?? []
        let text = words.joined(separator: " ")
        guard words.count >= 3, plain.contains(text) else { return nil }
        let found = LanguageIdentifier(candidates: [pair.from, pair.to]).identify(text)
        let isForeign = found.language == pair.from && found.confidence > surely
        return isForeign && LanguageIdentifier.share(ofWordsOf: pair.to, in: text) * 2 < 1 ? text : nil
    }

    /// How certain the source's language must be for a few words, because they may be words of the target's as well. A
    /// judgement.
    private static let surely = 0.9

    /// If the words, without addresses and amounts, have fewer letters than this, two texts count as alike only if they are the
    /// same.
    private static let fewLetters = 8

    /// The words and numbers of a text, in lower case.
    static func split(_ text: some StringProtocol) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// The words that a translation must replace: no addresses and no digits. If there are digits, no currencies and measures
    /// either (`12.50 euros` is `12,50 Euro`).
    private static func words(_ text: String, _ language: LanguageCode) -> [String] {
        let plain = split(Addresses.removed(from: text))
        let words = plain.filter { !$0.contains(where: \.isNumber) }
        guard words.count < plain.count else { return words }
        let reader = NumberReader(language)
        return words.filter { word in !reader.units(in: word).contains { $0.dimension != .duration } }
    }

    /// Whether two texts look alike because their languages do: `La casa de Ana` is `A casa de Ana`. Such texts count as a copy
    /// only if they are the same words, or if enough words are clearly still of the first language.
    private static func areAlikeByNature(_ source: [String], _ translation: [String], _ answer: GuardedAnswer) -> Bool {
        let pair = answer.pair
        guard alike.contains(pair.from), alike.contains(pair.to) else { return false }
        let language = LanguageIdentifier(candidates: [pair.from, pair.to]).identify(answer.translation).language
        if source == translation { return language == pair.to }
        return language != pair.from || translation.count < 5
    }

    private static let alike: Set<LanguageCode> = [.es, .pt, .it, .fr]

    /// Whether one language is basic and the other one of its closest relatives: their texts may be the same but for a word.
    private static func areClose(_ pair: LanguagePair) -> Bool {
        pair.isBasic && relatives.contains { $0.contains(pair.from.rawValue) && $0.contains(pair.to.rawValue) }
    }

    private static let relatives: [Set<String>] = [
        ["da", "nb", "sv"], ["cs", "sk"], ["id", "ms"], ["ca", "es", "fr", "it", "pt"], ["bg", "ru", "uk"],
        ["hr", "sl"],
    ]

    /// A text of so many words is hardly the same in two of such languages. A judgement.
    private static let wordsOfClose = 6

    /// Whether every word begins with a capital letter or holds a digit: names, numbers and addresses stay as they are.
    private static func areNames(_ text: String, _ language: LanguageCode, lowercased: Bool = false) -> Bool {
        guard !lowercased else { return false }
        let words = text.split { !$0.isLetter && !$0.isNumber }
        let plain = words.filter { word in
            guard let first = word.first else { return false }
            return !first.isUppercase && !word.contains(where: \.isNumber) && word.count > 3
        }
        // German capitalises nouns, and scripts without capitals do not show what is a name.
        return plain.isEmpty
            && words.contains {
                $0.first?.isCased ?? true == false || $0.first?.isUppercase ?? false || $0.first?.isNumber ?? false
            }
            && words.allSatisfy { ($0.first?.isCased ?? false) || ($0.first?.isNumber ?? false) }
    }

    /// The share of three-letter pieces that two texts have in common.
    static func similarity(_ left: String, _ right: String) -> Double {
        let (one, other) = (pieces(left), pieces(right))
        guard !one.isEmpty || !other.isEmpty else { return left == right ? 1 : 0 }
        var (common, place, against) = (0, 0, 0)
        while place < one.count, against < other.count {
            if one[place] == other[against] { common += 1 }
            let (isBehind, isAhead) = (one[place] <= other[against], one[place] >= other[against])
            place += isBehind ? 1 : 0
            against += isAhead ? 1 : 0
        }
        return 2 * Double(common) / Double(one.count + other.count)
    }

    /// Each three scalars as one number, sorted by the numbers. A text shorter than three scalars is one piece.
    private static func pieces(_ text: String) -> [UInt64] {
        let scalars = text.unicodeScalars.map { UInt64($0.value) }
        guard scalars.count >= 3 else { return scalars.isEmpty ? [] : [scalars.reduce(0) { $0 << 21 | $1 }] }
        return (2..<scalars.count).map { scalars[$0 - 2] << 42 | scalars[$0 - 1] << 21 | scalars[$0] }.sorted()
    }

    static func longestRun(_ source: [String], _ translation: [String]) -> [String] {
        guard source.count <= 400, translation.count <= 800 else { return [] }
        var (best, end) = (0, 0)
        var previous = Array(repeating: 0, count: translation.count + 1)
        for (row, word) in source.enumerated() {
            var current = Array(repeating: 0, count: translation.count + 1)
            for (column, other) in translation.enumerated() where word == other {
                current[column + 1] = previous[column] + 1
                if current[column + 1] > best { (best, end) = (current[column + 1], row + 1) }
            }
            previous = current
        }
        return Array(source[end - best..<end])
    }
}
