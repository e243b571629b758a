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

        func numbers() throws -> [Int] {
            try events.withLock { $0 }.compactMap { try JSON.object($0.json)["seq"] as? Int }
        }
    }

    private static let parameters = [("from", "en"), ("to", "es"), ("raw", "s16le:16000:1")]

    private static func remote(
        _ port: Int, _ more: [(String, String)] = [], key: String? = nil
    ) throws -> RemoteLive {
        RemoteLive(
            .init(try LiveAddress("http://127.0.0.1:\(port)"), key: key), parameters: parameters + more)
    }

    /// Runs a session while sound is sent.
    private static func run(
        _ remote: RemoteLive, _ received: Received, _ audio: [UInt8],
        meanwhile: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await remote.run { received.take($0) } }
            group.addTask {
                for (number, start) in stride(from: 0, to: audio.count, by: 3_200).enumerated() {
                    try await remote.feed(Array(audio[start..<min(start + 3_200, audio.count)]))
                    try await meanwhile(number)
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

    @Test("given connections that break again and again, then no event is lost or comes twice")
    func dropped() async throws {
        try await withServer { server in
            let relay = try await Relay.begin(to: server.port)
            let audio = try Recordings.pcm()
            let received = Received()
            let cuts = Locked(0)
            try await Self.run(try Self.remote(relay.port), received, audio) { number in
                guard number % 12 == 11 else { return }
                // The connection is cut when something has come since the last cut.
                _ = try await received.news.next()
                await relay.cut()
                cuts.withLock { $0 += 1 }
            }
            #expect(cuts.withLock { $0 } >= 3)
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&raw=s16le:16000:1", body: audio)
            #expect(try received.texts() == JSON.object(answer.body).utterances.map(\.source))
            let numbers = try received.numbers()
            #expect(numbers == Array(1...max(1, numbers.count)))
            await relay.end()
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

/// Passes bytes between clients and a server, until it is told to break the connections.
private final class Relay: Sendable {
    let port: Int
    private let listener: any Channel
    private let state: Locked<State>

    private struct State {
        var open: [any Channel] = []
    }

    static func begin(to target: Int) async throws -> Relay {
        let state = Locked(State())
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { client in
                state.withLock { $0.open.append(client) }
                let (near, far) = Side.pair()
                return ClientBootstrap(group: client.eventLoop)
                    .channelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandler(far.value)
                        }
                    }
                    .connect(host: "127.0.0.1", port: target)
                    .flatMap { _ in
                        client.eventLoop.makeCompletedFuture {
                            try client.pipeline.syncOperations.addHandler(near.value)
                        }
                    }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return Relay(listener, state)
    }

    private init(_ listener: any Channel, _ state: Locked<State>) {
        (self.listener, self.state) = (listener, state)
        port = listener.localAddress?.port ?? 0
    }

    func cut() async {
        let open = state.withLock { state in
            defer { state = State() }
            return state.open
        }
        for channel in open { try? await channel.close().get() }
    }

    func end() async {
        await cut()
        try? await listener.close().get()
    }

    /// One side of a connection; what it reads is written by the other side.
    private final class Side: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private var other: Side?
        private var context: ChannelHandlerContext?

        /// Both run on one event loop.
        static func pair() -> (Carried, Carried) {
            let (near, far) = (Side(), Side())
            (near.other, far.other) = (far, near)
            return (Carried(value: near), Carried(value: far))
        }

        func handlerAdded(context: ChannelHandlerContext) { self.context = context }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            other?.context?.writeAndFlush(data, promise: nil)
        }
        func channelInactive(context: ChannelHandlerContext) {
            self.context = nil
            other?.context?.close(promise: nil)
            other = nil
        }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    /// Carries a side to its event loop, where alone it is used.
    private struct Carried: @unchecked Sendable {
        let value: Side
    }
}
