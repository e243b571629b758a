// What goes over the wire has the names it has there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Providers

/// One line of speech with timestamps.
struct TimedPiece: Decodable {
    /// Three lists of the same length.
    struct Alignment: Decodable {
        var characters: [String]
        var character_start_times_seconds: [Double]
        var character_end_times_seconds: [Double]
    }

    var audio_base64: String
    /// Not there where the piece begins no character.
    var alignment: Alignment?
}

/// When the characters of a text are spoken, as they are told piece by piece.
struct CharacterTimes {
    private var characters: [(text: String, start: Double, end: Double)] = []
    /// Whether something was told that cannot be.
    private var isBroken = false

    /// - Parameter seconds: how much audio came before the piece. Times are said to count from the start of it all, but that
    ///   is nowhere written: ones that go back count from the piece's.
    mutating func take(_ alignment: TimedPiece.Alignment, at seconds: Double) {
        let (starts, ends) = (alignment.character_start_times_seconds, alignment.character_end_times_seconds)
        guard alignment.characters.count == starts.count, starts.count == ends.count else {
            isBroken = true
            return
        }
        guard let first = starts.first else { return }
        let last = characters.last?.start ?? 0
        let offset = first < last ? seconds : 0
        for (index, character) in alignment.characters.enumerated() {
            characters.append((character, starts[index] + offset, ends[index] + offset))
        }
    }

    /// The words; none where the characters are not the text's, or their times are none.
    func words(of text: String) -> [SpokenWord] {
        guard !isBroken, characters.map(\.text).joined() == text else { return [] }
        var words: [SpokenWord] = []
        var isBetween = true
        var last = 0.0
        for (text, start, end) in characters {
            guard start.isFinite, end.isFinite, start >= last, end >= start, end <= 1e5 else { return [] }
            last = start
            if text.allSatisfy(\.isWhitespace) {
                isBetween = true
            } else if isBetween {
                words.append(SpokenWord(text: text, start: start, end: end))
                isBetween = false
            } else {
                words[words.count - 1].text += text
                words[words.count - 1].end = end
            }
        }
        return words
    }
}
