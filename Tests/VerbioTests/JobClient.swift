import Foundation
import Testing
import VerbioTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a server that does jobs.
enum JobClient {
    static func address(of server: Product.Running) async throws -> String {
        await server.wait(for: "listening on http://127.0.0.1:")
        let text = try String(contentsOf: server.errors, encoding: .utf8)
        let port = try #require(text.firstMatch(of: /:(\d+)\s*$/), "the server ended: \(text)").1
        return "http://127.0.0.1:\(port)"
    }

    /// - Returns: the identifier of the new job.
    static func post(_ input: Data, as type: String = "audio/wav", to address: String) async throws -> String {
        var request = URLRequest(url: try #require(URL(string: address + "/api/jobs?from=en&to=es")))
        request.httpMethod = "POST"
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        let (body, answer) = try await URLSession.shared.upload(for: request, from: input)
        #expect((answer as? HTTPURLResponse)?.statusCode == 202)
        let job = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        return try #require(job?["id"] as? String)
    }

    struct Received {
        var id: String?
        var name = ""
        var data = ""
    }

    /// The identifiers of the next events, of those that are there.
    static func firstEvents(
        of id: String, at address: String, after last: String?, most: Int
    ) async throws -> [String] {
        // The client leaves after a moment, wherever the stream is: with `--max-time` it is the same as any client that is cut off.
        let text = try await curl(
            ["--max-time", "0.5"] + (last.map { ["-H", "Last-Event-ID: \($0)"] } ?? []) + [
                "\(address)/api/jobs/\(id)/events"
            ])
        return Array(received(text).compactMap(\.id).prefix(most))
    }

    /// The rest of the events and the job at its end.
    static func rest(
        of id: String, at address: String, after last: String?
    ) async throws -> (events: [Received], job: [String: Any]) {
        let text = try await curl(
            (last.map { ["-H", "Last-Event-ID: \($0)"] } ?? []) + ["\(address)/api/jobs/\(id)/events"])
        let all = received(text)
        let end = try #require(all.last)
        #expect(end.name == "job")
        let job = try JSONSerialization.jsonObject(with: Data(end.data.utf8)) as? [String: Any]
        return (all.dropLast(), try #require(job))
    }

    /// Complete events only: one that was cut has no empty line after it.
    private static func received(_ text: String) -> [Received] {
        let frames = text.components(separatedBy: "\n\n").dropLast()
        return frames.compactMap { frame in
            var event = Received()
            for line in frame.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { continue }
                let value = String(parts[1].drop { $0 == " " })
                switch parts[0] {
                case "id": event.id = value
                case "event": event.name = value
                case "data": event.data = value
                default: break
                }
            }
            return event.name.isEmpty ? nil : event
        }
    }

    private static func curl(_ arguments: [String]) async throws -> String {
        let output = FileManager.default.temporaryDirectory.appending(path: "events-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let program = try Program(
            "/usr/bin/curl", ["-sN"] + arguments, environment: [:], folder: "/tmp", output: output.path,
            errors: "/dev/null")
        _ = await program.end()
        return (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    }
}
