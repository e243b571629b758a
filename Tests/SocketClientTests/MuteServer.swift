import NIOCore
import NIOPosix
import Testing

/// A server that accepts connections, and answers nothing, as one whose process is stopped.
enum MuteServer {
    /// - Parameter body: gets the server's port.
    static func serving(while body: (Int) async throws -> Void) async throws {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        do { try await body(try #require(listener.localAddress?.port)) } catch {
            try await listener.close()
            throw error
        }
        try await listener.close()
    }
}
