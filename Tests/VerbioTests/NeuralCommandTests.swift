import Foundation
import Testing

/// The choice of a translator of this machine, with a worker that only marks what it is given.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct NeuralCommandTests {
    @Test(
        "Given a model of the direction, when nothing names a translator, then it translates and is kept with the text")
    func automatic() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["opus-mt-en-es", "opus-mt-es-en", "opus-mt-en-de"])
        let ended = try await product.run(["text", "Hello. Bye.", "--from", "en", "--to", "es", "--format", "json"])
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.contains("en-es:Hello. en-es:Bye."))
        #expect(try await product.translators() == ["opus-mt-en-es"])
        // The pair is translated by way of English; only the necessary models are named.
        let pivot = try await product.run(["text", "Hola.", "--from", "es", "--to", "de"])
        #expect(pivot.output == "en-de:es-en:Hola.\n")
        #expect(try await Set(product.translators()) == ["opus-mt-en-es", "opus-mt-es-en+opus-mt-en-de"])
    }

    @Test(
        "Given a model of another direction, when a cost is estimated, then it is that of the engine that would translate"
    )
    func otherDirection() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["opus-mt-de-en"])
        let command = ["estimate", Product.sample("welcome.wav").path, "--stt", "sim:instant", "--tts", "none"]
        let other = try await product.run(command + ["--from", "en", "--to", "es"])
        #expect(other.code == 0 && other.output.contains("apertium"), "\(other.output)\(other.errors)")
        let own = try await product.run(command + ["--from", "de", "--to", "en"])
        #expect(own.code == 0 && own.output.contains("ct2"), "\(own.output)\(own.errors)")
        let open = try await product.run(command + ["--to", "es"])
        #expect(open.code == 0, "\(open.errors)")
    }

    @Test("Given several recordings, when one run translates them, then a worker is started once for all of them")
    func folder() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["opus-mt-en-es"])
        let files = ["hello.flac", "welcome.wav", "travel.flac"].map { Product.sample($0).path }
        let ended = try await product.run(
            ["translate"] + files + ["--from", "en", "--to", "es", "--stt", "sim:instant", "--formats", "txt"])
        #expect(ended.code == 0 && ended.errors.contains("3 of 3 recordings are done"), "\(ended.errors)")
        let starts = product.folder.appending(path: "data/verbio/engines/ct2/bin/python3.starts")
        #expect(try String(contentsOf: starts, encoding: .utf8) == "started\n")
    }

    @Test("Given a text begun with one model, when another is installed, then it is gone on with as it was begun")
    func resumed() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["opus-mt-en-ROMANCE"])
        let lines = product.folder.appending(path: "lines.txt")
        try "Hello.\nBye.\n".write(to: lines, atomically: true, encoding: .utf8)
        let command = ["text", lines.path, "--from", "en", "--to", "es"]
        let first = try await product.run(command)
        #expect(first.output == "en-ROMANCE:Hello.\nen-ROMANCE:Bye.\n", "\(first.errors)")
        try product.installWorker(["opus-mt-en-es"])
        let list = try await product.run(["conversations", "list", "--json"])
        let id = try #require(list.output.firstMatch(of: /"id" ?: ?"([a-z0-9]+)"/)).1
        let again = try await product.run(["resume", String(id), "--json"])
        #expect(again.code == 0, "\(again.errors)")
        #expect(try await product.translators() == ["opus-mt-en-ROMANCE"])
    }

    @Test(
        "Given no model of the direction, when a translator is chosen, then what to install is named",
        arguments: [
            (["--from", "en", "--to", "de"], "apertium", "run 'verbio models install firefox-en-de'"),
            (["--from", "ja", "--to", "ar"], "apertium", "run 'verbio models install firefox-ja-en firefox-en-ar'"),
            (
                ["--from", "es", "--to", "de", "--mt", "ct2"], "ct2",
                "run 'verbio models install opus-mt-es-en opus-mt-en-de'"
            ),
            (
                ["--from", "en", "--to", "fr", "--mt", "ct2/opus-mt-en-fr"], "ct2",
                "run 'verbio models install opus-mt-en-fr'"
            ),
        ])
    func nothingInstalled(languages: [String], engine: String, cure: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["opus-mt-en-es"])
        let ended = try await product.run(["text", "Hello."] + languages)
        #expect(ended.code != 0)
        #expect(ended.errors.contains(cure), "\(ended.errors)")
        #expect(ended.errors.contains(engine))
    }

    @Test("Given both directions, when either side may write, then the models of both are taken or none")
    func twoWay() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["opus-mt-en-es"])
        let command = ["text", "Good morning, how are you?", "--from", "en", "--to", "es", "--two-way"]
        let one = try await product.run(command + ["--mt", "ct2"])
        #expect(one.code == 2 && one.errors.contains("opus-mt-es-en"), "\(one.errors)")
        try product.installWorker(["opus-mt-es-en"])
        let both = try await product.run(command)
        #expect(both.output == "en-es:Good morning, how are you?\n", "\(both.errors)")
        #expect(try await product.translators() == ["opus-mt-en-es+opus-mt-es-en"])
    }
}

extension Product {
    /// The models of the translators of all conversations.
    fileprivate func translators() async throws -> [String] {
        let list = try await run(["conversations", "list", "--json"])
        return list.output.matches(of: /"translation":{"model":"([^"]*)"/).map { String($0.1) }
    }

    /// Puts models there, and in the place of their Python a program that marks each sentence with the model's last words.
    func installWorker(_ models: [String]) throws {
        let data = folder.appending(path: "data/verbio")
        for model in models {
            let place = data.appending(path: "models/\(model)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let names = [
                "model.bin", "config.json", "vocabulary.txt", "source.spm", "target.spm", "shared_vocabulary.txt",
            ]
            for name in names {
                let isVocabulary = name == "shared_vocabulary.txt" && model.hasSuffix("ROMANCE")
                try Data((isVocabulary ? "<s>\n>>es<<\n>>fr<<\n" : "").utf8).write(to: place.appending(path: name))
            }
        }
        let python = data.appending(path: "engines/ct2/bin/python3")
        try FileManager.default.createDirectory(
            at: python.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(Self.worker.utf8).write(to: python)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: python.path)
    }

    private static let worker = """
        #!/usr/bin/python3
        import json, sys
        arguments = sys.argv
        with open(arguments[0] + ".starts", "a") as starts:
            starts.write("started\\n")
        mark = arguments[arguments.index("--translator") + 1].split("/")[-1].removeprefix("opus-mt-")
        sys.stdin.buffer.read(int(arguments[arguments.index("-c") + 2]))
        print(json.dumps({"ready": True}), flush=True)
        while line := sys.stdin.buffer.readline():
            request = json.loads(line)
            texts = [mark + ":" + text for text in request["texts"]]
            print(json.dumps({"id": request["id"], "ok": True, "texts": texts, "endless": []}), flush=True)
        """
}
