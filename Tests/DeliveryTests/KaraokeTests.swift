import Captions
import Conversations
import Delivery
import Language
import Providers
import Testing

/// Captions that show when each word is said.
@Suite("Times of words in captions")
struct KaraokeTests {
    private static func record(_ sequence: Int, from start: Int, words: [String], target: String) throws
        -> UtteranceRecord
    {
        // The audio begins 0.2 s before the voice.
        let timed = words.enumerated().map { index, word in
            Recognition.Word(text: word, start: 0.2 + 0.5 * Double(index), end: 0.6 + 0.5 * Double(index))
        }
        return try Recorded.record(
            sequence, start, start + 500 * words.count, source: words.joined(separator: " "), target: target,
            words: timed)
    }

    private static func cues(_ style: CaptionStyle, _ records: [UtteranceRecord], timed: Bool = true) -> [CaptionCue] {
        var builder = CueBuilder(style: style, profile: .netflix, timesWords: timed)
        return records.flatMap { builder.add($0) } + builder.finish()
    }

    @Test(
        "given word times, when ASS is written, then each word lasts until the next, and all of them as long as the cue"
    )
    func ass() throws {
        let words = ["Nobody", "{had}", "expected", "the", "train", "to", "come,", "and", "we", "ran."]
        let cue = try #require(
            Self.cues(.source, [try Self.record(1, from: 3_000, words: words, target: "Nadie.")]).first)
        let text = ASS().text(of: cue, number: 1)
        #expect(text.hasPrefix("Dialogue: 0,0:00:03.00,0:00:08.00,"), "\(text)")
        #expect(text.contains(",,{\\k50}Nobody{\\k50} (had){\\k50} expected"), "\(text)")
        #expect(text.contains("\\N{\\k50}") && text.hasSuffix("{\\k50} ran.\n"), "\(text)")
        let lengths = text.matches(of: /\\k(\d+)/).compactMap { Int($0.1) }
        #expect(lengths.reduce(0, +) * 10 == cue.end - cue.start)
        // It is read as the same text.
        let content = try #require(ASS().read(ASS().text(of: [cue])))
        #expect(
            content.cues.first?.text.text
                == cue.lines.joined(separator: "\n").replacing("{", with: "(").replacing("}", with: ")"))
    }

    @Test(
        "given word times, when WebVTT is written, then each word but the first has its time, and other formats have none"
    )
    func webVTT() throws {
        let record = try Self.record(1, from: 3_000, words: ["Good", "<day>", "all."], target: "Buenos días.")
        let cues = Self.cues(.source, [record])
        let text = WebVTT().text(of: cues)
        #expect(text.contains("\nGood<00:00:03.500> &lt;day&gt;<00:00:04.000> all.\n"), "\(text)")
        #expect(SRT().text(of: cues).contains("\nGood <day> all.\n"))
        #expect(WebVTT().text(of: Self.cues(.source, [record], timed: false)).contains("\nGood &lt;day&gt; all.\n"))
    }

    @Test("given two languages, when ASS is written, then only what was said has times")
    func bilingual() throws {
        let record = try Self.record(1, from: 1_000, words: ["Good", "day."], target: "Buenos días.")
        let text = ASS().text(of: Self.cues(.bilingual, [record]))
        #expect(text.contains("{\\k50}Good{\\k50} day.\\NBuenos días.\n"), "\(text)")
    }

    @Test("given brief captions, when they are joined, then the words of both keep their times")
    func joined() throws {
        let records = [
            try Self.record(1, from: 1_000, words: ["Yes."], target: "Sí."),
            try Self.record(2, from: 1_700, words: ["No."], target: "No."),
        ]
        let cues = Self.cues(.source, records)
        #expect(
            cues.count == 1 && cues[0].words == [[TimedWord("Yes.", start: 1_000), TimedWord(" No.", start: 1_700)]])
    }

    @Test("given no word times, when captions are written, then they are plain")
    func plain() throws {
        let record = try Recorded.record(1, 0, 2_000, source: "Good day.", target: "Buenos días.")
        #expect(Self.cues(.source, [record]).allSatisfy { $0.words.isEmpty })
        #expect(!ASS().text(of: Self.cues(.source, [record])).contains("\\k"))
    }
}
