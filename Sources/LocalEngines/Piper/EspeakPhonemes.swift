/// How the words of a text are spoken according to espeak-ng, in the letters of the International Phonetic Alphabet.
///
/// espeak-ng runs as a separate process for each piece between two marks. It leaves the marks out, and a voice needs them for
/// its pauses and its intonation.
struct EspeakPhonemes: Sendable {
    let path: String
    let searchPath: SearchPath
    let voice: String

    /// A text that is spoken, and the mark that follows.
    struct Piece: Sendable, Hashable {
        var words: String
        var mark: Character?
    }

    private static let outputLimit = 1 << 20

    /// - Throws: ``ChildFailure``, or `CancellationError`.
    func phonemes(of sentence: String) async throws -> String {
        let pieces = Self.pieces(of: sentence)
        let found = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (number, piece) in pieces.enumerated() {
                group.addTask { (number, try await spoken(piece.words)) }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        var all = ""
        for (number, piece) in pieces.enumerated() {
            guard let words = found[number], !words.isEmpty else { continue }
            all += (all.isEmpty ? "" : " ") + words + (piece.mark.map(String.init) ?? "")
        }
        return all
    }

    private func spoken(_ words: String) async throws -> String {
        let command = ChildCommand(
            path: path, arguments: ["-q", "-b", "1", "-v", voice, "--ipa", "--stdin"], searchPath: searchPath)
        // If there are two brackets, espeak-ng reads what follows as phonemes in its own letters.
        let text = words.replacing("[[", with: "[ [") + "\n"
        let bytes = try await command.output(input: Array(text.utf8), limit: Self.outputLimit)
        return Self.plain(String(decoding: bytes, as: UTF8.self))
    }

    /// The phonemes in one line, without the signs in parentheses that mark words of another language.
    static func plain(_ output: String) -> String {
        var result = ""
        var depth = 0
        for character in output {
            switch character {
            case "(": depth += 1
            case ")": depth = max(0, depth - 1)
            default: if depth == 0 { result.append(character.isWhitespace ? " " : character) }
            }
        }
        return result.split(separator: " ").joined(separator: " ")
    }

    /// The pieces between the marks. A mark within a number or a name does not count.
    static func pieces(of sentence: String) -> [Piece] {
        var pieces: [Piece] = []
        var words = ""
        let letters = Array(sentence)
        for (at, letter) in letters.enumerated() {
            let endsWord = at + 1 == letters.count || letters[at + 1].isWhitespace || marks[letters[at + 1]] != nil
            guard let mark = marks[letter], endsWord || !letter.isASCII else {
                words.append(letter)
                continue
            }
            if words.contains(where: { !$0.isWhitespace }) {
                pieces.append(Piece(words: words, mark: mark))
            }
            words = ""
        }
        if words.contains(where: { !$0.isWhitespace }) { pieces.append(Piece(words: words, mark: nil)) }
        return pieces
    }

    /// Marks, and the marks that voices know for them.
    private static let marks: [Character: Character] = [
        ",": ",", ".": ".", "!": "!", "?": "?", ";": ";", ":": ":", "…": ".", "，": ",", "、": ",", "。": ".", "！": "!",
        "？": "?", "；": ";", "：": ":", "،": ",", "؟": "?", "؛": ";", "।": ".",
    ]
}
