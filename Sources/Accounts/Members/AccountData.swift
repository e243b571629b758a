/// What a service keeps for accounts: conversations, phrases, audio and jobs, and what was counted.
package protocol AccountData: Sendable {
    /// Removes all that an account has. It succeeds if there is nothing.
    ///
    /// - Throws: `Problem` of kind `usage`, code `scope.busy`, while something works on it.
    func remove(_ id: AccountID) async throws

    /// Moves all that an account has to another one. If the program is killed, another call continues.
    ///
    /// - Throws: `Problem` of kind `usage`, code `scope.busy`, while something works on it.
    func move(_ id: AccountID, to successor: AccountID) async throws
}
