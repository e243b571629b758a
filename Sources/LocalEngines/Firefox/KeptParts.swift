internal import Foundation
internal import Language

/// The parts of a sentence that stay as they are: addresses, placeholders, marks such as `<b>`, pictures and words in letters
/// that the model does not know.
///
/// A stand-in such as `X11` takes their place, because the model copies it to where it belongs. A word with letters that differ
/// from known ones only in their marks (`Müller`) is translated without them and gets them back. A sentence in capital letters
/// is translated in small ones, because the model knows few words in capitals.
struct KeptParts {
    /// The text to translate.
    private(set) var text = ""

    private let before: String
    private let after: String
    /// A kept part with its stand-in.
    private struct Kept {
        var standIn: String
        var original: String
        /// Whether spaces were put between the stand-in and the words beside it.
        var isApartBefore = false
        var isApartAfter = false
    }

    private var kept: [Kept] = []
    /// Words without marks, and as they were.
    private var marked: [(plain: String, original: String)] = []
    private let isCapital: Bool
    /// The text between the kept parts, one more than they are.
    private(set) var between: [String] = []

    /// More would leave hardly anything to translate.
    private static let most = 80

    /// - Parameter isUnknown: whether a word has letters that the model does not know.
    init(_ sentence: String, language: LanguageCode, isUnknown: (String) -> Bool) {
        let core = KeptSpans.core(of: sentence[...])
        before = String(sentence[..<core.startIndex])
        after = String(sentence[core.endIndex...])
        let spans = KeptSpans.ranges(in: core)
        let letter = ["X", "Q", "Z", "K"].first { !core.contains("\($0)1") } ?? "X"
        let isSpaced = !language.isWrittenWithoutSpaces
        let isCapital = KeptSpans.rest(of: core, without: spans).isInCapitals
        var parts: [String] = []
        var kept: [Kept] = []
        var marked: [(String, String)] = []
        var plain = ""
        var at = core.startIndex
        func keep(_ original: Substring) {
            kept.append(Kept(standIn: "\(letter)\(11 + kept.count)", original: String(original)))
            parts.append(plain)
            plain = ""
        }
        func add(_ piece: Substring) {
            let piece = isCapital ? piece.inSentenceCase(isFirst: at == core.startIndex) : piece
            guard isSpaced, isUnknown(String(piece)) else {
                plain += piece
                return
            }
            for word in piece.words {
                guard word.first?.isLetter == true, isUnknown(String(word)) else {
                    plain += word
                    continue
                }
                let bare = String(word).withoutMarks
                if bare != word, !isUnknown(bare) {
                    marked.append((bare, String(word)))
                    plain += bare
                } else {
                    keep(word)
                }
            }
        }
        for range in spans {
            add(core[at..<range.lowerBound])
            at = range.upperBound
            keep(core[range])
        }
        add(core[at...])
        parts.append(plain)
        if kept.count > Self.most { (kept, parts) = ([], [String(core)]) }
        between = parts
        text = between[0]
        for number in kept.indices {
            kept[number].isApartBefore = text.last?.isWordPart ?? false
            kept[number].isApartAfter = between[number + 1].first?.isWordPart ?? false
            text += (kept[number].isApartBefore ? " " : "") + kept[number].standIn
            text += (kept[number].isApartAfter ? " " : "") + between[number + 1]
        }
        self.isCapital = isCapital
        self.kept = kept
        self.marked = marked.map { (plain: $0.0, original: $0.1) }
    }

    /// The translation with the kept parts in the places of their stand-ins.
    ///
    /// - Returns: nil if a stand-in is missing or there twice.
    func restored(_ translation: String) -> String? {
        var result = isCapital ? translation.uppercased() : translation
        for part in kept {
            let places = result.ranges(of: part.standIn)
            guard places.count == 1 else { return nil }
            var (start, end) = (places[0].lowerBound, places[0].upperBound)
            if part.isApartBefore, start > result.startIndex, result[result.index(before: start)] == " " {
                start = result.index(before: start)
            }
            if part.isApartAfter, end < result.endIndex, result[end] == " " { end = result.index(after: end) }
            result.replaceSubrange(start..<end, with: part.original)
        }
        return before + withMarks(result) + after
    }

    /// The kept parts between the translations of ``between``.
    func joined(_ translations: [String]) -> String {
        var result = ""
        for (number, translation) in translations.enumerated() {
            let source = between[number]
            // A translation has no spaces around it.
            let lead = source.first?.isWhitespace == true && number > 0 ? " " : ""
            let trail = source.last?.isWhitespace == true && number < kept.count ? " " : ""
            let own = translation.trimmingCharacters(in: .whitespaces)
            result += own.isEmpty ? lead : lead + (isCapital ? own.uppercased() : own) + trail
            if number < kept.count { result += kept[number].original }
        }
        return before + withMarks(result) + after
    }

    private func withMarks(_ text: String) -> String {
        var result = text
        for (plain, original) in marked {
            let wanted = isCapital ? plain.uppercased() : plain
            guard let range = result.ranges(of: wanted).first else { continue }
            result.replaceSubrange(range, with: isCapital ? original.uppercased() : original)
        }
        return result
    }
}

extension Substring {
    /// In small letters, with a capital at the beginning of a sentence.
    fileprivate func inSentenceCase(isFirst: Bool) -> Substring {
        let small = lowercased()
        guard isFirst, let first = small.firstIndex(where: \.isLetter) else { return small[...] }
        return (small[..<first] + small[first].uppercased() + small[small.index(after: first)...])[...]
    }

    /// Words and what is between them, in order; joined they are the text.
    fileprivate var words: [Substring] {
        var parts: [Substring] = []
        var rest = self
        while let first = rest.first {
            let part = rest.prefix { $0.isWordPart == first.isWordPart }
            parts.append(part)
            rest = rest[part.endIndex...]
        }
        return parts
    }
}

extension String {
    /// Without the marks on letters: `Muller`, `Lodz`.
    fileprivate var withoutMarks: String {
        let folded = decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        return String(String.UnicodeScalarView(folded).flatMap { Self.plain[$0] ?? String($0) })
    }

    /// Letters that have no canonical decomposition.
    private static let plain: [Unicode.Scalar: String] = [
        "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe",
        "Œ": "Oe",
        "ı": "i", "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D",
    ]

    /// Whether it has two words or more, and all of its letters are capitals.
    fileprivate var isInCapitals: Bool {
        let letters = filter(\.isCased)
        let words = split { !$0.isWordPart }.filter { word in word.filter(\.isCased).count > 1 }
        return words.count > 1 && letters.count > 5 && letters.allSatisfy(\.isUppercase)
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber || self == "'" || self == "’" || self == "-" }

    /// Whether it is an emoji or another picture, and no letter, digit or punctuation.
    var isPicture: Bool {
        unicodeScalars.contains { scalar in
            scalar.properties.isEmojiPresentation || scalar.value == 0xFE0F || scalar.value == 0x20E3
                || scalar.properties.generalCategory == .otherSymbol && scalar.value > 0x2000
                    && scalar.value != 0x2122
        }
    }
}
