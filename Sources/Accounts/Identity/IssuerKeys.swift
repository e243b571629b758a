internal import Plumbing

/// The keys of one issuer: fetched when they are first needed, kept, and renewed.
///
/// Callers that need keys at the same moment share one fetch. If the issuer cannot be reached, its last keys are used for a day.
actor IssuerKeys {
    /// From this age on, keys are renewed in the background.
    static let freshFor = Duration.seconds(3_600)
    /// From this age on, keys are not used any more.
    static let usableFor = Duration.seconds(86_400)
    /// How often an unknown key's name, or a signature that does not fit, may cause a fetch. A rotated key is therefore found
    /// within seconds, and invented names do not flood the issuer.
    static let unknownKeyPause = Duration.seconds(5)
    /// How long after a failed fetch the next one may begin.
    static let failurePause = Duration.seconds(10)

    private struct Cached {
        var set: KeySet
        var fetched: Duration
    }

    private let documents: IssuerDocuments
    private let time: TimeSource
    private var cached: Cached?
    private var running: Task<KeySet, any Error>?
    private var lastBegin: Duration?
    /// Why the last fetch failed; nil if it succeeded.
    private(set) var lastFailure: DocumentFailure?

    init(_ documents: IssuerDocuments, time: TimeSource) {
        self.documents = documents
        self.time = time
    }

    /// A set that has the key.
    ///
    /// - Throws: ``IdentityRefusal/unknownKey`` or ``IdentityRefusal/keysUnavailable(_:)``.
    func set(having name: KeySet.Name) async throws(IdentityRefusal) -> KeySet {
        let now = time.now()
        guard let cached, now - cached.fetched < Self.usableFor else {
            self.cached = nil
            return try Self.having(name, in: try await renewed(pause: .zero))
        }
        if cached.set.contains(name) {
            if now - cached.fetched >= Self.freshFor, mayBegin(pause: Self.failurePause) { _ = renewal() }
            return cached.set
        }
        return try Self.having(name, in: try await renewed(pause: Self.unknownKeyPause))
    }

    /// The newest set, for a token with a signature that does not fit: an issuer may replace a key and keep its name. It is fetched
    /// unless that happened a moment ago. Nil if there is none.
    func newestSet() async -> KeySet? {
        guard running != nil || mayBegin(pause: lastFailure == nil ? Self.unknownKeyPause : Self.failurePause) else {
            return cached?.set
        }
        return try? await renewal().value
    }

    private static func having(_ name: KeySet.Name, in set: KeySet) throws(IdentityRefusal) -> KeySet {
        guard set.contains(name) else { throw .unknownKey }
        return set
    }

    /// - Parameter pause: how long after a fetch that succeeded the next one may begin.
    private func renewed(pause: Duration) async throws(IdentityRefusal) -> KeySet {
        guard running != nil || mayBegin(pause: lastFailure == nil ? pause : Self.failurePause) else {
            if let lastFailure { throw .keysUnavailable(lastFailure.description) }
            throw .unknownKey
        }
        switch await renewal().result {
        case .success(let set): return set
        case .failure(let error): throw .keysUnavailable("\(error)")
        }
    }

    private func mayBegin(pause: Duration) -> Bool {
        lastBegin.map { time.now() - $0 >= pause } ?? true
    }

    /// The fetch that is in progress, or a new one. It continues if the caller is cancelled: others wait for it.
    private func renewal() -> Task<KeySet, any Error> {
        if let running { return running }
        lastBegin = time.now()
        let task = Task {
            defer { running = nil }
            do {
                let set = try await documents.keySet()
                cached = Cached(set: set, fetched: time.now())
                lastFailure = nil
                return set
            } catch {
                lastFailure = error as? DocumentFailure ?? DocumentFailure("\(error)")
                throw error
            }
        }
        running = task
        return task
    }
}
