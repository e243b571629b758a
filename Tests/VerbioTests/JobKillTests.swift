import Foundation
import Testing
import VerbioTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Jobs and kill -9", .serialized, .timeLimit(.minutes(10)))
struct JobKillTests {
    /// Calls that may be in progress when the server is killed, each of which is made again.
    private static let callsInFlight = 24

    @Test(
        "given a job in progress, when the server is killed repeatedly, then it is done, and nothing is billed twice")
    func killed() async throws {
        let product = try Product()
        defer { product.remove() }
        let (calm, killed) = (try variables(product, "calm"), try variables(product, "killed"))
        let recording = try CrashTests.longRecording(times: 4)
        let wanted = try await perform(recording, product, calm)
        let lines = Self.lines(of: calm)

        var (id, server, address) = ("", try product.start(["serve", "--port", "0"], environment: killed), "")
        address = try await Self.address(of: server)
        id = try await Self.post(recording, to: address)
        let upload = URL(filePath: killed["VERBIO_STORE_PATH"] ?? "").appending(path: "verbio.jobs/\(id)")
        #expect(FileManager.default.fileExists(atPath: upload.path), "accepted means that it is there")
        var seen: [String] = []
        let rounds = 5
        for round in 1...rounds {
            let point = lines * round / (rounds + 2)
            await server.wait { Self.lines(of: killed) >= point }
            seen += try await Self.firstEvents(of: id, at: address, after: seen.last, most: 6)
            kill(server.pid, SIGKILL)
            _ = try await server.end()
            server = try product.start(["serve", "--port", "0"], environment: killed)
            address = try await Self.address(of: server)
        }
        let (events, job) = try await Self.rest(of: id, at: address, after: seen.last)
        kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)

        #expect(job["state"] as? String == "done", "\(job)")
        let ids = seen + events.compactMap(\.id)
        #expect(Set(ids).count == ids.count, "no event came twice")
        #expect(ids.compactMap { Int($0.split(separator: "-")[1]) } == Array(1...ids.count), "and none is missing")
        #expect(!FileManager.default.fileExists(atPath: upload.path))
        let document = try await export(job, product, killed)
        #expect(document == wanted && wanted.count > 1_000)
        let answered = try Self.log(of: killed).filter { $0.hasPrefix("end") }.map {
            $0.split(separator: " ").dropFirst()
        }
        let repeated = answered.count - Set(answered).count
        #expect(repeated <= rounds * Self.callsInFlight, "\(repeated) of \(answered.count) calls were made again")
    }

    @Test(
        "given a job whose server was killed, when its conversation is resumed, then the whole recording is heard",
        arguments: [true, false])
    func resumed(isText: Bool) async throws {
        let product = try Product()
        defer { product.remove() }
        let variables = try variables(product, "resumed")
        let calm = try variables.merging(self.variables(product, "calm")) { $1 }
        let recording = try CrashTests.longRecording(times: 4)
        let text = Data((1...60).map { "This is line \($0).\n" }.joined().utf8)
        let wanted = isText ? "" : try await perform(recording, product, calm)

        var server = try product.start(["serve", "--port", "0"], environment: variables)
        var address = try await Self.address(of: server)
        let id = try await Self.post(isText ? text : recording, asText: isText, to: address)
        await server.wait { Self.lines(of: variables) >= 12 }
        kill(server.pid, SIGKILL)
        _ = try await server.end()
        let resumed = try await product.run(["resume"], environment: variables)
        #expect(resumed.code == 0, "\(resumed.errors)")
        let calls = Self.lines(of: variables)

        server = try product.start(["serve", "--port", "0"], environment: variables)
        address = try await Self.address(of: server)
        let (_, job) = try await Self.rest(of: id, at: address, after: nil)
        kill(server.pid, SIGTERM)
        _ = try await server.end()
        #expect(job["state"] as? String == "done", "\(job)")
        #expect(Self.lines(of: variables) == calls, "the job finds all of its work done")
        let captions = try await export(job, product, variables, as: isText ? "txt" : "srt")
        if isText { #expect(captions.contains("This is line 60.")) } else { #expect(captions == wanted) }
    }

    /// The captions in both languages of a job that is not disturbed.
    private func perform(_ recording: Data, _ product: Product, _ variables: [String: String]) async throws -> String {
        let server = try product.start(["serve", "--port", "0"], environment: variables)
        let address = try await Self.address(of: server)
        let id = try await Self.post(recording, to: address)
        let (_, job) = try await Self.rest(of: id, at: address, after: nil)
        kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
        return try await export(job, product, variables)
    }

    private func export(
        _ job: [String: Any], _ product: Product, _ variables: [String: String], as format: String = "srt"
    ) async throws -> String {
        let part = try #require((job["conversations"] as? [[String: Any]])?.first?["conversation"] as? String)
        let folder = product.folder.appending(path: UUID().uuidString)
        let ended = try await product.run(
            ["conversations", "export", part, "-o", folder.path, "--formats", format, "--captions", "bilingual"],
            environment: variables)
        #expect(ended.code == 0, "\(ended.errors)")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    private func variables(_ product: Product, _ name: String) throws -> [String: String] {
        let scenario = "{latency: 15, jitter: 0.5}"
        try "recognition: \(scenario)\ntranslation: \(scenario)\nsynthesis: \(scenario)\n"
            .write(to: product.folder.appending(path: "steady.yaml"), atomically: true, encoding: .utf8)
        return CrashTests.environment.merging([
            "VERBIO_STORE_PATH": product.folder.path + "/\(name).store",
            "VERBIO_SIM_CALL_LOG": product.folder.path + "/\(name).calls",
            "VERBIO_PROVIDERS_SCENARIOS": product.folder.path, "VERBIO_PROVIDERS_STT": "sim:steady",
            "VERBIO_PROVIDERS_MT": "sim:steady", "VERBIO_PROVIDERS_TTS": "none",
        ]) { $1 }
    }

    private static func log(of variables: [String: String]) throws -> [Substring] {
        let path = variables["VERBIO_SIM_CALL_LOG"] ?? ""
        return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
    }

    private static func lines(of variables: [String: String]) -> Int { (try? log(of: variables).count) ?? 0 }

    // MARK: The client

    private static func address(of server: Product.Running) async throws -> String {
        await server.wait(for: "listening on http://127.0.0.1:")
        let text = try String(contentsOf: server.errors, encoding: .utf8)
        let port = try #require(text.firstMatch(of: /:(\d+)\s*$/), "the server ended: \(text)").1
        return "http://127.0.0.1:\(port)"
    }

    /// - Returns: the identifier of the new job.
    private static func post(_ input: Data, asText: Bool = false, to address: String) async throws -> String {
        var request = URLRequest(url: try #require(URL(string: address + "/api/jobs?from=en&to=es")))
        request.httpMethod = "POST"
        request.setValue(asText ? "application/json" : "audio/wav", forHTTPHeaderField: "Content-Type")
        let sent =
            asText
            ? try JSONSerialization.data(withJSONObject: ["text": String(decoding: input, as: UTF8.self)]) : input
        let (body, answer) = try await URLSession.shared.upload(for: request, from: sent)
        #expect((answer as? HTTPURLResponse)?.statusCode == 202)
        let job = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        return try #require(job?["id"] as? String)
    }

    private struct Received {
        var id: String?
        var name = ""
        var data = ""
    }

    /// The identifiers of the next events, of those that are there.
    private static func firstEvents(
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
    private static func rest(
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
