internal import Guards
internal import Language

/// A translation whose beginning is already being spoken, while the whole is requested again.
///
/// The second answer may have several forms. It may repeat the whole text, perhaps with another sign or space. It may begin with
/// the last sentence that is being spoken, or continue where the first answer was cut. In all these cases, the result is the
/// spoken text and the text after it. Otherwise the second answer is an entirely different translation.
struct BegunTranslation: Sendable, Hashable {
    /// The text that is being spoken, with the white space after it.
    let begun: String
    /// The text after it in the first answer.
    private let rest: String
    /// About how many letters are missing after that in the first answer.
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
    ///   - begun: the text that is being spoken.
    ///   - cut: an answer that did not end properly. How much it lacks is estimated from the length of the source text.
    init(_ begun: String, ofCut cut: String, source: String, pair: LanguagePair) {
        self.begun = begun
        let said = cut.hasPrefix(begun) ? cut : begun
        rest = String(said.dropFirst(begun.count))
        let (weight, wanted) = (LengthGuard.weight(said, pair.to), LengthGuard.weight(source, pair.from))
        lacking = weight > 0 ? Int(max(0, wanted / weight - 1) * Double(Self.letters(of: said).count)) : 0
    }

    /// The whole translation that follows from a second answer.
    func whole(_ second: String) -> String {
        for spoken in [begun] + lastSentences {
            if let following = Self.following(spoken, in: second) { return joined(following) }
        }
        return goesOn(second) ? joined(second.drop { $0.isWhitespace || $0.isEnd }) : second
    }

    /// A sentence begins with a capital, even if the second answer continued with a comma, which is dropped.
    private func joined(_ following: Substring) -> String {
        let ends = begun.last(where: { !$0.isWhitespace }).map { ".!?…".contains($0) } ?? false
        // A name such as iPhone stays as it is.
        let isName = following.prefix(while: \.isLetter).dropFirst().contains(where: \.isUppercase)
        return begun + (ends && !isName ? following.prefix(1).uppercased() + following.dropFirst() : String(following))
    }

    /// The text that is being spoken without its first sentence or clause, without its first two and so on. Ends that are so
    /// short that another translation may begin with them, too, are left out.
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

    /// The text after the words that are being spoken; nil if the answer does not begin with these.
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

    /// The text without the signs that end the text before it. Directly after that text all end signs and closers are dropped;
    /// after a space only end signs, which never begin a text.
    private static func withoutEnd(_ text: Substring) -> Substring {
        let rest = text.drop { $0.isEnd || closers.contains($0) }
        return rest.drop { $0.isWhitespace || $0.isEnd }
    }

    /// Whether the answer continues the words that are being spoken. It does if it begins more like the rest of the first
    /// answer than like its beginning. If it begins like neither, its length decides: it must be nearer to that of the rest
    /// than to that of the whole.
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

    /// Signs that may close a quotation or a bracket, and do so directly after a word.
    private static let closers: Set<Character> = ["\"", "”", "“", "’", "'", "»", ")", "）", "」", "』", "]"]
}

extension Character {
    /// Whether it ends a sentence or a clause and never begins one.
    fileprivate var isEnd: Bool { ".,;:!?…。、，；：！？．،؛؟।॥".contains(self) }
}
