/// Cuts a text that arrives in pieces into sentences or clauses.
///
/// A segment is returned as soon as the text after it confirms its end; an empty rest confirms nothing. The segments do not
/// depend on how the text was cut into pieces. Joined, they are the text, white space included. The splitter holds back at most
/// ``maximumLength`` and some sixty scalars.
///
/// ```swift
/// var splitter = SentenceSplitter(language: .de)
/// splitter.append("Am 3. Mai. ")  // [], for more may follow
/// splitter.append("Dann geht")    // ["Am 3. Mai. "]
/// splitter.append(" es.")         // []
/// splitter.finish()               // ["Dann geht es."]
/// ```
package struct SentenceSplitter: Sendable {
    /// Which boundaries cut the text.
    package enum Granularity: Sendable, Hashable, CaseIterable {
        /// Cuts after sentences.
        case sentence
        /// Also cuts after clauses, at commas, colons, semicolons and dashes, and within quotations.
        case clause
    }

    package let language: LanguageCode
    package let granularity: Granularity
    /// A shorter segment is joined with the next one; the last one may be shorter.
    package let minimumLength: Int
    /// No segment is longer. A text without a boundary is cut after a clause, or else a word, or else a character.
    package let maximumLength: Int

    private var window = TextWindow()
    private var scanner: BoundaryScanner

    /// - Parameters:
    ///   - minimumLength: in scalars, without white space at the end. About 30 suits speech synthesis, which mispronounces
    ///     scraps; 0 gives every sentence by itself.
    ///   - maximumLength: in scalars, at least 1. The default is more than nearly any sentence has.
    package init(
        language: LanguageCode, granularity: Granularity = .sentence, minimumLength: Int = 0, maximumLength: Int = 600
    ) {
        self.language = language
        self.granularity = granularity
        self.maximumLength = max(1, maximumLength)
        self.minimumLength = min(max(0, minimumLength), self.maximumLength)
        scanner = BoundaryScanner(language: language, granularity: granularity)
    }

    /// The segments of a whole text.
    package func segments(of text: some StringProtocol) -> [TextSegment] {
        var splitter = Self(
            language: language, granularity: granularity, minimumLength: minimumLength, maximumLength: maximumLength)
        return splitter.append(text) + splitter.finish()
    }

    /// Takes the next piece of the text; it may begin and end at any position.
    ///
    /// - Returns: the segments that this piece made certain.
    package mutating func append(_ piece: some StringProtocol) -> [TextSegment] {
        window.append(piece)
        return drain()
    }

    /// Ends the text.
    ///
    /// - Returns: the remaining segments. Afterwards the splitter can take a new text.
    package mutating func finish() -> [TextSegment] {
        window.isComplete = true
        var segments = drain()
        if window.start < window.end {
            segments.append(TextSegment(text: window.take(upTo: window.end), boundary: .end))
        }
        window = TextWindow()
        scanner = BoundaryScanner(language: language, granularity: granularity)
        return segments
    }

    private mutating func drain() -> [TextSegment] {
        var segments: [TextSegment] = []
        while true {
            switch scanner.next(in: window, until: window.start + maximumLength) {
            case .starved: return segments
            case .boundary(let end, let boundary) where end - window.start <= maximumLength:
                let isLongEnough = contentLength(upTo: end) >= minimumLength
                if isLongEnough { segments.append(TextSegment(text: window.take(upTo: end), boundary: boundary)) }
                scanner.begin(at: end, after: boundary)
            case .boundary, .stopped:
                let cut = FallbackBreak(window, minimum: minimumLength, maximum: maximumLength).position
                segments.append(TextSegment(text: window.take(upTo: cut), boundary: .length))
                scanner.begin(at: cut, after: .length)
            }
        }
    }

    private func contentLength(upTo end: Int) -> Int {
        var end = end
        while end > window.start, window[end - 1].isSpace { end -= 1 }
        return end - window.start
    }
}
