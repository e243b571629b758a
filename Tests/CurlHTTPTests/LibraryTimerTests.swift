import CurlHTTP
import Foundation
import HTTPTypes
import Testing
import VerbioTesting

/// Nothing stirs here but libcurl's own clock: the client's stands still.
@Suite("The timers of libcurl", .serialized, .timeLimit(.minutes(5)))
struct LibraryTimerTests {
    /// Listens but accepts no connection: a connecting client gets no answer.
    private struct FullHouse: ~Copyable {
        private let sockets: [Int32]
        let url: String

        init() throws {
            func make() throws -> Int32 {
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
                try #require(descriptor >= 0)
                return descriptor
            }
            let listener = try make()
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            var guests: [Int32] = []
            try withUnsafeMutablePointer(to: &address) { address in
                try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    try #require(bind(listener, address, length) == 0 && listen(listener, 0) == 0)
                    try #require(getsockname(listener, address, &length) == 0)
                    // One request is admitted to wait, and takes the only place.
                    let guest = try make()
                    try #require(connect(guest, address, length) == 0)
                    guests.append(guest)
                }
            }
            sockets = [listener] + guests
            url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
        }

        deinit { for socket in sockets { close(socket) } }
    }

    @Test(
        "Given a connection that is not accepted, when curl's timer ends, then the attempt ends",
        arguments: [false, true])
    func connecting(afterAnother: Bool) async throws {
        let client = HTTPClient(time: ManualTime().source)
        let house = try FullHouse()
        try await ScriptedServer.run(answering { connection, _ in try await connection.answer(200, "done") }) {
            server in
            if afterAnother {
                // It leaves an alarm that rings later than the next one's.
                let patient = ClientRequest(.get, server.url(), deadlines: Deadlines(connect: .seconds(3_000)))
                _ = try await client.send(patient).body.collect()
            }
            let hasty = ClientRequest(.get, house.url, deadlines: Deadlines(connect: .milliseconds(40)))
            let failure = await failure(of: { _ = try await client.send(hasty) })
            #expect(failure?.mayHaveBeenProcessed == false, "\(String(describing: failure))")
        }
    }
}
