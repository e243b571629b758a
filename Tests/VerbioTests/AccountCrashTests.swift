import Foundation
import Glibc
import Testing
import VerbioTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Accounts of a server that is killed.
@Suite("Accounts across a kill", .serialized, .timeLimit(.minutes(5)))
struct AccountCrashTests {
    private static let settings = [
        "VERBIO_PROVIDERS_STT": "sim:instant", "VERBIO_PROVIDERS_MT": "sim:instant",
        "VERBIO_PROVIDERS_TTS": "sim:instant", "VERBIO_ACCOUNTS_URL": "http://127.0.0.1:8765",
        "VERBIO_ACCOUNTS_GUESTS_PER_HOUR": "10",
    ]
    private static let curl = "/usr/bin/curl"
    private static let hasCurl = FileManager.default.isExecutableFile(atPath: curl)

    private struct Served {
        let process: Product.Running
        let address: String

        init(_ product: Product, _ more: [String: String] = [:]) async throws {
            process = try product.start(
                ["serve", "--port", "0"],
                environment: AccountCrashTests.settings.merging(more, uniquingKeysWith: { _, new in new }))
            await process.wait(for: "listening on http://127.0.0.1:")
            let text = try String(contentsOf: process.errors, encoding: .utf8)
            address = String(try #require(text.matches(of: /http:\/\/127\.0\.0\.1:\d+/).last, "it ended: \(text)").0)
        }

        func send(
            _ path: String, _ method: String = "GET", token: String? = nil, type: String = "application/json",
            body: Data? = nil
        ) async throws -> (status: Int, json: [String: Any]) {
            var request = URLRequest(url: try #require(URL(string: address + path)))
            request.httpMethod = method
            if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
            if let body {
                request.httpBody = body
                request.setValue(type, forHTTPHeaderField: "Content-Type")
            }
            let (data, response) = try await URLSession.shared.data(for: request)
            let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, json ?? [:])
        }

        func guest() async throws -> (id: String, token: String, refresh: String) {
            let made = try await send("/api/auth/guest", "POST", body: Data("{}".utf8)).json
            let account = try #require(made["account"] as? [String: Any])
            return (
                try #require(account["id"] as? String), try #require(made["accessToken"] as? String),
                try #require(made["refreshToken"] as? String)
            )
        }

        /// Begins a translation whose recording does not end.
        func hold(_ token: String) throws -> Program {
            let sample = Product.sample("welcome.wav").path
            let upload =
                "(cat '\(sample)'; exec sleep 600) | exec \(AccountCrashTests.curl) -sN -T - -X POST "
                + "-H 'Authorization: Bearer \(token)' '\(address)/api/translate?from=en&to=es&tts=none'"
            return try Program("/bin/sh", ["-c", upload], environment: ["PATH": "/usr/bin:/bin"])
        }

        func kill() async throws {
            Glibc.kill(process.pid, SIGKILL)
            _ = try await process.end()
        }
    }

    @Test(
        "given an erasure that waits for a translation, when the server is killed, then the next one finishes it",
        .enabled(if: hasCurl, "there is no curl"))
    func finishesErasures() async throws {
        let product = try Product()
        defer { product.remove() }
        let first = try await Served(product)
        let guest = try await first.guest()
        let scope = product.store.appending(path: "scopes/account-\(guest.id)")
        let upload = try first.hold(guest.token)
        defer { Glibc.kill(upload.pid, SIGKILL) }
        // The translation has begun: an erasure before that would refuse it.
        #expect(
            try await first.process.reaches {
                let list = try await first.send("/api/conversations", token: guest.token)
                return (list.json["conversations"] as? [Any])?.isEmpty == false
            })
        let answer = try await first.send("/api/user/profile", "DELETE", token: guest.token)
        #expect(answer.status == 202 && answer.json["state"] as? String == "pending")
        try await first.kill()
        #expect(FileManager.default.fileExists(atPath: scope.path))
        func accounts() async throws -> String {
            try await product.run(["accounts", "list", "--json"], environment: Self.settings).output
        }
        #expect(try await accounts().contains("\"state\":\"erasing\""))

        let second = try await Served(product)
        #expect(try await second.send("/api/user/profile", token: guest.token).status == 401)
        let refresh = Data(#"{"refreshToken":"\#(guest.refresh)"}"#.utf8)
        #expect(try await second.send("/api/auth/refresh", "POST", body: refresh).status == 401)
        #expect(try await second.process.reaches { try await accounts().isEmpty })
        #expect(!FileManager.default.fileExists(atPath: scope.path))
        kill(second.process.pid, SIGTERM)
        #expect(try await second.process.end().code == 0)
    }

    @Test(
        "given minutes of a month, when the server is killed while they are used, then no more than these are ever heard",
        .enabled(if: hasCurl, "there is no curl"))
    func keepsMinutes() async throws {
        let product = try Product()
        defer { product.remove() }
        let tiers = product.folder.appending(path: "tiers.yaml")
        try """
        free: { minutes-a-month: 1.5, longest-file: unlimited, sessions: 1, providers: all, voices: all,
          history-days: unlimited, requests-a-minute: unlimited }
        """.write(to: tiers, atomically: true, encoding: .utf8)
        let more = ["VERBIO_ACCOUNTS_TIERS_FILE": tiers.path]
        let sound = try Data(contentsOf: Product.sample("welcome.wav"))
        func translate(_ server: Served, _ token: String) async throws -> Int {
            try await server.send(
                "/api/translate?from=en&to=es&tts=none", "POST", token: token, type: "audio/wav", body: sound
            ).status
        }
        func used(_ server: Served, _ token: String) async throws -> Double {
            try #require(
                try await server.send("/api/user/limits", token: token).json["minutesUsed"] as? Double)
        }
        let first = try await Served(product, more)
        let guest = try await first.guest()
        // A recording has 27.56 s, and the minutes suffice for three.
        #expect(try await translate(first, guest.token) == 200)
        let before = try await used(first, guest.token)
        #expect(before > 0.45 && before < 0.47)
        let upload = try first.hold(guest.token)
        defer { Glibc.kill(upload.pid, SIGKILL) }
        #expect(try await first.process.reaches { try await used(first, guest.token) > 0.6 })
        try await first.kill()

        let second = try await Served(product, more)
        let after = try await used(second, guest.token)
        #expect(after > 0.6 && after < 0.95, "\(after)")
        var statuses: [Int] = []
        for _ in 0..<3 { statuses.append(try await translate(second, guest.token)) }
        #expect(statuses.last == 429 && statuses.count { $0 == 200 } <= 2, "\(statuses)")
        #expect(try await used(second, guest.token) <= 1.5)
        kill(second.process.pid, SIGTERM)
        #expect(try await second.process.end().code == 0)
    }
}
