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
                "verbio: only what is said is written down: apertium does not translate from German to Japanese; "
                    + "run 'verbio models install "), "\(ended.errors)")
        let text = try String(contentsOf: product.folder.appending(path: "out/welcome.de.txt"), encoding: .utf8)
        #expect(!text.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: product.folder.path + "/out/welcome.ja.txt"))
        // A translator, later, goes on with what was recognized.
        let translated = try await product.run(command + ["--mt", "sim:instant", "--tts", "none"])
        #expect(translated.code == 0, "\(translated.errors)")
        #expect(FileManager.default.fileExists(atPath: product.folder.path + "/out/welcome.ja.txt"))
    }
}
