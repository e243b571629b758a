import Accounts
import CurlHTTP
import FoundationEssentials
import HTTPTypes
import Plumbing
import ProviderAdapters

/// A Verbio server as its clients call it.
struct RemoteServer: Sendable {
    struct Answer: Sendable {
        var status: Int
        var body: [UInt8]
        /// Seconds to wait, as the server says.
        var retryAfter: Int?

        private struct ProblemBody: Decodable {
            var code: String
            var detail: String
        }

        /// The stable name of the problem; nil if the answer is none.
        var code: String? { problem?.code }
        /// The server's message.
        var detail: String { problem?.detail ?? "it answered \(status)" }

        private var problem: ProblemBody? { try? JSONDecoder().decode(ProblemBody.self, from: Data(body)) }

        func value<Value: Decodable>(_ type: Value.Type) -> Value? {
            try? JSONDecoder().decode(type, from: Data(body))
        }
    }

    private static let maximumBytes = 1 << 20
    private static let deadlines = Deadlines(
        connect: .seconds(10), firstByte: .seconds(20), progress: .seconds(10), total: .seconds(30))

    /// Without a slash at its end.
    let address: String
    let client: HTTPClient

    /// The address of a server as it is stored.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `login.server`, unless what is sent there is safe from others.
    static func address(_ text: String) throws(Problem) -> String {
        var address = text
        while address.hasSuffix("/") { address.removeLast() }
        guard WebAddress.fault(of: address, example: "https://verbio.example.com") == nil,
            IdentityIssuer.isSafeAddress(address), !address.contains("?")
        else {
            throw Problem(
                .usage, "login.server", "this is not the https address of a server", at: "--server",
                cure: "write it as https://verbio.example.com; http is for this machine only")
        }
        return address
    }

    /// - Throws: ``Problem`` of kind `provider`, code `login.unreachable`; `CancellationError`.
    func send(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, json: (any Encodable)? = nil
    ) async throws -> Answer {
        var headers = HTTPFields()
        headers[.accept] = "application/json"
        if let token { headers[.authorization] = "Bearer \(token)" }
        var body = RequestBody.none
        if let json {
            headers[.contentType] = "application/json"
            body = .bytes(Array(try JSONEncoder().encode(json)))
        }
        let request = ClientRequest(
            method, address + path, headers: headers, body: body, deadlines: Self.deadlines,
            limits: ResponseLimits(body: Self.maximumBytes))
        do {
            let response = try await client.send(request)
            return Answer(
                status: response.status, body: try await response.body.collect(),
                retryAfter: response.headers[.retryAfter].flatMap { Int($0) }.map { min(3_600, max(0, $0)) })
        } catch let failure as HTTPFailure {
            throw Problem(
                .provider, "login.unreachable", "\(address) cannot be reached: \(failure.message)",
                cure: "check the address and the network")
        }
    }
}
