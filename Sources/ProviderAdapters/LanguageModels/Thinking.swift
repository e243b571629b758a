/// Takes out of an answer what a model thinks before it gives it: what stands between tags such as `<think>` and `</think>` at
/// the very beginning, where servers put it that do not tell it apart (vLLM, llama.cpp, LocalAI and Ollama without a parser
/// for it).
///
/// It may come in pieces of any size, cut within these tags, too.
struct Thinking: Sendable {
    private enum Place {
        /// Nothing has come but white space, and perhaps a piece of a first tag.
        case before
        /// Between the tags, with the last scalars that came, as many as the last tag has.
        case within(closing: [Unicode.Scalar], tail: [Unicode.Scalar])
        case after
    }

    /// How models of several makers begin and end a thought: DeepSeek, Qwen and most others; Cohere and gateways; Mistral; Kimi;
    /// Seed; gpt-oss, whose answer begins with the last tag.
    static let tags: [(opening: String, closing: String)] = [
        ("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<thought>", "</thought>"),
        ("<reasoning>", "</reasoning>"), ("[THINK]", "[/THINK]"), ("◁think▷", "◁/think▷"),
        ("<seed:think>", "</seed:think>"),
        ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
    ]
    private static let scalars = tags.map { (Array($0.opening.unicodeScalars), Array($0.closing.unicodeScalars)) }

    private var place: Place
    /// What may still turn out to be the answer's own beginning.
    private var held = String.UnicodeScalarView()

    /// - Parameter isExpected: whether a first tag is the model's; if it is not, all that comes is the answer.
    init(isExpected: Bool) { place = isExpected ? .before : .after }

    /// Whether a text begins with a tag.
    static func begins(_ text: String) -> Bool {
        let text = text.trimmingBlanks
        return tags.contains { text.hasPrefix($0.opening) }
    }

    /// Whether a thought has begun and not ended.
    var isUnderWay: Bool { if case .within = place { true } else { false } }

    /// What is no answer and no thought yet: the answer's own if nothing follows.
    var rest: String { isUnderWay ? "" : String(held) }

    /// Takes the next text and gives what of it, and of what was held back, is the answer's.
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
