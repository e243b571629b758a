/// What the accounts of a tier may do.
package struct Tier: Sendable, Hashable {
    /// Names that may be used.
    package enum Choice: Sendable, Hashable {
        case all
        case only(Set<String>)

        /// Nil for all.
        package var names: Set<String>? {
            switch self {
            case .all: nil
            case .only(let names): names
            }
        }

        /// Whether a name may be used.
        package func contains(_ name: String) -> Bool {
            switch self {
            case .all: true
            case .only(let names): names.contains(name)
            }
        }
    }

    package var name: String
    /// Minutes of audio in a calendar month; nil is no limit, as in the other fields.
    package var minutesPerMonth: Double?
    /// Minutes of one recording.
    package var longestFile: Double?
    /// Live sessions at the same moment.
    package var sessions: Int?
    /// The names of engines and providers.
    package var providers = Choice.all
    package var voices = Choice.all
    /// How long conversations are kept.
    package var historyDays: Int?
    /// HTTP requests of all devices of an account.
    package var requestsPerMinute: Int?

    /// - Parameter change: sets the limits; without it there are none.
    package init(name: String, _ change: (inout Tier) -> Void = { _ in }) {
        self.name = name
        change(&self)
    }
}
