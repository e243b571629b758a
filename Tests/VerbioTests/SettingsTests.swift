import Foundation
import Testing
import VerbioTesting

/// Where settings come from.
@Suite("Settings", .timeLimit(.minutes(10)))
struct SettingsTests {
    @Test("settings come from flags before the environment before the file before the defaults")
    func settings() async throws {
        let product = try Product()
        defer { product.remove() }
        let file = product.folder.appending(path: "verbio.yaml")
        try "pipeline:\n  in-flight: 3\n  attempts: 2\ncontext:\n  pairs: 1\n".write(
            to: file, atomically: true, encoding: .utf8)
        let shown = try await product.run(
            ["config", "show", "--json", "--config", file.path, "--store", "elsewhere"],
            environment: ["VERBIO_PIPELINE_ATTEMPTS": "7"])
        #expect(shown.code == 0, "\(shown.errors)")
        let all = try #require(
            try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: [String: String]])
        #expect(all["pipeline.in-flight"] == ["value": "3", "origin": "file \(file.path)"])
        #expect(all["pipeline.attempts"] == ["value": "7", "origin": "environment"])
        #expect(all["store.path"] == ["value": "elsewhere", "origin": "flag"])
        #expect(all["context.lag"] == ["value": "2", "origin": "default"])

        try "pipeline:\n  inflight: 3\n".write(to: file, atomically: true, encoding: .utf8)
        let unknown = try await product.run(["config", "show", "--config", file.path])
        #expect(unknown.code == 2)
        #expect(unknown.errors.contains("there is no setting 'pipeline.inflight'"))
        try "pipeline:\n  in-flight: many\n".write(to: file, atomically: true, encoding: .utf8)
        let wrong = try await product.run(["config", "show", "--config", file.path])
        #expect(wrong.code == 2)
        #expect(wrong.errors.contains("pipeline.in-flight"))
    }

    @Test("the shipped configuration file is the one that init writes, and every line of it works")
    func shippedConfiguration() async throws {
        let product = try Product()
        defer { product.remove() }
        let written = try await product.run(["config", "init", "-"])
        let shipped = try String(contentsOf: Product.root.appending(path: "config/verbio.yaml"), encoding: .utf8)
        #expect(written.output == shipped, "run 'verbio config init --force config/verbio.yaml'")
        // Uncommented, it gives the defaults.
        let file = product.folder.appending(path: "all.yaml")
        let lines = shipped.split(separator: "\n").dropFirst(2).map {
            $0.hasPrefix("# ") ? $0.dropFirst(2) : $0.dropFirst(1)
        }
        try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        let shown = try await product.run(
            ["config", "show", "--config", file.path], environment: ["VERBIO_STORE_PATH": "x"])
        #expect(shown.code == 0, "\(shown.errors)")
        let plain = try await product.run(["config", "show"], environment: ["VERBIO_STORE_PATH": "x"])
        func values(_ text: String) -> [String] {
            text.split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        }
        #expect(values(shown.output) == values(plain.output))
    }
}
