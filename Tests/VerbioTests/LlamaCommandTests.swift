import Foundation
import FoundationNetworking
import Glibc
import Testing
import VerbioTesting

/// Language models on this machine, with a program in place of llama.cpp's server.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct LlamaCommandTests {
    private static let lines = "Good morning.\nWhere is the station?\nI would like a coffee.\nThank you very much.\n"

    private func environment(_ standIn: borrowing StandInLlama) -> [String: String] {
        ["VERBIO_LOCAL_LLAMA_SERVER": standIn.program]
    }

    /// The arguments of a text's translation, with the guards of translations satisfied by capital letters.
    private func command(_ product: Product, _ standIn: borrowing StandInLlama, to: String = "es") throws -> [String] {
        let file = product.folder.appending(path: "lines.txt")
        try Self.lines.write(to: file, atomically: true, encoding: .utf8)
        return ["text", file.path, "--from", "en", "--to", to, "--mt", "llama/" + standIn.file]
    }

    @Test(
        "Given a file of a model, when a text is translated, then each line is, in order, by one server that ends after it"
    )
    func text() async throws {
        let product = try Product()
        defer { product.remove() }
        let standIn = try StandInLlama(["answer"])
        let ended = try await product.run(try command(product, standIn), environment: environment(standIn))
        #expect(
            ended.output == "Buenos días.\n¿Dónde está la estación?\nQuisiera un café.\nMuchas gracias.\n",
            "\(ended.errors)")
        #expect(ended.code == 0)
        let pid = try #require(standIn.pids().first)
        #expect(standIn.pids().count == 1)
        await LivingProcess.waitForEnd(of: pid)
    }

    @Test(
        "Given a server that dies in the middle of a text, when it is replaced, then no line is lost or changes its place"
    )
    func death() async throws {
        let product = try Product()
        defer { product.remove() }
        let standIn = try StandInLlama(["answer", "half", "answer", "die", "answer"])
        let ended = try await product.run(try command(product, standIn), environment: environment(standIn))
        #expect(
            ended.output == "Buenos días.\n¿Dónde está la estación?\nQuisiera un café.\nMuchas gracias.\n",
            "\(ended.errors)")
        #expect(ended.code == 0 && standIn.pids().count == 3)
    }

    @Test("Given a model that is installed, when nothing names a translator, then it is taken where nothing is as good")
    func automatic() async throws {
        let product = try Product()
        defer { product.remove() }
        let standIn = try StandInLlama(["answer Guten Morgen."])
        let models = product.folder.appending(path: "data/verbio/models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: models.appending(path: "llama-mine"),
            withDestinationURL: URL(filePath: standIn.file).deletingLastPathComponent())
        let text = ["text", "Good morning.", "--from", "en", "--to", "de"]
        let ended = try await product.run(text, environment: environment(standIn))
        #expect(ended.output == "Guten Morgen.\n", "\(ended.errors)")
        // Without its program it cannot be used, and nothing else translates into German.
        let without = try await product.run(text, environment: ["VERBIO_LOCAL_LLAMA_SERVER": "/there/is/none"])
        #expect(without.code != 0 && without.errors.contains("verbio models install"), "\(without.errors)")
        // A model that is better in this direction is taken instead.
        try DictionaryModel([("Good", "Guten"), ("morning", "Tag")]).write(
            to: models.appending(path: "firefox-en-de").path, direction: "ende")
        let better = try await product.run(text, environment: environment(standIn))
        #expect(better.output == "Guten Tag.\n" && standIn.pids().count == 1, "\(better.errors)")
    }

    @Test(
        "Given several languages, when a text is translated into them, then one server serves all",
        arguments: [false, true])
    func severalLanguages(dies: Bool) async throws {
        let product = try Product()
        defer { product.remove() }
        let good = "answer Buenas tardes."
        let standIn = try StandInLlama(dies ? [good, "die", good] : [good])
        let ended = try await product.run(
            [
                "translate", Product.sample("hello.flac").path, "--from", "en", "--to", "es,pt", "--stt", "sim:instant",
                "--tts", "none", "--formats", "json", "--mt", "llama/" + standIn.file,
            ], environment: environment(standIn))
        #expect(ended.code == 0, "\(ended.errors)")
        // Clients of a server get the document, too: it names the model, and not where the disk has it.
        let model = URL(filePath: standIn.file)
        let document = try String(contentsOf: product.folder.appending(path: "hello.es.json"), encoding: .utf8)
        #expect(document.contains(model.lastPathComponent))
        #expect(!document.contains(model.deletingLastPathComponent().path))
        #expect(standIn.requests().contains { $0.contains("Spanish") })
        #expect(standIn.requests().contains { $0.contains("Portuguese") })
        #expect(standIn.pids().count == (dies ? 2 : 1))
    }

    @Test(
        "Given a server of Verbio's own without work, when the time of the setting is over, then its model is unloaded")
    func unloaded() async throws {
        let product = try Product()
        defer { product.remove() }
        let standIn = try StandInLlama(["answer Guten Morgen.", "answer Guten Abend."])
        var settings = environment(standIn)
        settings["VERBIO_PROVIDERS_MT"] = "llama/" + standIn.file
        settings["VERBIO_LOCAL_UNLOAD_AFTER"] = "1"
        let server = try product.start(["serve", "--port", "0"], environment: settings)
        await server.wait(for: "listening on http://127.0.0.1:")
        let text = try String(contentsOf: server.errors, encoding: .utf8)
        let port = try #require(text.firstMatch(of: /:(\d+)\s*$/)).1
        for (line, translation) in [("Good morning.", "Guten Morgen."), ("Good evening.", "Guten Abend.")] {
            var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/api/translate")))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(#"{"text":"\#(line)","from":"en","to":"de"}"#.utf8)
            let (answer, _) = try await URLSession.shared.data(for: request)
            #expect(String(decoding: answer, as: UTF8.self).contains(translation))
            await LivingProcess.waitForEnd(of: try #require(standIn.pids().last))
        }
        #expect(standIn.pids().count == 2)
        kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
    }

    @Test(
        "Given Verbio that is killed, when its server works or hangs, then the server is gone, too, and the text is resumed",
        arguments: ["wait", "hang"])
    func parentKilled(order: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let standIn = try StandInLlama(["answer", order, "answer"])
        let running = try product.start(try command(product, standIn), environment: environment(standIn))
        await standIn.waitForRequests(2)
        let pid = try #require(standIn.pids().first)
        #expect(LivingProcess.isAlive(pid))
        kill(running.pid, SIGKILL)
        _ = try await running.end()
        await LivingProcess.waitForEnd(of: pid)
        let list = try await product.run(["conversations", "list", "--json"])
        let id = try #require(list.output.firstMatch(of: /"id" ?: ?"([a-z0-9]+)"/)).1
        let again = try await product.run(["resume", String(id), "--json"], environment: environment(standIn))
        #expect(again.output.contains("Buenos días."), "\(again.errors)")
        #expect(standIn.requests().count >= 5, "the finished line is not asked for again")
        #expect(standIn.requests().filter { $0.contains("Good morning.") }.count == 1)
    }

    @Test("Given a server that ends while it loads, when a text is translated, then the problem quotes it")
    func noStart() async throws {
        let product = try Product()
        defer { product.remove() }
        let standIn = try StandInLlama(Array(repeating: "die-at-start", count: 8))
        let ended = try await product.run(try command(product, standIn), environment: environment(standIn))
        #expect(ended.code == 5, "\(ended.code)")
        #expect(ended.errors.contains("its server"), "\(ended.errors)")
        #expect(standIn.starts().count <= 3)
    }

    @Test(
        "Given a model or a program that is not there, when it is named, then one sentence says so before any work",
        arguments: [
            ("llama/nothing", nil as String?, "lacks its model nothing (there is no "),
            ("llama", nil, "lacks a model; run 'verbio models install llama-qwen2.5-coder-1.5b'"),
            ("llama", "/no/llama-server", "(there is no /no/llama-server, which local.llama-server names)"),
        ])
    func missing(name: String, program: String?, words: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let standIn = try StandInLlama(["echo"])
        let ended = try await product.run(
            ["text", "Hello", "--from", "en", "--to", "es", "--mt", name],
            environment: ["VERBIO_LOCAL_LLAMA_SERVER": program ?? standIn.program])
        #expect(ended.code == 4 && ended.output.isEmpty)
        #expect(ended.errors.contains(words), "\(ended.errors)")
    }

    @Test("Given a model and its server, when the doctor and the check look at them, then both name the model")
    func inspection() async throws {
        let product = try Product()
        defer { product.remove() }
        let standIn = try StandInLlama(["answer Buenos días y bienvenidos al museo de la ciudad."])
        var variables = environment(standIn)
        variables["VERBIO_PROVIDERS_MT"] = "llama/" + standIn.file
        let doctor = try await product.run(["doctor"], environment: variables)
        #expect(doctor.output.contains("(llama-server 4.5.6), 1806 pairs"), "\(doctor.output)")
        let check = try await product.run(["providers", "check", "llama/" + standIn.file], environment: variables)
        #expect(check.code == 0 && check.output.contains("Buenos días y bienvenidos"), "\(check.output)\(check.errors)")
    }
}
