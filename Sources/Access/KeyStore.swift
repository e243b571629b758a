/// Where keys are kept. Several processes may use it at the same time.
///
/// Errors are `Problem`s of kind `store`.
package protocol KeyStore: Sendable {
    /// All keys in the order of their making, revoked ones included.
    func keys() async throws -> [AccessKey]

    func key(_ id: String) async throws -> AccessKey?

    /// Whether there has ever been a key.
    func hasKeys() async throws -> Bool

    /// Adds a key.
    ///
    /// - Throws: if there is a key of that name.
    func add(_ key: AccessKey) async throws

    /// Changes a key in one transaction. If the change throws, the key stays as it is.
    ///
    /// - Returns: the changed key; nil if there is none.
    func change(
        _ id: String, _ change: @escaping @Sendable (inout AccessKey) throws -> Void
    ) async throws -> AccessKey?
}
