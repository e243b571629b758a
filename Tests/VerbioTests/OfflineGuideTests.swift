import Foundation
import Testing
import VerbioTesting

/// The guide to every language without a network, against what the program says.
@Suite(
    "The guide Offline.md", .timeLimit(.minutes(5)),
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct OfflineGuideTests {
    private struct Row {
        var code: String
        var recognition: String
        /// The grades into English and from English.
        var firefox: [String]
        var apertium: [String]
        var voice: String
        var arguments: [String]
    }

    private struct Coverage: Decodable {
        struct Language: Decodable {
            struct Recognition: Decodable {
                var level: String
                var errorRate: Double?
                var recordings: Int
            }
            var tag: String
            var recognitionGrades: [String: Recognition]
            var translateInto: [Translating]
        }
        struct Translating: Decodable {
            struct Grade: Decodable {
                var quality: String
                var metric: String
                var score: Double
            }
            var engine: String
            var grades: [String: Grade]
        }
        var languages: [Language]

        func grade(_ engine: String, _ from: String, _ to: String) -> Translating.Grade? {
            languages.first { $0.tag == to }?.translateInto.first { $0.engine == engine }?.grades[from]
        }
    }

    /// The rows of the form `| Spanish (es) | … |`.
    private func rows() throws -> [Row] {
        let path = SpeechFixtures.packageRoot + "/Sources/verbio/verbio.docc/Offline.md"
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6, let code = cells[0].firstMatch(of: /\(([a-z]{2})\)$/)?.1 else { return nil }
            func grades(_ cell: String) -> [String] {
                cell == "–" ? [] : cell.split(separator: ";")[0].components(separatedBy: ", ")
            }
            let command = cells[5].trimmingCharacters(in: ["`"]).split(separator: " ").map(String.init)
            return Row(
                code: String(code), recognition: cells[1], firefox: grades(cells[2]), apertium: grades(cells[3]),
                voice: cells[4], arguments: Array(command.dropFirst()))
        }
    }

    /// What the program says with Whisper base and all of Firefox's models.
    private func coverage() async throws -> Coverage {
        let product = try Product()
        defer { product.remove() }
        try product.installWorker(["whisper-base"])
        for row in try rows() where row.code != "en" {
            for (from, to) in [(row.code, "en"), ("en", row.code)] {
                let folder = product.folder.appending(path: "data/verbio/models/firefox-\(from)-\(to)")
                try DictionaryModel([("a", "b")]).write(to: folder.path, direction: from + to)
            }
        }
        let ended = try await product.run(["languages", "--json"])
        #expect(ended.code == 0, "\(ended.errors)")
        return try JSONDecoder().decode(Coverage.self, from: Data(ended.output.utf8))
    }

    @Test("Given the guide, when its table is read, then it has one row for each language, with its grades")
    func grades() async throws {
        let rows = try rows()
        #expect(rows.count == 12 && Set(rows.map(\.code)).count == 12)
        let coverage = try await coverage()
        for row in rows {
            let language = try #require(coverage.languages.first { $0.tag == row.code })
            let heard = try #require(language.recognitionGrades["whisper"])
            #expect(row.recognition.hasPrefix(heard.level), "\(row)")
            #expect(row.recognition.hasSuffix("†") == (heard.recordings == 1), "\(row)")
            if let rate = heard.errorRate {
                #expect(row.recognition.contains(String(format: "%.2f", rate)), "\(row)")
            }
            guard row.code != "en" else { continue }
            for (place, grade) in [
                coverage.grade("firefox", row.code, "en"), coverage.grade("firefox", "en", row.code),
            ].enumerated() {
                let grade = try #require(grade)
                #expect(row.firefox[place] == grade.quality, "\(row)")
                #expect((grade.metric == "chrF") == (row.code == "pt"), "\(row)")
            }
        }
    }

    @Test(
        "Given a row, then it has Apertium's grades if that translates", .enabled("needs its packages") { hasApertium })
    func apertium() async throws {
        let coverage = try await coverage()
        for row in try rows() where row.code != "en" {
            let grades = [coverage.grade("apertium", row.code, "en"), coverage.grade("apertium", "en", row.code)]
            #expect(row.apertium == grades.compactMap { $0?.quality }, "\(row)")
            #expect(grades.allSatisfy { $0?.metric ?? "chrF" == "chrF" })
        }
    }

    @Test("Given a row, when its command is tried, then it names the models and the voice of that language")
    func commands() async throws {
        let product = try Product()
        defer { product.remove() }
        for row in try rows() {
            let ended = try await product.run(row.arguments + ["--dry-run"])
            #expect(ended.code == 0, "\(row): \(ended.errors)")
            let voice =
                row.voice.hasPrefix("Piper ")
                ? "piper-\(row.code)_" : row.voice == "Open JTalk Mei" ? "open-jtalk-mei" : "espeak-ng"
            #expect(ended.output.contains(voice) && ended.output.contains("whisper-base"), "\(row): \(ended.output)")
            if row.voice.hasPrefix("Piper ") {
                #expect(ended.output.contains("-\(row.voice.dropFirst(6))-"), "\(row): \(ended.output)")
            }
            guard row.code != "en" else { continue }
            #expect(ended.output.contains("firefox-\(row.code)-en") && ended.output.contains("firefox-en-\(row.code)"))
        }
    }

    private static let hasApertium = ["eng-spa", "fr-es", "es-pt", "spa-ita"].allSatisfy {
        FileManager.default.fileExists(atPath: "/usr/share/apertium/modes/\($0).mode")
    }
}
