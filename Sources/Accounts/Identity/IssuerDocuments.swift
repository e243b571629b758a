/// Finds and reads the key set of an issuer.
struct IssuerDocuments: Sendable {
    let issuer: IdentityIssuer
    let source: any DocumentSource

    /// - Throws: ``DocumentFailure``, or `CancellationError`.
    func keySet() async throws -> KeySet {
        let url = try await keySetURL()
        do {
            return try await KeySet(reading: try await source.document(at: url), for: issuer.algorithms)
        } catch let fault as KeySet.Fault {
            switch fault {
            case .malformed: throw DocumentFailure("\(url) is not a set of keys")
            case .noUsableKey: throw DocumentFailure("\(url) has no key for the algorithms of this issuer")
            }
        }
    }

    private func keySetURL() async throws -> String {
        switch issuer.keys {
        case .url(let url): return url
        case .discovery:
            let document = try await DiscoveryDocument.fetched(of: issuer, from: source)
            guard IdentityIssuer.isSafeAddress(document.keySet) else {
                throw DocumentFailure("\(issuer.discoveryURL) names a set of keys that is not reached over https")
            }
            return document.keySet
        }
    }
}
