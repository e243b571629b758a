import Testing

struct TypeNameTests {
    @Test("Given the sources, when types of two files are named, then no two have the same name")
    func names() throws {
        try #require(SourceTree.modules.count > 15)
        var homes: [String: [String]] = [:]
        for module in SourceTree.modules {
            for (path, text) in try SourceTree.files(of: module) {
                for type in CodeLines(text).types(atAnyDepth: false) {
                    homes[type, default: []].append("\(module)/\(path)")
                }
            }
        }
        try #require(homes.count > 1_000)
        let twins = homes.filter { $0.value.count > 1 }.map { "\($0.key) in \($0.value.sorted())" }.sorted()
        #expect(twins == [], "give one of them another name, so that a reader knows which one is meant")
    }
}
