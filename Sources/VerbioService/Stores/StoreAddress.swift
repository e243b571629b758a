package import Plumbing

/// Where a service keeps everything, as `store.path` names it: `sqlite:PATH`. A path alone means the same.
///
///     try StoreAddress("sqlite:/var/lib/verbio").stores().keys()
package struct StoreAddress: Sendable {
    /// A kind of store by the word before the colon. It receives what follows the colon.
    private static let kinds: [String: @Sendable (String) -> any ServiceStores] = [
        "sqlite": { SQLiteServiceStores(folder: $0) }
    ]

    private let kind: @Sendable (String) -> any ServiceStores
    private let place: String

    /// - Throws: ``Problem`` of kind `usage`: `store.kind` or `store.place`.
    package init(_ text: String) throws(Problem) {
        let (word, place) = Self.parts(of: text)
        guard let kind = Self.kinds[word] else {
            // What follows the word may have a password.
            throw Problem(
                .usage, "store.kind", "'\(word.clipped(to: 40).printableOnOneLine)' is no kind of store",
                at: Setting.storePath.name,
                cure: "use sqlite:PATH, or for a folder with a colon in its name ./PATH")
        }
        guard !place.isEmpty else {
            throw Problem(
                .usage, "store.place", "'\(word):' names no folder", at: Setting.storePath.name,
                cure: "use sqlite:PATH")
        }
        self.kind = kind
        self.place = place
    }

    /// All stores at this address. Opens nothing yet.
    package func stores() -> any ServiceStores { kind(place) }

    /// The word before the colon, as in RFC 3986, section 3.1, and what follows it. A word of one letter is none.
    private static func parts(of text: String) -> (kind: String, place: String) {
        let word = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard word.count > 1, word.first?.isLetter ?? false, text.dropFirst(word.count).first == ":" else {
            return ("sqlite", text)
        }
        return (word.lowercased(), String(text.dropFirst(word.count + 1)))
    }
}
