/// Passes a streamed answer on without what models put around it: a code fence, wherever it stands.
///
/// An answer that begins as a JSON document is held back until it is whole, as it is no text that can be shown or spoken.
struct StreamedText: Sendable {
    private enum Place {
        case text
        /// Within a run of so many backticks.
        case run(Int)
        /// Behind a fence: what may be the name of a language until the line ends.
        case tag(String)
    }

    private let removesFences: Bool
    private let holdsDocuments: Bool
    private var hasBegun = false
    /// Whether it begins as a document.
    private(set) var isHeld = false
    private var isFenced = false
    private var place = Place.text

    /// - Parameter source: what is translated; fences and brackets that it has itself are not the model's.
    init(of source: String) {
        removesFences = !source.contains("```")
        holdsDocuments = source.trimmingBlanks.first.map { !"{[".contains($0) } ?? true
    }

    /// Takes the next text and gives what of the answer is certain with it.
    mutating func push(_ text: String) -> String {
        guard !isHeld else { return "" }
        var passed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            take(scalar, &passed)
            if isHeld { return "" }
        }
        return String(passed)
    }

    /// What was held back and is text if nothing follows.
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
