/// The first complaints of ffmpeg. They are bounded: a damaged film makes the program write without end.
struct ProgramMessages {
    private var line: [UInt8] = []
    private(set) var errors: [String] = []
    /// Whether the disk had no room.
    private(set) var isDiskFull = false
    /// Whether the end of the output could not be written. The program's exit code does not tell that.
    private(set) var hasNoEnd = false
    /// Whether text is drawn and no font has its letters.
    private(set) var lacksLetters = false
    private static let (longest, most) = (500, 20)

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == 0x0A || byte == 0x0D {
                end()
            } else if line.count < Self.longest {
                line.append(byte)
            }
        }
    }

    /// The last line may have no end.
    mutating func end() {
        defer { line.removeAll(keepingCapacity: true) }
        // Marks such as `[mp4 @ 0x55d0]` come first.
        var text = String(decoding: line, as: UTF8.self)[...]
        while text.first == "[", let end = text.firstIndex(of: "]") {
            text = text[text.index(after: end)...].drop { $0 == " " }
        }
        text = text.replacing(#/(?:file:/proc/self/fd/|pipe:)[0-9]+: /#, with: "")
        if text.contains("No space left on device") { isDiskFull = true }
        if text.contains("failed to find any fallback with glyph") { lacksLetters = true }
        if text.hasPrefix("Error writing trailer") { hasNoEnd = true }
        if !text.isEmpty, errors.count < Self.most { errors.append(String(text.prefix(200))) }
    }

    /// The reason as a clause in brackets; empty if there is none.
    var reason: String { errors.first.map { " (ffmpeg: \($0))" } ?? "" }
}
