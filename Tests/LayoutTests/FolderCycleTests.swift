import Testing

struct FolderCycleTests {
    @Test("Given the sources, when a module's folders use each other, then they do so one way only")
    func folders() throws {
        try #require(SourceTree.modules.count > 15)
        for module in SourceTree.modules {
            let cyclic = FolderArrows(try SourceTree.files(of: module)).cyclic
            let list = cyclic.prefix(20).map(\.description).joined(separator: "\n  ")
            #expect(
                cyclic.isEmpty,
                "\(module) has folders in a cycle; move a type to the lower one, or its user up:\n  \(list)")
        }
    }

    @Test("Given the parts of an assembly, when their files use each other, then no part knows what it is a part of")
    func assembly() throws {
        let files = try SourceTree.files(of: "VerbioService").filter { $0.key.hasPrefix("Engines/") }
        try #require(files["Engines/Assembly.swift"] != nil)
        // A file counts as a folder, so that the arrows are those between the files.
        let cyclic = FolderArrows(
            Dictionary(
                uniqueKeysWithValues: files.map { path, text in (path.replacing(".swift", with: "/a.swift"), text) })
        ).cyclic
        #expect(cyclic.isEmpty, "\(cyclic.map(\.description).joined(separator: "\n  "))")
    }

    @Test("Given two folders that use each other's types, when the arrows are drawn, then both arrows are in the cycle")
    func cycle() {
        let drawn = FolderArrows([
            "Top.swift": "struct Top { var one: One }",
            "A/One.swift": "public struct One { var two: Two }",
            "B/Two.swift": "final class Two {\n    let one: [One]\n}",
        ])
        #expect(Set(drawn.arrows.map { [$0.from, $0.to] }) == [["A", "B"], ["B", "A"], ["the module's root", "A"]])
        #expect(drawn.cyclic.map(\.type) == ["Two", "One"])
    }

    @Test("Given three folders in a ring, when the arrows are drawn, then all of them are in the cycle")
    func ring() {
        let drawn = FolderArrows([
            "A/One.swift": "extension Two {}\nstruct One {}", "B/Two.swift": "struct Two { let three = Three() }",
            "C/Three.swift": "struct Three: Sendable { func turn(_ one: One) {} }",
        ])
        #expect(drawn.cyclic.count == 3)
    }

    @Test(
        "Given a folder that does not use another's types, when it only names them, then there is no arrow",
        arguments: [
            "// as One does\nstruct Two {}", "struct Two { let text = \"One\" }",
            "struct Two { let value = Other.One() }",
            "struct Two {\n    struct One {}\n    let one = One()\n}", "internal import One\nstruct Two {}",
            "private struct One {}\nstruct Two { let one: One }",
            "struct Two {\n    let text = \"\"\"\n        One\n        \"\"\"\n}",
        ])
    func mention(second: String) {
        let drawn = FolderArrows(["A/One.swift": "struct One { let two: Two }", "B/Two.swift": second])
        #expect(drawn.arrows.map(\.to) == ["B"])
        #expect(drawn.cyclic.isEmpty)
    }
}
