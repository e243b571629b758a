import Foundation
import Testing
import VerbioTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Workers", .serialized, .timeLimit(.minutes(5)))
struct WorkerTests {
    @Test(
        "given a server that does no jobs, when workers run on its database, then they do its jobs, and the list has all of them",
        .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
    func workers() async throws {
        let product = try Product()
        defer { product.remove() }
        let variables = CrashTests.environment.merging([
            "VERBIO_STORE_PATH": try await PostgreSQLServer.shared().database(),
            "VERBIO_PROVIDERS_STT": "sim:instant", "VERBIO_PROVIDERS_MT": "sim:instant", "VERBIO_PROVIDERS_TTS": "none",
        ]) { $1 }
        let server = try product.start(
            ["serve", "--port", "0"], environment: variables.merging(["VERBIO_JOBS_CONCURRENT": "0"]) { $1 })
        await server.wait(for: "listening on http://127.0.0.1:")
        let text = try String(contentsOf: server.errors, encoding: .utf8)
        let port = try #require(text.firstMatch(of: /:(\d+)\s*$/), "the server ended: \(text)").1
        let jobs = "http://127.0.0.1:\(port)/api/jobs"
        var ids: [String] = []
        for number in 1...6 {
            let job = try await answer(to: jobs, #"{"text":"Line \#(number).","from":"en","to":"es"}"#)
            ids.append(try #require(job["id"] as? String))
        }
        let workers = try [1, 2].map { _ in try product.start(["worker", "--jobs", "1"], environment: variables) }
        for id in ids {
            let isDone = try await server.reaches {
                try await answer(to: "\(jobs)/\(id)")["state"] as? String == "done"
            }
            #expect(isDone)
        }
        let list = try await product.run(["nodes", "--json"], environment: variables)
        let nodes = try list.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(nodes.compactMap { $0["role"] as? String }.sorted() == ["server", "worker", "worker"])
        #expect(nodes.allSatisfy { $0["age"] as? Double ?? 99 < 30 && $0["jobs"] as? Int == 0 })
        for worker in workers {
            kill(worker.pid, SIGTERM)
            #expect(try await worker.end().code == 0)
        }
        let table = try await product.run(["nodes"], environment: variables)
        #expect(table.output.contains("server") && !table.output.contains("worker"), "\(table.output)")
        kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
        let empty = try await product.run(["nodes"], environment: variables)
        #expect(empty.code == 0 && empty.errors.contains("no server and no worker"))
    }

    @Test("given a folder, when its nodes are listed, or a worker is to do nothing, then the error says what to do")
    func refused() async throws {
        let product = try Product()
        defer { product.remove() }
        let list = try await product.run(["nodes"])
        #expect(list.code == 2 && list.errors.contains("a folder has no list of servers"))
        let worker = try await product.run(["worker", "--jobs", "0"])
        #expect(worker.code == 2 && worker.errors.contains("--jobs 1 or more"))
    }

    private func answer(to address: String, _ body: String? = nil) async throws -> [String: Any] {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = body == nil ? "GET" : "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = body.map { Data($0.utf8) }
        let (data, _) = try await URLSession.shared.data(for: request)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}
