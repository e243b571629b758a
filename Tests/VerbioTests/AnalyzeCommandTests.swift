import Foundation
import Testing
import VerbioTesting

/// What `analyze` does with what it is given to write to, and refuses.
@Suite("The command analyze", .timeLimit(.minutes(5)))
struct AnalyzeCommandTests {
    @Test("never draws over the recording", arguments: ["--png", "--svg", "--peaks"])
    func drawingOver(option: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "talk.json")
        try FileManager.default.copyItem(at: Product.sample("welcome.wav"), to: recording)
        for path in [recording.path, "./talk.json", "-"] {
            let ended = try await product.run(["analyze", recording.path, option, path])
            #expect(ended.code == 2 && ended.errors.contains(option), "\(ended.errors)")
        }
        #expect(try Data(contentsOf: recording) == Data(contentsOf: Product.sample("welcome.wav")))
    }

    @Test("says so where its output cannot be written")
    func fullDevice() async throws {
        let product = try Product()
        defer { product.remove() }
        let program = try Program(
            Product.executable.path, ["analyze", Product.sample("welcome.wav").path, "--json"],
            environment: ["HOME": product.folder.path, "SWIFT_BACKTRACE": "enable=no"], folder: product.folder.path,
            input: "/dev/null", output: "/dev/full", errors: product.folder.path + "/errors")
        #expect(await program.end() == 6)
        #expect(try String(contentsOfFile: product.folder.path + "/errors", encoding: .utf8).contains("No space left"))
    }

    @Test("two equal channels: the cure names only options that the command has", arguments: ["analyze", "estimate"])
    func equalChannels(command: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "call.wav")
        try Data(SpeechFixtures.wav(try SpeechFixtures.sample().flatMap { [$0, $0] }, channels: 2)).write(to: recording)
        let ended = try await product.run([command, recording.path, "--speakers-by-channel"])
        #expect(ended.code == 3 && ended.errors.contains("leave --speakers-by-channel out"), "\(ended.errors)")
        #expect(!ended.errors.contains("--two-way"), "\(ended.errors)")
    }

    @Test("raw audio needs a rate and channels", arguments: ["--rate", "--channels"])
    func rawNumbers(option: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(["analyze", "-", "--raw", "s16le", option, "0"])
        #expect(ended.code == 2 && ended.errors.contains("\(option) 0 is too small"), "\(ended.errors)")
    }
}
