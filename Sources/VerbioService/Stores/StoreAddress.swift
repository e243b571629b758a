package import Plumbing

/// Where a service keeps everything, as `store.path` names it: `sqlite:PATH` or `postgresql://USER@HOST/DATABASE`. A path alone means
/// SQLite.
///
///     try StoreAddress("sqlite:/var/lib/verbio", local: folder).stores().keys()
package struct StoreAddress: Sendable {
    private struct Kind: Sendable {
        /// Whether it may have companions.
        var isDatabase = false
        /// Receives what follows the colon, a folder for files of this machine, and the companions.
        var open: @Sendable (_ place: String, _ local: String, StoreCompanions) throws(Problem) -> any ServiceStores
    }

    /// A kind of store by the word before the colon.
    private static let kinds: [String: Kind] = [
        "sqlite": Kind { place, _, _ in SQLiteServiceStores(folder: place) },
        "postgresql": postgreSQL, "postgres": postgreSQL,
    ]

    private static let postgreSQL = Kind(isDatabase: true) { place, local, companions throws(Problem) in
        try PostgreSQLServiceStores("postgresql:" + place, folder: local, companions)
    }

    private let kind: Kind
    private let place: String
    private let local: String
    private let companions: StoreCompanions

    /// Whether the address is that of a database, which may have companions.
    package var isDatabase: Bool { kind.isDatabase }

    /// - Parameters:
    ///   - local: a folder for files of this machine, if everything else is elsewhere.
    ///   - companions: what keeps a part of it elsewhere.
    /// - Throws: ``Problem`` of kind `usage`: `store.kind`, `store.place`, `store.audio` or `store.coordination`.
    package init(
        _ text: String, local: String, _ companions: StoreCompanions = StoreCompanions()
    ) throws(Problem) {
        let (word, place) = Self.parts(of: text)
        guard let kind = Self.kinds[word] else {
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
        guard kind.isDatabase || companions.audio == nil else {
            throw Problem(
                .usage, "store.audio", "audio is kept in S3 only beside a PostgreSQL database",
                at: Setting.storeAudio.name,
                cure: "leave it empty, or name a database with \(Setting.storePath.name)")
        }
        guard kind.isDatabase || companions.coordination == nil else {
            throw Problem(
                .usage, "store.coordination", "limits are shared through Redis only beside a PostgreSQL database",
                at: Setting.storeCoordination.name,
                cure: "leave it empty, or name a database with \(Setting.storePath.name)")
        }
        self.kind = kind
        self.companions = companions
        self.place = place
        self.local = local
    }

    /// All stores at this address. Opens nothing yet.
    ///
    /// - Throws: ``Problem`` of kind `store` if the address of a database cannot be read, or if its library is missing.
    package func stores() throws(Problem) -> any ServiceStores { try kind.open(place, local, companions) }

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

/// What a database may have beside it.
package struct StoreCompanions: Sendable {
    /// The S3 store that keeps the audio; nil if it is kept with everything else.
    package var audio: AudioStore?
    /// The server that keeps limits; nil if the database does.
    package var coordination: CoordinationAddress?

    package init(audio: AudioStore? = nil, coordination: CoordinationAddress? = nil) {
        self.audio = audio
        self.coordination = coordination
    }
}
