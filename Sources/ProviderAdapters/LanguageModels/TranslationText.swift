internal import Language
internal import Providers

/// Gathers a language model's answer as it comes and gives on what of it is translation.
///
/// A structured answer is `{"translation": "…"}`; its text is unescaped while it comes. White space at either end is not
/// part of a translation, nor is what the model thinks before it (``Thinking``), nor a code fence (``StreamedText``), so what
/// is given on, joined, is the answer's text.
struct TranslationText: Sendable {
    static let member = "translation"

    /// Whether nothing has come, not even a thought.
    private(set) var isEmpty = true
    private var thinking: Thinking
    /// What the member of a structured answer begins with may be a thought, too, where the form is forced on the model.
    private var memberThinking: Thinking
    private let mayBeginThinking: Bool
    private let source: String
    /// What has come without what the model thought.
    private var raw = ""
    private let form: AnswerForm
    private let reading: AnswerReading
    private var scanner: MemberScanner?
    private var streamed: StreamedText
    private var given = ""
    private var waitingBlanks = ""

    /// - Parameters:
    ///   - form: what was asked for. Lines are given on as they come, unread.
    ///   - source: what is translated; tags of thoughts that it speaks of are not the model's. Empty where it is not one
    ///     text.
    ///   - language: of the answer; nil for one that is no translation.
    init(_ form: AnswerForm, of source: String, into language: LanguageCode?) {
        let member: String? = if case .text(let member) = form { member } else { nil }
        self.form = form
        self.source = source
        reading = AnswerReading(member: member, source: source, language: language)
        scanner = member.map(MemberScanner.init)
        streamed = StreamedText(of: source)
        // A document never begins so, whatever is in it.
        mayBeginThinking = !Thinking.begins(source)
        thinking = Thinking(isExpected: member != nil || mayBeginThinking)
        memberThinking = Thinking(isExpected: mayBeginThinking)
    }

    /// Whether the model has begun to think and has not come to an end with it.
    var isThought: Bool { thinking.isUnderWay || memberThinking.isUnderWay }

    /// Whether the model has come to an end with thinking that no tag began.
    var hasEndedThought: Bool { endOfThought(in: raw) != nil }

    /// Whether what has come is the whole document that was asked for, so that nothing can be missing.
    var isWholeDocument: Bool { reading.strictText(in: whole) != nil }

    /// Takes the next text of the answer and gives the translation that is new with it.
    mutating func push(_ text: String) -> String {
        let news = answer(text)
        if case .lines = form { return trimmed(news) }
        guard let found = scanner?.push(news) else { return trimmed(streamed.push(news)) }
        return trimmed(streamed.push(memberThinking.push(found)))
    }

    /// Takes the whole of an answer that came at once; all of it is the ``rest(of:)`` then.
    mutating func hold(_ text: String) { _ = answer(text) }

    /// Takes a document that came in the place of thoughts, if it is exactly the one that was asked for: servers that keep
    /// thoughts apart put the whole answer there if the form is forced on a model that would think first.
    mutating func holdDocument(_ text: String) {
        guard isEmpty, reading.strictText(in: text) != nil || isOfLines(text) else { return }
        hold(text)
    }

    private func isOfLines(_ text: String) -> Bool {
        guard case .lines = form else { return false }
        return JSONValue(Array(text.trimmingBlanks.utf8))?[BatchReply.member] != nil
    }

    /// What of the next text is no thought.
    private mutating func answer(_ text: String) -> String {
        if !text.isEmpty { isEmpty = false }
        let news = thinking.push(text)
        raw += news
        return news
    }

    private var whole: String { (raw + thinking.rest).trimmingBlanks }

    /// The whole translation, once the model has ended: the best reading of the answer that goes on with what was given on.
    ///
    /// - Returns: nil where the answer cannot be read as what was asked for. The text is empty for an empty answer.
    func finished() -> AnswerReading.Found? {
        var whole = whole
        let isDocument = if case .bare = form { false } else { true }
        // In a document the tag may be part of a text.
        if !isDocument || whole.first != "{" { whole = withoutEndedThought(whole) }
        if case .lines = form { return .init(text: whole, isInForm: true) }
        guard !whole.isEmpty else { return .init(text: "", isInForm: true) }
        guard var found = reading.text(in: whole) else { return nil }
        var thinking = Thinking(isExpected: mayBeginThinking)
        let text = (thinking.push(found.text) + thinking.rest).trimmingBlanks
        guard !thinking.isUnderWay else { return nil }
        found.text = withoutFences(withoutEndedThought(text))
        if rest(of: found.text) == nil, !isDocument {
            // Something before the text is shown already.
            let plain = withoutFences(whole)
            if rest(of: plain) != nil { found.text = plain }
        }
        return found
    }

    private func withoutFences(_ text: String) -> String {
        // A document that is no answer is judged as it stands.
        var filter = StreamedText(of: source)
        let passed = filter.push(text)
        return filter.isHeld ? text : (passed + filter.rest).trimmingBlanks
    }

    private func withoutEndedThought(_ text: String) -> String {
        endOfThought(in: text).map { String(text[$0...]).trimmingBlanks } ?? text
    }

    /// Where a thought ends that no tag began: models write it so whose chat template has begun it for them (DeepSeek R1's,
    /// Qwen3's), on servers that do not tell thoughts apart.
    private func endOfThought(in text: String) -> String.Index? {
        Thinking.tags.lazy.compactMap { tag -> String.Index? in
            guard !source.contains(tag.closing), !text.contains(tag.opening) else { return nil }
            return text.ranges(of: tag.closing).last?.upperBound
        }.first
    }

    /// What has not been given on yet of the finished translation; nil where it does not continue what was.
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

/// Finds the text of one member of a flat JSON object while the object comes in.
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

    /// A text has ended.
    private mutating func end() {
        switch place {
        case .name:
            isOurs = name == member
            place = .between(nameIsNext: false)
        case .text: place = .done
        default: place = .between(nameIsNext: true)
        }
    }

    /// The character the scalar stands for or completes (RFC 8259 §7); nil while an escape is incomplete, and for the
    /// quotation mark that ends the text.
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
