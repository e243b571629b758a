/// One person's account.
package struct Account: Sendable, Hashable {
    /// Whether the account can be used.
    package enum State: String, Sendable, Hashable, Codable, CaseIterable {
        case active
        /// The operator closed it; the person cannot sign in.
        case disabled
        /// It is being erased: nothing opens it any more.
        case erasing
    }

    /// An address of the person, as an issuer gave it. It never identifies an account.
    package struct Email: Sendable, Hashable, Codable {
        package var address: String
        package var isVerified: Bool
        /// Whether it forwards to a hidden address.
        package var isPrivate: Bool
    }

    package let id: AccountID
    /// Milliseconds since 1970.
    package var created: Int64
    package var state: State
    /// The name of a tier.
    package var tier: String
    package var email: Email?
    package var profile: Profile
    /// The issuers at which the person can sign in to it; empty for a guest.
    package var issuers: [String]
    /// Whether the person has set or cleared the name, so that no issuer fills it in again.
    var hasChosenName = false

    /// Whether it was made without signing in.
    package var isGuest: Bool { issuers.isEmpty }

    /// Takes over what a guest has said of themselves and this account leaves open.
    mutating func fill(from guest: Account) {
        if profile.name == nil, !hasChosenName { profile.name = guest.profile.name }
        if profile.languages.isEmpty { profile.languages = guest.profile.languages }
        profile.voice = profile.voice ?? guest.profile.voice
        profile.formality = profile.formality ?? guest.profile.formality
        if profile.theme == .system { profile.theme = guest.profile.theme }
    }
}
