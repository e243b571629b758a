/// Passes a streamed answer on without the code fences that models add, wherever they are.
///
/// An answer that begins as a JSON document is held back until it is whole, because it cannot be shown or spoken as it is.
struct StreamedText: Sendable {
    private enum Place {
        case text
        /// Within a run of so many backticks.
        case run(Int)
        /// After a fence: possibly the name of a language, until the line ends.
        case tag(String)
    }

    private let removesFences: Bool
    private let holdsDocuments: Bool
    private var hasBegun = false
    /// Whether the answer begins as a document.
    private(set) var isHeld = false
    private var isFenced = false
    private var place = Place.text

    /// - Parameter source: the text to be translated; fences and brackets that it contains itself are not the model's.
    init(of source: String) {
        removesFences = !source.contains("```")
        holdsDocuments = source.trimmingBlanks.first.map { !"{[".contains($0) } ?? true
    }

    /// Takes the next text and returns the part of the answer that it makes certain.
    mutating func push(_ text: String) -> String {
        guard !isHeld else { return "" }
        var passed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            take(scalar, &passed)
            if isHeld { return "" }
        }
        return String(passed)
    }

    /// The text that was held back and belongs to the answer if nothing follows.
    var rest: String {
        switch place {
        case .text: ""
        case .run(let count): count < 3 ? String(repeating: "`", count: count) : ""
        case .tag(let tag): tag
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar, _ passed: inout String.UnicodeScalarView) {
        switch place {
        case .text where scalar == "`" && removesFences: place = .run(1)
        case .text: pass(scalar, &passed)
        case .run(let count) where scalar == "`": place = .run(count + 1)
        case .run(let count) where count < 3:
            for _ in 0..<count { pass("`", &passed) }
            place = .text
            take(scalar, &passed)
        case .run:
            isFenced.toggle()
            place = isFenced ? .tag("") : .text
            take(scalar, &passed)
        case .tag(let tag):
            if scalar == "\n" || scalar == "\r" {
                place = .text
                pass(scalar, &passed)
            } else if tag.utf8.count < Self.longestTag, scalar.isASCII,
                Character(scalar).isLetter || "+-_#.".unicodeScalars.contains(scalar)
            {
                place = .tag(tag + String(scalar))
            } else {
                place = .text
                for part in tag.unicodeScalars { pass(part, &passed) }
                take(scalar, &passed)
            }
        }
    }

    private static let longestTag = 16

    private mutating func pass(_ scalar: Unicode.Scalar, _ passed: inout String.UnicodeScalarView) {
        if !hasBegun, !scalar.properties.isWhitespace {
            hasBegun = true
            isHeld = holdsDocuments && (scalar == "{" || scalar == "[")
        }
        passed.append(scalar)
    }
}
