import Accounts
import Foundation
import VerbioTesting

/// A folder for accounts that goes with the test.
final class AccountPlace: Sendable {
    let root: String
    let time = ManualTime()

    init() throws {
        root = NSTemporaryDirectory() + "verbio-accounts-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    var file: String { root + "/accounts.sqlite" }
    var secretFile: String { root + "/accounts.secret" }

    func store() throws -> AccountDatabase { try AccountDatabase(at: file) }

    func sealing() throws -> Sealing { Sealing(try AccountSecrets(at: secretFile)) }

    func directory(_ store: AccountDatabase? = nil) throws -> AccountDirectory {
        AccountDirectory(store: try store ?? self.store(), sealing: try sealing(), time: time.source)
    }

    /// Everything in the folder but the secrets, as bytes.
    func storedBytes() throws -> Data {
        try FileManager.default.contentsOfDirectory(atPath: root).filter { !$0.hasSuffix(".secret") }
            .map { try Data(contentsOf: URL(fileURLWithPath: "\(root)/\($0)")) }.reduce(Data(), +)
    }
}

extension Identity {
    static let ada = Identity(
        issuer: "https://appleid.apple.com", subject: "001234.ada", email: "ada@example.com", isEmailVerified: true,
        name: "Ada Lovelace")
}
