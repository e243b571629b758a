/// Units and currencies by the words and signs for them in the twelve languages, folded.
struct UnitWords: Sendable {
    /// Whole words, and for scripts without spaces their beginnings.
    private let whole: [String: MeasureUnit]
    /// Beginnings of inflected words of four letters or more, longest first.
    private let stems: [(stem: [Unicode.Scalar], unit: MeasureUnit)]
    private let longest: Int

    static let shared = UnitWords()

    /// The unit that the text names at an offset, and where it ends; nil where there is none.
    ///
    /// - Parameter inside: whether the offset may lie where no space tells words apart (Chinese, Japanese, Korean).
    func unit(in text: FoldedText, at offset: Int) -> (unit: MeasureUnit, end: Int)? {
        guard let first = text[offset] else { return nil }
        switch LetterKind(first) {
        case .han, .hiragana, .katakana, .hangul:
            for length in stride(from: min(longest, text.count - offset), to: 0, by: -1) {
                let range = offset..<offset + length
                if let unit = whole[text.text(range)] { return (unit, range.upperBound) }
            }
            return nil
        case .letter:
            var end = offset + 1
            while let next = text[end], LetterKind(next) == .letter { end += 1 }
            // "km/h", "m²".
            for extra in [2, 1] where end + extra <= text.count {
                if let unit = whole[text.text(offset..<end + extra)] { return (unit, end + extra) }
            }
            let word = text.text(offset..<end)
            if let unit = whole[word] { return (unit, end) }
            let scalars = text.scalars[offset..<end]
            for (stem, unit) in stems where stem.count <= scalars.count && scalars.count <= stem.count + 4 {
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

    /// Every unit the text names anywhere.
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
        for line in Self.table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let tag = words.first, let unit = MeasureUnit(tag: tag) else { continue }
            for word in words.dropFirst() {
                let folded = FoldedText.fold(String(word))
                if folded.hasSuffix("*") {
                    stems.append((Array(folded.unicodeScalars.dropLast()), unit))
                } else {
                    whole[folded] = unit
                }
            }
        }
        self.whole = whole
        self.stems = stems.sorted { $0.0.count > $1.0.count }
        longest = whole.keys.map(\.unicodeScalars.count).max() ?? 1
    }
}
