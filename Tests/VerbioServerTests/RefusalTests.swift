import ConversationTesting
import Conversations
import Jobs
import Plumbing
import Testing
import VerbioServer
import VerbioTesting

@Suite(.timeLimit(.minutes(10)))
struct RefusalTests {
    @Test("Given a refused request, then the answer is one clear problem document", arguments: RefusedRequest.all)
    func document(request: RefusedRequest) async throws {
        let failure = request.failure
        let service = SampleService(
            store: failure.map { BrokenStore(error: $0) } ?? InMemoryStore(),
            hooks: .init(opening: { if let failure { throw failure } }))
        try await withRoom(request.route.contains("/api/jobs")) { jobs in
            try await withServer(service, configuration: .test(maximumBodyBytes: 1_000_000), jobs: jobs) { server in
                let connection = try await server.open()
                let hasLength = request.fields.contains { $0.hasPrefix("Content-Length") || $0.hasPrefix("Transfer") }
                try await connection.send(
                    .head(
                        request.method, request.target, fields: request.fields,
                        length: hasLength ? nil : request.body?.count))
                if let body = request.body { try? await connection.send(body) }
                let answer = try await connection.answer()

                #expect(answer.status == request.status)
                #expect(answer.fields["content-type"] == "application/problem+json")
                var problem = try JSON.object(answer.body)
                #expect(problem.removeValue(forKey: "type") as? String == "urn:verbio:problem:\(request.code)")
                #expect(problem.removeValue(forKey: "status") as? Int == request.status)
                #expect(problem.removeValue(forKey: "code") as? String == request.code)
                let detail = try #require(problem.removeValue(forKey: "detail") as? String)
                let cure = problem.removeValue(forKey: "cure") as? String
                let sentence = RefusalSentence(detail)
                #expect(sentence.names(request.place))
                #expect(sentence.faults(status: request.status, cure: cure).isEmpty)
                #expect((problem.removeValue(forKey: "title") as? String)?.isEmpty == false)
                // A conversation that had begun is named; whether it had is a matter of time.
                problem["conversation"] = nil
                #expect(problem.isEmpty)
                #expect((answer.fields["allow"] != nil) == (request.status == 405))
                for field in SecurityFields.names { #expect(answer.fields[field] != nil) }
                await connection.close()
            }
        }
    }

    /// - Parameter isWanted: whether there is a place for jobs.
    private func withRoom(_ isWanted: Bool, _ body: (JobServices?) async throws -> Void) async throws {
        guard isWanted else { return try await body(nil) }
        try await JobHall.with { try await body(try $0.services()) }
    }

    @Test(
        "Given an unknown address, when it is requested, then the answer is 404",
        arguments: ["/x", "/api", "/api/healthy", "/api/conversations/a/b", "/etc"])
    func notFound(path: String) async throws {
        try await withServer { server in
            let answer = try await server.send("GET", path)
            #expect(answer.status == 404)
            #expect(try JSON.object(answer.body)["code"] as? String == "request.no-such-route")
        }
    }

    @Test(
        "Given a malformed identifier, when its conversation is requested, then the store is not asked",
        arguments: [
            "x", "c0000000000000000000", "c000000000000000000000", "C00000000000000000000", "c0000000000000000000i",
            "..%2f..%2fetc%2fpasswd", "c0000000000000000000%00", "c'%20OR%20'1'='1'--",
        ])
    func malformedIdentifiers(id: String) async throws {
        try await withServer(SampleService(store: BrokenStore(error: BytesLost()))) { server in
            let answer = try await server.send("GET", "/api/conversations/\(id)")
            #expect(answer.status == 404)
            #expect(try JSON.object(answer.body)["code"] as? String == "conversation.unknown")
        }
    }

    @Test(
        "Given malformed HTTP, when it is sent, then a problem is answered and the connection ends",
        arguments: [
            ("hello\r\n\r\n", 405), (" GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("\tGET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /api/health HTTP/9.9\r\nHost: localhost\r\n\r\n", 400),
            ("GET /api/health\r\n\r\n", 400), ("GET /api/health HTTP/1.1\r\nHost : localhost\r\n\r\n", 400),
            ("POST /api/translate HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n", 400),
            ("POST /api/translate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n", 400),
            (
                "POST /api/translate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400
            ),
            ("BREW /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        ])
    func malformed(text: String, status: Int) async throws {
        try await withServer { server in
            let connection = try await server.open()
            try await connection.send(text)
            let answer = try await connection.answer()
            #expect(answer.status == status)
            #expect(answer.fields["connection"] == "close")
            let problem = try JSON.object(answer.body)
            #expect(problem["code"] as? String == (status == 405 ? "request.method" : "request.malformed"))
            #expect(await connection.isEnded())
        }
    }

    @Test(
        "Given a Host field, when a request is sent, then only names of this machine are accepted",
        arguments: [
            ("localhost", 200), ("LOCALHOST:80", 200), ("127.0.0.1:65535", 200), ("[::1]:8080", 200),
            ("localhost.evil.example", 403), ("127.0.0.1.evil.example", 403), ("evil.example:8080", 403),
            ("localhost:", 200), ("localhost:99999", 403), ("localhost:80@evil.example", 403), ("127.0.0.2", 403),
            ("0.0.0.0", 403), ("[::]", 403),
        ])
    func hosts(host: String, status: Int) async throws {
        try await withServer { server in
            let answer = try await server.send("GET", "/api/health", fields: ["Host: \(host)"])
            #expect(answer.status == status)
        }
    }

    @Test(
        "Given an Origin or Sec-Fetch-Site field, when a request is sent, then other sites are refused",
        arguments: [
            (["Origin: http://localhost:1234"], 200), (["Origin: http://localhost"], 403),
            (["Origin: http://127.0.0.1:1234"], 403), (["Origin: https://localhost:1234"], 403),
            (["Origin: null"], 403),
            (["Origin: http://localhost:1234", "Origin: http://evil.example"], 403),
            (["Sec-Fetch-Site: same-origin"], 200), (["Sec-Fetch-Site: none"], 200),
            (["Sec-Fetch-Site: cross-site"], 403), (["Sec-Fetch-Site: same-site"], 403),
        ])
    func origins(fields: [String], status: Int) async throws {
        try await withServer { server in
            let answer = try await server.send("GET", "/api/health", fields: ["Host: localhost:1234"] + fields)
            #expect(answer.status == status)
        }
    }

    @Test(
        "Given a client that is not served, then its connection is closed with the answer",
        arguments: [
            ["Host: evil.example"], ["Host: localhost", "Origin: http://evil.example"], ["Host: a", "Host: b"],
        ])
    func refusedClient(fields: [String]) async throws {
        try await withServer { server in
            let connection = try await server.open()
            try await connection.send("GET /api/health HTTP/1.1\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n")
            let answer = try await connection.answer()
            #expect([400, 403].contains(answer.status))
            #expect(answer.fields["connection"] == "close")
            #expect(await connection.isEnded())
            await connection.close()
        }
    }

    @Test("Given two Host fields, when a request is sent, then it is refused with 400")
    func hosts() async throws {
        try await withServer { server in
            let answer = try await server.send(
                "GET", "/api/health", fields: ["Host: localhost", "Host: evil.example"])
            #expect(answer.status == 400)
        }
    }

    @Test("Given a body beyond the limit, when it is still being sent, then the refusal does not wait for its end")
    func refusedWhileSending() async throws {
        try await withServer(configuration: .test(maximumBodyBytes: 1_000_000)) { server in
            let connection = try await server.open()
            try await connection.send(.chunkedTranslation("from=en&to=es&raw=s16le:16000:1"))
            let sender = Task {
                while !Task.isCancelled { try await connection.sendChunk([UInt8](repeating: 0, count: 64 << 10)) }
            }
            let answer = try await connection.answer()
            #expect(answer.status == 413)
            #expect(try JSON.object(answer.body)["conversation"] != nil)
            #expect(answer.fields["connection"] == "close")
            sender.cancel()
            await connection.close()
        }
    }
}

enum SecurityFields {
    static let names = ["x-content-type-options", "cache-control", "content-security-policy"]
}

/// A store that cannot be read.
struct BrokenStore: ScopeStore {
    let scope = Scope.local
    let error: any Error
    /// What happens when a request is to be remembered, instead of the error.
    var remembering: (@Sendable () async throws -> Void)?
    /// Whether conversations can be claimed all the same.
    var canClaim = false

    func commit(_ changes: [StoreChange]) async throws { throw error }
    func begin(_ attempt: Attempt, after changes: [StoreChange]) async throws -> StageAnswer? { throw error }
    func synchronize() async throws { throw error }
    func conversation(_ id: ConversationID) async throws -> Conversation? { throw error }
    func conversations(after place: ConversationPlace?, limit: Int) async throws -> [ConversationSummary] {
        throw error
    }
    func usage(since first: CalendarDay) async throws -> [UsageDay] { throw error }
    func count(_ calls: UsedCalls, at start: Int64) async throws { throw error }
    func matches(for words: SearchWords, before position: Int?, limit: Int) async throws -> [TextMatch] { throw error }
    func utterances(of id: ConversationID, after: Int, limit: Int) async throws -> [UtteranceRecord] { throw error }
    func utterance(_ id: UtteranceID) async throws -> UtteranceRecord? { throw error }
    func answer(for key: ContentKey) async throws -> StageAnswer? { throw error }
    func events(of id: ConversationID, after: Int, limit: Int) async throws -> [LoggedEvent] { throw error }
    func claim(_ id: ConversationID) async throws -> ConversationClaim? {
        guard canClaim else { throw error }
        return ConversationClaim {}
    }
    func owner(of id: ConversationID) async throws -> ConversationOwner? { throw error }
    func delete(_ id: ConversationID) async throws -> Bool { throw error }
    func spool(of id: ConversationID) async throws -> any SpeechSpool { throw error }
    func save(_ phrase: Phrase) async throws { throw error }
    func phrase(_ id: PhraseID) async throws -> Phrase? { throw error }
    func phrases(_ filter: PhraseFilter, limit: Int) async throws -> [Phrase] { throw error }
    func delete(_ id: PhraseID) async throws -> Bool { throw error }
    func close() async throws { throw error }
    func request(_ key: String) async throws -> StoredRequest? { throw error }
    func remember(_ request: StoredRequest, forgettingBefore limit: Int64, keeping most: Int) async throws {
        guard let remembering else { throw error }
        try await remembering()
    }
    func put(_ bytes: [UInt8]) async throws -> BlobID { throw error }
    func blob(_ id: BlobID) async throws -> [UInt8]? { throw error }
}
