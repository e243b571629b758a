/// Takes out of an answer what a model thinks before it gives it: what stands between `<think>` and `</think>` at the very
/// beginning, where servers put it that do not tell it apart (vLLM, LocalAI and Ollama without a parser for it).
///
/// It may come in pieces of any size, cut within these tags, too.
struct Thinking: Sendable {
    private enum Place {
        /// Nothing has come but white space, and this many scalars of the first tag.
        case before(matched: Int)
        /// Between the tags, with this many scalars of the last one.
        case within(matched: Int)
        case after
    }

    static let tag = "<think>"
    static let endTag = "</think>"
    private static let opening = Array(tag.unicodeScalars)
    private static let closing = Array(endTag.unicodeScalars)

    private var place: Place
    /// What may still turn out to be the answer's own beginning.
    private var held = String.UnicodeScalarView()

    /// - Parameter isExpected: whether a first `<think>` is the model's; where it is not, all that comes is the answer.
    init(isExpected: Bool) { place = isExpected ? .before(matched: 0) : .after }

    /// Whether a thought has begun and not ended.
    var isUnderWay: Bool { if case .within = place { true } else { false } }

    /// What is no answer and no thought yet: the answer's own where nothing follows.
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
        case .before(let matched):
            held.append(scalar)
            if scalar == Self.opening[matched] {
                let isWhole = matched + 1 == Self.opening.count
                place = isWhole ? .within(matched: 0) : .before(matched: matched + 1)
                if isWhole { held = .init() }
            } else if matched > 0 || !scalar.properties.isWhitespace {
                place = .after
                answer = held
                held = .init()
            }
        case .within(let matched):
            // Only its first scalar begins the tag anew, as it is in it once.
            let next = scalar == Self.closing[matched] ? matched + 1 : scalar == Self.closing[0] ? 1 : 0
            place = next == Self.closing.count ? .after : .within(matched: next)
        case .after: answer.append(scalar)
        }
    }
}
