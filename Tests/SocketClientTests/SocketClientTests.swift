import Plumbing
import SocketClient
import StandIns
import Testing
import VerbioTesting

@Suite("WebSockets to servers", .serialized, .timeLimit(.minutes(2)))
struct SocketClientTests {
    /// What a client has taken.
    private final class Taken: Sendable {
        private let messages = Locked<[SocketMessage]>([])
        var texts: [String] {
            messages.withLock { $0 }.map { message in
                switch message {
                case .text(let bytes): String(decoding: bytes, as: UTF8.self)
                case .binary(let bytes): "\(bytes)"
                }
            }
        }

        func take(_ message: SocketMessage) { messages.withLock { $0.append(message) } }
    }

    @Test("Given messages both ways, when the server closes the socket, then all have come in order")
    func talk() async throws {
        let taken = Taken()
        let seen = Locked<[SocketStandIn.Message]>([])
        try await SocketStandIn.serving { peer in
            #expect(peer.target == "/v1/listen?a=b")
            #expect(peer.fields["authorization"] == "Token k")
            while let message = try await peer.next() {
                seen.withLock { $0.append(message) }
                if case .text("end") = message { break }
            }
            try await peer.send("one")
            try await peer.send("two, in pieces", inPiecesOf: 3)
            try await peer.close(1_000)
            _ = try await peer.next()
        } while: { port in
            try await SocketClient().converse(
                "ws://127.0.0.1:\(port)/v1/listen?a=b", headers: [("Authorization", "Token k")]
            ) { sender in
                try await sender.send(binary: [1, 2, 3])
                try await sender.send(text: "end")
            } receiving: {
                taken.take($0)
            }
        }
        #expect(taken.texts == ["one", "two, in pieces"])
        #expect(seen.withLock { $0 } == [.binary([1, 2, 3]), .text("end")])
    }

    @Test("Given a server that sends messages together with its answer, when it closes, then all of them have come")
    func eager() async throws {
        let taken = Taken()
        let frames: [UInt8] = [0x81, 2] + Array("hi".utf8) + [0x82, 1, 7] + [0x88, 2, 3, 232]
        try await EagerServer.serving(frames) { port in
            let code = try await SocketClient().converse("ws://127.0.0.1:\(port)/") { _ in
            } receiving: {
                taken.take($0)
            }
            #expect(code == 1_000)
        }
        #expect(taken.texts == ["hi", "[7]"])
    }

    @Test("Given a server that falls silent, when it has sent nothing for too long, then the connection is broken")
    func silent() async throws {
        try await SocketStandIn.serving { peer in
            try await peer.send("hello")
            while try await peer.next() != nil {}
        } while: { port in
            let time = ManualTime()
            let clock = Locked<Task<Void, any Error>?>(nil)
            defer { clock.withLock { $0?.cancel() } }
            var client = SocketClient(time: time.source)
            client.silence = .seconds(45)
            let failure = await #expect(throws: SocketFailure.self) {
                try await client.converse("ws://127.0.0.1:\(port)/") { _ in
                    try await ContinuousClock().sleep(for: .seconds(600))
                } receiving: { _ in
                    // However long a message is being taken, the server is not silent in the meantime.
                    time.advance(by: .seconds(100))
                    let task = Task {
                        while !Task.isCancelled {
                            try await time.waitForSleepers(count: 1)
                            time.advance(by: .seconds(5))
                        }
                    }
                    clock.withLock { $0 = task }
                }
            }
            #expect(failure == SocketFailure(.broken, "the server sent nothing for 45 s"))
        }
    }

    @Test(
        "Given a server that accepts the connection and never answers, when the time is over, then the socket is given up"
    )
    func mute() async throws {
        try await MuteServer.serving { port in
            let time = ManualTime()
            async let passing: Void = {
                try await time.waitForSleepers(count: 1)
                time.advance(by: .seconds(5))
            }()
            let failure = await #expect(throws: SocketFailure.self) {
                try await SocketClient(time: time.source).converse("ws://127.0.0.1:\(port)/") { _ in
                } receiving: { _ in
                }
            }
            #expect(failure == SocketFailure(.timeout, "127.0.0.1 did not open the socket within 5 s"))
            try await passing
        }
    }

    @Test("Given a ping, when the client reads it, then it answers")
    func ping() async throws {
        let answer = Locked<SocketStandIn.Message?>(nil)
        try await SocketStandIn.serving { peer in
            try await peer.ping([7, 8])
            let message = try await peer.next()
            answer.withLock { $0 = message }
            try await peer.close(1_001)
            _ = try await peer.next()
        } while: { port in
            try await SocketClient().converse("ws://127.0.0.1:\(port)/") { _ in
            } receiving: { _ in
            }
        }
        #expect(answer.withLock { $0 } == .pong([7, 8]))
    }

    @Test("Given a server that refuses, then the failure has its status and its words")
    func refused() async throws {
        try await SocketStandIn.serving(refusing: (401, #"{"err_msg":"no such key"}"#)) { _ in
        } while: { port in
            await #expect(throws: SocketFailure(.refused(status: 401), #"{"err_msg":"no such key"}"#)) {
                try await SocketClient().converse("ws://127.0.0.1:\(port)/") { _ in
                } receiving: { _ in
                }
            }
        }
    }

    @Test("Given a server that closes with a bad code, then the failure has the code and the reason")
    func closed() async throws {
        try await SocketStandIn.serving { peer in
            try await peer.close(1_011, "overloaded")
            _ = try await peer.next()
        } while: { port in
            await #expect(throws: SocketFailure(.closed(code: 1_011), "overloaded")) {
                try await SocketClient(time: .patient).converse("ws://127.0.0.1:\(port)/") { _ in
                } receiving: { _ in
                }
            }
        }
    }

    @Test("Given a server that leaves without a word, then that is a failure")
    func broken() async throws {
        try await SocketStandIn.serving { _ in
        } while: { port in
            let failure = await #expect(throws: SocketFailure.self) {
                try await SocketClient().converse("ws://127.0.0.1:\(port)/") { _ in
                } receiving: { _ in
                }
            }
            #expect(failure?.kind == .broken)
        }
    }

    @Test("Given no server, then that is a failure")
    func unreachable() async throws {
        let failure = await #expect(throws: SocketFailure.self) {
            try await SocketClient().converse("ws://127.0.0.1:1/") { _ in
            } receiving: { _ in
            }
        }
        #expect(failure?.kind == .unreachable)
    }

    @Test("Given an error of what sends or of what receives, then it is thrown, and the socket is closed")
    func ownErrors() async throws {
        struct Own: Error {}
        try await SocketStandIn.serving { peer in
            try await peer.send("hello")
            while try await peer.next() != nil {}
        } while: { port in
            await #expect(throws: Own.self) {
                try await SocketClient().converse("ws://127.0.0.1:\(port)/") { _ in
                    throw Own()
                } receiving: { _ in
                }
            }
            await #expect(throws: Own.self) {
                try await SocketClient().converse("ws://127.0.0.1:\(port)/") { _ in
                } receiving: { _ in
                    throw Own()
                }
            }
        }
    }

    @Test("Given a server that does not close, when all has been sent, then the client ends after its patience")
    func patience() async throws {
        try await SocketStandIn.serving { peer in
            while try await peer.next() != nil {}
        } while: { port in
            // No time goes by in this clock's waits, except in the deadline of the opening.
            var time = TimeSource.system
            time.sleep = { if $0 >= .seconds(60) { try await ContinuousClock().sleep(for: $0) } }
            var client = SocketClient(time: time)
            client.patience = .seconds(60)
            try await client.converse("ws://127.0.0.1:\(port)/") { _ in
            } receiving: { _ in
            }
        }
    }

    @Test("Given a cancelled task, then the conversation ends at once")
    func cancelled() async throws {
        let isOpen = BoundedChannel<Void>(capacity: 1)
        try await SocketStandIn.serving { peer in
            while try await peer.next() != nil {}
        } while: { port in
            let task = Task {
                try await SocketClient().converse("ws://127.0.0.1:\(port)/") { _ in
                    _ = isOpen.trySend(())
                    try await ContinuousClock().sleep(for: .seconds(600))
                } receiving: { _ in
                }
            }
            _ = try await isOpen.next()
            task.cancel()
            await #expect(throws: (any Error).self) { try await task.value }
        }
    }

    @Test(
        "Given certificates, then only the one of a known authority for this host is taken",
        .enabled(if: Certificates.program != nil, "\(Certificates.missing)"), arguments: Certificates.Kind.allCases)
    func certificates(kind: Certificates.Kind) async throws {
        let certificates = try Certificates()
        defer { certificates.remove() }
        let client = SocketClient(authorities: certificates.authority)
        try await SocketStandIn.serving(tls: try certificates.serverContext(kind)) { peer in
            try await peer.close(1_000)
            _ = try await peer.next()
        } while: { port in
            let talk: () async throws -> Void = {
                try await client.converse("wss://localhost:\(port)/") { _ in
                } receiving: { _ in
                }
            }
            if kind == .good {
                try await talk()
            } else {
                let failure = await #expect(throws: SocketFailure.self) { try await talk() }
                #expect(failure?.kind == .certificate, "\(String(describing: failure))")
            }
        }
    }

    @Test(
        "Given an address that is no socket's, then it is refused before anything is opened",
        arguments: ["http://example.com/", "ws://", "ws://host:0/", "wss://host:99999/", "ws:///path"])
    func addresses(url: String) async throws {
        let failure = await #expect(throws: SocketFailure.self) {
            try await SocketClient().converse(url) { _ in
            } receiving: { _ in
            }
        }
        #expect(failure?.kind == .badURL)
    }
}
