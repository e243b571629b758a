internal import Language

/// What recognizers of Whisper's kind write if there is no speech, in the twelve languages. Case, accents, spaces and
/// punctuation do not count.
enum BoilerplatePhrases {
    enum Kind: Int, Sendable, Comparable {
        /// People say it in every conversation.
        case courtesy
        /// Phrases that address an audience.
        case broadcast
        /// The opening of a credit, which a name follows. Openings that are complete on their own are among them, because
        /// anything may follow them.
        case credit

        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// The phrases by the hash of their letters: one look-up shows whether a text is one of them.
    static let table: [UInt64: Kind] = {
        let lists = PhraseLists.byLanguage("boilerplate.json")
        var table: [UInt64: Kind] = [:]
        for (kind, name) in [(Kind.courtesy, "courtesies"), (.broadcast, "broadcasts"), (.credit, "credits")] {
            for phrase in (lists[name] ?? [:]).values.joined() { table[HeardText.hash(of: phrase)] = kind }
        }
        return table
    }()
}
