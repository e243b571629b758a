import Foundation
import Testing

/// A direction that nothing on this machine translates.
@Suite("verbio translate without a translator", .timeLimit(.minutes(5)))
struct WithoutTranslatorTests {
    private let command = [
        "translate", Product.sample("welcome.wav").path, "--from", "de", "--to", "ja", "--stt", "sim:instant", "-o",
        "out",
    ]

    @Test("Given no translator of the direction, when none was named, then the transcript is written, with code 4")
    func transcript() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(command)
        #expect(ended.code == 4, "\(ended.errors)")
        #expect(
            ended.errors.contains(
                "verbio: only the transcript is written: apertium does not translate from German to Japanese; "
                    + "run 'verbio models install "), "\(ended.errors)")
        let text = try String(contentsOf: product.folder.appending(path: "out/welcome.de.txt"), encoding: .utf8)
        #expect(!text.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: product.folder.path + "/out/welcome.ja.txt"))
        // A translator, later, continues with what was recognized.
        let translated = try await product.run(command + ["--mt", "sim:instant", "--tts", "none"])
        #expect(translated.code == 0, "\(translated.errors)")
        #expect(FileManager.default.fileExists(atPath: product.folder.path + "/out/welcome.ja.txt"))
    }

    @Test(
        "Given Whisper on this machine, when nothing else translates into English, then speech is translated by it, not text"
    )
    func gist() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["whisper-base"])
        let command = ["--from", "de", "--to", "en", "--tts", "none"]
        let heard = try await product.run(
            ["translate", Product.sample("welcome.wav").path, "--stt", "sim:instant", "-o", "out"] + command)
        #expect(heard.errors.contains("whisper") && !heard.errors.contains("only the transcript"), "\(heard.errors)")
        let written = try await product.run(["text", "Guten Tag"] + command)
        #expect(written.code == 2 && !written.errors.contains("whisper"), "\(written.errors)")
        #expect(!written.errors.contains("transcribe"), "\(written.errors)")
    }

    @Test("Given several languages, when one has no translator, then the others are translated, with code 4")
    func several() async throws {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["opus-mt-de-en", "opus-mt-en-es"])
        let ended = try await product.run([
            "translate", Product.sample("welcome.wav").path, "--from", "de", "--to", "en,ja,es,ko", "--stt",
            "sim:instant", "--tts", "none", "-o", "out",
        ])
        #expect(ended.code == 4, "\(ended.errors)")
        for language in ["Japanese", "Korean"] {
            #expect(
                ended.errors.contains(
                    "verbio: only the transcript is written for one language: apertium does not translate from "
                        + "German to " + language), "\(ended.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: product.folder.path + "/out").sorted()
        #expect(names.filter { $0.hasSuffix(".txt") } == ["welcome.de.txt", "welcome.en.txt", "welcome.es.txt"])
        let text = try String(contentsOf: product.folder.appending(path: "out/welcome.es.txt"), encoding: .utf8)
        #expect(text.contains("en-es:de-en:"), "\(text)")
    }

    @Test("Given speech as it comes, when nothing translates it, then each utterance is printed, with code 4")
    func live() async throws {
        let product = try Product()
        defer { product.remove() }
        let live = ["live", "--from", "de", "--to", "ja", "--stt", "sim:instant"]
        let ended = try await product.run(live, input: Product.sample("welcome.wav"))
        #expect(ended.code == 4, "\(ended.errors)")
        #expect(
            ended.errors.contains(
                "verbio: only the transcript is written: apertium does not translate from German"))
        #expect(ended.output.split(separator: "\n").count >= 6, "\(ended.output)")
        let list = try await product.run(["conversations", "list"]).output
        #expect(list.contains("de") && !list.contains("→"), "\(list)")
        // A voice was asked for by name, and would be silent.
        let spoken = try await product.run(live + ["--audio-out", "voice.wav"], input: Product.sample("welcome.wav"))
        #expect(spoken.code != 0 && spoken.output.isEmpty)
        #expect(spoken.errors.hasPrefix("verbio: --mt: apertium does not translate from German"), "\(spoken.errors)")
        #expect(!FileManager.default.fileExists(atPath: product.folder.path + "/voice.wav"))
    }

    @Test("Given a text, when nothing translates it, then one line refuses it")
    func text() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(["text", "Guten Tag.", "--from", "de", "--to", "ja"])
        #expect(ended.code == 2 && ended.output.isEmpty)
        #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
    }
}
