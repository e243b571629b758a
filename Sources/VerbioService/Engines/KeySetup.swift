package import Access
import Conversations
import Plumbing

/// The keys to the HTTP service, as the settings configure them.
package struct KeySetup: Sendable {
    private let assembly: Assembly

    package init(_ assembly: Assembly) { self.assembly = assembly }

    /// Keeps the limits of the keys. The store's folder must exist, as after ``ring()``.
    ///
    /// - Throws: `Problem` of kind `store`, codes `keys.…`.
    package func meter() throws -> UseMeter { UseMeter(store: try uses(), time: assembly.time) }

    /// The daily usage of the keys.
    package func uses() throws -> UseFile { try UseFile(at: assembly.storePath() + "/verbio.use.sqlite") }

    /// Opens or makes the file of the keys, in the folder of the store, and the secret next to it.
    ///
    /// - Throws: `Problem` of kind `store`, codes `keys.…`, `pepper.…` and those of the store.
    package func ring() async throws -> KeyRing {
        // The store makes the folder, with its permissions.
        try await assembly.store().close()
        return KeyRing(
            store: try KeyFile(at: assembly.storePath() + "/verbio.keys.sqlite"),
            pepper: try Pepper(at: assembly.settings.text(.pepperFile) ?? assembly.storePath() + "/verbio.pepper"),
            time: assembly.time)
    }
}
