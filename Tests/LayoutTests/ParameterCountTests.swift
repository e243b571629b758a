import Testing

struct ParameterCountTests {
    /// More are hard to tell apart at the call.
    private static let most = 7

    @Test("Given the sources, when a function or an initializer is declared, then it takes at most seven parameters")
    func sources() throws {
        try #require(SourceTree.modules.count > 15)
        for (path, text) in try SourceTree.allFiles() {
            let long = ParameterCounts(text).declarations.filter { $0.parameters > Self.most }
            #expect(
                long.isEmpty,
                """
                \(path): \(long.map(\.description).joined(separator: ", ")); group what belongs together in a nested \
                struct, or set what has a default after the initializer
                """)
        }
    }

    @Test(
        "Given a declaration, when its parameters are counted, then a tuple, a closure and a generic type are one each",
        arguments: [
            ("func plain() {}", 0), ("init(\n    a: Int, b: Int\n) {}", 2), ("init?(_ a: Int) {}", 1),
            ("func pair(_ a: (Int, Int), b: [Int: Int]) {}", 2), ("func call(_ a: (Int, Int) -> Int, b: Int) {}", 2),
            ("func map<A, B>(_ a: Dictionary<A, B>, b: B) {}", 2), ("subscript(a: Int, b: Int) -> Int { 0 }", 2),
            ("func given(a: Int = max(1, 2), b: String = \"a, b, c\") {}", 2),
            ("func noted(\n    a: Int,  // the first, of two\n    b: Int) {}", 2),
            ("static func == (a: Int, b: Int) {}", 2),
        ])
    func counted(declaration: String, parameters: Int) {
        #expect(ParameterCounts(declaration).declarations.map(\.parameters) == [parameters])
    }

    @Test("Given calls, when a file is read, then they are no declarations, and a line is that of the declaration")
    func calls() {
        let counts = ParameterCounts(
            "// func no(a: Int)\nself.init(1, 2)\nlet a: A = .init(1)\nfunc two(a: Int, b: Int) {}")
        #expect(counts.declarations == [.init(name: "two", line: 4, parameters: 2)])
    }
}
