import Foundation
import Testing
import VerbioTesting

/// No file of the user's is overwritten, and no run goes by what an earlier one called its files.
@Suite("Files of the user's", .timeLimit(.minutes(10)))
struct OverwriteTests {
    private static let engines = ["--stt", "sim:instant", "--mt", "sim:instant", "--tts", "sim:instant"]
    private static let languages = ["--from", "en", "--to", "es"] + engines

    private func product() throws -> Product {
        let product = try Product()
        try Data(SpeechFixtures.wav(Array(try SpeechFixtures.sample().prefix(80_000)))).write(
            to: product.folder.appending(path: "talk.wav"))
        return product
    }

    private func text(_ name: String, in product: Product) throws -> Data {
        try Data(contentsOf: product.folder.appending(path: name))
    }

    @Test(
        "given an output that would replace the recording, when a run is requested, then nothing is done",
        arguments: [
            ("a.es.wav", ["a.es.wav", "--title", "a"]), ("c.es.wav", ["talk.wav", "--title", "c"]),
            ("h.es.wav", ["talk.wav", "--title", "h"]), ("talk.wav", ["talk.wav", "--name-pattern", "{stem}"]),
        ])
    func recordings(name: String, arguments: [String]) async throws {
        let product = try product()
        defer { product.remove() }
        let (place, path) = (product.folder.path + "/", product.folder.path + "/talk.wav")
        try FileManager.default.copyItem(atPath: path, toPath: place + "a.es.wav")
        #expect(symlink("talk.wav", place + "c.es.wav") == 0 && link(path, place + "h.es.wav") == 0)
        let before = try text(name, in: product)
        for more in [[], ["--overwrite"]] {
            let ended = try await product.run(["translate"] + arguments + Self.languages + more)
            #expect(ended.code == 2 && ended.errors.contains("this run reads this file"), "\(ended.errors)")
        }
        #expect(try text(name, in: product) == before)
        #expect(!FileManager.default.fileExists(atPath: product.store.appending(path: "verbio.sqlite").path))
    }

    @Test("given a caption file made by hand, when a recording is translated, then it is kept before the first call")
    func captions() async throws {
        let product = try product()
        defer { product.remove() }
        let captions = product.folder.appending(path: "talk.es.srt")
        try Data("by hand".utf8).write(to: captions)
        let translate = ["translate", "talk.wav", "-q"] + Self.languages
        let refused = try await product.run(translate)
        #expect(refused.code == 2 && refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
        #expect(refused.errors.contains("talk.es.srt") && refused.errors.contains("--overwrite"))
        #expect(try text("talk.es.srt", in: product) == Data("by hand".utf8))
        #expect(try await product.run(["conversations", "list"]).code == 6, "nothing was begun")
        let left = try await product.run(translate + ["--skip-existing"])
        #expect(left.code == 0 && left.errors.contains("talk.wav: left out, as"), "\(left.errors)")
        let told = try await product.run(translate + ["--overwrite"])
        #expect(told.code == 0 && told.output.contains("talk.es.srt"), "\(told.errors)")
        // From now on it is Verbio's own, until it is edited.
        #expect(try await product.run(translate).code == 0)
        try Data("by hand again".utf8).write(to: captions)
        let id = try #require(
            try await product.run(["conversations", "list", "--json"]).output.firstMatch(of: /c[0-9a-z]{20}/)?.output)
        for command in [translate, ["conversations", "export", String(id)]] {
            let again = try await product.run(command)
            #expect(again.code == 2 && again.errors.contains("was changed since Verbio wrote it"), "\(again.errors)")
        }
        #expect(try text("talk.es.srt", in: product) == Data("by hand again".utf8))
    }

    @Test("given the files of a run, when it is run again without a translator, then they stay and one line says so")
    func failedRerun() async throws {
        let product = try product()
        defer { product.remove() }
        let translate = [
            "translate", "talk.wav", "--from", "en", "--to", "es", "--stt", "sim:instant", "--tts", "none",
        ]
        #expect(try await product.run(translate + ["--mt", "sim:instant"]).code == 0)
        let names = ["talk.es.json", "talk.es.srt", "talk.es.txt", "talk.es.vtt"]
        let before = try names.map { try text($0, in: product) }
        let nowhere = ["OPENAI_BASE_URL": "http://127.0.0.1:1/v1", "OPENAI_API_KEY": "k"]
        let failed = try await product.run(translate + ["--mt", "openai"], environment: nowhere)
        #expect(failed.code == 5, "\(failed.errors)")
        #expect(try names.map { try text($0, in: product) } == before)
        let lines = failed.errors.split(separator: "\n").filter { $0.contains("hold more than this run gave") }
        #expect(lines.count == 1, "\(failed.errors)")
        #expect(!failed.output.contains("talk.es.srt"))
        // An export of it keeps them as well, until a run is complete.
        let id = try #require(failed.errors.firstMatch(of: /verbio resume (c[0-9a-z]{20})/)?.output.1)
        let export = try await product.run(["conversations", "export", String(id)])
        #expect(export.errors.contains("hold more"), "\(export.errors)")
        #expect(try names.map { try text($0, in: product) } == before)
        let resumed = try await product.run(["resume", String(id), "--mt", "sim:instant"])
        #expect(resumed.code == 0 && !resumed.errors.contains("hold more"), "\(resumed.errors)")
        #expect(resumed.output.contains("talk.es.srt"), "\(resumed.output)")
    }

    @Test("given files of the user's, when other commands are to write there, then they are kept")
    func otherCommands() async throws {
        let product = try product()
        defer { product.remove() }
        let line = Data("Where is the station?\n".utf8)
        for name in ["f.txt", "mine.json", "mine.svg", "mine.wav"] {
            try line.write(to: product.folder.appending(path: name))
        }
        let raw = product.folder.appending(path: "talk.wav")
        let added = try await product.run(
            ["phrases", "add", "Hello there"] + Self.languages.prefix(4) + Self.engines.suffix(4))
        let phrase = try #require(added.output.split(separator: " ").first.map(String.init), "\(added.errors)")
        let commands = [
            ["text", "f.txt", "--audio-out", "f.txt"] + Self.languages.prefix(4) + Self.engines.suffix(4),
            ["text", "f.txt", "--audio-out", "mine.wav"] + Self.languages.prefix(4) + Self.engines.suffix(4),
            ["live", "--audio-out", "mine.wav"] + Self.languages, ["live", "--audio-out", "talk.wav"] + Self.languages,
            ["peaks", "talk.wav", "mine.json"], ["analyze", "talk.wav", "--svg", "mine.svg"],
            ["analyze", "talk.wav", "--peaks", "mine.json"], ["phrases", "say", phrase, "-o", "mine.wav"],
        ]
        let recording = try text("talk.wav", in: product)
        for command in commands {
            let ended = try await product.run(command, input: raw)
            #expect(ended.code == 2 && ended.output.isEmpty, "\(command): \(ended.errors)")
            #expect(
                ended.errors.contains("so it is kept") || ended.errors.contains("this run reads"), "\(ended.errors)")
        }
        for name in ["f.txt", "mine.json", "mine.svg", "mine.wav"] { #expect(try text(name, in: product) == line) }
        #expect(try text("talk.wav", in: product) == recording)
        let twice = ["phrases", "say", phrase, "-o", "own.wav"]
        for _ in 1...2 { #expect(try await product.run(twice).code == 0) }
    }

    @Test("given a title of an earlier run, when the same sound is translated under another name, then it has none")
    func titles() async throws {
        let product = try product()
        defer { product.remove() }
        let captions = Self.languages + ["--formats", "srt", "-q"]
        let draft = try await product.run(["translate", "talk.wav", "--title", "Draft"] + captions)
        #expect(draft.output == "./Draft.es.srt\n")
        try FileManager.default.moveItem(
            at: product.folder.appending(path: "talk.wav"), to: product.folder.appending(path: "final.wav"))
        let final = try await product.run(["translate", "final.wav", "-o", "out"] + captions)
        #expect(final.code == 0 && final.output == "out/final.es.srt\n", "\(final.output)")
        #expect(try await product.run(["conversations", "list"]).output.contains("final.wav"))
    }

    @Test("given a folder, when it is translated twice, then only its recordings are, and the tree is kept")
    func folders() async throws {
        let product = try product()
        defer { product.remove() }
        let talks = product.folder.appending(path: "talks")
        try FileManager.default.createDirectory(
            at: talks.appending(path: "deep/er"), withIntermediateDirectories: true)
        for name in ["one.wav", "deep/one.wav", "deep/er/two.wav", ".hidden.wav"] {
            try FileManager.default.copyItem(
                at: product.folder.appending(path: "talk.wav"), to: talks.appending(path: name))
        }
        try Data("not a recording".utf8).write(to: talks.appending(path: "notes.txt"))
        let translate =
            ["translate", "talks", "--recursive", "-o", "talks", "-q", "--formats", "srt,wav"] + Self.languages
        for run in 1...2 {
            let ended = try await product.run(translate)
            #expect(ended.code == 0, "\(ended.errors)")
            let names = ["one.es", "deep/one.es", "deep/er/two.es"].flatMap { ["talks/\($0).wav", "talks/\($0).srt"] }
            #expect(ended.output.split(separator: "\n").map(String.init) == names, "\(run)")
            let others = run == 1 ? "1 other file" : "4 other files and 3 that Verbio wrote"
            #expect(ended.errors.contains("talks: 3 recordings, without \(others)"), "\(ended.errors)")
        }
        let skipped = try await product.run(translate + ["--skip-existing"])
        #expect(skipped.code == 0 && skipped.output.isEmpty)
        #expect(skipped.errors.components(separatedBy: "left out, as").count == 4, "\(skipped.errors)")
        let flat = try await product.run(
            ["translate", "talks/one.wav", "talks/deep/one.wav", "-o", "flat"] + Self.languages)
        #expect(flat.code == 2 && flat.errors.contains("its files would have the names of those of"), "\(flat.errors)")
        let named = try await product.run(
            ["translate", "talks/one.wav", "talks/deep/er/two.wav", "--name-pattern", "all"] + Self.languages)
        #expect(named.code == 2 && named.errors.contains("{stem}"), "\(named.errors)")
        try FileManager.default.createDirectory(
            at: product.folder.appending(path: "empty/sub"), withIntermediateDirectories: true)
        let empty = try await product.run(["translate", "empty"] + Self.languages)
        #expect(empty.code == 2 && empty.errors.contains("add --recursive"), "\(empty.errors)")
    }

    @Test("given one format, when it is to be printed, then standard output has it alone")
    func printed() async throws {
        let product = try product()
        defer { product.remove() }
        let translate = ["translate", "talk.wav"] + Self.languages + ["-o", "-"]
        let captions = try await product.run(translate + ["--formats", "srt"])
        #expect(captions.code == 0 && captions.output.hasPrefix("1\n00:00:0"), "\(captions.output)")
        #expect(captions.errors.contains("] en  "), "what was said goes to standard error")
        for more in [[], ["--formats", "srt,vtt"], ["--formats", "srt", "--json"]] {
            let refused = try await product.run(translate + more)
            #expect(refused.code == 2 && refused.output.isEmpty, "\(refused.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: product.folder.appending(path: "-").path))
        let engines = Self.languages.joined(separator: " ")
        let live = try await product.shell("$VERBIO live --audio-out - \(engines) < talk.wav > voice.wav")
        #expect(live.code == 0 && live.errors.contains("] en  "), "\(live.errors)")
        let voice = try text("voice.wav", in: product)
        #expect(voice.prefix(4) == Data("RIFF".utf8) && voice.count > 16_000)
        #expect(String(decoding: voice, as: UTF8.self).contains("] en  ") == false)
        let both = try await product.shell("$VERBIO live --audio-out - --json \(engines) < talk.wav > both.wav")
        #expect(try both.code == 2 && text("both.wav", in: product).isEmpty, "\(both.errors)")
    }
}
