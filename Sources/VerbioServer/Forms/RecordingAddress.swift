internal import HTTPTypes
internal import Hummingbird
internal import Jobs
internal import Plumbing

/// The address of a recording that the server fetches, instead of a body.
struct RecordingAddress {
    /// The parameter.
    static let name = "url"

    private let url: String
    private let fetch: OutsideFetch

    /// - Throws: ``Problem`` of kind `usage`, codes `url.…`.
    init(_ query: QueryParameters, _ fetch: OutsideFetch?) throws(Problem) {
        let url = try query.required(Self.name, such: "https://example.com/talk.mp3")
        guard let fetch else {
            throw Problem(
                .usage, "url.not-allowed", "the server fetches no recordings", at: Self.name,
                cure: "send the recording itself, or ask the operator to list the host in serve.fetch-hosts")
        }
        try fetch.check(url, named: Self.name)
        self.url = url
        self.fetch = fetch
    }

    /// Fetches it to the end.
    ///
    /// - Throws: ``Problem`` of kind `usage`, `input` (`url.failed`) or `store`.
    func fill(_ file: UploadedFile, maximumBytes: Int) async throws {
        try await file.fill(from: url, named: Self.name, with: fetch, maximumBytes: maximumBytes)
    }

    static let andBody = Problem(
        .usage, "url.and-body", "the request also has a recording or a text", at: name, cure: "send one of them")

    /// - Throws: ``Problem`` of kind `usage`, code `url.and-body`, if the request has a body.
    static func requireNoBody(_ request: Request) async throws {
        for try await buffer in request.body where buffer.readableBytes > 0 { throw andBody }
    }
}
