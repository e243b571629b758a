/// The endings that finish a Korean sentence; people who type in a hurry omit the full stop after them.
enum KoreanEnding {
    private static let endings = """
        니다 어요 아요 여요 해요 네요 예요 에요 세요 지요 군요 까요 데요 게요 래요 대요 거든요 잖아요 봐요 줘요 돼요 와요 려요 켜요 셔요 져요 워요 죠
        """.split(whereSeparator: \.isWhitespace).map { Array($0.unicodeScalars) }
    /// Laughter and tears.
    private static let emotion = Set("ㅋㅎㅠㅜ^~!".unicodeScalars)
    /// Words that report the speech before them.
    private static let reporting = ["라고", "라는", "라며", "라면서", "하고", "하며", "하면서", "하는", "이라고", "라구", "라고요"]

    /// Whether a text ends in such an ending, if laughter and brackets are ignored.
    ///
    /// - Parameter isEnclosed: Whether the sentence began with a bracket or quotation mark, so that one may end it.
    static func ends(_ text: String, isEnclosed: Bool) -> Bool {
        var scalars = Array(text.unicodeScalars)
        if let last = scalars.last, last == ")" || last == "”" || last == "\"" {
            guard isEnclosed else { return false }
            scalars.removeLast()
        }
        while let last = scalars.last, emotion.contains(last) { scalars.removeLast() }
        return endings.contains { ending in
            scalars.count > ending.count && scalars.suffix(ending.count).elementsEqual(ending)
        }
    }

    /// Whether the next word only reports the sentence.
    static func continues(from position: Int, _ ahead: inout TextLookahead) -> Bool {
        var word = String.UnicodeScalarView()
        var end = position
        while let scalar = ahead[end], scalar.isLetter {
            word.append(scalar)
            end += 1
        }
        return reporting.contains(String(word))
    }
}

/// What may follow a quotation that ends like a sentence, in Chinese and Japanese.
enum IdeographicQuotation {
    /// Whether the sentence continues with the name of the speaker.
    static func goesOn(at position: Int, _ language: LanguageCode, _ ahead: inout TextLookahead) -> Bool {
        guard let first = ahead[position] else { return false }
        if language == .ja { return "とっはがのもをにでなやへ".unicodeScalars.contains(first) }
        // 他说, 她问道, 老师笑着说: a verb of saying follows within a few characters.
        for offset in 0..<6 {
            guard let scalar = ahead[position + offset], Script(of: scalar) == .han else { return false }
            if "说說道问問喊叫答".unicodeScalars.contains(scalar) {
                // 我说： begins the next quotation.
                return ahead[position + offset + 1] != "：" && ahead[position + offset + 1] != ":"
            }
        }
        return false
    }
}
