/// A piece of a text that ``SentenceSplitter`` returns, with all its white space.
package struct TextSegment: Sendable, Hashable {
    /// Why the text was cut after the segment.
    package enum Boundary: Sendable, Hashable {
        /// A sentence ends, or a paragraph or list item.
        case sentence
        /// A clause ends.
        case clause
        /// The maximum length was reached before a sentence or clause ended.
        case length
        /// The text ended.
        case end
    }

    /// The text, including the white space that follows it.
    package let text: String
    package let boundary: Boundary

    package init(text: String, boundary: Boundary) {
        self.text = text
        self.boundary = boundary
    }
}
