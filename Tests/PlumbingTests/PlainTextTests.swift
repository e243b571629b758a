import Plumbing
import Testing

@Suite("Text for people")
struct PlainTextTests {
    @Test(
        "Given text with control characters, when it is printed, then no terminal command and no embedded direction is left",
        arguments: [
            ("a\tb\nc", "a\tb\nc"), ("a\r\nb\rc", "a\nb\u{FFFD}c"), ("\u{1B}[31mred", "\u{FFFD}[31mred"),
            ("\u{0}\u{7}\u{7F}\u{9B}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("\u{202A}a\u{202E}b\u{2066}c\u{2069}", "\u{FFFD}a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
            ("né 👩‍👩‍👧 \u{200F}שלום", "né 👩‍👩‍👧 \u{200F}שלום"),
        ])
    func printable(text: String, printed: String) {
        #expect(Array(text.printable.unicodeScalars) == Array(printed.unicodeScalars))
    }

    @Test("Given a file name with a line break, when a problem names it, then it stays on one line")
    func names() {
        let problem = Problem(.input, "audio.empty", "the file is empty").at("a.wav\nverbio: all is well\r\n")
        #expect(problem.description == "a.wav\u{FFFD}verbio: all is well\u{FFFD}: the file is empty")
    }
}
