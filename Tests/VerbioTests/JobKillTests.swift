import Foundation
import Testing
import VerbioTesting

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
        address = try await JobClient.address(of: server)
        id = try await JobClient.post(recording, to: address)
        let upload = URL(filePath: killed["VERBIO_STORE_PATH"] ?? "").appending(path: "verbio.jobs/\(id)")
        #expect(FileManager.default.fileExists(atPath: upload.path), "accepted means that it is there")
        var seen: [String] = []
        let rounds = 5
        for round in 1...rounds {
            let point = lines * round / (rounds + 2)
            await server.wait { Self.lines(of: killed) >= point }
            seen += try await JobClient.firstEvents(of: id, at: address, after: seen.last, most: 6)
            kill(server.pid, SIGKILL)
            _ = try await server.end()
            server = try product.start(["serve", "--port", "0"], environment: killed)
            address = try await JobClient.address(of: server)
        }
        let (events, job) = try await JobClient.rest(of: id, at: address, after: seen.last)
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
        let text = (1...60).map { "This is line \($0).\n" }.joined()
        let wanted = isText ? "" : try await perform(recording, product, calm)

        var server = try product.start(["serve", "--port", "0"], environment: variables)
        var address = try await JobClient.address(of: server)
        let id =
            isText
            ? try await JobClient.post(
                try JSONSerialization.data(withJSONObject: ["text": text]), as: "application/json", to: address)
            : try await JobClient.post(recording, to: address)
        await server.wait { Self.lines(of: variables) >= 12 }
        kill(server.pid, SIGKILL)
        _ = try await server.end()
        let resumed = try await product.run(["resume"], environment: variables)
        #expect(resumed.code == 0, "\(resumed.errors)")
        let calls = Self.lines(of: variables)

        server = try product.start(["serve", "--port", "0"], environment: variables)
        address = try await JobClient.address(of: server)
        let (_, job) = try await JobClient.rest(of: id, at: address, after: nil)
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
        let address = try await JobClient.address(of: server)
        let id = try await JobClient.post(recording, to: address)
        let (_, job) = try await JobClient.rest(of: id, at: address, after: nil)
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
}
