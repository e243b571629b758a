import Foundation
import Testing
import VerbioService

/// The options of commands compared with the list of settings that change answers.
@Suite("Options that change answers", .timeLimit(.minutes(5)))
struct AnswerOptionTests {
    private struct Command: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable { var kind, name: String }
            var names: [Name]?
            var sectionTitle: String?
        }
        var commandName: String
        var arguments: [Argument]?
        var subcommands: [Command]?
    }

    private struct Dump: Decodable { var command: Command }

    @Test("Given the commands that translate, when their options are compared with the list, then each is declared")
    func options() async throws {
        let product = try Product()
        defer { product.remove() }
        let dump = try await product.run(["--experimental-dump-help"])
        let commands = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command.subcommands ?? []
        let working = commands.filter { ["translate", "transcribe", "text", "live"].contains($0.commandName) }
        #expect(working.count == 4)
        var offered: Set<String> = []
        var inSections: Set<String> = []
        for argument in working.flatMap({ $0.arguments ?? [] }) {
            let names = (argument.names ?? []).filter { $0.kind == "long" }.map { "--" + $0.name }
            offered.formUnion(names)
            if ["Translation", "Input"].contains(argument.sectionTitle) { inSections.formUnion(names) }
        }
        let declared = Set(AnswerSetting.all.flatMap(\.options))
        #expect(declared.subtracting(offered).isEmpty, "no command has them")
        // These limit a run, say where its sound comes from or give a name, and change no answer.
        let others: Set = [
            "--max-cost", "--allow-unknown-prices", "--wait", "--mic", "--device", "--list-devices", "--simulate",
            "--speed", "--recursive", "--title", "--skip-existing", "--despite-crosstalk", "--name",
        ]
        #expect(inSections.subtracting(others).isSubset(of: declared), "\(inSections.subtracting(others))")
        #expect(!inSections.isEmpty)
    }
}
