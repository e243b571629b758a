public import Conversations
public import Language

/// What a request acts for: it decides the scope, the permissions and the limits.
public struct Principal: Sendable, Hashable {
    /// How it was identified.
    public enum Identity: Sendable, Hashable {
        /// The user of this machine, if no key is demanded.
        case local
        case key(id: String)
        /// A signed-in account, or a guest's, with the session in which the request came.
        case account(id: String, session: String)
    }

    public var identity: Identity
    /// The scope of what it finds and makes.
    public var scope: Scope
    public var permissions: Set<Permission>
    public var limits: AccessLimits
    /// What counts where a request does not say.
    public var preferences = Preferences()

    /// What an account prefers. A key prefers nothing.
    public struct Preferences: Sendable, Hashable {
        /// Nil leaves it to the settings, as in the other fields.
        public var voice: String?
        /// The form of address in translations.
        public var formality: Formality?

        public init(voice: String? = nil, formality: Formality? = nil) {
            self.voice = voice
            self.formality = formality
        }
    }

    /// It may do everything, in the local scope.
    public static let local = Principal(
        identity: .local, scope: .local, permissions: Set(Permission.allCases), limits: AccessLimits())

    public init(identity: Identity, scope: Scope, permissions: Set<Permission>, limits: AccessLimits) {
        self.identity = identity
        self.scope = scope
        self.permissions = permissions
        self.limits = limits
    }

    public init(_ key: AccessKey) {
        self.init(
            identity: .key(id: key.id), scope: key.scope, permissions: key.permissions, limits: key.limits)
    }

    /// The name in logs: `local`, or the identifier of the key or the account, which is not secret.
    public var name: String {
        switch identity {
        case .local: "local"
        case .key(let id), .account(let id, _): id
        }
    }
}
