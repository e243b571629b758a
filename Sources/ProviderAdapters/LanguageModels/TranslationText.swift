internal import Language
internal import Plumbing
internal import Providers

/// Collects a language model's answer as it comes and passes on the part of it that is translation.
///
/// A structured answer is `{"translation": "…"}`; its text is unescaped while it comes. White space at either end is not part
/// of a translation. Neither are the model's thoughts before it (``Thinking``) nor a code fence (``StreamedText``). So the
/// pieces that are passed on, joined, are the answer's text.
struct TranslationText: Sendable {
    static let member = "translation"

    /// Whether nothing has come, not even a thought.
    private(set) var isEmpty = true
    private var thinking: Thinking
    /// If the server forces the form on the model, the member of a structured answer may also begin with a thought.
    private var memberThinking: Thinking
    private let mayBeginThinking: Bool
    private let source: String
    /// The text that has come, without the model's thoughts.
    private var raw = ""
    private let form: ModelAnswerForm
    private let reading: AnswerReading
    private var scanner: MemberScanner?
    private var streamed: StreamedText
    private var given = ""
    private var waitingBlanks = ""

    /// - Parameters:
    ///   - form: the form that was requested. Lines are passed on as they come, without being read.
    ///   - source: the text to be translated; tags of thoughts that it contains are not the model's. Empty if it is not one
    ///     text.
    ///   - language: of the answer; nil if the answer is not a translation.
    init(_ form: ModelAnswerForm, of source: String, into language: LanguageCode?) {
        let member: String? = if case .text(let member) = form { member } else { nil }
        self.form = form
        self.source = source
        reading = AnswerReading(member: member, source: source, language: language)
        scanner = member.map(MemberScanner.init)
        streamed = StreamedText(of: source)
        // A document never begins with a thought, whatever it contains.
        mayBeginThinking = !Thinking.begins(source)
        thinking = Thinking(isExpected: member != nil || mayBeginThinking)
        memberThinking = Thinking(isExpected: mayBeginThinking)
    }

    /// Whether the model has begun to think and has not finished.
    var isThought: Bool { thinking.isUnderWay || memberThinking.isUnderWay }

    /// Whether the model has finished thinking, although no tag began the thought.
    var hasEndedThought: Bool { endOfThought(in: raw) != nil }

    /// Whether the text so far is the whole requested document, so that nothing can be missing.
    var isWholeDocument: Bool { reading.strictText(in: whole) != nil }

    /// Takes the next text of the answer and returns the translation that it adds.
    mutating func push(_ text: String) -> String {
        let news = answer(text)
        if case .lines = form { return trimmed(news) }
        guard let found = scanner?.push(news) else { return trimmed(streamed.push(news)) }
        return trimmed(streamed.push(memberThinking.push(found)))
    }

    /// Takes an answer that came as a whole; all of it is then in ``rest(of:)``.
    mutating func hold(_ text: String) { _ = answer(text) }

    /// Takes a document that came in place of thoughts, if it has exactly the requested form.
    ///
    /// Servers that separate thoughts put the whole answer there if the form is forced on a model that would think first.
    mutating func holdDocument(_ text: String) {
        guard isEmpty, reading.strictText(in: text) != nil || isOfLines(text) else { return }
        hold(text)
    }

    private func isOfLines(_ text: String) -> Bool {
        guard case .lines(.object(let members)) = form, let document = JSONValue(Array(text.trimmingBlanks.utf8)) else {
            return false
        }
        return members.allSatisfy { document[$0.name] != nil }
    }

    /// The part of the next text that is not a thought.
    private mutating func answer(_ text: String) -> String {
        if !text.isEmpty { isEmpty = false }
        let news = thinking.push(text)
        raw += news
        return news
    }

    private var whole: String { (raw + thinking.rest).trimmingBlanks }

    /// The whole translation, once the model has ended: the best reading of the answer that continues the text passed on.
    ///
    /// - Returns: nil if the answer does not have the requested form. The text is empty for an empty answer.
    func finished() -> AnswerReading.Found? {
        var whole = whole
        let isDocument = if case .bare = form { false } else { true }
        // In a document the tag may belong to a text.
        if !isDocument || whole.first != "{" { whole = withoutEndedThought(whole) }
        if case .lines = form { return .init(text: whole, isInForm: true) }
        guard !whole.isEmpty else { return .init(text: "", isInForm: true) }
        guard var found = reading.text(in: whole) else { return nil }
        var thinking = Thinking(isExpected: mayBeginThinking)
        let text = (thinking.push(found.text) + thinking.rest).trimmingBlanks
        guard !thinking.isUnderWay else { return nil }
        found.text = withoutFences(withoutEndedThought(text))
        if rest(of: found.text) == nil, !isDocument {
            // The beginning of the answer is shown already, so the text must continue it.
            let plain = withoutFences(whole)
            if rest(of: plain) != nil { found.text = plain }
        }
        return found
    }

    private func withoutFences(_ text: String) -> String {
        // A document that is not an answer is judged unchanged.
        var filter = StreamedText(of: source)
        let passed = filter.push(text)
        return filter.isHeld ? text : (passed + filter.rest).trimmingBlanks
    }

    private func withoutEndedThought(_ text: String) -> String {
        endOfThought(in: text).map { String(text[$0...]).trimmingBlanks } ?? text
    }

    /// The end of a thought that no tag began.
    ///
    /// Models write such thoughts if their chat template has begun them already (DeepSeek R1's, Qwen3's), on servers that do
    /// not separate thoughts.
    private func endOfThought(in text: String) -> String.Index? {
        Thinking.tags.lazy.compactMap { tag -> String.Index? in
            guard !source.contains(tag.closing), !text.contains(tag.opening) else { return nil }
            return text.ranges(of: tag.closing).last?.upperBound
        }.first
    }

    /// The part of the finished translation that has not been passed on; nil if it does not continue the text passed on.
    func rest(of translation: String) -> String? {
        let (all, before) = (Array(translation.utf8), Array(given.utf8))
        guard all.starts(with: before) else { return nil }
        return String(decoding: all[before.count...], as: UTF8.self)
    }

    private mutating func trimmed(_ text: String) -> String {
        var news = waitingBlanks + text
        waitingBlanks = ""
        if given.isEmpty { news = String(news.drop(while: \.isWhitespace)) }
        while let last = news.last, last.isWhitespace {
            waitingBlanks.insert(last, at: waitingBlanks.startIndex)
            news.removeLast()
        }
        given += news
        return news
    }
}

/// Finds the text of one member of a flat JSON object while the object arrives.
private struct MemberScanner: Sendable {
    private enum Place {
        /// Between values; whether the next text is a member's name.
        case between(nameIsNext: Bool)
        case name
        case otherText
        case text
        case done
    }

    private let member: String
    private var place = Place.between(nameIsNext: true)
    private var name = ""
    private var isOurs = false
    private var escape: String?
    private var highSurrogate: UInt16?

    init(member: String) { self.member = member }

    mutating func push(_ text: String) -> String {
        var found = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { take(scalar, &found) }
        return String(found)
    }

    private mutating func take(_ scalar: Unicode.Scalar, _ found: inout String.UnicodeScalarView) {
        switch place {
        case .done:
            return
        case .between(let nameIsNext):
            switch scalar {
            case "\"" where nameIsNext:
                name = ""
                place = .name
            case "\"": place = isOurs ? .text : .otherText
            case ":": place = .between(nameIsNext: false)
            case ",", "{": place = .between(nameIsNext: true)
            default: break
            }
        case .name, .otherText, .text:
            if let decoded = unescape(scalar) {
                if case .name = place { name.unicodeScalars.append(decoded) }
                if case .text = place { found.append(decoded) }
            } else if escape == nil, scalar == "\"" {
                end()
            }
        }
    }

    /// Notes that a text has ended.
    private mutating func end() {
        switch place {
        case .name:
            isOurs = name == member
            place = .between(nameIsNext: false)
        case .text: place = .done
        default: place = .between(nameIsNext: true)
        }
    }

    /// The character that the scalar stands for or completes (RFC 8259 §7).
    ///
    /// Nil while an escape is incomplete, and for the quotation mark that ends the text.
    private mutating func unescape(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard let begun = escape else {
            if scalar == "\\" { escape = "" }
            return scalar == "\\" || scalar == "\"" ? nil : scalar
        }
        if begun.isEmpty, scalar != "u" {
            escape = nil
            let plain: [Unicode.Scalar: Unicode.Scalar] = [
                "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}",
            ]
            return plain[scalar] ?? scalar
        }
        escape = begun + String(scalar)
        guard let digits = escape?.dropFirst(), digits.count == 4 else { return nil }
        escape = nil
        guard let unit = UInt16(digits, radix: 16) else { return "\u{FFFD}" }
        return decoded(unit)
    }

    private mutating func decoded(_ unit: UInt16) -> Unicode.Scalar? {
        if let high = highSurrogate {
            highSurrogate = nil
            guard (0xDC00...0xDFFF).contains(unit) else { return "\u{FFFD}" }
            return Unicode.Scalar(0x10000 + ((UInt32(high) - 0xD800) << 10) + (UInt32(unit) - 0xDC00))
        }
        if (0xD800...0xDBFF).contains(unit) {
            highSurrogate = unit
            return nil
        }
        return Unicode.Scalar(unit) ?? "\u{FFFD}"
    }
}
