package import Access
package import Accounts

/// Whether requests need a key, and which keys there are.
package struct AccessPolicy: Sendable {
    /// The keys that open the server; nil if there are none, as in most tests.
    let ring: KeyRing?
    /// Keeps the limits of the keys; nil if none have limits.
    let meter: UseMeter?
    /// Whether a key is demanded even if none has been made yet.
    let isRequired: Bool
    /// The accounts whose access tokens open the server, too; nil if there are none.
    let accounts: AccountServices?

    /// Every request is served.
    package static let open = AccessPolicy(ring: nil, meter: nil, isRequired: false)

    /// - Parameter accounts: if there are accounts, a request needs a key or an access token.
    package init(ring: KeyRing?, meter: UseMeter?, isRequired: Bool, accounts: AccountServices? = nil) {
        self.ring = ring
        self.meter = meter
        self.isRequired = isRequired || accounts != nil
        self.accounts = accounts
    }

    /// Whether a request without a key is refused. Once a key has been made, it always is.
    var demandsKey: Bool {
        get async throws {
            if isRequired { return true }
            return try await ring?.store.hasKeys() ?? false
        }
    }
}
