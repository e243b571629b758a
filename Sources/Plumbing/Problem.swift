/// Something a person can act on: what is wrong, where, and what to do about it.
///
/// Every error that reaches a user of Verbio is one of these. The command line turns its ``kind`` into an exit code and
/// the server into an HTTP status. Provider failures have their own type, because the pipeline decides by their class.
package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The party that has to act. The raw value is part of the interface: it appears in JSON and in problem documents.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// The command or request itself is wrong.
        case usage
        /// The audio cannot be used.
        case input
        /// An engine or a provider is missing or refuses.
        case provider
        /// The store cannot be read or written.
        case store
        /// A fault of Verbio.
        case `internal`
    }

    package var kind: Kind
    /// A stable name such as `audio.empty`, for programs.
    package var code: String
    /// One clause, in lower case and without a full stop: "the file is empty".
    package var what: String
    /// The file, option, URL or key that the problem is about.
    package var place: String?
    /// What to do about it, as one clause: "give a recording with speech in it".
    package var cure: String?

    package init(_ kind: Kind, _ code: String, _ what: String, at place: String? = nil, cure: String? = nil) {
        self.kind = kind
        self.code = code
        self.what = what
        self.place = place
        self.cure = cure
    }

    /// The one sentence a user reads: `talk.wav: the file is empty; give a recording with speech in it`.
    package var description: String {
        var sentence = place.map { "\($0.printableOnOneLine): \(what)" } ?? what
        if let cure { sentence += "; \(cure)" }
        return sentence
    }

    /// The same problem at a named place, unless it has one already.
    package func at(_ place: String) -> Problem {
        var copy = self
        copy.place = copy.place ?? (place.isEmpty ? nil : place)
        return copy
    }
}
