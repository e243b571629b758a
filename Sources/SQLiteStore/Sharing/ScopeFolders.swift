internal import ConversationTables
internal import Conversations
internal import Glibc
internal import Plumbing

/// The folders of the scopes: the store's own folder for the local scope, and folders below it for all others.
///
/// Each folder is a complete store. Opening and removing take turns in all processes, so that no store is opened while it is
/// being removed.
struct ScopeFolders: Sendable {
    private let root: StoreDirectory
    /// The folder with one folder for each scope other than the local one.
    private var folder: String { root.scopes }

    /// The beginning of the name of a folder that is being removed. No scope has such a name.
    private static let removed = ".removed-"

    init(_ root: StoreDirectory) { self.root = root }

    func path(of scope: Scope) -> String { scope.isLocal ? root.path : folder + "/" + scope.name }

    /// Opens the store of a scope while no other process removes it. Blocks.
    func opening<Result>(_ scope: Scope, _ open: () throws -> Result) throws -> Result {
        guard !scope.isLocal else { return try open() }
        return try turn().taken(open)
    }

    /// The scopes that have a store, in the order of their names. Blocks.
    func scopes() -> [Scope] {
        let others = Files.names(in: folder).compactMap { name in
            (try? Scope(name)).flatMap { Files.size(StoreDirectory(path(of: $0)).database) == nil ? nil : $0 }
        }
        return ([.local] + others.filter { !$0.isLocal }).sorted()
    }

    /// Removes the folder of a scope, and those that a crash has left half removed. Blocks.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `scope.busy` if a process has its store open for writing.
    func remove(_ scope: Scope) throws -> Bool {
        guard Files.isDirectory(folder) else { return false }
        let wasThere = try turn().taken {
            let directory = StoreDirectory(path(of: scope))
            guard Files.isDirectory(directory.path) else { return false }
            if let lock = try OpenFile.existing(directory.lock), lock.isLockedElsewhere(against: .exclusive) {
                throw TableProblem.scopeInUse(scope, by: ProcessNumber.read(directory.lock))
            }
            let aside = folder + "/" + Self.removed + scope.name
            try Files.removeTree(aside)
            // The name goes first and at once: after a crash the scope is there as a whole, or not at all.
            try Files.rename(directory.path, to: aside)
            try Files.synchronizeDirectory(folder)
            return true
        }
        for name in Files.names(in: folder) where name.hasPrefix(Self.removed) {
            try Files.removeTree(folder + "/" + name)
        }
        return wasThere
    }

    private func turn() throws -> WriteTurn {
        try Files.makeDirectory(folder)
        return try WriteTurn(StoreDirectory(folder))
    }
}
