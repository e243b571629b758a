import Testing

struct TypeSpreadTests {
    private static let maximumFiles = 3

    @Test("Given the sources, when a module's files are read, then no type lies in more than three of them")
    func sources() throws {
        let spreads = try SourceTree.modules.map { ($0, TypeSpread(try SourceTree.files(of: $0))) }
        try #require(spreads.count > 15)
        // Only types of the project count. `String` and the like are no job of a module.
        let own = spreads.reduce(into: Set<String>()) { $0.formUnion($1.1.declared) }
        for (module, spread) in spreads {
            let wide = spread.files.filter { $0.value.count > Self.maximumFiles && own.contains($0.key) }
            for (type, files) in wide {
                let list = files.sorted().joined(separator: "\n  ")
                Issue.record("\(type) lies in \(files.count) files of \(module); give each job a type:\n  \(list)")
            }
        }
    }

    @Test("Given a type with extensions, when its files are listed, then each file is among them")
    func extensions() {
        let spread = TypeSpread([
            "A/One.swift": "public struct One: Sendable {\n    let two = 2\n}",
            "A/One+Text.swift": "extension One {\n    var text: String { \"\" }\n}",
            "B/Same.swift": "extension One: Comparable {}\n\nextension Two {\n    func three() {}\n}",
        ])
        #expect(spread.declared == ["One"])
        #expect(spread.files["One"] == ["A/One.swift", "A/One+Text.swift", "B/Same.swift"])
        #expect(spread.files["Two"] == ["B/Same.swift"])
    }

    @Test(
        "Given an extension that is no job of its type, when the files are listed, then its file is not among them",
        arguments: [
            "    /// The first.\n    static let first = One(text: \"let it\") { value in\n        value\n    }",
            "    static let first = One()\n    static func make() -> One {\n        let one = One()\n    }",
        ])
    func registries(members: String) {
        let spread = TypeSpread([
            "One.swift": "struct One {\n}", "Other.swift": "extension One {\n\(members)\n}",
        ])
        #expect(spread.files["One"] == ["One.swift"])
    }

    @Test(
        "Given a text that declares nothing of a type, when the files are listed, then its file is not among them",
        arguments: [
            "private extension One {\n    var text: String { \"\" }\n}", "// extension One {\n",
            "private struct One {\n}",
            "struct Other {\n    struct One {}\n}",
        ])
    func others(other: String) {
        let spread = TypeSpread(["One.swift": "struct One {\n}", "Other.swift": other])
        #expect(spread.files["One"] == ["One.swift"])
    }

    @Test("Given an extension with static members and others, when the files are listed, then its file is among them")
    func mixed() {
        let spread = TypeSpread([
            "One.swift": "struct One {\n}",
            "Other.swift": "extension One {\n    static let first = One()\n    func next() -> One { self }\n}",
        ])
        #expect(spread.files["One"]?.count == 2)
    }
}
