package import Conversations
package import Language

/// What a request acts for: it decides the scope, the permissions and the limits.
package struct Principal: Sendable, Hashable, Codable {
    /// How it was identified.
    package enum Identity: Sendable, Hashable, Codable {
        /// The user of this machine, if no key is demanded.
        case local
        case key(id: String)
        /// A signed-in account, or a guest's, with the session in which the request came.
        case account(id: String, session: String)
    }

    package var identity: Identity
    /// The scope of what it finds and makes.
    package var scope: Scope
    package var permissions: Set<Permission>
    package var limits: AccessLimits
    /// Values for requests that name none.
    package var preferences = Preferences()

    /// What an account prefers. A key prefers nothing.
    package struct Preferences: Sendable, Hashable, Codable {
        /// Nil leaves it to the settings, as in the other fields.
        package var voice: String?
        /// The form of address in translations.
        package var formality: Formality?

        package init(voice: String? = nil, formality: Formality? = nil) {
            self.voice = voice
            self.formality = formality
        }
    }

    /// It may do everything, in the local scope.
    package static let local = Principal(
        identity: .local, scope: .local, permissions: Set(Permission.allCases), limits: AccessLimits())

    package init(identity: Identity, scope: Scope, permissions: Set<Permission>, limits: AccessLimits) {
        self.identity = identity
        self.scope = scope
        self.permissions = permissions
        self.limits = limits
    }

    /// The principal of requests with a key: it has the key's scope, permissions and limits.
    package init(_ key: AccessKey) {
        self.init(
            identity: .key(id: key.id), scope: key.scope, permissions: key.permissions, limits: key.limits)
    }

    /// Whether it is an account, whose limits may change.
    package var isAccount: Bool { if case .account = identity { true } else { false } }

    /// Whether what it uses is counted.
    package var isCounted: Bool { isAccount || limits != AccessLimits() }

    /// The name in logs: `local`, or the identifier of the key or the account, which is not secret.
    package var name: String {
        switch identity {
        case .local: "local"
        case .key(let id), .account(let id, _): id
        }
    }
}
