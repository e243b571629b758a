/// Removes from an answer what a model thinks before it answers.
///
/// The thought is between tags such as `<think>` and `</think>` at the very beginning. Servers that do not separate it put
/// it there (vLLM, llama.cpp, LocalAI and Ollama without a parser for it). It may come in pieces of any size, and a piece may
/// end within a tag.
struct Thinking: Sendable {
    private enum Place {
        /// Nothing has come except white space, and perhaps a part of an opening tag.
        case before
        /// Between the tags, with the last scalars that came, as many as the closing tag has.
        case within(closing: [Unicode.Scalar], tail: [Unicode.Scalar])
        case after
    }

    /// The tags with which models of several makers begin and end a thought: DeepSeek, Qwen and most others; Cohere and
    /// gateways; Mistral; Kimi; Seed; gpt-oss, whose answer begins with the closing tag.
    static let tags: [(opening: String, closing: String)] = [
        ("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<thought>", "</thought>"),
        ("<reasoning>", "</reasoning>"), ("[THINK]", "[/THINK]"), ("◁think▷", "◁/think▷"),
        ("<seed:think>", "</seed:think>"),
        ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
    ]
    private static let scalars = tags.map { (Array($0.opening.unicodeScalars), Array($0.closing.unicodeScalars)) }

    private var place: Place
    /// Text that may still turn out to be the beginning of the answer itself.
    private var held = String.UnicodeScalarView()

    /// - Parameter isExpected: whether an opening tag would be the model's; if not, all that comes is the answer.
    init(isExpected: Bool) { place = isExpected ? .before : .after }

    /// Whether a text begins with an opening tag.
    static func begins(_ text: String) -> Bool {
        let text = text.trimmingBlanks
        return tags.contains { text.hasPrefix($0.opening) }
    }

    /// Whether a thought has begun and not ended.
    var isUnderWay: Bool { if case .within = place { true } else { false } }

    /// Text that is not yet known to be answer or thought: it belongs to the answer if nothing follows.
    var rest: String { isUnderWay ? "" : String(held) }

    /// Takes the next text and returns the part of it, and of the text held back, that belongs to the answer.
    mutating func push(_ text: String) -> String {
        if case .after = place { return text }
        var answer = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { take(scalar, &answer) }
        return String(answer)
    }

    private mutating func take(_ scalar: Unicode.Scalar, _ answer: inout String.UnicodeScalarView) {
        switch place {
        case .before:
            held.append(scalar)
            let begun = held.drop { $0.properties.isWhitespace }
            if let (_, closing) = Self.scalars.first(where: { $0.0.elementsEqual(begun) }) {
                place = .within(closing: closing, tail: [])
                held = .init()
            } else if !Self.scalars.contains(where: { $0.0.starts(with: begun) }) {
                place = .after
                answer = held
                held = .init()
            }
        case .within(let closing, let tail):
            let tail = (tail + [scalar]).suffix(closing.count)
            place = tail.elementsEqual(closing) ? .after : .within(closing: closing, tail: Array(tail))
        case .after: answer.append(scalar)
        }
    }
}
