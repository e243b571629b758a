import Foundation
import Glibc
import Testing
import VerbioTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Logging in from a terminal", .serialized, .timeLimit(.minutes(5)))
struct LoginCommandTests {
    private static let settings = [
        "VERBIO_PROVIDERS_STT": "sim:instant", "VERBIO_PROVIDERS_MT": "sim:instant",
        "VERBIO_PROVIDERS_TTS": "sim:instant", "VERBIO_ACCOUNTS_URL": "http://127.0.0.1:8765",
        "VERBIO_ACCOUNTS_GUESTS_PER_HOUR": "10",
    ]

    private static func send(
        _ address: String, _ method: String = "GET", token: String? = nil, body: String? = nil
    ) async throws -> (status: Int, json: [String: Any]) {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, json ?? [:])
    }

    @Test(
        "given a server with accounts, when a terminal logs in and a person approves, then it is logged in until it logs out"
    )
    func logsIn() async throws {
        let product = try Product()
        defer { product.remove() }
        let server = try product.start(["serve", "--port", "0"], environment: Self.settings)
        await server.wait(for: "listening on http://127.0.0.1:")
        let text = try String(contentsOf: server.errors, encoding: .utf8)
        let port = try #require(text.firstMatch(of: /:(\d+)\s*$/), "the server ended: \(text)").1
        let address = "http://127.0.0.1:\(port)"
        let guest = try await Self.send(address + "/api/auth/guest", "POST", body: "{}").json
        let token = try #require(guest["accessToken"] as? String)
        let id = try #require((guest["account"] as? [String: Any])?["id"] as? String)

        let environment = ["XDG_STATE_HOME": product.folder.path + "/state", "VERBIO_HTTP_PROXY": "none"]
        func run(_ arguments: String...) async throws -> Product.Ended {
            try await product.run(arguments, environment: environment)
        }
        let nowhere = try await run("login", "--status")
        #expect(nowhere.code == 2 && nowhere.errors.contains("you are not logged in anywhere"))
        let login = try product.start(
            ["login", "--server", address + "/", "--device", "terminal"], environment: environment)
        await login.wait(for: "approve the code ")
        let told = try String(contentsOf: login.errors, encoding: .utf8)
        let code = try #require(told.firstMatch(of: /approve the code ([B-Z]{4}-[B-Z]{4})/), "\(told)").1
        #expect(told.contains("open http://127.0.0.1:8765/#device/\(code)"))
        let approved = try await Self.send(
            address + "/api/auth/device/decision", "POST", token: token,
            body: #"{"userCode":"\#(code)","approve":true}"#)
        #expect(approved.status == 204)
        let ended = try await login.end()
        #expect(ended.code == 0 && ended.output == "logged in at \(address) as guest \(id)\n", "\(ended)")

        let file = product.folder.appending(path: "state/verbio/logins.json")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode.map { $0 & 0o777 } == 0o600)
        #expect(try await run("login", "--status").output == "\(address)  guest \(id)  free\n")
        let json = try await run("login", "--status", "--json", "--server", address)
        #expect(json.code == 0 && json.output.contains("\"account\":\"\(id)\""))
        let sessions = try await Self.send(address + "/api/auth/sessions", token: token).json
        let devices = try #require(sessions["sessions"] as? [[String: Any]]).map { $0["device"] as? String }
        #expect(devices.contains("terminal") && devices.count == 2)

        #expect(try await run("logout").output == "logged out from \(address)\n")
        #expect(try await Self.send(address + "/api/auth/sessions", token: token).json.count == 1)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("refreshToken") == false)
        let again = try await run("logout")
        #expect(again.code == 2 && again.errors.contains("run 'verbio login --server"))
        kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
    }

    @Test(
        "given a command line that cannot log in, when it is run, then the sentence says what is missing",
        arguments: [
            (["login"], "name the server with --server"),
            (["login", "--json", "--server", "https://x"], "--json is for"),
            (["login", "--server", "http://verbio.example.com"], "this is not the https address of a server"),
            (["logout"], "this user is not logged in anywhere"),
        ])
    func refuses(arguments: [String], sentence: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(arguments)
        #expect(ended.code == 2 && ended.errors.contains(sentence), "\(ended.errors)")
    }
}
