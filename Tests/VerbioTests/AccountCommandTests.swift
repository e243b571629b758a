import Foundation
import Glibc
import Testing
import VerbioTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Accounts on the command line", .serialized, .timeLimit(.minutes(5))) struct AccountCommandTests {
    private static let settings = [
        "VERBIO_PROVIDERS_STT": "sim:instant", "VERBIO_PROVIDERS_MT": "sim:instant",
        "VERBIO_PROVIDERS_TTS": "sim:instant", "VERBIO_ACCOUNTS_URL": "http://127.0.0.1:8765",
        "VERBIO_ACCOUNTS_GUESTS_PER_HOUR": "10",
    ]

    @Test(
        "given a server with accounts, when the operator changes one, then the next request of its owner is judged by that"
    )
    func changes() async throws {
        let product = try Product()
        defer { product.remove() }
        let server = try product.start(["serve", "--port", "0"], environment: Self.settings)
        await server.wait(for: "listening on http://127.0.0.1:")
        let text = try String(contentsOf: server.errors, encoding: .utf8)
        let port = try #require(text.firstMatch(of: /:(\d+)\s*$/), "the server ended: \(text)").1
        let address = "http://127.0.0.1:\(port)"
        #expect(try await Self.send(address + "/api/conversations").status == 401)

        let guest = try await Self.send(address + "/api/auth/guest", "POST", body: "{}")
        let made = try #require(try JSONSerialization.jsonObject(with: guest.body) as? [String: Any])
        let token = try #require(made["accessToken"] as? String)
        let id = try #require((made["account"] as? [String: Any])?["id"] as? String)
        // Another process sees a change within a second.
        func profile(_ isExpected: (String, Int) -> Bool) async throws -> Bool {
            try await server.reaches {
                let answer = try await Self.send(address + "/api/user/profile", token: token)
                return isExpected(String(decoding: answer.body, as: UTF8.self), answer.status)
            }
        }
        let phrase = try await Self.send(
            address + "/api/translate", "POST", token: token, body: #"{"text":"Hello.","from":"en","to":"es"}"#)
        #expect(phrase.status == 200)
        let scope = product.store.appending(path: "scopes/account-\(id)")
        #expect(FileManager.default.fileExists(atPath: scope.path))

        func run(_ arguments: String...) async throws -> Product.Ended {
            try await product.run(["accounts"] + arguments, environment: Self.settings)
        }
        let list = try await run("list", "--json")
        #expect(list.code == 0 && list.output.contains("\"id\":\"\(id)\"") && list.output.contains("\"isGuest\":true"))
        #expect(try await run("show", id).output.contains("\"lastUsedAt\""))
        #expect(try await run("tier", id, "pro").output == "\(id)  pro\n")
        #expect(try await profile { body, _ in body.contains("\"tier\":\"pro\"") })
        let unknown = try await run("tier", id, "gold")
        #expect(unknown.code == 2 && unknown.errors.contains("use one of: free, pro, premium"))
        #expect(try await run("disable", id).output == "disabled \(id)\n")
        #expect(try await profile { _, status in status == 401 })
        #expect(try await run("enable", id).output == "enabled \(id)\n")
        #expect(try await run("reseal").errors.contains("sealed 1 account "))

        let erased = try await run("erase", id)
        let receipt = try #require(
            try JSONSerialization.jsonObject(with: Data(erased.output.utf8)) as? [String: Any])
        // The server has the store of the account open, so it is the one that removes it.
        #expect(receipt["state"] as? String == "pending")
        await server.wait { !FileManager.default.fileExists(atPath: scope.path) }
        #expect(!FileManager.default.fileExists(atPath: scope.path))
        #expect(try await server.reaches { try await run("list", "--json").output.isEmpty })
        let audit = try await run("audit", id, "--json")
        let events = audit.output.split(separator: "\n").compactMap { $0.firstMatch(of: /"event":"([a-z-]+)"/)?.1 }
        #expect(events.first == "guest-made" && events.last == "erased" && events.contains("tier-changed"))
        #expect(audit.code == 0 && audit.errors.contains("the log is complete"))
        let gone = try await run("show", id)
        #expect(gone.code == 2 && gone.errors.contains("there is no account \(id)"))
        kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
        let output = try String(contentsOf: server.errors, encoding: .utf8)
        #expect(!output.contains(token))
    }

    @Test(
        "given a stolen signing key, when the operator replaces it, then a client needs a new token and no new sign-in")
    func rotatesKey() async throws {
        let product = try Product()
        defer { product.remove() }
        let server = try product.start(["serve", "--port", "0"], environment: Self.settings)
        await server.wait(for: "listening on http://127.0.0.1:")
        let text = try String(contentsOf: server.errors, encoding: .utf8)
        let address = "http://127.0.0.1:" + (try #require(text.firstMatch(of: /:(\d+)\s*$/)).1)
        func tokens(_ path: String, _ body: String) async throws -> (access: String, refresh: String) {
            let answer = try await Self.send(address + path, "POST", body: body)
            let made = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
            return (try #require(made["accessToken"] as? String), try #require(made["refreshToken"] as? String))
        }
        func status(_ token: String) async throws -> Int {
            try await Self.send(address + "/api/user/profile", token: token).status
        }
        let first = try await tokens("/api/auth/guest", "{}")
        func rotate(_ options: String...) async throws -> Product.Ended {
            try await product.run(["accounts", "rotate-key"] + options, environment: Self.settings)
        }
        #expect(try await rotate("--grace", "61").code == 2)
        #expect(try await rotate("--grace", "60").code == 0)
        #expect(try await status(first.access) == 200)
        let rotated = try await rotate()
        #expect(rotated.output.contains("tokens of the old one are refused from 20"), "\(rotated.errors)")
        #expect(try await server.reaches { try await status(first.access) == 401 })
        let next = try await tokens("/api/auth/refresh", #"{"refreshToken":"\#(first.refresh)"}"#)
        #expect(try await status(next.access) == 200)
        kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
    }

    @Test(
        "given a setting of accounts that cannot work, when the server starts, then it says which and what to do",
        arguments: [
            ("URL", "http://verbio.example.com", "accounts.url is not an https address"),
            (
                "ISSUERS_FILE", "/there/is/none.yaml",
                "there is no such file; name another one with accounts.issuers-file"
            ),
            ("TIERS_FILE", "/there/is/none.yaml", "there is no such file; name another one with accounts.tiers-file"),
            ("SESSION_DAYS", "0", "accounts.session-days"),
        ])
    func refuses(name: String, value: String, sentence: String) async throws {
        let product = try Product()
        defer { product.remove() }
        var settings = Self.settings
        settings["VERBIO_ACCOUNTS_\(name)"] = value
        let ended = try await product.run(["serve", "--port", "0"], environment: settings)
        #expect(ended.code == 2)
        #expect(ended.errors.contains(sentence), "\(ended.errors)")
    }

    private static func send(
        _ address: String, _ method: String = "GET", token: String? = nil, body: String? = nil
    ) async throws -> (status: Int, body: Data) {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, data)
    }
}
