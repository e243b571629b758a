import Foundation
import Language
import Testing

struct WordFileTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// All files in the folders `Words` of the modules, as they are named.
    static let names: [String] = ["Guards", "Language", "Numerals"].flatMap { module in
        let folder = root.appending(path: "\(module)/Words").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { "\(module)/\($0)" }
    }

    @Test("Given a file of words, when the program reads it, then it has the bytes of the file", arguments: names)
    func embedded(name: String) throws {
        let bytes = WordFile(name).bytes
        let file = try Data(contentsOf: Self.root.appending(path: name, in: "Words"))
        #expect(!bytes.isEmpty && Data(bytes) == file)
    }

    @Test("Given no file of that name, when the program reads it, then it is empty")
    func missing() {
        #expect(WordFile("Language/none.txt").bytes.isEmpty && WordFile("Language/none.txt").sections.isEmpty)
    }

    @Test("Given sections, when a file is read, then each has its lines, without comments, and its phrases")
    func sections() throws {
        let sections = WordFile("Language/names.txt").sections
        #expect(sections.map(\.name) == ["given", "family", "abroad", "places", "firms", "phrases"])
        #expect(sections.allSatisfy { section in !section.lines.contains { $0.hasPrefix("#") || $0.isEmpty } })
        #expect(sections[5].phrases.contains("costa rica") && !sections[5].phrases.contains { $0.contains("\n") })
    }

    @Test("Given a field of several lines, when it is read, then its value is one line with all of its words")
    func fields() throws {
        let english = try #require(WordFile("Language/abbreviations.txt").sectionsByName["en"])
        #expect(english.fields.map(\.name) == ["leading", "trailing", "starters", "words"])
        let leading = try #require(english.fields.first).value.split(separator: " ")
        #expect(leading.first == "no" && leading.last == "atty" && leading.count == 46)
    }
}

extension URL {
    /// The file `MODULE/FILE` in a folder of its module.
    fileprivate func appending(path: String, in folder: String) -> URL {
        let parts = path.split(separator: "/").map(String.init)
        return appending(path: parts[0]).appending(path: folder).appending(path: parts[1])
    }
}
