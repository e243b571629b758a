internal import Language

/// Pairs of numbers that a text puts in relation to each other: 135 over 85, from nine to six.
enum NumberRelations {
    static func found(
        among mentions: [NumberMention], in text: String, _ language: LanguageCode
    ) -> [(NumberMention, NumberMention)] {
        guard let words = words[language] else { return [] }
        let certain = mentions.filter(\.isCertain)
        return zip(certain, certain.dropFirst()).filter { first, second in
            guard first.kind == .number, second.kind == .number,
                first.said.upperBound <= second.said.lowerBound
            else { return false }
            let between = text[first.said.upperBound..<second.said.lowerBound].split(whereSeparator: \.isWhitespace)
            return between.count == 1 && words.contains(FoldedText.fold(String(between[0])))
        }
    }

    private static let words: [LanguageCode: Set<String>] = [
        .en: Set(FoldedText.words("over to")), .de: Set(FoldedText.words("zu bis")),
        .fr: Set(FoldedText.words("sur à")), .es: Set(FoldedText.words("sobre a")), .it: Set(FoldedText.words("su a")),
        .pt: Set(FoldedText.words("por a")), .ru: Set(FoldedText.words("на до")), .zh: Set(FoldedText.words("比 到 至")),
        .ja: Set(FoldedText.words("対 から")), .ko: Set(FoldedText.words("대 에서")),
        .ar: Set(FoldedText.words("على إلى")), .hi: Set(FoldedText.words("बटा से")),
    ]
}
