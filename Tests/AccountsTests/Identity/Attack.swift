import Accounts
import Testing

/// A token that must not sign a user in.
struct Attack: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var refusal: IdentityRefusal
    var nonce: String?
    var token: @Sendable (TestIssuer) throws -> String

    init(
        _ name: String, _ refusal: IdentityRefusal, nonce: String? = TestIssuer.nonce,
        _ token: @escaping @Sendable (TestIssuer) throws -> String
    ) {
        testDescription = name
        self.refusal = refusal
        self.nonce = nonce
        self.token = token
    }

    /// A token that is signed well and has other claims.
    static func claims(_ name: String, _ refusal: IdentityRefusal, _ changes: [String: String?]) -> Attack {
        Attack(name, refusal) { try $0.token(changes) }
    }

    /// A token that is signed well and has another header.
    static func header(_ name: String, _ refusal: IdentityRefusal, _ header: String) -> Attack {
        Attack(name, refusal) { try TestIssuer.token(header, $0.payload(), sign: TestIssuer.ec.sign) }
    }

    /// A token that is signed well, with a field more in its header.
    static func field(_ name: String, _ field: String) -> Attack {
        Attack(name, .forbiddenField) { try $0.token(header: ",\(field)") }
    }

    /// The usual token, changed as a text.
    static func text(
        _ name: String, _ refusal: IdentityRefusal, _ change: @escaping @Sendable ([Substring]) -> String
    ) -> Attack {
        Attack(name, refusal) { change(try $0.token().split(separator: ".")) }
    }
}
