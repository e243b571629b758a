import NIOCore
import NIOPosix
import StandIns
import VerbioTesting

/// One connection to a stand-in, on which a test says every byte itself and sees every byte.
struct PlainConnection {
    private let connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// How a connection ended, and what had come until then.
    struct End: Sendable, Equatable {
        var bytes: [UInt8]
        /// With a reset, not with an orderly close.
        var isReset: Bool
    }

    /// Opens a connection for as long as the body runs.
    static func open<Value: Sendable>(
        _ server: StandInServer, _ body: (Wire) async throws -> Value
    ) async throws -> Value {
        let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: server.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await connection.executeThenClose { inbound, outbound in
            try await body(Wire(input: inbound.makeAsyncIterator(), output: outbound))
        }
    }

    final class Wire {
        private var input: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        private let output: NIOAsyncChannelOutboundWriter<ByteBuffer>
        private var held: [UInt8] = []

        init(
            input: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
            output: NIOAsyncChannelOutboundWriter<ByteBuffer>
        ) {
            self.input = input
            self.output = output
        }

        func send(_ text: String) async throws { try await output.write(ByteBuffer(string: text)) }

        func get(_ target: String = "/") async throws { try await send("GET \(target) HTTP/1.1\r\nHost: test\r\n\r\n") }

        /// The next bytes: the given number, or fewer if the connection ends before.
        func receive(_ count: Int) async throws -> [UInt8] {
            while held.count < count, let more = try await input.next(isolation: #isolation) {
                held += more.readableBytesView
            }
            defer { held.removeFirst(min(count, held.count)) }
            return Array(held.prefix(count))
        }

        /// Everything until the other side ends the connection.
        func end() async -> End {
            do {
                while let more = try await input.next(isolation: #isolation) { held += more.readableBytesView }
                return End(bytes: held, isReset: false)
            } catch {
                return End(bytes: held, isReset: true)
            }
        }
    }
}
