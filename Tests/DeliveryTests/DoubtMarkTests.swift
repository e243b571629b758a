import Captions
import Conversations
import Delivery
import Language
import Providers
import Testing

@Suite("The marks of doubtful recognitions")
struct DoubtMarkTests {
    private func record(_ verdict: RecognitionFlag.Verdict, start: Int = 1_000) throws -> UtteranceRecord {
        var record = try Recorded.record(
            1, start, start + 2_000, source: "I know <that>.", target: "Lo sé.",
            outcome: verdict == .dropped ? .dropped(reason: "hallucination") : nil)
        let flag = RecognitionFlag(name: "no-speech", verdict: verdict, reason: "the recognizer finds no speech")
        record.recognitionFlags = [flag, flag]
        return record
    }

    @Test("Given a kept or a cut text, when the transcript is written, then the mark follows what was said")
    func transcript() throws {
        for verdict in [RecognitionFlag.Verdict.kept, .cut] {
            #expect(
                PlainText(SpeakerNames(sides: false)).paragraph(of: try record(verdict))
                    == "\n[00:00:01]\n  en: I know <that>.  ⚑ no-speech\n  es: Lo sé.\n")
        }
        #expect(
            PlainText(SpeakerNames(sides: false)).paragraph(of: try record(.askedAgain))
                == "\n[00:00:01]\n  en: I know <that>.\n  es: Lo sé.\n")
        #expect(PlainText(SpeakerNames(sides: false)).paragraph(of: try record(.dropped)).isEmpty)
    }

    @Test("Given a doubtful text, when captions are written, then each format marks it that has a place for it")
    func captions() throws {
        for style in CaptionStyle.allCases {
            var builder = CueBuilder(style: style, profile: .netflix, speakers: SpeakerNames(sides: true))
            let cues = builder.add(try record(.kept)) + builder.finish()
            let vtt = WebVTT().text(of: cues)
            let lines = vtt.split(separator: "\n").filter { $0.contains("know") || $0.contains("sé") }
            #expect(lines.count == (style == .bilingual ? 2 : 1))
            #expect(lines.allSatisfy { $0.contains("<c.doubtful>") && $0.hasSuffix("</c>") }, "\(vtt)")
            #expect(vtt.contains("<v user><c.doubtful>"))
            for format in CaptionFormats.all {
                let text = format.text(of: cues)
                let places = ["vtt": "<c.doubtful>", "ass": ",doubtful,", "ttml": "ttm:role=\"x-doubtful\""]
                let mark = format is DelimitedText ? "yes" : places[format.name]
                if let mark {
                    #expect(text.contains(mark), "\(text)")
                } else {
                    #expect(!text.contains("doubtful"), "\(text)")
                }
            }
        }
        var plain = CueBuilder(style: .bilingual, profile: .netflix)
        #expect(!WebVTT().text(of: plain.add(try record(.askedAgain)) + plain.finish()).contains("doubtful"))
    }

    @Test("Given brief captions of which one is doubtful, when they are settled, then the two are not joined")
    func apart() throws {
        let first = try Recorded.record(1, 1_000, 1_500, source: "Yes.", target: "Sí.")
        var second = try Recorded.record(2, 1_600, 2_100, source: "No.", target: "No.")
        var joined = CueBuilder(style: .source, profile: .netflix)
        #expect((joined.add(first) + joined.add(second) + joined.finish()).count == 1)
        second.recognitionFlags = [RecognitionFlag(name: "unsure", verdict: .kept, reason: "")]
        var apart = CueBuilder(style: .source, profile: .netflix)
        let cues = apart.add(first) + apart.add(second) + apart.finish()
        #expect(cues.map(\.isDoubtful) == [false, true])
    }
}
