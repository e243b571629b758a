import Captions
import Language
import Plumbing
import Testing

/// Each rule of a profile, at its limit and beyond.
@Suite("Checking captions")
struct CheckTests {
    /// A cue with lines, in milliseconds.
    static func cue(_ start: Int, _ end: Int, _ text: String, line: Int = 1) -> ReadCue {
        ReadCue(line: line, start: start, end: end, text: StyledText(text))
    }

    private static func told(
        _ cues: [ReadCue], _ profile: CaptionProfile = .netflix, _ languages: [LanguageCode] = [.en]
    ) -> [String] {
        CaptionCheck(profile, languages: LineLanguages(languages)).findings(in: cues).all.map {
            "\($0.number) \($0.rule.rawValue): \($0.what)"
        }
    }

    @Test(
        "given a cue at the limit of a rule and one beyond, when it is checked, then only the second breaks the rule",
        arguments: [
            (
                cue(0, 5_000, String(repeating: "a", count: 42)), cue(0, 5_000, String(repeating: "a", count: 43)),
                "1 line-length: line 1 has 43 characters, at most 42"
            ),
            (cue(0, 5_000, "one\ntwo"), cue(0, 5_000, "one\ntwo\nsix"), "1 line-count: 3 lines, at most 2"),
            (
                cue(0, 2_000, String(repeating: "a", count: 40)), cue(0, 1_950, String(repeating: "a", count: 40)),
                "1 reading-speed: 20.6 characters a second, at most 20 in English"
            ),
            (cue(0, 833, "Yes."), cue(0, 800, "Yes."), "1 shortest-time: 0.8 s on the screen, at least 0.833"),
            (cue(0, 7_000, "Yes."), cue(0, 7_100, "Yes."), "1 longest-time: 7.1 s on the screen, at most 7"),
            (
                cue(0, 5_000, "This is the long story of how we met\nthe other people."),
                cue(0, 5_000, "This is the long story of how we met the\nother people."),
                "1 line-break: line 1 ends with 'the', which belongs to what follows"
            ),
        ] as [(ReadCue, ReadCue, String)])
    func rules(kept: ReadCue, broken: ReadCue, finding: String) {
        #expect(Self.told([kept]).isEmpty)
        #expect(Self.told([broken]) == [finding])
    }

    @Test(
        "given two cues, when the second begins earlier and earlier, then first the gap is too short, then they overlap"
    )
    func neighbours() {
        func told(_ start: Int) -> [String] {
            Self.told([Self.cue(0, 2_000, "One."), Self.cue(start, start + 2_000, "Two.")])
        }
        #expect(told(2_083).isEmpty)
        // A quarter of a frame is no difference.
        #expect(told(2_073).isEmpty)
        #expect(told(2_042) == ["1 gap: 1 frame before cue 2, at least 2"])
        #expect(told(2_000) == ["1 gap: 0 frames before cue 2, at least 2"])
        #expect(told(1_500) == ["2 overlap: begins 0.5 s before the end of cue 1"])
        // TED's sheet names no gap.
        let ted = Self.told([Self.cue(0, 2_000, "One."), Self.cue(2_000, 4_000, "Two.")], .ted)
        #expect(ted.isEmpty)
    }

    @Test("given a short cue inside a long one, when they are checked, then what follows is compared with the long one")
    func nested() {
        let cues = [Self.cue(0, 5_000, "Long."), Self.cue(1_000, 2_000, "In it."), Self.cue(4_000, 6_000, "Behind.")]
        #expect(Self.told(cues).filter { $0.contains("overlap") }.count == 2)
    }

    @Test("given cues in different places, when they are shown at once, then they do not overlap")
    func places() {
        var above = Self.cue(0, 2_000, "Above.")
        above.alignment = 8
        #expect(Self.told([above, Self.cue(0, 2_000, "Below.")]).isEmpty)
    }

    @Test(
        "given each language, when a line has the characters that its guide allows, then one more is too many",
        arguments: [
            (LanguageCode.ja, "漢", 13), (.zh, "漢", 16), (.ko, "한", 16), (.ru, "д", 39), (.ar, "ع", 42), (.hi, "क", 42),
            (.de, "ä", 42),
        ])
    func widths(language: LanguageCode, letter: String, characters: Int) {
        func told(_ count: Int) -> [String] {
            Self.told([Self.cue(0, 7_000, String(repeating: letter, count: count))], .netflix, [language])
                .filter { $0.contains("line-length") }
        }
        #expect(told(characters).isEmpty)
        #expect(
            told(characters + 1) == ["1 line-length: line 1 has \(characters + 1) characters, at most \(characters)"])
    }

    @Test(
        "given half-width letters in Japanese and marks of direction, when they are counted, then they are a half and nothing"
    )
    func halves() {
        let japanese = Self.told([Self.cue(0, 7_000, "漢漢漢漢漢漢漢漢漢漢漢漢ab")], .netflix, [.ja])
        #expect(japanese.isEmpty)
        #expect(
            Self.told([Self.cue(0, 7_000, "漢漢漢漢漢漢漢漢漢漢漢漢abc")], .netflix, [.ja])
                == ["1 line-length: line 1 has 13.5 characters, at most 13"])
        let arabic = "\u{202B}" + String(repeating: "ع", count: 42) + "\u{202C}"
        #expect(Self.told([Self.cue(0, 7_000, arabic)], .netflix, [.ar]).isEmpty)
    }

    @Test("given two languages in a cue, when it is checked, then each is counted by itself, whatever their scripts")
    func bilingual() {
        let mixed = "Nobody had expected the train to come today.\n没有人想到今天火车会来"
        #expect(
            Self.told([Self.cue(0, 4_000, mixed)], .netflix, [.en]) == [
                "1 line-length: line 1 has 44 characters, at most 42"
            ])
        // Two lines of each language are no four lines.
        let latin = "Nobody had expected the train,\nand we all ran away.\nNadie esperaba el tren,\ny todos corrimos."
        #expect(Self.told([Self.cue(0, 5_000, latin)], .netflix, [.en, .es]).isEmpty)
        #expect(
            Self.told([Self.cue(0, 5_000, latin)], .netflix, [.en]).contains("1 line-count: 4 lines, at most 2"))
    }

    @Test(
        "given a file of each format, when it is checked, then its findings are those of the same cues in any other",
        arguments: ["srt", "vtt", "ass", "ttml", "sbv"])
    func formats(name: String) throws {
        let format = try #require(CaptionFormats.named(name))
        let long = "This line is much too long for the profile of any publisher."
        let cues = [
            CaptionCue(start: 1_000, end: 1_500, lines: ["Short."]),
            CaptionCue(start: 1_500, end: 5_500, lines: [long]),
            CaptionCue(start: 5_000, end: 8_000, lines: ["Over it."]),
        ]
        let text = format.text(of: cues, heading: CaptionHeading(title: "t", languages: ["en"]))
        let script = try CaptionScript(Array(text.utf8), format: format, language: .en)
        #expect(
            Self.told(script.cues) == [
                "1 shortest-time: 0.5 s on the screen, at least 0.833", "1 gap: 0 frames before cue 2, at least 2",
                "2 line-length: line 1 has \(long.count) characters, at most 42",
                "3 overlap: begins 0.5 s before the end of cue 2",
            ])
    }

    @Test("given comments and drawings, when they are checked, then they are no cues")
    func comments() throws {
        let text = """
            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
            Comment: 0,0:00:00.00,0:00:00.10,Default,,0,0,0,,note
            Dialogue: 0,0:00:00.00,0:00:00.10,Default,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}
            Dialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,Hello.
            """
        let script = try CaptionScript(Array(text.utf8), format: ASS(), language: .en)
        let findings = CaptionCheck(.netflix, languages: LineLanguages([.en])).findings(in: script.cues)
        #expect(findings.cues == 1 && findings.broken == 0)
    }
}
