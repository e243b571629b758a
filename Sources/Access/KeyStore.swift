/// Where keys are kept. Several processes may use it at the same time.
///
/// Errors are `Problem`s of kind `store`.
package protocol KeyStore: Sendable {
    /// All keys in the order of their making, revoked ones included.
    func keys() throws -> [AccessKey]

    func key(_ id: String) throws -> AccessKey?

    /// Whether there has ever been a key.
    func hasKeys() throws -> Bool

    /// Adds a key.
    func add(_ key: AccessKey) throws

    /// Changes a key in one transaction.
    ///
    /// - Returns: the changed key; nil if there is none.
    func change(_ id: String, _ change: (inout AccessKey) throws -> Void) throws -> AccessKey?
}
