import Accounts
import CurlHTTP
import Foundation
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("Logins at a server", .serialized, .timeLimit(.minutes(5)))
struct RemoteLoginTests {
    /// A file of logins in a separate folder, which is not there yet.
    private struct Place {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-logins-\(UUID().uuidString)")
        let client = HTTPClient()
        let clock = ManualTime()

        /// The test moves the wall clock; a wait lets other tasks continue.
        var time: TimeSource {
            TimeSource(
                now: TimeSource.system.now, sleep: { _ in try await TimeSource.system.sleep(.milliseconds(2)) },
                wallClockMilliseconds: clock.source.wallClockMilliseconds)
        }

        var path: String { folder.path + "/verbio/logins.json" }

        func logins(at path: String? = nil) -> RemoteLogins {
            RemoteLogins(at: path ?? self.path, client: client, time: time)
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }

        var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    }

    /// Logs in, with a person who approves.
    private func login(
        _ place: Place, _ server: RunningServer, _ person: SignedIn, approve: Bool = true
    ) async throws -> RemoteLogin {
        let logins = place.logins()
        let waiting = try await logins.begin(at: "http://127.0.0.1:\(server.port)/", device: "laptop")
        #expect(waiting.completeAddress.hasSuffix("/#device/\(waiting.userCode)"))
        let body = Array(#"{"userCode":"\#(waiting.userCode)","approve":\#(approve)}"#.utf8)
        #expect(try await server.post("/api/auth/device/decision", body, fields: [person.field]).status == 204)
        return try await logins.finish(waiting)
    }

    @Test(
        "given a login that was approved, when tokens are requested, then they are refreshed in time and kept private")
    func logsIn() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            let here = Place()
            defer { here.remove() }
            let login = try await self.login(here, server, ada)
            #expect(login.account == ada.account && login.server == "http://127.0.0.1:\(server.port)")
            for (path, mode) in [(here.path, 0o600), (here.folder.path + "/verbio", 0o700)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o777 } == mode)
            }
            let first = try await login.accessToken()
            #expect(try await login.accessToken() == first)
            #expect(try await login.profile().email == "ada@example.com")
            // Another process finds it by the address, or because it is the only one.
            #expect(try await here.logins().login(at: login.server).accessToken() == first)
            #expect(try await here.logins().login().accessToken() == first)

            here.clock.advance(by: .seconds(14 * 60 + 1))
            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await here.logins().login().accessToken() }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(tokens.count == 1 && !tokens.contains(first))
            #expect(try await login.accessToken() == tokens.first)

            let logins = here.logins()
            #expect(try await logins.logOut(login))
            #expect(try logins.servers().isEmpty && !here.text.contains("accessToken"))
            #expect(throws: Problem.self) { try logins.login() }
            let token = try #require(tokens.first)
            let answer = try await server.send(
                "GET", "/api/user/profile", fields: ["Authorization: Bearer \(token)"])
            #expect(answer.code == "token.ended")
        }
    }

    @Test(
        "given a login that is denied, or a session that is ended elsewhere, when it is used, then the sentence says what to do"
    )
    func tellsEnds() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            let here = Place()
            defer { here.remove() }
            func code(_ work: () async throws -> Void) async -> String? {
                do { try await work() } catch { return (error as? Problem)?.code ?? "\(error)" }
                return nil
            }
            #expect(await code { _ = try await self.login(here, server, ada, approve: false) } == "login.denied")
            #expect(here.text.isEmpty)
            let login = try await self.login(here, server, ada)
            _ = try await server.send("POST", "/api/auth/logout-all", fields: [ada.field])
            #expect(await code { _ = try await login.profile() } == "login.ended")
            here.clock.advance(by: .seconds(900))
            #expect(await code { _ = try await login.accessToken() } == "login.ended")
            // The tokens are removed although the server does not know them any more.
            #expect(try await here.logins().logOut(login))
            #expect(await code { _ = try await login.accessToken() } == "login.ended")
        }
    }

    @Test("given a server without accounts or an address that is not safe, when a login begins, then it says so")
    func refusesServers() async throws {
        let here = Place()
        defer { here.remove() }
        try await withServer { server in
            let problem = await #expect(throws: Problem.self) {
                _ = try await here.logins().begin(at: "http://127.0.0.1:\(server.port)", device: nil)
            }
            #expect(problem?.code == "login.refused")
        }
        for address in [
            "", "verbio.example.com", "http://verbio.example.com", "ftp://verbio.example.com",
            "https://ada:secret@verbio.example.com", "https://verbio.example.com/?x=1", "https://verbio.example.com#x",
        ] {
            let problem = await #expect(throws: Problem.self) {
                _ = try await here.logins().begin(at: address, device: nil)
            }
            #expect(problem?.code == "login.server", "\(address)")
        }
        #expect(!FileManager.default.fileExists(atPath: here.folder.path))
    }

    @Test(
        "given a file of logins that others may read or that is damaged, when it is used, then no token comes from it")
    func refusesFiles() throws {
        let here = Place()
        defer { here.remove() }
        try FileManager.default.createDirectory(
            atPath: here.folder.path + "/verbio", withIntermediateDirectories: true)
        for (text, mode, code) in [
            (#"{"version":1,"servers":{}}"#, 0o644, "login.exposed"), ("{", 0o600, "login.unreadable"),
            (#"{"version":2,"servers":{}}"#, 0o600, "login.unreadable"),
        ] {
            try Data(text.utf8).write(to: URL(filePath: here.path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: here.path)
            let problem = #expect(throws: Problem.self) { try here.logins().servers() }
            #expect(problem?.code == code)
        }
        #expect(
            RemoteLogins.path(["HOME": "/home/ada"]) == "/home/ada/.local/state/verbio/logins.json"
                && RemoteLogins.path(["HOME": "/home/ada", "XDG_STATE_HOME": "/state"]) == "/state/verbio/logins.json")
    }
}
