internal import CurlHTTP
internal import FoundationEssentials
internal import HTTPTypes
package import Plumbing

/// Fetches files from hosts that the operator lists, for clients that name them.
///
/// Each address, that of a redirect too, has to be of a listed host, and is checked as by ``OutsideClient``.
package struct OutsideFetch: Sendable {
    private let listed: HostList
    private let client: OutsideClient

    /// The most redirects that are followed.
    package static let maximumRedirects = 3
    /// How long a file may take.
    package static let longest = Duration.seconds(900)

    /// - Parameter client: with the same list.
    package init(listed: HostList, client: OutsideClient) {
        self.listed = listed
        self.client = client
    }

    /// Checks an address before anything is sent to it.
    ///
    /// - Parameter name: the parameter that names it.
    /// - Throws: ``Problem`` of kind `usage`, codes `url.not-allowed`, `url.malformed` and `url.private`.
    package func check(_ url: String, named name: String) throws(Problem) {
        guard !listed.isEmpty else { throw Self.notAllowed(name, "the server fetches no recordings") }
        try client.check(url, named: name)
        guard client.isListed(url) else { throw Self.notAllowed(name, "the operator does not allow its host") }
    }

    /// Fetches a file.
    ///
    /// - Parameters:
    ///   - most: how many bytes it may have.
    ///   - take: takes the bytes in order. While it works, nothing more is read.
    /// - Throws: ``Problem``: as ``check(_:named:)``; of kind `input`, code `url.failed`; and what `take` throws.
    package func fetch(
        _ url: String, named name: String, most: Int, take: ([UInt8]) async throws -> Void
    ) async throws {
        var place = url
        for _ in 0...Self.maximumRedirects {
            try check(place, named: name)
            do {
                let answer = try await client.send(
                    ClientRequest(
                        .get, place, headers: [.accept: "audio/*, video/*;q=0.9, */*;q=0.5"],
                        deadlines: Deadlines(
                            connect: .seconds(10), firstByte: .seconds(30), progress: .seconds(30),
                            total: Self.longest),
                        limits: ResponseLimits(body: most), takesCompressed: false))
                if [301, 302, 303, 307, 308].contains(answer.status) {
                    guard let target = answer.headers[.location], let base = URL(string: place),
                        let next = URL(string: target, relativeTo: base)?.absoluteURL
                    else { throw Self.failed(name, "its server redirects without an address") }
                    place = next.absoluteString
                    continue
                }
                guard answer.status == 200 else {
                    throw Self.failed(name, "its server answers with the status \(answer.status)")
                }
                var bytes = answer.body.makeAsyncIterator()
                while let piece = try await bytes.next() {
                    answer.body.madeProgress()
                    try await take(piece)
                }
                return
            } catch let failure as HTTPFailure {
                throw Self.failed(name, Self.reason(failure, most))
            }
        }
        throw Self.failed(name, "it redirects more than \(Self.maximumRedirects) times")
    }

    /// Says nothing about a network that the client cannot see itself.
    private static func reason(_ failure: HTTPFailure, _ most: Int) -> String {
        switch failure.kind {
        case .tooLarge: "it is larger than \(most) bytes"
        case .timeout: "its server does not answer in time"
        case .truncated, .reset, .malformed: "its server broke off"
        case .certificate: "the certificate of its server is not trusted"
        default: "its server cannot be reached"
        }
    }

    private static func notAllowed(_ name: String, _ what: String) -> Problem {
        Problem(
            .usage, "url.not-allowed", what, at: name,
            cure: "send the recording itself, or ask the operator to list the host in serve.fetch-hosts")
    }

    private static func failed(_ name: String, _ what: String) -> Problem {
        Problem(
            .input, "url.failed", "it cannot be fetched: \(what)", at: name,
            cure: "try the address in a browser, or send the recording itself")
    }
}
