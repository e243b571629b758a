import Foundation
import Testing
import VerbioTesting

@testable import VerbioServer

/// RFC 6455 by the judgement of Autobahn's suite; ``SocketGroupTests`` needs no download.
///
/// Its groups 12 and 13 are left out, because they are of compression, which the server does not offer.
@Suite("Autobahn's suite", .serialized, .timeLimit(.minutes(30)))
struct AutobahnTests {
    /// `make setup-websockets` installs it.
    private static let program: String? = {
        let path = SpeechFixtures.packageRoot + "/.build/autobahn/bin/wstest"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// How many cases the groups have, in their order.
    private static let groups = ["1": 16, "2": 11, "3": 7, "4": 10, "5": 20, "6": 145, "7": 37, "9": 54, "10": 1]

    /// What the suite found in one case.
    private struct Finding: Decodable {
        var behavior: String
        var behaviorClose: String

        var isFine: Bool {
            let fine: Set = ["OK", "NON-STRICT", "INFORMATIONAL"]
            return fine.contains(behavior) && fine.contains(behaviorClose)
        }
    }

    @Test(
        "given a route that echoes, when Autobahn's suite tries its cases without compression, then none fails",
        .enabled(if: program != nil, "Autobahn's suite is missing; make setup-websockets installs it"))
    func cases() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "autobahn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withServer(moreRoutes: [EchoRoute.self]) { server in
            let order: [String: Any] = [
                "outdir": "reports", "cases": ["*"], "exclude-cases": ["12.*", "13.*"],
                "servers": [["agent": "verbio", "url": "ws://127.0.0.1:\(server.port)/echo?large"]],
            ]
            let path = folder.appending(path: "order.json").path
            try JSONSerialization.data(withJSONObject: order).write(to: URL(filePath: path))
            let output = folder.appending(path: "output").path
            let program = try Program(
                try #require(Self.program), ["-m", "fuzzingclient", "-s", path], folder: folder.path, output: output,
                errors: output)
            let status = await program.end()
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            #expect(status == 0, "\(text.suffix(20_000))")
            let report = folder.appending(path: "reports/index.json")
            let all = try JSONDecoder().decode([String: [String: Finding]].self, from: Data(contentsOf: report))
            let findings = try #require(all["verbio"])
            let counts = Dictionary(grouping: findings.keys) { String($0.prefix { $0 != "." }) }.mapValues(\.count)
            #expect(counts == Self.groups)
            #expect(findings.filter { !$0.value.isFine }.isEmpty)
        }
    }
}
