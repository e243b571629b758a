package import Access
package import Accounts
package import Conversations
package import Coordination
package import Jobs
package import Plumbing

/// All stores of a service. Each call opens a store, or makes it; nothing else does.
///
/// Errors are `Problem`s of kind `store`.
package protocol ServiceStores: Sendable {
    /// The folder for files of this machine, such as answers before they are sent.
    var folder: String { get }

    /// Where everything is, for people: a folder, or a database without its password.
    var place: String { get }

    /// The conversations of all scopes, with their audio, spools, phrases and requests. Opens nothing yet.
    ///
    /// - Parameter readOnly: whether nothing is written or made.
    func conversations(readOnly: Bool) -> any ScopedStores

    /// Writes, reads and removes a small object in the S3 store, if that keeps the audio.
    ///
    /// - Returns: where it is; nil if the audio is kept with everything else.
    func checkAudio() async throws -> String?

    /// Tries the server through which several servers share limits, if it is not the database.
    ///
    /// - Returns: where it is; nil if there is none.
    func checkCoordination() async throws -> String?

    /// The keys to the HTTP service.
    func keys() async throws -> any KeyStore

    /// What was used on each day.
    func use() async throws -> any UseStore

    /// The jobs, their uploads, and the right to do them.
    func jobs() async throws -> JobStores

    /// What all servers of these stores know of each other.
    func coordination(_ time: TimeSource) async throws -> any Coordination

    /// The accounts, their sessions and the audit log.
    func accounts() async throws -> any AccountStore

    /// The secret of the keys. If there is none, it is made. All servers of a store have the same.
    ///
    /// - Parameter path: a file of the operator's; nil for the usual place.
    func pepper(at path: String?) async throws -> Pepper

    /// The secrets that seal accounts. If there are none, they are made. All servers of a store have the same.
    ///
    /// - Parameter path: a file of the operator's; nil for the usual place.
    func accountSecrets(at path: String?) async throws -> AccountSecrets
}

extension ServiceStores {
    /// The file of the secret of the keys, if the operator has named no other one.
    var usualPepper: String { folder + "/verbio.pepper" }

    /// The file of the secrets of accounts, if the operator has named no other one.
    var usualAccountSecrets: String { folder + "/verbio.accounts-secret" }

    package func conversations() -> any ScopedStores { conversations(readOnly: false) }
}
