import Captions
import Conversations
import Delivery
import Foundation
import Language
import Testing

/// How players that lay out every line from left to right get marks for lines that run the other way.
struct DirectionMarkTests {
    private static let arabic = "وصلنا في الصباح."
    /// Begins with a Latin letter, and is Arabic.
    private static let mixed = "GPT-4 نموذج جديد."

    private static func files(_ style: CaptionStyle, _ marks: DirectionMarks) async throws -> (
        srt: String, vtt: String
    ) {
        try await inTemporaryFolder { folder in
            let records = [
                try Recorded.record(1, 0, 2_000, source: "We came early.", target: arabic, to: .ar),
                try Recorded.record(2, 3_000, 5_000, source: "It is new.", target: mixed, to: .ar),
            ]
            let store = RecordedStore(try Recorded.conversation(to: .ar), records: records)
            let files = try await OutputWriter(store: store).write(
                [.srt, .vtt], of: Recorded.id, to: folder.path, naming: OutputNaming(title: "talk"), captions: style,
                marks: marks, finished: Recorded.finished(records, seconds: 6))
            return (
                try String(contentsOfFile: files[0].path, encoding: .utf8),
                try String(contentsOfFile: files[1].path, encoding: .utf8)
            )
        }
    }

    private static func srt(_ first: String, _ second: String) -> String {
        """
        1
        00:00:00,000 --> 00:00:02,000
        \(first)

        2
        00:00:03,000 --> 00:00:05,000
        \(second)


        """
    }

    private static func vtt(_ first: String, _ second: String) -> String {
        "WEBVTT\n\n" + srt(first, second).replacing(",000", with: ".000")
    }

    private static func embedded(_ line: String) -> String { "\u{202B}\(line)\u{202C}" }
    private static func embeddedLatin(_ line: String) -> String { "\u{202A}\(line)\u{202C}" }

    @Test func srtIsMarkedAndWebVTTWhereTheFirstLetterMisleads() async throws {
        let files = try await Self.files(.target, .auto)
        #expect(files.srt == Self.srt(Self.embedded(Self.arabic), Self.embedded(Self.mixed)))
        #expect(files.vtt == Self.vtt(Self.arabic, Self.embedded(Self.mixed)))
    }

    @Test func bothLinesOfACueOfTwoDirectionsAreMarked() async throws {
        let files = try await Self.files(.bilingual, .auto)
        #expect(
            files.srt
                == Self.srt(
                    Self.embeddedLatin("We came early.") + "\n" + Self.embedded(Self.arabic),
                    Self.embeddedLatin("It is new.") + "\n" + Self.embedded(Self.mixed)))
        #expect(
            files.vtt
                == Self.vtt(
                    "We came early.\n" + Self.arabic, "It is new.\n" + Self.embedded(Self.mixed)))
    }

    @Test func everyOtherWayIsChosen() async throws {
        let isolated = try await Self.files(.bilingual, .isolate)
        let lines = (
            "\u{2066}We came early.\u{2069}\n\u{2067}\(Self.arabic)\u{2069}",
            "\u{2066}It is new.\u{2069}\n\u{2067}\(Self.mixed)\u{2069}"
        )
        #expect(isolated.srt == Self.srt(lines.0, lines.1))
        #expect(isolated.vtt == Self.vtt(lines.0, lines.1))
        let embedded = try await Self.files(.target, .embed)
        #expect(embedded.vtt == Self.vtt(Self.embedded(Self.arabic), Self.embedded(Self.mixed)))
        let plain = try await Self.files(.target, .none)
        #expect(plain.srt == Self.srt(Self.arabic, Self.mixed))
        // Nothing runs from right to left.
        let english = try await Self.files(.source, .embed)
        #expect(english.srt == Self.srt("We came early.", "It is new."))
    }

    @Test(arguments: DirectionMarks.allCases)
    func marksAreSetOnce(marks: DirectionMarks) {
        let cue = CaptionCue(start: 0, end: 1_000, lines: ["We came.", Self.arabic], languages: [.en, .ar])
        let once = marks.marked(cue, goesByLetters: false)
        #expect(marks.marked(once, goesByLetters: false) == once)
        // The language of a line is not known here.
        let unknown = CaptionCue(start: 0, end: 1_000, lines: [Self.arabic])
        #expect(marks.marked(unknown, goesByLetters: false) == unknown)
    }
}
