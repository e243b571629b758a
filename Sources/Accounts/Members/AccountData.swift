/// What a service keeps for accounts: conversations, phrases, audio and jobs, and what was counted.
package protocol AccountData: Sendable {
    /// Removes all that an account has. It succeeds if there is nothing.
    ///
    /// - Parameter marks: keyed hashes of the account's identities. Under them it is kept what the account has used of this
    ///   month, so that the month does not begin again with another account of the same person.
    /// - Throws: `Problem` of kind `usage`, code `scope.busy`, while something works on it.
    func remove(_ id: AccountID, leaving marks: [String]) async throws

    /// Counts for an account what was kept under marks; see ``remove(_:leaving:)``.
    func recall(_ marks: [String], for id: AccountID) async throws

    /// Moves all that an account has to another one. If the program is killed, another call continues.
    ///
    /// - Throws: `Problem` of kind `usage`, code `scope.busy`, while something works on it.
    func move(_ id: AccountID, to successor: AccountID) async throws
}
