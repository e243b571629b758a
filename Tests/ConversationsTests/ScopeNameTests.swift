import Conversations
import Plumbing
import Testing

@Suite("Names of scopes")
struct ScopeNameTests {
    @Test("given a plain name, when it is read, then it is the name", arguments: ["a", "acme-2", "9_lives", "local"])
    func valid(name: String) throws {
        #expect(try Scope(name).name == name)
        #expect(try Scope(name).isLocal == (name == "local"))
        #expect(try Scope(String(repeating: "a", count: 64)).name.count == 64)
    }

    @Test(
        "given a name that is no safe name of a folder, when it is read, then one sentence says what is possible",
        arguments: [
            "", "..", ".", "a/b", "a.b", "-a", "_a", "Acme", "ä", "a b", "a\0b", "a\n", ".removed-a",
            String(repeating: "a", count: 65),
        ])
    func invalid(name: String) {
        let problem = #expect(throws: Problem.self) { try Scope(name) }
        #expect(problem?.code == "scope.name" && problem?.kind == .usage)
        #expect("\(problem.map { "\($0)" } ?? "")".contains("use 1 to 64"))
    }
}
