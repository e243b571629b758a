import Foundation
import Glibc
import Testing
import VerbioTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Keys on the command line", .serialized, .timeLimit(.minutes(5))) struct KeyCommandTests {
    @Test(
        "given a running server, when a key is made, rotated and revoked, then requests are judged by that within a second"
    )
    func serves() async throws {
        let product = try Product()
        defer { product.remove() }
        let server = try product.start(["serve", "--port", "0"], environment: Self.engines)
        let address = try await Self.address(of: server)
        #expect(try await Self.status(address, nil) == 200)

        let made = try await product.run(["keys", "create", "phone app", "--tenant", "acme", "--days", "90"])
        let key = made.output.trimmingCharacters(in: .newlines)
        #expect(made.code == 0 && key.hasPrefix("vk_") && key.count == 68)
        #expect(made.errors.contains("cannot be shown again") && !made.errors.contains(key))
        #expect(try await Self.refuses(nil, at: address))
        #expect(try await Self.status(address, key) == 200)

        let list = try await product.run(["keys", "list", "--json"])
        let entry = try #require(
            try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any])
        #expect(entry["name"] as? String == "phone app" && entry["tenant"] as? String == "acme")
        #expect(entry["state"] as? String == "active" && entry["lastUsedAt"] != nil && entry["expiresAt"] != nil)
        #expect(entry["permissions"] as? [String] == ["change", "read", "translate"])
        #expect(!list.output.contains(key.suffix(52)))
        let id = try #require(entry["id"] as? String)

        let limited = try await product.run(["keys", "limits", id, "--requests-per-minute", "90"])
        #expect(limited.code == 0 && limited.output.contains("requests-per-minute: 90\n  translations: no limit"))
        let told = try await product.run(["keys", "limits", id, "--without", "requests-per-minute", "--json"])
        #expect(told.code == 0 && !told.output.contains("\"limits\""), "\(told.output)")
        let wrong = try await product.run(["keys", "limits", id, "--without", "speed"])
        #expect(wrong.code == 2 && wrong.errors.contains("requests-per-minute, translations"))

        let rotated = try await product.run(["keys", "rotate", id, "--overlap", "0"])
        let second = rotated.output.trimmingCharacters(in: .newlines)
        #expect(try await Self.refuses(key, at: address))
        #expect(try await Self.status(address, second) == 200)

        let revoked = try await product.run(["keys", "revoke", id])
        #expect(revoked.output == "revoked \(id)  phone app\n")
        #expect(try await Self.refuses(second, at: address))
        #expect(try await Self.status(address, nil) == 401, "the server stays closed")
        kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
        #expect(try await product.run(["keys"]).output.contains("revoked"))
    }

    @Test("given no key, when the service is to listen for other machines, then it refuses, unless --insecure is given")
    func insecure() async throws {
        let product = try Product()
        defer { product.remove() }
        let refused = try await product.run(["serve", "--port", "0", "--host", "0.0.0.0"], environment: Self.engines)
        #expect(refused.code == 2 && refused.errors.contains("without a key"))
        #expect(refused.errors.contains("verbio keys create") && refused.errors.contains("--insecure"))
        let server = try product.start(
            ["serve", "--port", "0", "--host", "0.0.0.0", "--insecure"], environment: Self.engines)
        let address = try await Self.address(of: server, "0.0.0.0")
        #expect(try await Self.status(address, nil) == 200)
        kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
    }

    @Test(
        "given no key, when keys are always required, then the service starts for other machines and waits for the first"
    )
    func firstKeyLater() async throws {
        let product = try Product()
        defer { product.remove() }
        let environment = Self.engines.merging(["VERBIO_SERVE_KEYS": "always"]) { $1 }
        let server = try product.start(["serve", "--port", "0", "--host", "0.0.0.0"], environment: environment)
        let address = try await Self.address(of: server, "0.0.0.0")
        #expect(try await Self.status(address, nil) == 401)
        let key = try await product.run(["keys", "create", "phone"]).output.trimmingCharacters(in: .newlines)
        #expect(try await Self.status(address, nil) == 401)
        #expect(try await Self.status(address, key) == 200)
        kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
    }

    @Test(
        "given a wrong value, when a key is to be made, then one sentence says what to do and nothing is stored",
        arguments: [
            (["", "--days", "1"], "1 to 80 characters"), (["a", "--days", "0"], "1 to 3650 days"),
            (["a", "--tenant", "../x"], "--tenant"),
            (["a", "--can", "fly"], "read, translate, change, operate, admin"),
            (["a", "--can", ","], "no permission"),
        ])
    func refused(arguments: [String], part: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(["keys", "create"] + arguments)
        #expect(ended.code == 2 && ended.output.isEmpty && ended.errors.contains(part), "\(ended.errors)")
        #expect(try await product.run(["keys", "list"]).output.isEmpty)
    }

    private static let engines = [
        "VERBIO_PROVIDERS_STT": "sim:instant", "VERBIO_PROVIDERS_MT": "sim:instant",
        "VERBIO_PROVIDERS_TTS": "sim:instant",
    ]

    /// Whether the server refuses a key. It remembers for a second what it was before, so it is asked again until then.
    static func refuses(_ key: String?, at address: String) async throws -> Bool {
        for _ in 0..<20_000 where try await status(address, key) == 401 { return true }
        return false
    }

    private static func status(_ address: String, _ key: String?) async throws -> Int? {
        var request = URLRequest(url: try #require(URL(string: address + "/api/conversations")))
        if let key { request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
        return (try await URLSession.shared.data(for: request).1 as? HTTPURLResponse)?.statusCode
    }

    private static func address(of server: Product.Running, _ host: String = "127.0.0.1") async throws -> String {
        await server.wait(for: "listening on http://\(host):")
        let text = try String(contentsOf: server.errors, encoding: .utf8)
        let port = try #require(text.firstMatch(of: /:(\d+)\s*$/), "the server ended: \(text)").1
        return "http://127.0.0.1:\(port)"
    }
}
