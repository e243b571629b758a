/// Remembers what has signed in, so that nothing signs in twice.
package protocol NonceLedger: Sendable {
    /// Notes a use.
    ///
    /// - Parameters:
    ///   - digest: the SHA-256 of what is used.
    ///   - expiry: when it can be forgotten, in milliseconds since 1970.
    ///   - now: the time in the same unit.
    /// - Returns: false if it was noted before.
    /// - Throws: ``IdentityRefusal/busy`` if no more can be remembered.
    func use(_ digest: [UInt8], until expiry: Int64, now: Int64) async throws -> Bool
}
