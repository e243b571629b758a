internal import Crypto
internal import CurlHTTP
internal import FoundationEssentials
internal import HTTPTypes
internal import Plumbing

/// Sends signed requests to one bucket, again if they fail for the moment, and reads the answers.
final class S3Client: Sendable {
    /// One request, before it is signed.
    struct Call: Sendable {
        var method: HTTPRequest.Method
        /// Without the prefix of the address; nil for the bucket itself.
        var key: String?
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        /// Nil if the method has none.
        var body: [UInt8]?
        /// Statuses that are no failure.
        var expected: Set<Int> = [200, 204]
        /// Bytes of the answer that are accepted.
        var most = 4 << 20
    }

    struct Answer: Sendable {
        var status: Int
        var headers: HTTPFields
        var body: [UInt8] = []
    }

    /// Bytes a second that a connection is expected to carry at least.
    private static let slowest = 100_000
    private static let mostOfError = 64 << 10

    let address: S3Address
    private let credentials: S3Credentials
    private let signature: SignatureV4
    private let makeClient: @Sendable () -> HTTPClient
    private let made = Locked<HTTPClient?>(nil)
    private let patience: S3Patience
    private let time: TimeSource

    init(
        _ address: S3Address, _ credentials: S3Credentials, client: @escaping @Sendable () -> HTTPClient,
        time: TimeSource, random: @escaping @Sendable () -> Double
    ) {
        self.address = address
        self.credentials = credentials
        signature = SignatureV4(credentials: credentials, region: address.region)
        makeClient = client
        patience = S3Patience(time, random: random)
        self.time = time
    }

    /// The client, opened at the first request.
    private var client: HTTPClient {
        made.withLock { made in
            let client = made ?? makeClient()
            made = client
            return client
        }
    }

    /// Sends a request until it has an answer that was expected.
    ///
    /// - Parameter shouldFail: whether an answer with an expected status is a failure all the same.
    /// - Throws: ``S3Failure``, and `CancellationError`.
    func send(_ call: Call, shouldFail: (Answer) -> Bool = { _ in false }) async throws -> Answer {
        var answer = Answer(status: 0, headers: HTTPFields())
        try await repeating {
            answer = try await attempt(call) { response, body in
                let answer = Answer(status: response.status, headers: response.headers, body: body)
                guard call.expected.contains(answer.status), !shouldFail(answer) else { throw failure(answer) }
                return answer
            }
        }
        return answer
    }

    /// Does something until it succeeds or has failed for good.
    func repeating(_ work: () async throws -> Void) async throws {
        patience.begin()
        var attempt = 1
        while true {
            do { return try await work() } catch let failure as S3Failure {
                try Task.checkCancellation()
                guard let wait = patience.wait(after: failure, attempt: attempt) else { throw failure }
                try await time.sleep(wait)
                attempt += 1
            }
        }
    }

    /// Sends a request once and reads its answer.
    ///
    /// - Parameters:
    ///   - received: gets each piece of the body of an answer with an expected status; without it, they are collected.
    ///   - end: makes the result of the answer, with its body as far as it was collected.
    func attempt<Result>(
        _ call: Call, received: (([UInt8], ClientResponse) throws -> Void)? = nil,
        end: (ClientResponse, [UInt8]) throws -> Result
    ) async throws -> Result {
        do {
            let response = try await client.send(request(call))
            patience.reached()
            let isExpected = call.expected.contains(response.status)
            var body: [UInt8] = []
            for try await bytes in response.body {
                response.body.madeProgress()
                if isExpected, let received {
                    try received(bytes, response)
                } else if isExpected || body.count < Self.mostOfError {
                    body += bytes
                }
            }
            return try end(response, body)
        } catch let error as HTTPFailure {
            throw S3Failure(error, at: address.description)
        }
    }

    func failure(_ answer: Answer) -> S3Failure {
        S3Failure(
            status: answer.status, headers: answer.headers, body: answer.body, at: address.description,
            redacted: credentials.redacted)
    }

    private func request(_ call: Call) -> ClientRequest {
        let path = address.path(of: call.key)
        let content = SignatureV4.Content(
            method: call.method.rawValue, host: address.host, path: path, query: call.query, headers: call.headers,
            bodyHash: SHA256.hash(data: call.body ?? []).hexadecimal)
        var fields = HTTPFields()
        for (name, value) in signature.headers(of: content, at: time.wallClockMilliseconds()) {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let query = SignatureV4.query(call.query)
        let sent = Duration.seconds((call.body?.count ?? 0) / Self.slowest)
        let came = Duration.seconds(call.most / Self.slowest)
        return ClientRequest(
            call.method, address.origin + path + (query.isEmpty ? "" : "?" + query), headers: fields,
            body: call.body.map { .bytes($0) } ?? .none,
            deadlines: Deadlines(
                connect: .seconds(5), firstByte: .seconds(20) + sent, progress: .seconds(20),
                total: .seconds(40) + sent + came),
            limits: ResponseLimits(body: max(call.most, Self.mostOfError) + 1_024), takesCompressed: false)
    }
}
