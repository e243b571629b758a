import Foundation
import Testing

/// What `--help` says, for all commands.
@Suite("Help", .timeLimit(.minutes(10)))
struct HelpTests {
    /// A command as the argument parser describes it.
    private struct Command: Decodable {
        var commandName: String
        var discussion: String?
        var subcommands: [Command]?

        /// This command and those below it, each with all the words that call it.
        func all(after words: [String] = []) -> [(words: [String], command: Command)] {
            let words = words + [commandName]
            return [(words, self)] + (subcommands ?? []).flatMap { $0.all(after: words) }
        }
    }

    private struct Dump: Decodable { var command: Command }

    @Test("Given every command, when its help is shown, then it has examples of that command")
    func examples() async throws {
        let product = try Product()
        defer { product.remove() }
        let dump = try await product.run(["--experimental-dump-help"])
        let commands = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command.all()
            .filter { $0.command.commandName != "help" }
        #expect(commands.count > 30)
        for (words, command) in commands {
            let parts = (command.discussion ?? "").components(separatedBy: "EXAMPLES\n")
            #expect(parts.count == 2, "'\(words.joined(separator: " "))' has no section EXAMPLES")
            #expect(parts.last?.contains(words.joined(separator: " ")) == true, "\(words) is not in its examples")
        }
        // The dump has the text that a user reads.
        let help = try await product.run(["config", "init", "--help"])
        #expect(help.output.contains("EXAMPLES\n  verbio config init\n"))
    }

    @Test("Given every command, when its help is shown, then no line of a list is broken")
    func widths() async throws {
        let product = try Product()
        defer { product.remove() }
        let dump = try await product.run(["--experimental-dump-help"])
        for (words, command) in try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command.all() {
            let lines = [""] + (command.discussion ?? "").components(separatedBy: "\n") + [""]
            for (index, line) in lines.enumerated().dropFirst().dropLast() where line.count > 80 {
                let isParagraph = !line.hasPrefix(" ") && lines[index - 1].isEmpty && lines[index + 1].isEmpty
                #expect(isParagraph, "\(words.joined(separator: " ")): \(line)")
            }
        }
    }

    @Test("Given the version of the program, when the service is described, then the description has the same one")
    func version() async throws {
        let product = try Product()
        defer { product.remove() }
        let version = try await product.run(["--version"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
        let text = try String(contentsOf: Product.root.appending(path: "config/openapi.yaml"), encoding: .utf8)
        #expect(text.contains("\n  version: \"\(version)\"\n"))
    }

    @Test("Given the file of the version, when program, manual page and newest changes are read, then they have it")
    func versionFile() async throws {
        let product = try Product()
        defer { product.remove() }
        func text(_ path: String) throws -> String {
            try String(contentsOf: Product.root.appending(path: path), encoding: .utf8)
        }
        let version = try text("config/VERSION").trimmingCharacters(in: .newlines)
        #expect(version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil, "\(version)")
        #expect(try await product.run(["--version"]).output == version + "\n")
        #expect(try await product.run(["manual"]).output.hasPrefix(".TH \"VERBIO\" \"1\" \"\" \"verbio \(version)\""))
        let heading = try text("CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") }
        #expect(heading?.hasPrefix("## \(version), ") == true, "\(heading ?? "")")
    }
}
