import Foundation
import Testing

/// A command line that does not begin with a command.
@Suite("Without a command", .timeLimit(.minutes(5)))
struct BeginningTests {
    @Test(
        "Given arguments without a valid command, when the program runs, then one line says what to do",
        arguments: [
            (["my talk.wav"], #"verbio translate "my talk.wav" --from LANGUAGE --to LANGUAGE"#),
            (["my talk.wav", "--from", "en", "--to", "es"], #"verbio transcribe "my talk.wav" --from LANGUAGE"#),
            (["--from", "en", "my talk.wav"], #"verbio translate "my talk.wav" --from"#),
            (["gone.mp3"], "gone.mp3: this is no command"),
            (["-"], "verbio translate - --from"),
            (["https://example.org/talk.mp3"], "downloads nothing"),
            (["trancribe", "my talk.wav"], "did you mean 'verbio transcribe'?"),
            (["convers"], "did you mean 'verbio conversations'?"),
            (
                ["conversations", "expotr", "c1"],
                "there is no command 'conversations expotr'; did you mean 'verbio conversations export'?"
            ),
            (["keys", "frobnicate"], "there is no command 'keys frobnicate'; see 'verbio keys --help'"),
            (["help", "trnaslate"], "did you mean 'verbio translate'?"),
            (["help", "models", "instal"], "did you mean 'verbio models install'?"),
            (["frobnicate"], "there is no command 'frobnicate'; see 'verbio --help'"),
            (["--from", "en", "translate", "my talk.wav"], "--from: put the command before its options"),
        ])
    func named(_ arguments: [String], _ sentence: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try FileManager.default.copyItem(
            at: Product.sample("welcome.wav"), to: product.folder.appending(path: "my talk.wav"))
        let ended = try await product.run(arguments)
        #expect(ended.code == 2 && ended.output.isEmpty)
        #expect(ended.errors.contains(sentence), "\(ended.errors)")
        #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
    }

    @Test("Given options of the program itself or nothing, when the program runs, then it succeeds with output")
    func own() async throws {
        let product = try Product()
        defer { product.remove() }
        for arguments in [["--help"], ["-h"], ["help"], ["help", "translate"], ["--version"], []] {
            let ended = try await product.run(arguments)
            #expect(ended.code == 0 && !ended.output.isEmpty, "\(arguments) \(ended.errors)")
        }
    }
}
