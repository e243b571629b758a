import Foundation
import Testing
import VerbioTesting

/// Files of an earlier run next to those of a later one.
@Suite("Tracks from before", .timeLimit(.minutes(5)))
struct LeftTrackTests {
    private static let translate = [
        "translate", Product.sample("welcome.wav").path, "--from", "en", "--to", "es", "--stt", "sim:instant", "--mt",
        "sim:instant",
    ]

    @Test("Given a track of an earlier run, when a run speaks nothing, then a note names it and it stays")
    func told() async throws {
        let product = try Product()
        defer { product.remove() }
        let note = "out/welcome.es.wav was there before"
        let spoken = try await product.run(Self.translate + ["--tts", "sim:instant", "-o", "out"])
        #expect(spoken.code == 0 && !spoken.errors.contains("was there before"), "\(spoken.errors)")
        let track = product.folder.appending(path: "out/welcome.es.wav")
        let before = try Data(contentsOf: track)
        // Another conversation, as nothing is to be spoken in it.
        let silent = try await product.run(Self.translate + ["--tts", "none", "-o", "out"])
        #expect(silent.code == 0 && !silent.output.contains(".wav"), "\(silent.output)")
        #expect(silent.errors.split(separator: "\n").count { $0.contains(note) } == 1, "\(silent.errors)")
        #expect(try Data(contentsOf: track) == before)
        let id = try #require(silent.output.firstMatch(of: /(?m)^(c\w{20})  6 utterances/)?.1)
        for (arguments, isTold) in [
            (["-o", "out"], true), (["-o", "out", "--formats", "wav"], true),
            (["-o", "out", "--formats", "srt"], false),
            (["-o", "elsewhere"], false),
        ] {
            let exported = try await product.run(["conversations", "export", String(id)] + arguments)
            #expect(exported.code == 0 && exported.errors.contains(note) == isTold, "\(arguments) \(exported.errors)")
        }
        #expect(try Data(contentsOf: track) == before)
    }
}
