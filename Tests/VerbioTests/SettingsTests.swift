import Foundation
import Testing
import VerbioService
import VerbioTesting

/// Where settings come from.
@Suite("Settings", .timeLimit(.minutes(10)))
struct SettingsTests {
    @Test("Given settings in several places, when they differ, then flags precede environment, file and defaults")
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
        #expect(all["context.tokens"] == ["value": "1200", "origin": "default"])

        try "pipeline:\n  inflight: 3\n".write(to: file, atomically: true, encoding: .utf8)
        let unknown = try await product.run(["config", "show", "--config", file.path])
        #expect(unknown.code == 2)
        #expect(unknown.errors.contains("there is no setting 'pipeline.inflight'"))
        try "pipeline:\n  in-flight: many\n".write(to: file, atomically: true, encoding: .utf8)
        let wrong = try await product.run(["config", "show", "--config", file.path])
        #expect(wrong.code == 2)
        #expect(wrong.errors.contains("pipeline.in-flight"))
    }

    @Test("Given the shipped configuration file, when init writes one, then both are the same, with valid defaults")
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

    @Test(
        "Given a setting of an earlier version, when it is still set, then one sentence says what applies now and what to do",
        arguments: RetiredSetting.all.map(\.name))
    func retired(name: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let setting = try #require(RetiredSetting.all.first { $0.name == name })
        let sentence = "there is no setting '\(name)' since version \(setting.since): \(setting.now)"
        let parts = name.split(separator: ".")
        let file = product.folder.appending(path: "old.yaml")
        try "\(parts[0]):\n  \(parts[1]): 2\n".write(to: file, atomically: true, encoding: .utf8)
        let inFile = try await product.run(["config", "show", "--config", file.path])
        #expect(
            inFile.code == 2 && inFile.errors.contains("\(file.path): \(sentence); delete its line"), "\(inFile.errors)"
        )
        let variable = setting.environmentName
        let inEnvironment = try await product.run(["config", "show"], environment: [variable: "2"])
        #expect(
            inEnvironment.code == 2 && inEnvironment.errors.contains("\(variable): \(sentence); unset the variable"),
            "\(inEnvironment.errors)")
        #expect(!Setting.all.contains { $0.name == name })
    }

    @Test("Given a settings file, when it is read, then providers.yaml beside it is, too", arguments: [true, false])
    func besides(named: Bool) async throws {
        let product = try Product()
        defer { product.remove() }
        let folder = product.folder.appending(path: "project")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try "context:\n  pairs: 2\n".write(
            to: folder.appending(path: "own.yaml"), atomically: true, encoding: .utf8)
        try "mine: {url: 'http://127.0.0.1:1/v1', free: true, mt: {wire: openai-chat, model: some}}".write(
            to: folder.appending(path: "providers.yaml"), atomically: true, encoding: .utf8)
        let list = try await product.run(
            ["providers", "list"] + (named ? ["--config", "project/own.yaml"] : []),
            environment: named ? [:] : ["VERBIO_CONFIG": "project/own.yaml"])
        #expect(list.code == 0 && list.output.contains("\nmine "), "\(list.output)\(list.errors)")
        let missing = try await product.run(
            ["providers", "list"], environment: ["VERBIO_PROVIDERS_FILE": "nowhere.yaml"])
        #expect(
            missing.code == 2 && missing.errors.contains("/nowhere.yaml: there is no such list"), "\(missing.errors)")
    }

    @Test("Given a proxy with a password, when settings are shown, then the password is hidden")
    func proxyPassword() async throws {
        let product = try Product()
        defer { product.remove() }
        let environment = ["VERBIO_HTTP_PROXY": "http://me:hunter2@proxy.example:3128"]
        for options in [[], ["--json"]] {
            let shown = try await product.run(["config", "show"] + options, environment: environment)
            #expect(shown.output.contains("•••@proxy.example:3128") && !shown.output.contains("hunter2"))
        }
    }

    @Test(
        "Given a file without certificates, when a provider is checked, then the file is refused before any call",
        arguments: [
            (["VERBIO_HTTP_AUTHORITIES": "empty.pem"], "empty.pem: the file has no certificates")
        ])
    func network(environment: [String: String], sentence: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try Data("nothing".utf8).write(to: product.folder.appending(path: "empty.pem"))
        let ended = try await product.start(
            ["providers", "check", "openai"], environment: environment.merging(["OPENAI_API_KEY": "k"]) { $1 }
        ).end()
        #expect(ended.code == 2)
        #expect(ended.errors.contains(sentence) && !ended.errors.contains("hunter2"), "\(ended.errors)")
    }
}
