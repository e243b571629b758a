internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Plumbing
internal import ServiceLifecycle
internal import VerbioService

/// Speech in and out for programs with the Wyoming protocol, such as Home Assistant.
///
/// The protocol knows no keys, so its clients are refused while the server demands one.
struct WyomingServer: ServiceLifecycle.Service {
    /// The most connections at once. A client opens one for each question. An eighth of them is kept free, and those that wait
    /// for their clients give way.
    static let mostConnections = 32

    let host: String
    let port: Int
    let version: String
    let service: any ConversationService
    let work: ScopedWork
    /// How long a client may do nothing in the middle of an exchange.
    let patience: Duration
    let logger: Logger
    /// Whether clients without a key are served now.
    let isOpen: @Sendable () async throws -> Bool
    /// Called once with the port that it listens on.
    let onReady: @Sendable (Int) -> Void

    private typealias Connection = (NIOAsyncChannel<ByteBuffer, ByteBuffer>, WyomingPlace)

    func run() async throws {
        let open = ConnectionPlaces(limit: Self.mostConnections)
        let listening: NIOAsyncChannel<Connection, Never>
        do {
            listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let place = WyomingPlace(channel, in: open, patience: patience)
                        try channel.pipeline.syncOperations.addHandler(place)
                        return (
                            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel), place
                        )
                    }
                }
        } catch {
            throw Problem(
                .usage, "server.port", "port \(port) of serve.wyoming-port cannot be listened on",
                cure: "choose another one")
        }
        onReady(listening.channel.localAddress?.port ?? port)
        let places = Limiter(limit: Self.mostConnections)
        await cancelWhenGracefulShutdown {
            try? await listening.executeThenClose { connections in
                try await withThrowingDiscardingTaskGroup { group in
                    for try await (connection, place) in connections {
                        group.addTask { await place.serve { await serve(connection, place, places) } }
                    }
                }
            }
        }
        // What was begun ends with the pool of the work.
        try? await gracefulShutdown()
    }

    private func serve(
        _ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ place: WyomingPlace, _ places: Limiter
    ) async {
        do {
            try await connection.executeThenClose { inbound, outbound in
                // Beyond that, a connection waits for its turn, and gives way meanwhile.
                try await places.acquire()
                defer { places.release() }
                var reader = WyomingReader(inbound.makeAsyncIterator())
                let answers = WyomingAnswers(service: service, work: work, version: version, place: place) { bytes in
                    try await place.waiting { try await outbound.write(bytes) }
                }
                guard try await isOpen() else { return try await answers.refuse(Refusal.keyMissing) }
                try await answers.run(&reader)
            }
        } catch {
            logger.debug("wyoming: a connection has ended: \(error)")
        }
    }
}
