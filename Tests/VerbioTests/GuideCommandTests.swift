import Foundation
import Testing
import VerbioTesting

/// The commands that README and the guides show, against the program.
@Suite("Commands in the guides", .timeLimit(.minutes(5))) struct GuideCommandTests {
    private struct Example: Hashable {
        var place: String
        var words: [String]
    }

    /// The words behind each `verbio` of a document, without what follows in the shell.
    private func examples(in guide: Guide) -> [Example] {
        guide.code.flatMap { line -> [Example] in
            let command = line.replacing(#/\s\#.*$/#, with: "")
            return command.split(separator: #/[|;()]|&&| < | > /#).compactMap { part in
                let words = part.split(separator: " ").map(String.init)
                guard let start = words.firstIndex(of: "verbio"), start + 1 < words.count else { return nil }
                return Example(place: guide.path, words: Array(words[(start + 1)...]))
            }
        }
    }

    @Test("given an example in a guide, when its command is looked up, then the command has these options")
    func options() async throws {
        let product = try Product()
        defer { product.remove() }
        let examples = Guide.all.filter { $0.name != "CHANGELOG" }.flatMap(examples)
        #expect(examples.count >= 60)
        let root = try await product.run(["--help"]).output
        var pages: [[String]: String] = [[]: root]
        for example in examples {
            var path: [String] = []
            while path.count < example.words.count, hasSubcommand(example.words[path.count], pages[path, default: ""]) {
                path.append(example.words[path.count])
                if pages[path] == nil { pages[path] = try await product.run(path + ["--help"]).output }
            }
            let page = pages[path, default: ""]
            let isNamed = !page.contains("SUBCOMMANDS:") || example.words.dropFirst(path.count).allSatisfy(isOption)
            #expect(isNamed, "\(example.place): verbio \(example.words.joined(separator: " "))")
            for word in example.words where isOption(word) {
                let isKnown = page.contains(try Regex("(?m)(^|[ ,\\[])\(word)([ ,\\]]|$)"))
                #expect(isKnown, "\(example.place): verbio \(path.joined(separator: " ")) has no \(word)")
            }
        }
    }

    private func isOption(_ word: String) -> Bool { word.wholeMatch(of: /--[a-z][a-z-]*|-[a-z]/) != nil }

    private func hasSubcommand(_ word: String, _ page: String) -> Bool {
        guard let list = page.range(of: "SUBCOMMANDS:"), word.wholeMatch(of: /[a-z][a-z-]*/) != nil else {
            return false
        }
        return page[list.upperBound...].contains("\n  \(word) ")
    }

    @Test("given the provider that its guide declares, when it is shown, then its declaration is accepted")
    func declaration() async throws {
        let guide = try Guide("Sources/ProviderAdapters/ProviderAdapters.docc/AddingAProvider.md")
        let example = try #require(guide.text.firstMatch(of: /```yaml\n(([a-z-]+):\n(?:.*\n)*?)```/))
        let product = try Product()
        defer { product.remove() }
        try String(example.1).write(
            to: product.folder.appending(path: "providers.yaml"), atomically: true, encoding: .utf8)
        let ended = try await product.run(
            ["providers", "show", String(example.2)], environment: ["VERBIO_PROVIDERS_FILE": "providers.yaml"])
        #expect(ended.code == 0 && ended.output.contains(String(example.2)), "\(ended.errors)")
    }
}
