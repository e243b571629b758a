/// A translation whose beginning is being spoken already, while the whole is asked for once more.
///
/// Who is told so may give the whole again, as asked; write it with another sign or space; or simply go on where it was cut. In
/// all these cases the whole is what has been spoken and what follows. Only another translation altogether begins otherwise.
struct BegunTranslation: Sendable, Hashable {
    /// What is being spoken, white space behind it included.
    let begun: String
    /// What followed it in the first answer.
    private let rest: String

    /// - Parameters:
    ///   - begun: a beginning of the first answer.
    ///   - first: the first answer.
    init(_ begun: String, of first: String) {
        self.begun = begun
        rest = first.hasPrefix(begun) ? String(first.dropFirst(begun.count)) : ""
    }

    /// The whole of what a second answer says.
    func whole(_ second: String) -> String {
        if let following = following(in: second) { return begun + following }
        return goesOn(second) ? begun + second.drop(while: \.isWhitespace) : second
    }

    /// What stands behind the words that are being spoken; nil where the answer does not begin with them.
    private func following(in second: String) -> Substring? {
        var left = Self.letters(of: begun)[...]
        var place = second.startIndex
        while let letter = left.first {
            guard place < second.endIndex else { return nil }
            let said = Self.letters(of: String(second[place]))
            guard said.isEmpty || said == [letter] else { return nil }
            if !said.isEmpty { left.removeFirst() }
            second.formIndex(after: &place)
        }
        return second[place...].drop { !$0.isLetter && !$0.isNumber && !Self.openers.contains($0) }
    }

    /// Whether the answer is what follows the words that are being spoken: it begins as that did in the first answer, or, where it
    /// begins like neither, is as long as that rather than as the whole.
    private func goesOn(_ second: String) -> Bool {
        let (said, before, after) = (Self.letters(of: second), Self.letters(of: begun), Self.letters(of: rest))
        let (likeBefore, likeAfter) = (Self.common(said, before), Self.common(said, after))
        if likeBefore != likeAfter { return likeAfter > likeBefore }
        return abs(said.count - after.count) < abs(said.count - before.count - after.count)
    }

    private static func common(_ one: [Character], _ other: [Character]) -> Int {
        zip(one, other).prefix { $0 == $1 }.count
    }

    private static func letters(of text: String) -> [Character] {
        Array(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    private static let openers: Set<Character> = [
        "¿", "¡", "«", "„", "“", "\"", "「", "『", "(", "（", "$", "€", "£", "-", "−",
    ]
}
