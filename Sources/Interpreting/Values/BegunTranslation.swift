internal import Guards
internal import Language

/// A translation whose beginning is being spoken already, while the whole is asked for once more.
///
/// Who is told so may give the whole again, as asked; write it with another sign or space; begin with the last sentence that is
/// being spoken; or simply go on where it was cut. In all these cases the whole is what has been spoken and what follows. Only
/// another translation altogether begins otherwise.
struct BegunTranslation: Sendable, Hashable {
    /// What is being spoken, white space behind it included.
    let begun: String
    /// What followed it in the first answer.
    private let rest: String
    /// About how many letters the first answer lacks behind that.
    private let lacking: Int

    /// - Parameters:
    ///   - begun: a beginning of the first answer.
    ///   - first: the first answer.
    init(_ begun: String, of first: String) {
        self.begun = begun
        rest = first.hasPrefix(begun) ? String(first.dropFirst(begun.count)) : ""
        lacking = 0
    }

    /// - Parameters:
    ///   - begun: what is being spoken.
    ///   - cut: what there was of an answer that came to no good end. How much it lacks is reckoned by the length of the text.
    init(_ begun: String, ofCut cut: String, source: String, pair: LanguagePair) {
        self.begun = begun
        let said = cut.hasPrefix(begun) ? cut : begun
        rest = String(said.dropFirst(begun.count))
        let (weight, wanted) = (LengthGuard.weight(said, pair.to), LengthGuard.weight(source, pair.from))
        lacking = weight > 0 ? Int(max(0, wanted / weight - 1) * Double(Self.letters(of: said).count)) : 0
    }

    /// The whole of what a second answer says.
    func whole(_ second: String) -> String {
        for spoken in [begun] + lastSentences {
            if let following = Self.following(spoken, in: second) { return joined(following) }
        }
        return goesOn(second) ? joined(second.drop { $0.isWhitespace || $0.isEnd }) : second
    }

    /// A sentence begins with a capital, also where the second answer went on with a comma: else it would be none of its own.
    private func joined(_ following: Substring) -> String {
        let ends = begun.last(where: { !$0.isWhitespace }).map { ".!?…".contains($0) } ?? false
        // A name such as iPhone stays as it is.
        let isName = following.prefix(while: \.isLetter).dropFirst().contains(where: \.isUppercase)
        return begun + (ends && !isName ? following.prefix(1).uppercased() + following.dropFirst() : String(following))
    }

    /// What is being spoken without its first sentence or clause, without its first two and so on, as long as it is no scrap
    /// that another translation may begin with, too.
    private var lastSentences: [String] {
        begun.indices.compactMap { place in
            guard !begun[place].isWhitespace, begun[..<place].last(where: { !$0.isWhitespace })?.isEnd ?? false else {
                return nil
            }
            let letters = Self.letters(of: String(begun[place...]))
            let isEastern = letters.first.map { $0.unicodeScalars.allSatisfy { $0.value >= 0x2E80 } } ?? false
            return letters.count >= (isEastern ? 6 : 12) ? String(begun[place...]) : nil
        }
    }

    /// What stands behind words that are being spoken; nil where the answer does not begin with them.
    private static func following(_ spoken: String, in second: String) -> Substring? {
        var left = letters(of: spoken)[...]
        var place = second.startIndex
        while let letter = left.first {
            guard place < second.endIndex else { return nil }
            let said = letters(of: String(second[place]))
            guard said.isEmpty || said == [letter] else { return nil }
            if !said.isEmpty { left.removeFirst() }
            second.formIndex(after: &place)
        }
        return withoutEnd(second[place...])
    }

    /// Without the signs that end what was before: of those right behind it all that may, behind a space those that can do nothing else.
    private static func withoutEnd(_ text: Substring) -> Substring {
        let rest = text.drop { $0.isEnd || closers.contains($0) }
        return rest.drop { $0.isWhitespace || $0.isEnd }
    }

    /// Whether the answer is what follows the words that are being spoken: it begins as that did in the first answer, or, where it
    /// begins like neither, is as long as that rather than as the whole.
    private func goesOn(_ second: String) -> Bool {
        let (said, before, after) = (Self.letters(of: second), Self.letters(of: begun), Self.letters(of: rest))
        let (likeBefore, likeAfter) = (Self.common(said, before), Self.common(said, after))
        if likeBefore != likeAfter { return likeAfter > likeBefore }
        let left = after.count + lacking
        return abs(said.count - left) < abs(said.count - before.count - left)
    }

    private static func common(_ one: [Character], _ other: [Character]) -> Int {
        zip(one, other).prefix { $0 == $1 }.count
    }

    private static func letters(of text: String) -> [Character] {
        Array(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// What may close a quotation or a bracket, and does so right behind a word.
    private static let closers: Set<Character> = ["\"", "”", "“", "’", "'", "»", ")", "）", "」", "』", "]"]
}

extension Character {
    /// Whether it ends a sentence or a clause and begins none.
    fileprivate var isEnd: Bool { ".,;:!?…。、，；：！？．،؛؟।॥".contains(self) }
}
