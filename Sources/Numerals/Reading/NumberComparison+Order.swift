internal import Language

/// Numbers that depend on their order: 135 over 85, from nine to six, two or three.
extension NumberComparison {
    /// "A couple of hours" and "deux ou trois heures", 二、三時間: two numbers side by side may be an approximate count. The greater
    /// one is not required if the other side has an uncertain word for the lesser.
    mutating func checkFew(_ source: String, _ translation: String) {
        added.removeAll { Self.isFew($0, in: self.translation, translation, other: self.source) }
        missing.removeAll { Self.isFew($0, in: self.source, source, other: self.translation) }
    }

    private static func isFew(
        _ mention: NumberMention, in mentions: [NumberMention], _ text: String, other: [NumberMention]
    ) -> Bool {
        guard let place = mentions.firstIndex(of: mention), place > 0, let greater = mention.value.integer,
            let lesser = mentions[place - 1].value.integer, lesser >= 2, greater == lesser + 1,
            isAlternative(mentions[place - 1].range, mention.range, text)
        else { return false }
        return other.contains { !$0.isCertain && !$0.isDigits && $0.value == mentions[place - 1].value }
    }

    /// Whether only a word or sign for "or" is between two numbers, or both have one place in the text: 两三点.
    private static func isAlternative(
        _ first: Range<String.Index>, _ second: Range<String.Index>, _ text: String
    ) -> Bool {
        guard first.upperBound <= second.lowerBound else { return first == second }
        let word = text[first.upperBound..<second.lowerBound].filter { !$0.isWhitespace }
        return word.isEmpty || orWords.contains(FoldedText.fold(String(word)))
    }

    private static let orWords = Set(FoldedText.words("or oder ou o или أو या 或 か - – ~ 〜 ～ 、 , ，"))

    /// Finds two numbers with only a word for their relation between them that the translation swaps: 85 over 135.
    mutating func checkOrder(
        _ text: String, _ sourceReader: NumberReader, _ target: String, _ targetReader: NumberReader
    ) {
        guard source.count > 1, translation.count > 1 else { return }
        let relations = NumberRelations.found(among: source, in: text, sourceReader.language)
        guard !relations.isEmpty else { return }
        let translated = NumberRelations.found(among: translation, in: target, targetReader.language)
        for (first, second) in relations where first.value != second.value {
            let isKept = translated.contains { $0.0.value == first.value && $0.1.value == second.value }
            let reversed = translated.first { $0.0.value == second.value && $0.1.value == first.value }
            guard !isKept, let reversed, !missing.contains(first), !added.contains(reversed.0) else { continue }
            missing.append(first)
            added.append(reversed.0)
        }
    }
}
