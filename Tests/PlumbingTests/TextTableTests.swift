import Plumbing
import Testing

@Suite struct TextTableTests {
    @Test(
        "Given cells that do not fit, when a table is fitted, then no line is longer, and the first column stays whole")
    func fitted() {
        let rows = [
            ["c5fjyehwf2z655nz9kpdx", "complete", String(repeating: "a long title ", count: 10)],
            ["short", "interrupted", "x"],
        ]
        let lines = table(["conversation", "state", "title"], rows, width: 60)
        #expect(lines.allSatisfy { $0.columns <= 60 })
        #expect(lines.contains { $0.hasPrefix("c5fjyehwf2z655nz9kpdx  complete") })
        let words = lines.joined(separator: " ").split(separator: " ")
        #expect(words.count { $0 == "title" } == 11)
    }

    @Test("Given no width, when a table is made, then every row is one line")
    func natural() {
        let rows = [["a", String(repeating: "word ", count: 50)]]
        #expect(table(["name", "text"], rows).count == 3)
    }

    @Test("Given full-width characters, when a table is made, then the columns line up")
    func fullWidth() {
        let lines = table(["language", "code"], [["中文", "zh"], ["English", "en"]])
        #expect(lines[2] == "中文      zh")
        #expect(lines[3] == "English   en")
    }
}
