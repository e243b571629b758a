import Access
import Foundation
import Jobs
import Testing
import VerbioTesting

@testable import VerbioServer

/// The server against its own description, by the judgement of another program.
@Suite("Conformance", .serialized, .timeLimit(.minutes(5)))
struct ConformanceTests {
    /// `make setup-conformance` installs it.
    private static let program: String? = {
        let path = SpeechFixtures.packageRoot + "/.build/conformance/bin/schemathesis"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    @Test(
        "given the description, when schemathesis derives right and wrong requests from it, then every answer is a described one",
        .enabled(if: program != nil, "schemathesis is missing; make setup-conformance installs it"))
    func described() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "conformance-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "output").path
        let settings = SpeechFixtures.packageRoot + "/Tests/VerbioServerTests/Scripts/schemathesis.toml"
        try await KeyPlace.with { keys in
            try await AccountPlace.with { place in
                let jobs = JobServices(
                    try JobHall.stores(in: folder.path), outside: OutsideClient(listed: try HostList([], of: "test")),
                    signer: CallbackSigner(secret: JobHall.secret))
                try await withServer(services: place.services, policy: place.policy(keys.ring), jobs: jobs) { server in
                    let key = try await keys.key { $0.permissions = Set(Permission.allCases) }
                    let program = try Program(
                        try #require(Self.program),
                        [
                            "--config-file", settings, "run", "http://127.0.0.1:\(server.port)/openapi.json",
                            "--header", key, "--checks", "all", "--phases", "examples,coverage", "--seed", "36",
                            // A WebSocket is no request of OpenAPI.
                            "--exclude-path", "/api/live", "--continue-on-failure", "--warnings", "off", "--workers",
                            "2",
                        ], folder: folder.path, output: output)
                    let status = await program.end()
                    let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
                    #expect(status == 0, "\(text.suffix(20_000))")
                }
            }
        }
    }
}
