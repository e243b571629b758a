import Audio
import Language
import Plumbing
import Providers
import VerbioTesting

/// Audio in which every word is a stretch of samples that contain its number. The words in a piece of it can therefore
/// be identified, and how much of each.
struct SyntheticSpeech: Sendable {
    struct Word: Sendable {
        var text: String
        var range: SampleRange
    }

    let words: [Word]
    let samples: [Float]
    let unspaced: Bool

    var text: String { words.map(\.text).joined(separator: unspaced ? "" : " ") }

    /// - Parameters:
    ///   - texts: the words.
    ///   - lengths: of each word and of the gap after it, in milliseconds.
    init(_ texts: [String], lengths: [(word: Int, gap: Int)], unspaced: Bool) {
        self.unspaced = unspaced
        var words: [Word] = []
        var samples = [Float](repeating: 0, count: 1_600)
        for (index, text) in texts.enumerated() {
            let start = samples.count
            samples += [Float](repeating: Self.level(index), count: lengths[index].word * 16)
            words.append(Word(text: text, range: SampleRange(start: start, end: samples.count)))
            samples += [Float](repeating: 0, count: lengths[index].gap * 16)
        }
        self.words = words
        self.samples = samples
    }

    private static func level(_ index: Int) -> Float { 0.2 + 0.001 * Float(index) }

    private static func index(_ level: Float) -> Int? {
        level < 0.1 ? nil : Int(((level - 0.2) * 1_000).rounded())
    }

    /// The words in a piece of the audio: which, from where to where in samples of the piece, and whether they are whole.
    func words(in piece: [Float]) -> [(index: Int, range: SampleRange, isWhole: Bool)] {
        // Words and gaps last 80 samples or more.
        let step = 40
        var found: [(index: Int, range: SampleRange, isWhole: Bool)] = []
        for start in stride(from: 0, to: piece.count, by: step) {
            guard let index = Self.index(piece[start]) else { continue }
            let end = min(start + step, piece.count)
            if found.last?.index == index {
                found[found.count - 1].range.end = end
            } else {
                found.append((index, SampleRange(start: start, end: end), false))
            }
        }
        return found.map { word in
            let isWhole = word.range.count >= words[word.index].range.count - 2 * step
            return (word.index, word.range, isWhole)
        }
    }
}

/// Recognizes the words of synthetic speech, as a recognizer does that gets only a piece of it. Words that are cut off at
/// an edge are left out, guessed or mistaken.
struct SyntheticRecognizer: SpeechRecognizer {
    let speech: SyntheticSpeech
    var language = LanguageCode.en
    var seconds: Double
    var timed = true
    /// The lengths of all requests, in samples.
    let asked = Locked<[Int]>([])
    /// Which calls fail, from 1.
    var failures: Set<Int> = []
    /// What it takes without having said so, in seconds.
    var room = Double.infinity
    let descriptor = ProviderDescriptor(name: "synthetic", model: "1")

    var capabilities: RecognizerCapabilities {
        RecognizerCapabilities(languages: [language]) {
            $0.wordTimes = timed
            $0.maximumSeconds = seconds
        }
    }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        let number = asked.withLock { asked in
            asked.append(request.audio.count)
            return asked.count
        }
        if failures.contains(number) { throw failure(.transient, stage: .recognition) }
        guard Double(request.audio.count) <= room * 16_000 else { throw failure(.tooLarge, stage: .recognition) }
        guard Double(request.audio.count) <= seconds * 16_000 else { throw failure(.unsupported, stage: .recognition) }
        // The same piece is heard the same way.
        var random = SplitMix64(seed: UInt64(request.audio.count) &* 31 &+ UInt64(speech.samples.count))
        var words: [Recognition.Word] = []
        for word in speech.words(in: request.audio) {
            var text = speech.words[word.index].text
            if !word.isWhole {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: continue
                case 1 where word.range.count * 2 > speech.words[word.index].range.count: break
                default: text = speech.unspaced ? "啊" : "mumble"
                }
            }
            // Times are good to a few hundredths of a second.
            let jitter = Double.random(in: -0.03...0.03, using: &random)
            let start = max(0, Double(word.range.start) / 16_000 + jitter)
            words.append(.init(text: text, start: start, end: start + Double(word.range.count) / 16_000))
        }
        let text = words.map(\.text).joined(separator: speech.unspaced ? "" : " ")
        let seconds = Double(request.audio.count) / 16_000
        return Recognition(
            text: text, language: language, confidence: words.isEmpty ? nil : 0.9, words: timed ? words : [],
            usage: Usage(audioSeconds: seconds))
    }
}
