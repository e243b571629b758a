import Coordination
import Plumbing
import Testing
import VerbioTesting

@testable import Redis

@Suite("Addresses of Redis", .enabled(if: RedisServer.isInstalled, "\(RedisServer.isMissing)"))
struct RedisAddressTests {
    @Test(
        "Given an address, when it is read, then its parts are those, and the password is never shown",
        arguments: [
            ("redis://db", "redis://db:6379/0", nil, nil), ("redis://db:7000/3", "redis://db:7000/3", nil, nil),
            ("redis://:s%40e%2Fc@db", "redis://db:6379/0", nil, "s@e/c"),
            ("redis://me:s@e:c@10.0.0.1:1/", "redis://10.0.0.1:1/0", "me", "s@e:c"),
            ("redis://me:secret@[::1]:7000/1", "redis://[::1]:7000/1", "me", "secret"),
        ] as [(String, String, String?, String?)])
    func read(text: String, shown: String, user: String?, password: String?) throws {
        let address = try RedisAddress(text)
        #expect(address.description == shown && address.user == user && address.password == password)
    }

    @Test(
        "Given an address that is wrong, when it is read, then it is refused without showing it",
        arguments: [
            "db", "http://db", "redis://", "redis://secret@db", "redis://me:@db", "redis://db:0", "redis://db:70000",
            "redis://db:secret", "redis://db/secret", "redis://db/-1", "redis://[::1", "redis://[::1]7000",
            "redis://a b", "redis://db?secret=1", "redis://me:%zz@db",
        ])
    func refused(text: String) {
        let problem = #expect(throws: Problem.self) { try RedisAddress(text) }
        #expect(problem?.kind == .usage && problem?.code == "coordination.address")
        #expect(problem?.description.contains("secret") == false)
    }

    @Test("Given a machine without hiredis, when it is opened, then the problem says what to install")
    func noLibrary() throws {
        let problem = #expect(throws: Problem.self) { try LibHiredis.opening(["libno-such.so.1"]).get() }
        #expect(problem?.code == "coordination.no-library" && problem?.cure?.contains("apt-get install") == true)
        let other = #expect(throws: Problem.self) { try LibHiredis.opening(["libc.so.6"]).get() }
        #expect(other?.what.contains("redisConnectWithTimeout") == true)
    }

    @Test("Given a server with a password, when it is tried with the right, a wrong and no password, then that is told")
    func passwords() async throws {
        let redis = try await RedisServer(password: "s@c")
        let address = redis.address()
        let right = address.replacing("s@c", with: "s%40c")
        try await RedisCoordination.check(try RedisAddress(right))
        for text in [address.replacing("s@c", with: "other"), address.replacing(":s@c@", with: "")] {
            let problem = await #expect(throws: Problem.self) {
                try await RedisCoordination.check(try RedisAddress(text))
            }
            #expect(problem?.code == "coordination.unreachable" && problem?.kind == .store)
            #expect(problem?.description.contains("other") == false)
        }
        redis.kill()
        let problem = await #expect(throws: Problem.self) {
            try await RedisCoordination.check(try RedisAddress(right))
        }
        #expect(problem?.what.contains("refused") == true)
    }
}
