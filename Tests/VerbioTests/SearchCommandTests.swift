import Foundation
import Testing
import VerbioTesting

/// `verbio conversations search`, as a user would try it.
@Suite("verbio conversations search", .timeLimit(.minutes(5)))
struct SearchCommandTests {
    @Test("given translated lines, when words are searched for, then their lines are printed, the newest first")
    func finds() async throws {
        let product = try Product()
        defer { product.remove() }
        let input = product.folder.appending(path: "in.txt")
        try Data("Where is the station?\nGood morning, Zoë.\nThe next station.\n".utf8).write(to: input)
        let ended = try await product.run(["text", "in.txt", "--from", "en", "--to", "es", "--mt", "sim:instant"])
        #expect(ended.code == 0, "\(ended.errors)")
        let found = try await product.run(["conversations", "search", "STATION"])
        #expect(found.code == 0 && found.errors.isEmpty)
        let lines = found.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 6 && lines[1] == "  en  The next station." && lines[4] == "  en  Where is the station?")
        #expect(lines[0].hasSuffix(" 3  in.txt") && lines[3].hasSuffix(" 1  in.txt"))
        #expect(lines[2].hasPrefix("  es  "))

        let json = try await product.run(["conversations", "search", "zoe", "morn", "--json"])
        let match = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(match["source"] as? String == "Good morning, Zoë." && match["utterance"] as? Int == 2)
        #expect(match["from"] as? String == "en" && match["to"] as? String == "es" && match["start"] == nil)
        let limited = try await product.run(["conversations", "search", "station", "--limit", "1", "--json"])
        #expect(limited.output.split(separator: "\n").count == 1)

        let nothing = try await product.run(["conversations", "search", "bicycle"])
        #expect(nothing.code == 0 && nothing.output.isEmpty && nothing.errors == "verbio: nothing was found\n")
        for (words, error) in [
            ([" "], "verbio: the search has no words; give a word or a part of one\n"),
            (["a", "--limit", "0"], "verbio: --limit is 0; give a number from 1 to 10000\n"),
        ] {
            let refused = try await product.run(["conversations", "search"] + words)
            #expect(refused.code == 2 && refused.errors == error, "\(refused.errors)")
        }
    }
}
