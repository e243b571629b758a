// Members that go over the wire keep the names that they have there.
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
    /// Missing if no character begins in the piece.
    var alignment: Alignment?
}

/// The times at which the characters of a text are spoken, collected piece by piece.
struct CharacterTimes {
    private var characters: [(text: String, start: Double, end: Double)] = []
    /// Whether the provider sent times that are impossible.
    private var isBroken = false

    /// - Parameter seconds: how much audio came before the piece. Times are said to count from the start of the whole audio,
    ///   but no documentation states it. Times that go back count from the start of the piece.
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

    /// The words; empty if the characters are not those of the text, or their times are invalid.
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
