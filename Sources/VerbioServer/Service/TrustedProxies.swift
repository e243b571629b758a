internal import HTTPTypes

/// The proxies with `X-Forwarded-…` fields that are believed.
///
/// Each proxy appends what it saw, so only the last entries come from a trusted one. Fields of any other sender are ignored.
struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    init(_ ranges: [AddressRange]) { self.ranges = ranges }

    func contains(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }

    /// The address of the client of a request.
    ///
    /// - Parameter peer: the other side of the connection.
    func client(of fields: HTTPFields, peer: String?) -> String? {
        guard let peer, contains(peer) else { return peer }
        // The last address that is no trusted proxy's; a text that is no address ends the search.
        var client = peer
        for entry in Self.entries("X-Forwarded-For", of: fields).reversed() {
            guard AddressRange.isAddress(entry) else { break }
            client = entry
            guard contains(entry) else { break }
        }
        return client
    }

    static func entries(_ name: String, of fields: HTTPFields) -> [String] {
        HTTPField.Name(name).map { fields.elements(of: $0) } ?? []
    }
}
