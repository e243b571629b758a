internal import Language

/// Whether and how a text asks.
///
/// A question of one language may be a statement in another: "Can I have the bill?" is `La cuenta, por favor.` So a
/// question counts as lost only if the answer is not a request either. It counts as added only if the text is not a
/// request.
struct Questions {
    private let text: String
    private let spoken: Spoken
    private let language: LanguageCode
    private let endings: [Ending]

    init(_ text: String, _ spoken: Spoken, in language: LanguageCode) {
        (self.text, self.spoken, self.language) = (text, spoken, language)
        endings = Self.endings(text)
    }

    /// Whether every sentence is a question, by its punctuation.
    var areAll: Bool { !endings.isEmpty && endings.allSatisfy(\.isQuestion) }
    var areAny: Bool { endings.contains(where: \.isQuestion) }
    var isLast: Bool { endings.last?.isQuestion ?? false }
    /// Whether the text begins with a statement of more than a word or two.
    var beginWithAStatement: Bool { endings.first.map { !$0.isQuestion && $0.length >= 8 } ?? false }
    var areEmpty: Bool { endings.isEmpty }

    /// Whether there is a question word.
    var haveInterrogative: Bool { interrogatives.contains(where: says) }

    /// Whether there is a question word that asks for more than a yes or no.
    var areForAThing: Bool { interrogatives.contains { !QuestionWords.alsoForYesOrNo.contains($0) && says($0) } }

    private var interrogatives: [String] { QuestionWords.interrogatives[language, default: []] }

    private func says(_ word: String) -> Bool {
        let isExact = !language.isWrittenWithoutSpaces && language != .ko && language != .hi
        return isExact ? Spoken.saysWhole(word, in: spoken.text) : spoken.says(word)
    }

    /// A question for a yes or no may be a request; one for a thing, a place or a time is not.
    var mayBeRequests: Bool {
        !areForAThing || areRequests || areWishes
            || areMarklessForYesOrNo
    }
    var areRequests: Bool { spoken.says(anyOf: QuestionWords.please) }
    var areWishes: Bool { spoken.says(anyOf: QuestionWords.wishes) }
    var beginWithYesOrNo: Bool { QuestionWords.yesAndNo.contains { spoken.begins(with: $0) } }

    /// Whether the text asks without a question mark, as is usual in Chinese, Japanese and Korean.
    ///
    /// - Parameter other: the question that this text should translate. A question for a person, a place or a time has a
    ///   question word in both languages. So an ending that statements share is not enough.
    func areUnmarked(to other: Questions? = nil) -> Bool {
        let plain = text.filter { $0.isLetter || $0.isNumber }
        switch language {
        case .ja: return ["か", "かな", "の", "ね", "かい", "でしょう", "だろう", "って"].contains { plain.hasSuffix($0) }
        case .zh:
            return ["吗", "呢", "吧", "嗎", "么", "没有", "谁", "什么", "哪里"].contains { plain.hasSuffix($0) }
                || ["什么", "谁", "哪", "怎么", "多少", "为什么", "是不是", "有没有", "能不能"].contains { spoken.says($0) }
        case .ko:
            let endings = other?.haveInterrogative ?? false ? ["까", "나요", "니", "냐"] : Self.koreanEndings
            return haveInterrogative || endings.contains { plain.hasSuffix($0) }
        case .hi: return haveInterrogative
        default: return false
        }
    }

    private static let koreanEndings = [
        "까", "나요", "니", "는지", "가요", "지요", "죠", "냐", "을래", "래요", "어요", "아요",
    ]

    /// Whether a text without punctuation, as some recognizers write, can only be a question for a person, place, time or the
    /// like.
    var areMarkless: Bool {
        guard !text.contains(where: { Self.ends.contains($0) }) else { return false }
        switch language {
        case .en: return isEnglishQuestion
        case .ja: return spoken.text.hasSuffix("か") && haveInterrogative
        case .zh: return ["什么", "谁", "哪里", "哪儿", "怎么", "为什么", "多少", "几点"].contains { spoken.says($0) }
        case .ko:
            return haveInterrogative
                && ["요", "까", "니", "나", "죠", "야", "냐", "지"].contains { spoken.text.hasSuffix($0) }
        case .hi: return !spoken.says("क्या बात") && haveInterrogative
        default: return QuestionWords.beginnings[language, default: []].contains { spoken.begins(with: $0) }
        }
    }

    private static let ends: Marks = ".!?…。！？؟।"

    /// Whether a question word comes first, then a verb, before a subject: "where is", "how much does", "what are".
    private var isEnglishQuestion: Bool {
        let words = spoken.text.split { !$0.isLetter && $0 != "'" }.map(String.init)
        guard let first = words.first else { return false }
        if ["what's", "where's", "who's", "how's"].contains(first) { return true }
        guard QuestionWords.interrogatives[.en, default: []].contains(first),
            let verb = words.dropFirst().prefix(4).firstIndex(where: QuestionWords.auxiliaries.contains)
        else { return false }
        return !words[1..<verb].contains(where: QuestionWords.clauseStarts.contains)
    }

    /// Whether an English text without punctuation asks for a yes or no: "can you drive".
    var areMarklessForYesOrNo: Bool {
        guard language == .en, !text.contains(where: { ".!?…".contains($0) }) else { return false }
        let words = spoken.text.split { !$0.isLetter && $0 != "'" }.map(String.init)
        return words.count > 2 && QuestionWords.auxiliaries.contains(words[0])
            && QuestionWords.persons.contains(words[1])
    }

    private struct Ending {
        var isQuestion: Bool
        /// Letters of the sentence; Chinese characters are weighed.
        var length: Int
    }

    private static let questionMarks: Marks = "?？؟"
    private static let fullStops: Marks = ".。!！।…"

    private static func endings(_ text: String) -> [Ending] {
        var (endings, length) = ([Ending](), 0)
        for character in text {
            if character.isASCII, !"?.!".utf8.contains(character.asciiValue ?? 0) {
                if character.isLetter || character.isNumber { length += 1 }
            } else if questionMarks.contains(character) {
                if length > 0 { endings.append(Ending(isQuestion: true, length: length)) }
                if length == 0, let last = endings.indices.last { endings[last].isQuestion = true }
                length = 0
            } else if fullStops.contains(character) {
                if length > 1 { endings.append(Ending(isQuestion: false, length: length)) }
                length = 0
            } else if character.isLetter || character.isNumber {
                length += character.unicodeScalars.first.map { $0.value > 0x3000 ? 3 : 1 } ?? 1
            }
        }
        return endings
    }
}
