import Foundation
import Testing

/// The parts of the worker's program share one space of names, because they are sent to Python as one text.
struct WorkerNameTests {
    @Test("Given the parts of the worker's program, when they are one text, then no name of one is that of another")
    func parts() throws {
        let folder = SourceTree.packageRoot.path + "/Sources/LocalEngines/Worker/Python"
        let parts = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".py") }
        try #require(parts.count > 5)
        var owners: [String: [String]] = [:]
        for part in parts {
            for name in Self.names(in: try String(contentsOfFile: "\(folder)/\(part)", encoding: .utf8)) {
                owners[name, default: []].append(part)
            }
        }
        #expect(owners["HOP"] != nil && owners["Whisper"] != nil)
        for (name, parts) in owners { #expect(parts.count == 1, "\(name) is in \(parts.sorted())") }
    }

    @Test("Given a part, when its names are read, then they are those of its first level")
    func names() {
        let text = "ONE, TWO = 1, 2\nclass Three:\n    FOUR = 4\ndef five(six=6):\n    seven = 7\nimport eight\n"
        #expect(Self.names(in: text) == ["ONE", "TWO", "Three", "five"])
    }

    /// The constants, classes and functions of a part.
    private static func names(in text: String) -> [String] {
        text.split(separator: "\n").flatMap { line -> [String] in
            if let found = line.firstMatch(of: /^(?:class|def) (\w+)/) { return [String(found.1)] }
            guard let found = line.firstMatch(of: #/^(\w+(?:, \w+)*) = /#) else { return [] }
            return found.1.split(separator: ", ").map(String.init)
        }
    }
}
