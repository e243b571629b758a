internal import Language

/// Units and currencies by their words and signs in the twelve languages, folded.
struct UnitWords: Sendable {
    /// Whole words, and for scripts without spaces their beginnings.
    private let whole: [String: MeasureUnit]
    /// Beginnings of inflected words of four letters or more by their first letter, longest first.
    private let stems: [Unicode.Scalar: [(stem: [Unicode.Scalar], unit: MeasureUnit)]]
    /// The first two letters of all of these, and the character that may follow one letter, as the stroke of `km/h`. Nearly
    /// every word of a text is looked up here, and nearly none begins like a unit.
    private let beginnings: Set<Beginning>
    private let joints: Set<Unicode.Scalar>
    private let longest: Int

    private struct Beginning: Hashable {
        let first: Unicode.Scalar
        /// Nil if no letter follows.
        let second: Unicode.Scalar?

        init(_ first: Unicode.Scalar, _ second: Unicode.Scalar?) {
            self.first = first
            self.second = second.flatMap { LetterKind($0) == .letter ? $0 : nil }
        }
    }

    static let shared = UnitWords()

    /// The unit that the text names at an offset, and its end; nil if there is none.
    ///
    /// - Parameter inside: whether the offset may lie within text without spaces between words (Chinese, Japanese, Korean).
    func unit(in text: FoldedText, at offset: Int) -> (unit: MeasureUnit, end: Int)? {
        if let power = Power.before(text, offset), let found = plainUnit(in: text, at: power.end),
            let raised = found.unit.raised(to: power.sign)
        {
            return (raised, found.end)
        }
        guard let found = plainUnit(in: text, at: offset) else { return nil }
        guard found.unit.dimension == .measure else { return found }
        if let power = Power.behind(text, found.end), let raised = found.unit.raised(to: power.sign) {
            return (raised, power.end)
        }
        if let speed = found.unit.perHour, let end = hourEnd(text, found.end) { return (speed, end) }
        // "degrees Celsius" is more specific than "degrees".
        if found.unit.codes.contains("°"), let scale = plainUnit(in: text, at: text.afterBlanks(found.end)),
            scale.unit.codes.count == 1, scale.unit.agrees(with: found.unit)
        {
            return scale
        }
        return found
    }

    /// The end of "per hour", "à l'heure", "/घंटा" or "orari" after a distance; nil if there is no such phrase.
    private func hourEnd(_ text: FoldedText, _ start: Int) -> Int? {
        var at = start
        for piece in 0..<4 {
            at = text.afterBlanks(at)
            guard let scalar = text[at] else { return nil }
            guard LetterKind(scalar) == .letter else {
                guard "/'’-".unicodeScalars.contains(scalar) else { return nil }
                at += 1
                continue
            }
            if piece > 0, let unit = plainUnit(in: text, at: at), unit.unit.codes == ["hour"] { return unit.end }
            let end = text.wordEnd(at)
            let word = text.text(at..<end)
            if ["orari", "orarie"].contains(word) { return end }
            guard Self.perWords.contains(word) else { return nil }
            at = end
        }
        return nil
    }

    private static let perWords: Set<String> = [
        "per", "an", "a", "por", "par", "l", "la", "all", "pro", "in", "der", "die", "je", "в", "في", "प्रति",
    ]

    private func plainUnit(in text: FoldedText, at offset: Int) -> (unit: MeasureUnit, end: Int)? {
        guard let first = text[offset] else { return nil }
        switch LetterKind(first) {
        case .han, .hiragana, .katakana, .hangul:
            for length in stride(from: min(longest, text.count - offset), to: 0, by: -1) {
                let range = offset..<offset + length
                guard let unit = whole[text.text(range)] else { continue }
                // 한 다스 주세요: here 주 begins a request and is no week.
                if first == "주", length == 1, let after = text[range.upperBound], "세시십실".unicodeScalars.contains(after)
                {
                    return nil
                }
                return (unit, range.upperBound)
            }
            return nil
        case .letter:
            guard beginnings.contains(Beginning(first, text[offset + 1])) else { return nil }
            let end = text.wordEnd(offset)
            // "km/h", "m²".
            let isJoined = text[end].map(joints.contains) ?? false
            for extra in [2, 1] where isJoined && end + extra <= text.count {
                if let unit = whole[text.text(offset..<end + extra)] { return (unit, end + extra) }
            }
            let word = text.text(offset..<end)
            if let unit = whole[word] { return (unit, end) }
            let scalars = text.scalars[offset..<end]
            for (stem, unit) in stems[first] ?? [] where stem.count <= scalars.count && scalars.count <= stem.count + 4
            {
                if scalars.starts(with: stem) { return (unit, end) }
            }
            return nil
        case .mark:
            for length in [3, 2, 1] where offset + length <= text.count {
                if let unit = whole[text.text(offset..<offset + length)] { return (unit, offset + length) }
            }
            return nil
        }
    }

    /// The unit of a word, folded.
    func unit(named word: String) -> MeasureUnit? {
        guard !word.isEmpty, let found = plainUnit(in: FoldedText(word), at: 0), found.end == word.unicodeScalars.count
        else { return nil }
        return found.unit
    }

    /// Every unit that the text names anywhere.
    func all(in text: FoldedText) -> [MeasureUnit] {
        var (units, offset, boundary) = ([MeasureUnit](), 0, true)
        while let scalar = text[offset] {
            let script = LetterKind(scalar)
            if boundary || script != .letter, let found = unit(in: text, at: offset) {
                units.append(found.unit)
                offset = found.end
                boundary = true
                continue
            }
            boundary = script != .letter
            offset += 1
        }
        return units
    }

    private init() {
        var whole: [String: MeasureUnit] = [:]
        var stems: [([Unicode.Scalar], MeasureUnit)] = []
        for (tag, words) in UnitTable.shared.read {
            guard let unit = MeasureUnit(tag: tag) else { continue }
            for word in words {
                let folded = FoldedText.fold(word)
                if folded.hasSuffix("*") {
                    stems.append((Array(folded.unicodeScalars.dropLast()), unit))
                } else {
                    whole[folded] = unit
                }
            }
        }
        self.whole = whole
        self.stems = Dictionary(grouping: stems.filter { !$0.0.isEmpty }.sorted { $0.0.count > $1.0.count }) { $0.0[0] }
            .mapValues { $0.map { (stem: $0.0, unit: $0.1) } }
        var beginnings: Set<Beginning> = []
        var joints: Set<Unicode.Scalar> = []
        for word in whole.keys.map({ Array($0.unicodeScalars) }) + stems.map(\.0) {
            guard let first = word.first, LetterKind(first) == .letter else { continue }
            beginnings.insert(Beginning(first, word.dropFirst().first))
            if let joint = word.first(where: { LetterKind($0) != .letter }) { joints.insert(joint) }
        }
        (self.beginnings, self.joints) = (beginnings, joints)
        longest = whole.keys.map(\.unicodeScalars.count).max() ?? 1
    }
}

/// A sign or word that makes a unit of length a square or a cube: "square" before it, "cuadrados" after it, ², 平方.
private struct Power {
    /// ² or ³.
    var sign: Unicode.Scalar
    /// Its end; if it comes before a unit, the beginning of the unit.
    var end: Int

    static func before(_ text: FoldedText, _ offset: Int) -> Power? {
        guard let first = text[offset] else { return nil }
        switch LetterKind(first) {
        case .letter:
            guard beginningsBefore.contains(first) else { return nil }
            let end = text.wordEnd(offset)
            guard let sign = sign(of: text.text(offset..<end), wordsBefore) else { return nil }
            return Power(sign: sign, end: text.afterBlanks(text[end] == "." ? end + 1 : end))
        case .han, .hangul:
            for (word, sign) in easternWords where text.hasPrefix(word, at: offset) {
                return Power(sign: sign, end: text.afterBlanks(offset + word.count))
            }
            return nil
        default: return nil
        }
    }

    static func behind(_ text: FoldedText, _ offset: Int) -> Power? {
        guard let first = text[offset] else { return nil }
        if first == "²" || first == "³" { return Power(sign: first, end: offset + 1) }
        // "20 m2"
        if first == "2" || first == "3" {
            let isAlone = text[offset + 1].map { LetterKind($0) == .mark && digitValue($0) == nil } ?? true
            return isAlone ? Power(sign: first == "2" ? "²" : "³", end: offset + 1) : nil
        }
        let start = text.afterBlanks(offset)
        guard start > offset, text[start].map({ LetterKind($0) == .letter }) ?? false else { return nil }
        let end = text.wordEnd(start)
        return sign(of: text.text(start..<end), wordsBehind).map { Power(sign: $0, end: end) }
    }

    private static func sign(of word: String, _ words: [String: Unicode.Scalar]) -> Unicode.Scalar? {
        words[word] ?? (word.hasPrefix("квадратн") ? "²" : word.hasPrefix("кубическ") ? "³" : nil)
    }

    private static let wordsBefore: [String: Unicode.Scalar] = [
        "square": "²", "sq": "²", "кв": "²", "वर्ग": "²", "cubic": "³", "cu": "³", "куб": "³", "घन": "³",
    ]
    /// Their first letters, and that of квадратных and кубических.
    private static let beginningsBefore = Set(wordsBefore.keys.compactMap(\.unicodeScalars.first) + ["к"])
    private static let wordsBehind: [String: Unicode.Scalar] = [
        "cuadrado": "²", "cuadrados": "²", "carre": "²", "carres": "²", "quadrato": "²", "quadrati": "²",
        "quadro": "²", "quadri": "²", "quadrado": "²", "quadrados": "²", "مربع": "²", "مربعا": "²", "مربعة": "²",
        "cubico": "³", "cubicos": "³", "cube": "³", "cubes": "³", "cubo": "³", "cubi": "³", "cubici": "³", "مكعب": "³",
        "مكعبا": "³",
    ]
    private static let easternWords: [([Unicode.Scalar], Unicode.Scalar)] = [
        ("平方", "²"), ("세제곱", "³"), ("제곱", "²"), ("평방", "²"), ("立方", "³"), ("입방", "³"),
    ].map { (Array(String($0.0).unicodeScalars), $0.1) }
}

extension FoldedText {
    fileprivate func afterBlanks(_ offset: Int) -> Int {
        var end = offset
        while let scalar = self[end], scalar.properties.isWhitespace { end += 1 }
        return end
    }

    fileprivate func wordEnd(_ offset: Int) -> Int {
        var end = offset
        while let scalar = self[end], LetterKind(scalar) == .letter { end += 1 }
        return end
    }
}
