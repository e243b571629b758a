package import Plumbing

/// Where a service keeps everything, as `store.path` names it: `sqlite:PATH` or `postgresql://USER@HOST/DATABASE`. A path alone means
/// SQLite.
///
///     try StoreAddress("sqlite:/var/lib/verbio", local: folder).stores().keys()
package struct StoreAddress: Sendable {
    private struct Kind: Sendable {
        /// Whether its audio may be in an S3 store.
        var keepsAudioApart = false
        /// Receives what follows the colon, a folder for files of this machine, and the store of the audio.
        var open: @Sendable (_ place: String, _ local: String, AudioStore?) throws(Problem) -> any ServiceStores
    }

    /// A kind of store by the word before the colon.
    private static let kinds: [String: Kind] = [
        "sqlite": Kind { place, _, _ in SQLiteServiceStores(folder: place) },
        "postgresql": postgreSQL, "postgres": postgreSQL,
    ]

    private static let postgreSQL = Kind(keepsAudioApart: true) { place, local, audio throws(Problem) in
        try PostgreSQLServiceStores("postgresql:" + place, folder: local, audio: audio)
    }

    private let kind: Kind
    private let place: String
    private let local: String
    private let audio: AudioStore?

    /// Whether the audio at this address may be in an S3 store.
    package var keepsAudioApart: Bool { kind.keepsAudioApart }

    /// - Parameters:
    ///   - local: a folder for files of this machine, if everything else is elsewhere.
    ///   - audio: the S3 store that keeps the audio; nil if it is kept with everything else.
    /// - Throws: ``Problem`` of kind `usage`: `store.kind`, `store.place` or `store.audio`.
    package init(_ text: String, local: String, audio: AudioStore? = nil) throws(Problem) {
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
        guard kind.keepsAudioApart || audio == nil else {
            throw Problem(
                .usage, "store.audio", "audio is kept in S3 only beside a PostgreSQL database",
                at: Setting.storeAudio.name,
                cure: "leave it empty, or name a database with \(Setting.storePath.name)")
        }
        self.kind = kind
        self.audio = audio
        self.place = place
        self.local = local
    }

    /// All stores at this address. Opens nothing yet.
    ///
    /// - Throws: ``Problem`` of kind `store` if the address of a database cannot be read, or if its library is missing.
    package func stores() throws(Problem) -> any ServiceStores { try kind.open(place, local, audio) }

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
