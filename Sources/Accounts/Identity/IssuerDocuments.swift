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
            let url = issuer.discoveryURL
            let bytes = try await source.document(at: url)
            guard let document = try? StrictJSON.decode(Discovery.self, from: bytes) else {
                throw DocumentFailure("\(url) is not a discovery document")
            }
            // OpenID Connect Discovery 1.0, section 4.3: another issuer's document would bring another issuer's keys.
            guard document.issuer == issuer.issuer else {
                throw DocumentFailure("\(url) is the document of another issuer")
            }
            guard IdentityIssuer.isSafeAddress(document.keySet) else {
                throw DocumentFailure("\(url) names a set of keys that is not reached over https")
            }
            return document.keySet
        }
    }

    private struct Discovery: Decodable {
        var issuer: String
        var keySet: String

        private enum CodingKeys: String, CodingKey {
            case issuer
            case keySet = "jwks_uri"
        }
    }
}
