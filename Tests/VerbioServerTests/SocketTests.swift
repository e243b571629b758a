import Hummingbird
import Logging
import Plumbing
import ServiceLifecycle
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("WebSockets on ordinary routes", .serialized, .timeLimit(.minutes(5)))
struct SocketTests {
    @Test("given the key of RFC 6455, when a client upgrades, then the answer is the one of the RFC")
    func handshake() async throws {
        try await withSocket { socket in
            #expect(socket.status == 101)
            #expect(socket.fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            #expect(socket.fields["upgrade"] == "websocket")
            #expect(socket.fields["transfer-encoding"] == nil)
            #expect(socket.fields["content-length"] == nil)
        }
    }

    @Test("given a text, bytes and an empty message, when they are sent, then they are returned unchanged")
    func echo() async throws {
        try await withSocket { socket in
            for message in [Frame.text("¿Dónde está la estación?"), .binary([0, 255, 1]), .text(""), .binary([])] {
                try await socket.send(message)
                #expect(try await socket.frame() == message)
            }
            for size in [125, 126, 127, 65_535, 65_536] {
                let message = Frame.binary([UInt8](repeating: 7, count: size))
                try await socket.send(message)
                #expect(try await socket.frame() == message)
            }
        }
    }

    @Test("given a message in fragments with a ping between them, then the pong comes first and the message is whole")
    func fragments() async throws {
        try await withSocket { socket in
            // The fragments are cut in the middle of a letter.
            let bytes = Array("año".utf8)
            try await socket.send(Frame(opcode: 1, payload: Array(bytes[..<2]), isLast: false))
            try await socket.send(Frame(opcode: 9, payload: [1, 2]))
            try await socket.send(Frame(opcode: 0, payload: [], isLast: false))
            try await socket.send(Frame(opcode: 0, payload: Array(bytes[2...])))
            #expect(try await socket.frame() == Frame(opcode: 10, payload: [1, 2]))
            #expect(try await socket.frame() == .text("año"))
        }
    }

    @Test(
        "given a frame that breaks the protocol, then the socket is closed with the code that RFC 6455 has for it",
        arguments: [
            (Frame(opcode: 1, payload: [0xFF, 0xFE]), 1007), (Frame(opcode: 3, payload: []), 1002),
            (Frame(opcode: 0, payload: [1]), 1002), (Frame(opcode: 1, payload: [65], reserved: 4), 1002),
            (Frame(opcode: 1, payload: [65], isMasked: false), 1002),
            (Frame(opcode: 9, payload: [UInt8](repeating: 0, count: 126)), 1002),
            (Frame(opcode: 9, payload: [], isLast: false), 1002), (Frame(opcode: 8, payload: [3]), 1002),
            (Frame(opcode: 8, payload: [0x03, 0xED]), 1002), (Frame(opcode: 8, payload: [0x03, 0xE8, 0xFF]), 1007),
            (Frame(opcode: 2, payload: [UInt8](repeating: 0, count: 100_001)), 1009),
        ])
    func broken(frame: Frame, code: Int) async throws {
        try await withSocket { socket in
            try await socket.send(frame)
            #expect(try await socket.frame() == .close(code))
            #expect(try await socket.isAtEnd())
        }
    }

    @Test("given a message that grows too large by its fragments, then the socket is closed with 1009")
    func largeFragments() async throws {
        try await withSocket { socket in
            try await socket.send(Frame(opcode: 2, payload: [UInt8](repeating: 0, count: 60_000), isLast: false))
            try await socket.send(Frame(opcode: 0, payload: [UInt8](repeating: 0, count: 60_000), isLast: false))
            #expect(try await socket.frame() == .close(1009))
        }
    }

    @Test("given some pings, then each has its pong in order; given a flood of pings, then the socket is closed")
    func manyPings() async throws {
        try await withSocket { socket in
            let few = (1...100).map { Frame(opcode: 9, payload: [UInt8($0)]) }
            try await socket.connection.send(few.flatMap(\.bytes))
            for ping in few { #expect(try await socket.frame() == Frame(opcode: 10, payload: ping.payload)) }
            try await socket.connection.send((0..<5_000).flatMap { _ in Frame(opcode: 9, payload: []).bytes })
            var last = try await socket.frame()
            while last == Frame(opcode: 10, payload: []) { last = try await socket.frame() }
            #expect(last == .close(1008))
        }
    }

    @Test("given a client that closes, then its code is returned and the connection ends")
    func close() async throws {
        try await withSocket { socket in
            try await socket.send(Frame(opcode: 8, payload: [0x0F, 0xA0] + Array("bye".utf8)))
            #expect(try await socket.frame() == .close(4000))
            #expect(try await socket.isAtEnd())
        }
    }

    @Test("given a client that closes without a code, then it is answered without one")
    func bareClose() async throws {
        try await withSocket { socket in
            try await socket.send(Frame(opcode: 8, payload: []))
            #expect(try await socket.frame() == Frame(opcode: 8, payload: []))
        }
    }

    @Test("given a route that ends or fails, then the socket is closed with 1000 or 1011")
    func routeEnds() async throws {
        for (word, code) in [("end", 1000), ("fail", 1011)] {
            try await withSocket { socket in
                try await socket.send(.text(word))
                #expect(try await socket.frame() == .close(code))
                try await socket.send(.close(code))
                #expect(try await socket.isAtEnd())
            }
        }
    }

    @Test(
        "given a request that is no proper handshake, then it is refused and the connection ends",
        arguments: [
            (["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"], 400),
            (["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 8", Client.key], 426),
            (["Upgrade: h2c", "Connection: Upgrade", "Sec-WebSocket-Version: 13", Client.key], 426),
            (
                ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: aGk="],
                400
            ),
            ([], 426),
        ])
    func noHandshake(fields: [String], status: Int) async throws {
        try await withEchoServer { server in
            let connection = try await server.open()
            try await connection.send(.head("GET", "/echo", fields: fields))
            let answer = try await connection.answer()
            #expect(answer.status == status)
            #expect(answer.text.contains(#""cure":"connect with a WebSocket client""#))
            #expect(await connection.isEnded())
            await connection.close()
        }
    }

    @Test(
        "given an offer of another protocol, when a request comes with it, then it is answered and the connection ends",
        arguments: ["h2c", "websocket", "TLS/1.0, h2c"])
    func otherUpgrade(offer: String) async throws {
        try await withEchoServer { server in
            let fields = ["Upgrade: \(offer)", "Connection: Upgrade, HTTP2-Settings"]
            let text = Array(#"{"text":"Hello","from":"en","to":"es"}"#.utf8)
            for (method, target, body) in [("GET", "/api/health", []), ("POST", "/api/translate", text)] {
                let connection = try await server.open()
                let type = body.isEmpty ? [] : ["Content-Type: application/json"]
                try await connection.send(.head(method, target, fields: fields + type, length: body.count))
                try await connection.send(body)
                let answer = try await connection.answer()
                #expect(answer.status == 200 && answer.fields["connection"] == "close")
                #expect(await connection.isEnded())
                await connection.close()
            }
        }
    }

    @Test("given a connection that has answered before, when a client upgrades on it, then it becomes a socket")
    func keptConnection() async throws {
        try await withEchoServer { server in
            let connection = try await server.open()
            try await connection.send(.head("GET", "/api/health"))
            #expect(try await connection.answer().status == 200)
            let socket = try await Client.upgrade(connection)
            try await socket.send(.text("hello"))
            #expect(try await socket.frame() == .text("hello"))
            await socket.leave()
        }
    }

    @Test("given a route that takes no messages for a while, when a client sends many, then none is lost")
    func slowRoute() async throws {
        try await withSocket { socket in
            try await socket.send(.text("pause"))
            async let sending: Void = {
                for number in 0..<200 {
                    try await socket.send(.binary([UInt8](repeating: UInt8(number), count: 50_000)))
                }
            }()
            EchoRoute.resume()
            try await sending
            for number in 0..<200 {
                #expect(try await socket.frame() == .binary([UInt8](repeating: UInt8(number), count: 50_000)))
            }
        }
    }

    @Test("given an inbox with as many bytes as it may hold, then reading stops until there is room")
    func backpressure() async throws {
        let inbox = SocketInbox(limit: 100)
        inbox.put(.binary([UInt8](repeating: 0, count: 60)))
        #expect(inbox.mayRead())
        inbox.put(.binary([UInt8](repeating: 1, count: 60)))
        #expect(!inbox.mayRead())
        let resumed = Locked(0)
        #expect(try await inbox.next { resumed.withLock { $0 += 1 } }?.size == 60)
        #expect(resumed.withLock { $0 } == 1)
        #expect(try await inbox.next { resumed.withLock { $0 += 1 } }?.size == 60)
        #expect(resumed.withLock { $0 } == 1)
        inbox.end()
        #expect(try await inbox.next {} == nil)
    }

    @Test(
        "given messages that fill an inbox one by one, when they are taken as they come, then reading always continues")
    func largeMessages() async throws {
        let inbox = SocketInbox(limit: 100)
        let room = BoundedChannel<Void>(capacity: 1)
        async let reading: Void = {
            for _ in 0..<5_000 {
                inbox.put(.binary([UInt8](repeating: 0, count: 100)))
                if !inbox.mayRead() { _ = try await room.next() }
            }
            inbox.end()
        }()
        var count = 0
        while try await inbox.next(resume: { _ = room.trySend(()) }) != nil { count += 1 }
        try await reading
        #expect(count == 5_000)
    }

    @Test("given a client that reads nothing and closes, when its patience is over, then its route ends")
    func stalled() async throws {
        try await withEchoServer { server in
            let connection = try await HTTPConnection.open(server.port, receiveBuffer: 4_096)
            let client = try await Client.upgrade(connection, "/echo?impatient")
            try await client.send(.text("hello"))
            #expect(try await client.frame() == .text("hello"))
            try await connection.stall(sending: Frame.text("flood").bytes + Frame.close(1_000).bytes)
            try await EchoRoute.waitUntilAllHaveEnded()
            await connection.close()
        }
    }

    @Test("given a client that vanishes, then its route ends")
    func vanished() async throws {
        try await withEchoServer { server in
            let socket = try await Client.upgrade(try await server.open())
            try await socket.send(.text("hello"))
            #expect(try await socket.frame() == .text("hello"))
            await socket.leave()
            try await EchoRoute.waitUntilAllHaveEnded()
        }
    }
}

// MARK: - A route and a client

/// Sends back every message. Some texts are orders.
struct EchoRoute: Route {
    static let name = RouteName(.get, "/echo")
    static let queryRule = QueryRule.unread
    private static let running = Locked(0)
    private static let gate = BoundedChannel<Void>(capacity: 1)
    private static let ended = BoundedChannel<Void>(capacity: 1_000)

    struct Ordered: Error {}

    init(_ parts: RouteParts) {}

    static func resume() { _ = gate.trySend(()) }

    static func waitUntilAllHaveEnded() async throws {
        while running.withLock({ $0 }) > 0 { _ = try await ended.next() }
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        var limits = SocketLimits()
        limits.message = 100_000
        if request.uri.query == "impatient" { limits.patience = .milliseconds(100) }
        // The largest messages of Autobahn's suite have 16 MiB.
        if request.uri.query == "large" { limits.message = 16 << 20 }
        return try await SocketHandshake.response(to: request, context, limits: limits) { socket in
            Self.running.withLock { $0 += 1 }
            defer {
                Self.running.withLock { $0 -= 1 }
                _ = Self.ended.trySend(())
            }
            while let message = try await socket.next() {
                switch message {
                case .text("end"): return
                case .text("fail"): throw Ordered()
                case .text("flood"):
                    while true { try await socket.send(.binary([UInt8](repeating: 0, count: 90_000))) }
                case .text("pause"): _ = try await Self.gate.next()
                default: try await socket.send(message)
                }
            }
        }
    }
}

/// A frame as it is on the wire.
struct Frame: Sendable, Hashable, CustomTestStringConvertible {
    var opcode: UInt8
    var payload: [UInt8]
    var isLast = true
    var reserved: UInt8 = 0
    var isMasked = true

    var testDescription: String { "opcode \(opcode), \(payload.count) bytes" }

    static func text(_ text: String) -> Frame { Frame(opcode: 1, payload: Array(text.utf8)) }
    static func binary(_ bytes: [UInt8]) -> Frame { Frame(opcode: 2, payload: bytes) }
    static func close(_ code: Int) -> Frame {
        Frame(opcode: 8, payload: [UInt8(code >> 8), UInt8(code & 255)])
    }

    var bytes: [UInt8] {
        var bytes = [(isLast ? 0x80 : 0) | reserved << 4 | opcode]
        let mask: UInt8 = isMasked ? 0x80 : 0
        switch payload.count {
        case ..<126: bytes.append(mask | UInt8(payload.count))
        case ..<65_536: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default: bytes += [mask | 127] + (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 255) }
        }
        guard isMasked else { return bytes + payload }
        let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        bytes += key + payload
        for index in 0..<payload.count { bytes[bytes.count - payload.count + index] ^= key[index % 4] }
        return bytes
    }
}

/// A client that writes its frames byte by byte.
struct Client: Sendable {
    static let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="

    let connection: HTTPConnection
    let status: Int
    let fields: [String: String]

    /// The fields of a proper handshake.
    static let fields = ["Upgrade: websocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13", key]

    static func upgrade(
        _ connection: HTTPConnection, _ target: String = "/echo", fields more: [String] = []
    ) async throws -> Client {
        try await connection.send(.head("GET", target, fields: fields + more))
        let answer = try await connection.upgraded()
        return Client(connection: connection, status: answer.status, fields: answer.fields)
    }

    func send(_ frame: Frame) async throws { try await connection.send(frame.bytes) }

    /// The next frame of the server, which may not be masked. A ping, which comes if the tests are slow, is answered as any
    /// client does.
    func frame() async throws -> Frame {
        while true {
            let frame = try await anyFrame()
            guard frame.opcode == 9 else { return frame }
            try await send(Frame(opcode: 10, payload: frame.payload))
        }
    }

    private func anyFrame() async throws -> Frame {
        let head = try await connection.take(2)
        var count = Int(head[1] & 127)
        if count >= 126 {
            count = try await connection.take(count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(head[1] & 0x80 == 0)
        return Frame(
            opcode: head[0] & 15, payload: try await connection.take(count), isLast: head[0] & 0x80 != 0,
            reserved: head[0] >> 4 & 7)
    }

    func isAtEnd() async throws -> Bool { await connection.isEnded() }
    func leave() async { await connection.close() }
}

private func withSocket(_ body: (Client) async throws -> Void) async throws {
    try await withEchoServer { server in
        let client = try await Client.upgrade(try await server.open())
        try await body(client)
        await client.leave()
    }
}

private func withEchoServer(_ body: (RunningServer) async throws -> Void) async throws {
    try await withServer(moreRoutes: [EchoRoute.self], body)
}
