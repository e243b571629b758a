import Foundation
import Testing
import VerbioTesting

/// The guide to every direction without a network, against what the program says.
@Suite("The guide Offline.md", .timeLimit(.minutes(5)))
struct OfflineGuideTests {
    private struct Row {
        var from: String
        var to: String
        var translator: String
        var models: [String]
    }

    private struct Model: Decodable {
        var name: String
        var translates: [String]

        func does(_ from: String, _ to: String) -> Bool {
            translates == ["all"] || translates.contains("\(from)-\(to)")
        }
    }

    private struct Coverage: Decodable {
        struct Language: Decodable {
            var tag: String
            var translateInto: [Translating]
        }
        struct Translating: Decodable {
            var engine: String
            var from: [String]
        }
        var languages: [Language]
    }

    /// The rows of the form `| en → es | … | translator | … | command |`.
    private func rows() throws -> [Row] {
        let path = SpeechFixtures.packageRoot + "/Sources/verbio/verbio.docc/Offline.md"
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 5, cells[0].contains("→") else { return nil }
            let languages = cells[0].split(separator: " ").map(String.init)
            let words = cells[4].trimmingCharacters(in: ["`"]).split(separator: " ").map(String.init)
            return Row(from: languages[0], to: languages[2], translator: cells[2], models: Array(words.dropFirst(4)))
        }
    }

    private func told<Value: Decodable>(_ arguments: [String]) async throws -> Value {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(arguments)
        #expect(ended.code == 0, "\(ended.errors)")
        return try JSONDecoder().decode(Value.self, from: Data(ended.output.utf8))
    }

    @Test("Given the guide, when its table is read, then it has one row for each of the 132 directions")
    func complete() throws {
        let rows = try rows()
        #expect(rows.count == 132)
        #expect(Set(rows.map { "\($0.from)-\($0.to)" }).count == 132)
    }

    @Test("Given a row, when its models are looked up, then they translate that way, directly or through English")
    func models() async throws {
        let models: [Model] = try await told(["models", "list", "--json"])
        for row in try rows() {
            let named = row.models.compactMap { name in models.first { $0.name == name } }
            #expect(named.count == row.models.count && !named.isEmpty, "\(row)")
            let isDirect = named.contains { $0.does(row.from, row.to) }
            let isPivoted = named.contains { $0.does(row.from, "en") } && named.contains { $0.does("en", row.to) }
            #expect(isDirect || isPivoted, "\(row)")
            #expect(row.translator.contains("by way of English") == !isDirect, "\(row)")
        }
    }

    @Test("Given a row, then it has Apertium if that translates", .enabled("needs Apertium's packages") { hasApertium })
    func apertium() async throws {
        let coverage: Coverage = try await told(["languages", "--json"])
        for row in try rows() {
            let target = coverage.languages.first { $0.tag == row.to }
            let does = target?.translateInto.contains { $0.engine == "apertium" && $0.from.contains(row.from) } ?? false
            #expect(row.translator.contains("Apertium") == does, "\(row)")
        }
    }

    private static let hasApertium = ["eng-spa", "fr-es", "es-pt", "spa-ita"].allSatisfy {
        FileManager.default.fileExists(atPath: "/usr/share/apertium/modes/\($0).mode")
    }
}
