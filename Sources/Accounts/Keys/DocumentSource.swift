package import CurlHTTP
internal import HTTPTypes

/// Fetches the documents that issuers publish.
package protocol DocumentSource: Sendable {
    /// - Throws: ``DocumentFailure``, or `CancellationError`.
    func document(at url: String) async throws -> [UInt8]
}

/// Why a document could not be fetched or used: one clause for the operator, without a full stop.
package struct DocumentFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package var description: String

    /// - Parameter deadlines: how long one document may take, 8 s if nothing else is given.
    package init(_ description: String) { self.description = description }
}

/// Documents over HTTP. Redirects are not followed.
package struct HTTPDocuments: DocumentSource {
    /// The most bytes of a document; those of known issuers have up to 20 KiB.
    package static let maximumBytes = 256 << 10

    private let client: HTTPClient
    private let deadlines: Deadlines

    package init(
        client: HTTPClient,
        deadlines: Deadlines = Deadlines(
            connect: .seconds(3), firstByte: .seconds(5), progress: .seconds(5), total: .seconds(8))
    ) {
        self.client = client
        self.deadlines = deadlines
    }

    package func document(at url: String) async throws -> [UInt8] {
        var headers = HTTPFields()
        headers[.accept] = "application/json"
        let request = ClientRequest(
            .get, url, headers: headers, deadlines: deadlines, limits: ResponseLimits(body: Self.maximumBytes))
        do {
            let response = try await client.send(request)
            guard response.status == 200 else { throw DocumentFailure("\(url) answered \(response.status)") }
            return try await response.body.collect()
        } catch let failure as HTTPFailure {
            throw DocumentFailure("\(url) cannot be fetched: \(failure.message)")
        }
    }
}
