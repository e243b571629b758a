/// How the text continues behind a possible end of a sentence.
struct SentenceStart {
    enum Kind {
        case upper, lower, digit
        /// A letter of a script without capitals.
        case uncased
        /// A mark that begins sentences, or a symbol.
        case other
    }

    let kind: Kind
    private let begin: Int

    init(at position: Int, _ ahead: inout TextLookahead) {
        var begin = position
        while let scalar = ahead[begin], Self.isSkipped(scalar), !Punctuation.inverted.contains(scalar) { begin += 1 }
        self.begin = begin
        guard let first = ahead[begin] else {
            kind = .other
            return
        }
        if first.isUpper {
            kind = .upper
        } else if first.isLower {
            kind = .lower
        } else if first.isDigit {
            kind = .digit
        } else {
            kind = first.isLetter ? .uncased : .other
        }
    }

    /// The first word in lower case; empty if a full stop makes an initial of it, or if it is out of reach.
    ///
    /// It is read only if it is needed, because its end must have arrived.
    func word(_ ahead: inout TextLookahead) -> String {
        var word = String.UnicodeScalarView()
        var end = begin
        while let scalar = ahead[end], scalar.isLetter {
            word.append(scalar)
            end += 1
        }
        // "J. A. Smith": the A is an initial and begins no sentence.
        return ahead[end] == nil || (ahead[end] == "." && word.count == 1) ? "" : String(word).lowercased()
    }

    private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isSpace || Punctuation.opening.contains(scalar) || Punctuation.dashes.contains(scalar)
    }
}
