public import Conversations

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
