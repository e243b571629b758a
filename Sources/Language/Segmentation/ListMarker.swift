/// The number or letter that an item of a list begins with: `1.`, `b)`, `3.)`, after a bullet or not.
struct ListMarker {
    private let isLetter: Bool
    private let value: Int
    private let mark: Unicode.Scalar

    init?(at position: Int, _ ahead: inout TextLookahead) {
        var position = position
        if let bullet = ahead[position], Punctuation.bullets.contains(bullet) {
            position = ahead.skip(from: position + 1, while: \.isSpace)
        }
        var digits = 0
        var value = 0
        while digits < 3, let digit = ahead[position]?.decimal {
            value = value * 10 + digit
            digits += 1
            position += 1
        }
        if digits == 0 {
            guard let letter = ahead[position], ("a"..."z").contains(letter) else { return nil }
            value = Int(letter.value)
            position += 1
        }
        guard let mark = ahead[position], mark == "." || mark == ")" else { return nil }
        if mark == ".", ahead[position + 1] == ")" { position += 1 }
        guard ahead[position + 1]?.isSpace == true else { return nil }
        isLetter = digits == 0
        self.value = value
        self.mark = mark
    }

    /// Whether the other marker is the next one of the same list.
    func precedes(_ other: ListMarker) -> Bool {
        isLetter == other.isLetter && mark == other.mark && other.value == value + 1
    }
}

extension Unicode.Scalar {
    /// The value of an ASCII digit.
    fileprivate var decimal: Int? { ("0"..."9").contains(self) ? Int(value - 48) : nil }
}
