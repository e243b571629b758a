import Access
import Accounts
import FoundationEssentials
import Plumbing

/// Brings the secrets without which no key and no account of a copied service is valid.
///
/// They are copied before the rows: the first program that finds keys and no secret would make another one.
struct SecretTransfer {
    let old: any ServiceStores
    let new: any ServiceStores
    /// Files that the operator has named for both places; nil for the usual ones.
    let pepperFile: String?
    let accountsFile: String?

    /// - Throws: `Problem` of kind `store`, code `copy.secrets`, if the other place has another secret.
    func run() async throws {
        if try await old.keys().hasKeys() {
            let mark = try await old.pepper(at: pepperFile).mark
            if pepperFile == nil { try bring(old.usualPepper, to: new.usualPepper) }
            guard try await new.pepper(at: pepperFile).mark == mark else { throw Self.other(new.usualPepper) }
        }
        guard try await old.accounts().read({ try !$0.accounts(after: nil, limit: 1).isEmpty }) else { return }
        let marks = try await old.accountSecrets(at: accountsFile).marks
        if accountsFile == nil { try bring(old.usualAccountSecrets, to: new.usualAccountSecrets) }
        guard try await new.accountSecrets(at: accountsFile).marks == marks else {
            throw Self.other(new.usualAccountSecrets)
        }
    }

    /// Copies a file, unless there is one already.
    private func bring(_ file: String, to other: String) throws {
        guard file != other else { return }
        do {
            let bytes = try SecretFile(at: file, longest: Self.longest).bytes { [] }
            try FileManager.default.createDirectory(
                atPath: new.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            _ = try SecretFile(at: other, longest: Self.longest).bytes { bytes }
        } catch {
            throw Problem(
                .store, "copy.secrets", "the secret \(file) cannot be copied (\(error))", at: other,
                cure: "copy it there, with chmod 600, and run the same command again")
        }
    }

    private static let longest = 4_096

    private static func other(_ place: String) -> Problem {
        Problem(
            .store, "copy.secrets", "there is another secret than that of the keys and accounts that are copied",
            at: place, cure: "if nothing needs it any more, move it away; then run the same command again")
    }
}
