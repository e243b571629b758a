package import Access
import Conversations
package import Coordination
import Plumbing

/// The keys to the HTTP service, as the settings configure them.
package struct KeySetup: Sendable {
    private let assembly: Assembly

    package init(_ assembly: Assembly) { self.assembly = assembly }

    /// Keeps the limits of the keys.
    ///
    /// - Parameter coordination: counts requests over all servers.
    /// - Throws: `Problem` of kind `store`, codes `keys.…`.
    package func meter(_ coordination: any Coordination) async throws -> UseMeter {
        UseMeter(store: try await uses(), coordination: coordination, time: assembly.time)
    }

    /// The daily usage of the keys.
    package func uses() async throws -> any UseStore { try await assembly.stores().use() }

    /// Opens or makes the store of the keys, and their secret.
    ///
    /// - Throws: `Problem` of kind `store`, codes `keys.…`, `pepper.…` and those of the store.
    package func ring() async throws -> KeyRing {
        let stores = try assembly.stores()
        return KeyRing(
            store: try await stores.keys(), pepper: try await stores.pepper(at: assembly.settings.text(.pepperFile)),
            time: assembly.time)
    }
}
