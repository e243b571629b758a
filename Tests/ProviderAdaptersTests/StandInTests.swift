import Plumbing
import StandIns
import Testing
import VerbioTesting

/// The stand-in itself: what it sends is what a script says, and what a client does is seen.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct StandInTests {
    // MARK: Fixtures

    @Test("Given every fixture, when it is sent in any pieces, then it arrives byte for byte")
    func fixtures() async throws {
        let rows = try ProviderFixtures.all()
        #expect(!rows.isEmpty)
        // Byte by byte takes a while, so this is only for answers whose pieces matter.
        let cases = rows.flatMap { row -> [(row: ProviderFixture, pieces: StandInAnswer.Pieces)] in
            let cuts: [StandInAnswer.Pieces] = [.whole, .drawn(seed: 7, upTo: 61)]
            return (cuts + (row.kind == .stream || row.isCut ? [.each] : [])).map { (row, $0) }
        }
        let answers = try cases.map { try StandInAnswer.fixture($0.row).inPieces($0.pieces) }
        try await withStandIn(answers) { server in
            for (row, _) in cases {
                let bytes = try row.bytes
                try await PlainConnection.open(server) { wire in
                    try await wire.get()
                    #expect(try await wire.receive(bytes.count) == bytes, "\(row)")
                    if row.isCut {
                        #expect(await wire.end() == .init(bytes: [], isReset: false), "\(row)")
                    }
                }
            }
            #expect(server.requests.count == answers.count)
        }
    }

    @Test(
        "Given every fixture, when curl reads it, then only those that are cut are incomplete",
        .enabled(if: CurlProgram.path != nil, "the program curl is not installed"))
    func exitCodes() async throws {
        let rows = try ProviderFixtures.all()
        try await withStandIn(rows.map { try .fixture($0) }) { server in
            for row in rows {
                let ended = try await CurlProgram.run([server.url])
                #expect(ended.code == (row.isCut ? 18 : 0), "\(row)")
                #expect(try ended.body == row.payload, "\(row)")
            }
        }
        #expect(rows.contains { $0.isCut } && rows.contains { $0.kind == .truncated && !$0.isCut })
    }

    @Test("Given the manifest, when its rows are read, then they describe the answers")
    func manifest() throws {
        let rows = try ProviderFixtures.all()
        for row in rows {
            #expect(try row.bytes.starts(with: "HTTP/1.1 \(row.status) ".utf8), "\(row)")
            if let audio = row.audio { #expect(try row.payload.count == audio.bytes, "\(row)") }
            if row.retryAfterMs != nil { #expect(row.kind == .error, "\(row)") }
        }
        let limited = try ProviderFixtures.row("deepl/error_456_quota")
        #expect(limited.name == "error_456_quota" && limited.status == 456 && limited.retry == false)
        #expect(try ProviderFixtures.rows("anthropic", [.stream]).count == 3)
        #expect(throws: StandInProblem.self) { try ProviderFixtures.rows("nobody") }
        #expect(throws: StandInProblem.self) { try ProviderFixtures.row("deepl/none") }
    }

    // MARK: Connections

    @Test("Given a complete answer, when the next request follows, even early, then the connection serves it")
    func reuse() async throws {
        try await withStandIn([.json(200, "1"), .chunked(type: "text/plain", [[50]]), .empty()]) { server in
            try await PlainConnection.open(server) { wire in
                try await wire.send(
                    """
                    POST /a?x=1 HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc\
                    POST /b HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nde\r\n1\r\nf\r\n0\r\n\r\n\
                    GET /c HTTP/1.1\r\nHost: t\r\nX-Two: 1\r\nx-two:2\r\n\r\n
                    """)
                try await server.requests(count: 3)
            }
            #expect(server.requests.map(\.target) == ["/a?x=1", "/b", "/c"])
            #expect(server.requests.map(\.text) == ["abc", "def", ""])
            #expect(server.requests.map(\.connection) == [0, 0, 0])
            #expect(server.requests[2].values(of: "X-TWO") == ["1", "2"])
            #expect(server.connectionCount == 1)
        }
    }

    @Test("Given a script, when answers are sent, then they close, reset or hang as it says")
    func endings() async throws {
        let whole = StandInAnswer.json(200, #"{"text":"Hola"}"#)
        let head = Array(whole.bytes.prefix(whole.headerCount))
        let script: [(StandInAnswer, PlainConnection.End)] = [
            (whole.ending(.close), .init(bytes: whole.bytes, isReset: false)),
            (whole.ending(.close, afterBytes: 9), .init(bytes: Array(whole.bytes.prefix(9)), isReset: false)),
            (whole.resetting(.afterHeaders), .init(bytes: head, isReset: true)),
            (.reset(afterBytes: 0), .init(bytes: [], isReset: true)),
            (.empty().ending(.reset), .init(bytes: StandInAnswer.empty().bytes, isReset: true)),
        ]
        try await withStandIn(script.map(\.0)) { server in
            for (_, end) in script {
                try await PlainConnection.open(server) { wire in
                    try await wire.get()
                    #expect(await wire.end() == end)
                }
            }
            #expect(try await server.clientGone(count: 0).isEmpty)
        }
    }

    @Test(
        "Given an answer that hangs, when its client leaves, then the stand-in notices it",
        arguments: [StandInAnswer.Place.beforeHeaders, .afterHeaders, .midBody, .bytes(5)])
    func hanging(place: StandInAnswer.Place) async throws {
        let answer = StandInAnswer.json(200, #"{"text":"Hola"}"#).hanging(place)
        try await withStandIn(answer) { server in
            try await PlainConnection.open(server) { wire in
                try await wire.get()
                try await server.requests(count: 1)
                #expect(try await wire.receive(answer.count) == answer.bytes)
            }
            let gone = try await server.clientGone()
            #expect(gone == [.init(connection: 0, moment: .answer, written: answer.count)])
        }
    }

    @Test(
        "Given a client that leaves, when its request is incomplete, then the stand-in notices it, but not later")
    func departures() async throws {
        try await withStandIn(.empty()) { server in
            try await PlainConnection.open(server) { wire in
                try await wire.get()
                _ = try await wire.receive(StandInAnswer.empty().count)
            }
            try await PlainConnection.open(server) { wire in
                try await wire.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\nabc")
                try await server.connections(count: 2)
            }
            #expect(try await server.clientGone() == [.init(connection: 1, moment: .request, written: 0)])
            #expect(server.requests.count == 1)
        }
    }

    @Test("Given a script that waits, when its client leaves, then the script is cancelled")
    func cancelled() async throws {
        let cancelled = BoundedChannel<Void>(capacity: 1)
        try await withStandIn { _ in
            // No element is ever sent.
            do { _ = try await BoundedChannel<Void>(capacity: 1).next() } catch { cancelled.finish() }
            return .empty()
        } test: { server in
            try await PlainConnection.open(server) { wire in
                try await wire.get()
                try await server.requests(count: 1)
            }
            #expect(try await cancelled.next() == nil)
            #expect(try await server.clientGone().count == 1)
        }
    }

    @Test("Given a paced answer, when a piece is released, then it is sent")
    func paced() async throws {
        let gate = BoundedChannel<Void>(capacity: 1)
        let whole = StandInAnswer.events(["data: 1", "data: 2"])
        let answer = whole.inPieces(.at([whole.headerCount, whole.headerCount + 12])).paced { written in
            if written > 0 { _ = try await gate.next() }
        }
        try await withStandIn(answer) { server in
            try await PlainConnection.open(server) { wire in
                try await wire.get()
                var got = try await wire.receive(whole.headerCount)
                try await gate.send(())
                got += try await wire.receive(12)
                #expect(got == Array(whole.bytes.prefix(whole.headerCount + 12)))
                try await gate.send(())
                got += try await wire.receive(whole.count - got.count)
                #expect(got == whole.bytes)
            }
        }
    }

    @Test(
        "Given an endless answer, when the client leaves, then the answer ends",
        arguments: [StandInAnswer.endless(), .keepAlives])
    func endless(answer: StandInAnswer) async throws {
        try await withStandIn(answer) { server in
            try await PlainConnection.open(server) { wire in
                try await wire.get()
                #expect(try await wire.receive(1 << 18).count == 1 << 18)
            }
            #expect(try await server.clientGone()[0].written >= 1 << 17)
        }
    }

    // MARK: Problems

    @Test(
        "Given a request that is not HTTP, when it arrives, then the test fails",
        arguments: [
            "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: t\r\nbad line\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 2000\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n",
            "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
            "GET /" + String(repeating: "a", count: 3000),
        ])
    func malformed(text: String) async throws {
        await #expect(throws: StandInProblem.self) {
            try await withStandIn(limits: .init(head: 2048, body: 1000)) { _ in
                .empty()
            } test: { server in
                try await PlainConnection.open(server) { wire in
                    try await wire.send(text)
                    #expect(await wire.end().bytes.isEmpty)
                }
                #expect(server.problems.count == 1)
            }
        }
    }

    @Test("Given a script that is too short, when a request or a wait exceeds it, then the test fails")
    func surplus() async throws {
        await #expect(throws: StandInProblem.self) {
            try await withStandIn([]) { server in
                try await PlainConnection.open(server) { wire in
                    try await wire.get()
                    _ = await wire.end()
                }
            }
        }
        let task = try await withStandIn(.empty()) { server in
            Task { try await server.requests(count: 1) }
        }
        await #expect(throws: StandInProblem.self) { try await task.value }
    }
}
