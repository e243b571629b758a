import Foundation
import Testing
import VerbioTesting

/// `--speakers-by-channel` for a recording with both voices in both channels.
@Suite("Both voices in both channels", .timeLimit(.minutes(5)))
struct CrosstalkCommandTests {
    /// Two microphones on one table: one is a little nearer to the voice.
    private func recording(in product: Product) throws -> String {
        let near = try SpeechFixtures.sample()
        let far = [Int16](repeating: 0, count: 7) + near.map { Int16(Double($0) * 0.7) }
        let path = product.folder.appending(path: "table.wav")
        try Data(SpeechFixtures.wav(zip(near, far).flatMap { [$0, $1] }, channels: 2)).write(to: path)
        return path.path
    }

    @Test(
        "Given the same voices on both channels, when they are to be distinguished, then the problem comes before any call"
    )
    func told() async throws {
        let product = try Product()
        defer { product.remove() }
        let arguments = CommandLineTests.translate(try recording(in: product), ["--speakers-by-channel"])
        let refused = try await product.run(arguments)
        #expect(refused.code == 2, "\(refused.errors)")
        #expect(refused.errors.contains("each voice is loud in both channels"), "\(refused.errors)")
        #expect(refused.errors.contains("--two-way") && refused.errors.contains("--despite-crosstalk"))
        #expect(try await product.run(["conversations", "list"]).output.isEmpty)

        let alone = try await product.run(
            CommandLineTests.translate(try recording(in: product), ["--despite-crosstalk"]))
        #expect(alone.code == 2 && alone.errors.contains("add --speakers-by-channel"), "\(alone.errors)")

        let heard = try await product.run(arguments + ["--despite-crosstalk"])
        #expect(heard.code == 0, "\(heard.errors)")
        #expect(heard.errors.contains("each voice is loud in both channels"), "\(heard.errors)")
    }
}
