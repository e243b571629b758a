internal import FoundationEssentials

extension JSONEncoder {
    /// Encodes documents for providers: the same document gives the same bytes.
    static var wire: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
