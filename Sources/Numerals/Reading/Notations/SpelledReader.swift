internal import Language

/// Numbers in words, for languages that are written with spaces.
struct SpelledReader: NotationReader {
    let source: NumberSource

    /// What has been read of a number.
    private struct Run {
        var sum: SpelledSum
        /// The token that is read next.
        var next: Int
        /// Where the number ends in the text.
        var end: Int
        /// How many parts it has.
        var count = 0
        /// The power of ten of its last part; 0 if that is no scale.
        var scale = 0
        var isFirstUnsure = false
        var hasOrdinal = false
    }

    /// A number in words that begins at a token.
    func spelled(_ at: Int) -> FoundNumber? {
        var run = Run(sum: SpelledSum(language), next: at, end: tokens[at].span.lowerBound)
        while let (word, isJoined) = nextWord(of: run), take(word, isJoined: isJoined, into: &run) {
            if run.sum.isClosed {
                // الثالث عشر, الحادي والعشرون: the tens follow the ordinal.
                if run.count == 1, let tens = arabicTens(run.next, after: run.sum.low) {
                    run.sum.addTens(tens.value)
                    (run.count, run.end, run.next) = (2, tokens[tens.next - 1].span.upperBound, tens.next)
                }
                break
            }
            if isHyphenated(run) { run.next += 1 }
        }
        guard run.count > 0, let value = run.sum.value else { return nil }
        if language == .it, isElided(run.next - 1) { run.end = tokens[run.next].span.upperBound }
        let isUnsure =
            run.count == 1 && (run.isFirstUnsure || value <= 1) || run.count == 1 && isWeekday(at)
            || language == .hi && value == 2 && run.count == 1
                && (run.next >= tokens.count || tokens[run.next].kind == .mark)
        return FoundNumber(
            mention: NumberMention(
                range: text.range(tokens[at].span.lowerBound..<run.end), value: ExactDecimal(value),
                parts: run.sum.year.map { [$0.map { ExactDecimal($0) }] } ?? [],
                isCertain: !isUnsure || run.hasOrdinal && value > 2 && !run.isFirstUnsure),
            end: run.end, scale: run.scale)
    }

    /// The word that may continue a number, and whether "and" joins it; nil if the number ends here.
    private func nextWord(of run: Run) -> (at: Int, isJoined: Bool)? {
        let next = run.next
        guard next < tokens.count, tokens[next].kind == .word else { return nil }
        guard run.count > 0 else { return (next, false) }
        // "two hundred and fifty", "treinta y cinco": the joiner counts only if the number continues.
        if words.joiners.contains(tokens[next].text) {
            var trial = run.sum
            let isHyphened = next + 1 < tokens.count && tokens[next + 1].text == "-"
            let following = next + (isHyphened ? 2 : 1)
            guard mayJoin(run.sum, run.scale), following < tokens.count, tokens[following].kind == .word else {
                return nil
            }
            let parts = roles(following)
            guard let first = parts.first, !parts.contains(where: { $0.role == .hundred && run.sum.low != 0 }),
                trial.add(first.role, joined: true)
            else { return nil }
            return (following, true)
        }
        let (last, start) = (tokens[next - 1].span.upperBound, tokens[next].span.lowerBound)
        if last < start, text.scalars[last..<start].contains(where: { !$0.properties.isWhitespace }) { return nil }
        return (next, false)
    }

    /// Adds the parts of a word to a number.
    ///
    /// - Returns: false if the word does not continue it.
    private func take(_ at: Int, isJoined: Bool, into run: inout Run) -> Bool {
        run.next = at
        let parts = roles(at)
        guard !parts.isEmpty, run.count == 0 || !Self.fractions.contains(tokens[at].text) else { return false }
        var (sum, scale) = (run.sum, run.scale)
        for part in parts {
            guard sum.add(part.role, joined: part.isJoined || isJoined) else { return false }
            if case .scale(let power) = part.role { scale = power } else { scale = 0 }
            if case .ordinal = part.role { run.hasOrdinal = true }
        }
        if run.count == 0 { run.isFirstUnsure = words.unsure.contains(tokens[at].text) || isUnsureBare(parts) }
        (run.sum, run.scale, run.next) = (sum, scale, at + 1)
        (run.count, run.end) = (run.count + parts.count, tokens[at].span.upperBound)
        return true
    }

    /// Whether a hyphen follows that holds one number together.
    private func isHyphenated(_ run: Run) -> Bool {
        let next = run.next
        guard next + 1 < tokens.count, tokens[next].text == "-" || tokens[next].text == "‑", !tokens[next].isSpaced,
            !tokens[next + 1].isSpaced, tokens[next + 1].kind == .word
        else { return false }
        if words.joiners.contains(tokens[next + 1].text) { return true }
        var ahead = run.sum
        return roles(next + 1).first.map { ahead.add($0.role, joined: false) } == true
    }

    /// Parts of a whole and words for rooms: they do not continue a number.
    private static let fractions: Set<String> = [
        "quartos", "cuartos", "quarti", "quarts", "terzi", "tercios", "tercos", "quinti", "quintos", "thirds",
        "fourths", "fifths", "sixths", "eighths",
        "tenths", "drittel", "dritteln", "funftel", "zehntel", "achtel", "tiers", "cinquiemes", "huitiemes", "dixiemes",
        "quarto", "cuarto",
    ]

    /// A scale without a number before it is uncertain, unless the language says one of it in one word (tausend, mil, ألف).
    private func isUnsureBare(_ parts: [Part]) -> Bool {
        guard parts.count == 1, case .scale(let power) = parts[0].role else {
            return parts.count == 1 && (parts[0].role == .dozen || parts[0].role == .hundred && language == .en)
        }
        return power != 3 || [.en, .ru, .hi].contains(language)
    }

    /// Portuguese days of the week are ordinals.
    private func isWeekday(_ at: Int) -> Bool {
        language == .pt && at + 2 < tokens.count && tokens[at + 1].text == "-" && tokens[at + 2].text == "feira"
    }

    private func mayJoin(_ sum: SpelledSum, _ scale: Int) -> Bool {
        switch language {
        case .en: sum.low == 0
        case .fr: sum.low >= 20 || sum.low == 0
        default: true
        }
    }

    struct Part {
        var role: NumberWords.Role
        /// Whether "and" joins it to the part before.
        var isJoined = false
    }

    /// The parts that a word adds to a number: several if it is a compound, none if it is no number.
    func roles(_ at: Int) -> [Part] {
        let word = tokens[at].text
        if let role = words.roles[word] { return [Part(role: role)] }
        if language == .ar { return arabicRole(word) }
        if language == .it, isElided(at) { return elided(word) }
        return words.isCompounding ? compound(Array(word.unicodeScalars)) : []
    }

    private func isElided(_ at: Int) -> Bool {
        at + 1 < tokens.count && ["'", "’"].contains(tokens[at + 1].text) && !tokens[at + 1].isSpaced
    }

    /// vent'anni, quarantott'anni, ventiquattr'ore: a numeral without its last vowel.
    private func elided(_ word: String) -> [Part] {
        guard word.count > 2 else { return [] }
        for vowel in ["i", "a", "o", "e"] {
            let whole = word + vowel
            if case .value(let value)? = words.roles[whole] { return [Part(role: .value(value))] }
            let parts = compound(Array(whole.unicodeScalars))
            if !parts.isEmpty { return parts }
        }
        return []
    }

    /// Arabic writes و, ب, ل and the article in one word with what follows.
    private func arabicRole(_ word: String) -> [Part] {
        // "In the hundred" is a share, and not part of the number before it.
        if ["بالمئة", "بالمائة", "بالمية"].contains(word) { return [] }
        var rest = Substring(word)
        var isJoined = false
        if rest.hasPrefix("و"), rest.count > 2 {
            rest.removeFirst()
            isJoined = true
            if let role = words.roles[String(rest)] { return [Part(role: role, isJoined: true)] }
        }
        for prefix in ["بال", "وال", "ال", "لل", "ب", "ل", "ف", "ك"] where rest.hasPrefix(prefix) {
            let stem = String(rest.dropFirst(prefix.count))
            if stem.count > 1, let role = words.roles[stem] { return [Part(role: role, isJoined: isJoined)] }
        }
        return []
    }

    /// The tens behind an Arabic ordinal of one digit, and the token after them.
    private func arabicTens(_ at: Int, after ordinal: Int) -> (value: Int, next: Int)? {
        guard language == .ar, (1...9).contains(ordinal), at < tokens.count, tokens[at].isSpaced else { return nil }
        let first = tokens[at - 1].text
        // "The first ten" is not eleventh: in eleventh, one has its own word.
        guard ordinal == 1 ? first.hasSuffix("حادي") || first.hasSuffix("حادية") : !Self.arabicParts.contains(first)
        else { return nil }
        if ["عشر", "عشرة"].contains(tokens[at].text) { return isMinuteWord(at + 1) ? nil : (10, at + 1) }
        let (word, next) =
            tokens[at].text == "و" && at + 1 < tokens.count
            ? ("و" + tokens[at + 1].text, at + 2) : (tokens[at].text, at + 1)
        // Without the article, or before minutes, they are a separate number: الثالثة وعشرون دقيقة is 3:20.
        guard word.hasPrefix("وال"), case .value(let tens) = words.roles[String(word.dropFirst(3))],
            (20...90).contains(tens), tens % 10 == 0, !isMinuteWord(next)
        else { return nil }
        let isHour = at > 1 && tokens[at - 2].text.hasSuffix("الساعة")
        return isHour && tens + ordinal > 24 ? nil : (tens, next)
    }

    private func isMinuteWord(_ at: Int) -> Bool { at < tokens.count && ["دقيقة", "دقائق"].contains(tokens[at].text) }

    /// Parts of a whole, which are listed with the ordinals.
    private static let arabicParts = Set(["أثلاث", "أرباع", "أخماس"].map { FoldedText.fold($0) })

    /// Takes `zweitausendfünfhundert` apart; empty if a rest remains.
    private func compound(_ word: [Unicode.Scalar]) -> [Part] {
        guard word.count >= 5, word.count <= 80 else { return [] }
        func step(_ offset: Int, _ parts: [Part], _ joined: Bool, _ sum: SpelledSum) -> [Part]? {
            if offset == word.count { return joined || parts.count < 2 ? nil : parts }
            for (part, role) in words.compoundParts {
                let scalars = Array(part.unicodeScalars)
                guard word[offset...].starts(with: scalars) else { continue }
                guard let role else {
                    guard !parts.isEmpty, !joined else { continue }
                    if let found = step(offset + scalars.count, parts, true, sum) { return found }
                    continue
                }
                var trial = sum
                if trial.add(role, joined: joined),
                    let found = step(offset + scalars.count, parts + [Part(role: role, isJoined: joined)], false, trial)
                {
                    return found
                }
            }
            return nil
        }
        return step(0, [], false, SpelledSum(language)) ?? []
    }
}
