package import Plumbing

/// Where a service keeps everything, as `store.path` names it: `sqlite:PATH` or `postgresql://USER@HOST/DATABASE`. A path alone means
/// SQLite.
///
///     try StoreAddress("sqlite:/var/lib/verbio", local: folder).stores().keys()
package struct StoreAddress: Sendable {
    private typealias Opening = @Sendable (_ place: String, _ local: String) throws(Problem) -> any ServiceStores

    /// A kind of store by the word before the colon. It receives what follows the colon, and a folder for files of this machine.
    private static let kinds: [String: Opening] = [
        "sqlite": { place, _ in SQLiteServiceStores(folder: place) },
        "postgresql": { place, local throws(Problem) in
            try PostgreSQLServiceStores("postgresql:" + place, folder: local)
        },
        "postgres": { place, local throws(Problem) in try PostgreSQLServiceStores("postgresql:" + place, folder: local)
        },
    ]

    private let opening: Opening
    private let place: String
    private let local: String

    /// - Parameter local: a folder for files of this machine, if everything else is elsewhere.
    /// - Throws: ``Problem`` of kind `usage`: `store.kind` or `store.place`.
    package init(_ text: String, local: String) throws(Problem) {
        let (word, place) = Self.parts(of: text)
        guard let opening = Self.kinds[word] else {
            // What follows the word may have a password.
            throw Problem(
                .usage, "store.kind", "'\(word.clipped(to: 40).printableOnOneLine)' is no kind of store",
                at: Setting.storePath.name,
                cure:
                    "use sqlite:PATH or postgresql://USER@HOST/DATABASE, or for a folder with a colon in its name ./PATH"
            )
        }
        guard !place.isEmpty else {
            throw Problem(
                .usage, "store.place", "'\(word):' names no folder", at: Setting.storePath.name,
                cure: "use sqlite:PATH")
        }
        self.opening = opening
        self.place = place
        self.local = local
    }

    /// All stores at this address. Opens nothing yet.
    ///
    /// - Throws: ``Problem`` of kind `store` if the address of a database cannot be read, or if its library is missing.
    package func stores() throws(Problem) -> any ServiceStores { try opening(place, local) }

    /// An address without the password that it may contain, for people.
    package static func shown(_ text: String) -> String {
        guard text.contains("://") else { return text }
        return text.replacing(#/(//[^/?#:@]*):[^/?#]*@/#) { "\($0.1)@" }
            .replacing(#/([?&])password=[^&]*&?/#) { "\($0.1)" }
    }

    /// The word before the colon, as in RFC 3986, section 3.1, and what follows it. A word of one letter is none.
    private static func parts(of text: String) -> (kind: String, place: String) {
        let word = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard word.count > 1, word.first?.isLetter ?? false, text.dropFirst(word.count).first == ":" else {
            return ("sqlite", text)
        }
        return (word.lowercased(), String(text.dropFirst(word.count + 1)))
    }
}
