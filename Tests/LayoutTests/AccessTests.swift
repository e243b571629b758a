import Testing

struct AccessTests {
    @Test("Given the sources, when another module uses a declaration, then its access is package and not public")
    func sources() throws {
        try #require(SourceTree.modules.count > 15)
        for (path, text) in try SourceTree.allFiles() {
            let open = text.split(separator: "\n").map(String.init).filter(Self.isPublic)
            #expect(
                open.isEmpty, "\(path): \(open.joined(separator: "\n  ")); only another package would need it public")
        }
    }

    @Test(
        "Given a line, when it is read, then its access is found behind attributes and not in names",
        arguments: [
            ("public struct One {}", true), ("    @Sendable public static func two() {}", true),
            ("public import Audio", true), ("package struct One {}", false), ("let publicHosts = 1", false),
            ("    var one: Two { key.public }", false),
        ])
    func line(text: String, isPublic: Bool) {
        #expect(Self.isPublic(text) == isPublic)
    }

    private static func isPublic(_ line: String) -> Bool {
        let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
        return words.first == "public"
    }
}
