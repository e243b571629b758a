import ConversationTesting
import Conversations
import Foundation
import LiveClient
import NIOCore
import NIOPosix
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("A live session on a server, as its client sees it", .serialized, .timeLimit(.minutes(5)))
struct RemoteLiveTests {
    /// What a client has got.
    private final class Received: Sendable {
        let events = Locked<[(name: String, json: String)]>([])
        let speech = Locked<[[UInt8]]>([])
        let news = BoundedChannel<Void>(capacity: 1)

        func take(_ item: RemoteLive.Item) {
            switch item {
            case .event(let name, let json): events.withLock { $0.append((name, json)) }
            case .speech(let bytes): speech.withLock { $0.append(bytes) }
            }
            _ = news.trySend(())
        }

        func texts() throws -> [String?] {
            try events.withLock { $0 }.filter { $0.name == "utterance.recognized" }.map {
                try JSON.object($0.json)["text"] as? String
            }
        }

        /// The utterances of events, in their order.
        func numbers(of name: String) throws -> [Int] {
            try events.withLock { $0 }.filter { $0.name == name }.compactMap {
                try JSON.object($0.json)["utterance"] as? Int
            }
        }

        func numbers() throws -> [Int] {
            try events.withLock { $0 }.compactMap { try JSON.object($0.json)["seq"] as? Int }
        }
    }

    private static let parameters = [("from", "en"), ("to", "es"), ("raw", "s16le:16000:1")]

    private static func remote(
        _ port: Int, _ more: [(String, String)] = [], key: String? = nil, isWAV: Bool = false
    ) throws -> RemoteLive {
        var connection = RemoteLive.Connection(try LiveAddress("http://127.0.0.1:\(port)"))
        connection.credential = { key }
        return RemoteLive(connection, parameters: parameters.filter { !isWAV || $0.0 != "raw" } + more)
    }

    /// Runs a session while sound is sent.
    private static func run(
        _ remote: RemoteLive, _ received: Received, _ audio: [UInt8]
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await remote.run { received.take($0) } }
            group.addTask {
                for start in stride(from: 0, to: audio.count, by: 3_200) {
                    try await remote.feed(Array(audio[start..<min(start + 3_200, audio.count)]))
                }
                try await remote.end()
            }
            try await group.waitForAll()
        }
    }

    @Test("given speech, when it is sent to a server, then its events and its voice come, and the session ends well")
    func session() async throws {
        try await withServer { server in
            let audio = try Recordings.pcm()
            let received = Received()
            try await Self.run(try Self.remote(server.port, [("audio", "pcm")]), received, audio)
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&raw=s16le:16000:1", body: audio)
            #expect(try received.texts() == JSON.object(answer.body).utterances.map(\.source))
            #expect(received.events.withLock { $0.contains { $0.name == "conversation.finished" } })
            let numbers = try received.numbers()
            #expect(numbers == Array(1...numbers.count))
            let told = try received.events.withLock { $0 }.filter { $0.name == "utterance.audio" }.map {
                try JSON.object($0.json)["bytes"] as? Int
            }
            #expect(!told.isEmpty && told == received.speech.withLock { $0.map(\.count) })
        }
    }

    @Test("given connections that break again and again, when speech is sent, then no event is lost or comes twice")
    func dropped() async throws {
        try await withServer { server in
            let audio = try Recordings.pcm()
            let received = Received()
            let relay = Relay(target: server.port, breaks: 5, after: audio.count / 8)
            try await relay.run { port in try await Self.run(try Self.remote(port), received, audio) }
            #expect(relay.broken == 5)
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&raw=s16le:16000:1", body: audio)
            #expect(try received.texts() == JSON.object(answer.body).utterances.map(\.source))
            let numbers = try received.numbers()
            #expect(numbers == Array(1...max(1, numbers.count)))
        }
    }

    @Test(
        "given a server that is being stopped, when another one has the same store, then the session goes on there",
        arguments: [false, true])
    func moved(isWAV: Bool) async throws {
        let hooks = SampleService.Hooks(livesAsProgram: true)
        let audio = (isWAV ? Recordings.streamedWAVHead : []) + (try Recordings.pcm())
        let expected = Received()
        try await withServer(SampleService(hooks: hooks)) { server in
            try await Self.run(try Self.remote(server.port, isWAV: isWAV), expected, audio)
        }
        let (received, store) = (Received(), InMemoryStore())
        try await Self.move(audio, isWAV: isWAV, in: store, received)
        #expect(try received.numbers(of: "utterance.finished") == expected.numbers(of: "utterance.finished"))
        #expect(try received.numbers(of: "utterance.recognized") == expected.numbers(of: "utterance.recognized"))
        #expect(received.events.withLock { $0.count { $0.name == "conversation.started" } } == 1)
        #expect(received.events.withLock { $0.count { $0.name == "conversation.finished" } } == 1)
        let conversations = await store.conversations(after: nil, limit: 9)
        #expect(conversations.map(\.conversation.state) == [.complete])
    }

    @Test("given a pause, when the session goes on at another server, then nothing is heard until it ends")
    func movedInPause() async throws {
        let (received, store) = (Received(), InMemoryStore())
        try await Self.move(try Recordings.pcm(), pausingAt: 16_000, in: store, received)
        #expect(try received.numbers(of: "utterance.finished") == [])
        let finished = try #require(received.events.withLock { $0.last { $0.name == "conversation.finished" } })
        #expect(try JSON.object(finished.json)["seconds"] as? Double == 6)
    }

    /// Runs a session whose server is stopped in the middle.
    ///
    /// - Parameter byte: of the sound, where the client pauses.
    private static func move(
        _ audio: [UInt8], isWAV: Bool = false, pausingAt byte: Int? = nil, in store: InMemoryStore, _ received: Received
    ) async throws {
        let hooks = SampleService.Hooks(livesAsProgram: true)
        try await withServer(SampleService(store: store, hooks: hooks)) { first in
            try await withServer(SampleService(store: store, hooks: hooks)) { second in
                let relay = Relay(target: first.port, breaks: 0, after: 0)
                try await relay.run { port in
                    let remote = try Self.remote(port, isWAV: isWAV)
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await remote.run { received.take($0) } }
                        group.addTask {
                            for start in stride(from: 0, to: audio.count, by: 3_200) {
                                if start / 3_200 == audio.count / 6_400 {
                                    relay.turn(to: second.port)
                                    await first.stop()
                                }
                                if let byte, start / 3_200 == byte / 3_200 {
                                    try await remote.order(#"{"type":"pause"}"#)
                                }
                                try await remote.feed(Array(audio[start..<min(start + 3_200, audio.count)]))
                            }
                            try await remote.end()
                        }
                        try await group.waitForAll()
                    }
                }
            }
        }
    }

    @Test("given a server that refuses, when a session is begun, then its reason is thrown")
    func refused() async throws {
        try await withServer { server in
            for (more, code) in [("xx", "language.unknown"), ("en", "language.same")] {
                let remote = RemoteLive(
                    .init(try LiveAddress("ws://127.0.0.1:\(server.port)/")),
                    parameters: [("from", "en"), ("to", more)]
                )
                let problem = try await #require(throws: Problem.self) { try await remote.run { _ in } }
                #expect(problem.kind == .usage, "\(code): \(problem)")
                #expect(problem.what.hasPrefix("the server says: "))
            }
            let wrong = RemoteLive(
                .init(try LiveAddress("http://127.0.0.1:\(server.port)/elsewhere")), parameters: Self.parameters)
            await #expect(throws: Problem.self) { try await wrong.run { _ in } }
        }
    }

    @Test("given no server, when a session is begun, then the error says so")
    func unreachable() async throws {
        let port = try await withServer { $0.port }
        let remote = try Self.remote(port)
        let problem = try await #require(throws: Problem.self) { try await remote.run { _ in } }
        #expect(problem.code == "remote.unreachable")
    }

    @Test(
        "given texts, when they are read as addresses, then only those of servers are taken",
        arguments: [
            ("http://localhost:8765", "localhost", 8_765), ("https://verbio.example.com/", "verbio.example.com", 443),
            ("wss://[::1]:1/base", "::1", 1), ("localhost:8765", nil, 0), ("ftp://x", nil, 0), ("http://", nil, 0),
            ("http://x:0", nil, 0), ("http://x:65536", nil, 0), ("http://u:p@x", nil, 0), ("http://x/?q=1", nil, 0),
            ("http://x\r\nA: b", nil, 0),
        ] as [(String, String?, Int)])
    func addresses(text: String, host: String?, port: Int) throws {
        let address = try? LiveAddress(text)
        #expect(address?.host == host)
        if host != nil { #expect(address?.port == port) }
    }
}

/// Passes bytes between clients and a server, and breaks the first connections after some of them.
private final class Relay: Sendable {
    private typealias Pipe = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private let target: Locked<Int>
    private let breaks: Int
    private let limit: Int
    private let count = Locked(0)

    /// - Parameters:
    ///   - breaks: how many connections are broken.
    ///   - limit: the bytes from the client after which that happens.
    init(target: Int, breaks: Int, after limit: Int) {
        (self.target, self.breaks, self.limit) = (Locked(target), breaks, limit)
    }

    /// Connections from now on go to another server.
    func turn(to port: Int) { target.withLock { $0 = port } }

    var broken: Int { count.withLock(\.self) }

    /// - Parameter body: gets the port of the relay.
    func run(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture { try Pipe(wrappingChannelSynchronously: channel) }
            }
        let port = try #require(listener.channel.localAddress?.port)
        try await listener.executeThenClose { clients in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await withThrowingDiscardingTaskGroup { connections in
                        for try await client in clients { connections.addTask { try? await self.serve(client) } }
                    }
                }
                group.addTask { try await body(port) }
                // The listener has no end of its own.
                try await group.next()
                group.cancelAll()
            }
        }
    }

    private func serve(_ client: Pipe) async throws {
        let server = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: target.withLock(\.self)) { channel in
                channel.eventLoop.makeCompletedFuture { try Pipe(wrappingChannelSynchronously: channel) }
            }
        try await client.executeThenClose { fromClient, toClient in
            try await server.executeThenClose { fromServer, toServer in
                await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        var bytes = 0
                        for try await piece in fromClient {
                            bytes += piece.readableBytes
                            if bytes > self.limit, self.mayBreak() { return }
                            try await toServer.write(piece)
                        }
                    }
                    group.addTask { for try await piece in fromServer { try await toClient.write(piece) } }
                    _ = await group.nextResult()
                    group.cancelAll()
                }
            }
        }
    }

    private func mayBreak() -> Bool {
        count.withLock { count in
            guard count < breaks else { return false }
            count += 1
            return true
        }
    }
}
