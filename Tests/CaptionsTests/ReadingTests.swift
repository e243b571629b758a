import Captions
import Language
import Plumbing
import Testing

/// Files of each format, with what such files have: tags, places, voices, several times, other clocks.
@Suite("Reading captions")
struct ReadingTests {
    /// The cues of a text as `start-end text`, with line breaks as ` / `.
    private static func told(_ content: CaptionContent?) -> [String] {
        (content?.cues ?? []).map { cue in
            "\(cue.start)-\(cue.end.map(String.init) ?? "?") "
                + cue.text.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " / ")
        }
    }

    @Test("given SRT with tags, places and hours beyond 99, when it is read, then times and texts are exact")
    func srt() throws {
        let content = try #require(
            SRT().read(
                "1\r\n00:00:01,001 --> 00:00:02,500 X1:10 X2:20\r\n<i>Hello</i> there.\r\nSecond line\r\n\r\n"
                    + "2\r\n100:00:00,000 --> 100:00:01,000\r\n{\\an8}<font color=\"#ff0000\">Red</font> &amp; 5 < 6\r\n"
            ))
        #expect(
            Self.told(content) == ["1001-2500 Hello there. / Second line", "360000000-360001000 Red &amp; 5 < 6"])
        #expect(content.cues[0].text.runs.first?.style.isItalic == true)
        #expect(content.cues[0].native["place"] == "X1:10 X2:20")
        #expect(content.cues[1].alignment == 8 && content.cues[1].text.runs.first?.style.color == "#FF0000")
        #expect(content.lossCount == 0)
    }

    @Test(
        "given damaged SRT, when it is read, then what is readable is there, and each loss is told by its line",
        arguments: [
            // Numbers that are wrong or missing.
            (
                "7\n00:00:01,000 --> 00:00:02,000\nA\n\n00:00:03,000 --> 00:00:04,000\nB\n",
                ["1000-2000 A", "3000-4000 B"], []
            ),
            // No blank line between cues.
            (
                "1\n00:00:01,000 --> 00:00:02,000\nA\n2\n00:00:03,000 --> 00:00:04,000\nB\n",
                ["1000-2000 A", "3000-4000 B"], []
            ),
            // A blank line inside a cue.
            ("1\n00:00:01,000 --> 00:00:02,000\nA\n\nB\n", ["1000-2000 A / B"], [5]),
            // An end that is no time, points for commas, no hours.
            ("1\n00:01.5 --> x\nA\n", ["1500-? A"], [2]),
            // Text before the first time.
            ("Subtitles by me\n\n1\n00:00:01,000 --> 00:00:02,000\nA\n", ["1000-2000 A"], [1]),
            // A number in the text is no number of a cue.
            ("1\n00:00:01,000 --> 00:00:02,000\nA\n42\n", ["1000-2000 A / 42"], []),
            ("1\n-00:00:01,000 --> 00:00:02,000\nA\n", ["-1000-2000 A"], []),
        ] as [(String, [String], [Int])])
    func damagedSRT(text: String, cues: [String], lines: [Int]) throws {
        let content = try #require(SRT().read(text))
        #expect(Self.told(content) == cues)
        #expect(content.losses.map(\.line) == lines, "\(content.losses)")
    }

    @Test(
        "given WebVTT with voices, classes, notes, styles and ruby, when it is read, then each comes where it belongs")
    func webVTT() throws {
        let content = try #require(
            WebVTT().read(
                """
                WEBVTT - title

                STYLE
                ::cue { color: red }

                NOTE a note

                intro
                00:01.000 --> 00:02.000 line:0 align:start
                <v Ana>Hello <b>you</b></v>
                <v Bob>&lt;Hi&gt;

                00:03.000 --> 00:04.000
                <ruby>漢<rt>かん</rt></ruby> <c.yellow>x</c> <00:03.500>y
                """))
        #expect(Self.told(content) == ["1000-2000 Hello you / <Hi>", "3000-4000 漢 x y"])
        #expect(content.head == "STYLE\n::cue { color: red }")
        let first = content.cues[0]
        #expect(first.native == ["id": "intro", "settings": "line:0 align:start"] && first.alignment == 8)
        #expect(first.text.runs.map(\.style.voice) == ["Ana", "Ana", nil, "Bob"])
        #expect(content.losses.map(\.line) == [13, 13], "\(content.losses)")
    }

    @Test("given ASS with styles, overrides, drawings and comments, when it is read, then none of them is text")
    func ass() throws {
        let content = try #require(
            ASS().read(
                """
                [Script Info]
                Title: x

                [V4+ Styles]
                Style: Top,Arial,20

                [Events]
                Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
                Dialogue: 1,0:00:01.25,0:00:02.50,Top,Ana,0,0,0,,{\\an8\\fad(100,100)}{\\i1}Hello,{\\i0} you\\Nthere
                Dialogue: 0,0:00:03.00,0:00:04.00,Top,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}
                Comment: 0,0:00:05.00,0:00:06.00,Top,,0,0,0,,a comment
                Dialogue: broken
                """))
        #expect(Self.told(content) == ["1250-2500 Hello, you / there", "3000-4000 ", "5000-6000 "])
        let first = content.cues[0]
        #expect(first.alignment == 8 && first.native["Head"] == "{\\fad(100,100)}" && first.voice == "Ana")
        #expect(first.text.runs[0].style.isItalic && !first.text.runs[1].style.isItalic)
        #expect(content.cues[1].native["Raw"] == "{\\p1}m 0 0 l 1 1{\\p0}")
        #expect(content.losses.map(\.line) == [12])
    }

    @Test(
        "given the clocks of TTML, when times are read, then they are whole milliseconds",
        arguments: [
            ("00:00:01.500", 1_500), ("00:00:01:12", 1_480), ("1.5s", 1_500), ("1500ms", 1_500), ("50f", 2_000),
            ("20000000t", 2_000), ("0.5m", 30_000), ("1h", 3_600_000),
        ])
    func clocks(text: String, milliseconds: Int) {
        #expect(TTMLRates.milliseconds(text) == milliseconds)
    }

    @Test("given TTML with regions, styles, spans and nested times, when it is read, then they are those of its cues")
    func ttml() throws {
        let content = try #require(
            TTML().read(
                """
                <?xml version="1.0"?>
                <tt:tt xmlns:tt="http://www.w3.org/ns/ttml" ttp:frameRate="25" ttp:tickRate="10000000">
                <tt:head><tt:styling><tt:style xml:id="it" tts:fontStyle="italic"/></tt:styling>
                <tt:layout><tt:region xml:id="top" tts:displayAlign="before"/></tt:layout></tt:head>
                <tt:body><tt:div begin="10s">
                <!-- <tt:p begin="1s">not this</tt:p> -->
                <tt:p begin="1s" dur="00:00:01:12" region="top">Hello
                   <tt:span style="it">you</tt:span><tt:br/>&amp; me</tt:p>
                <tt:p><tt:span begin="3s" end="4s">One</tt:span> <tt:span begin="4s" end="5s">two</tt:span></tt:p>
                </tt:div></tt:body></tt:tt>
                """))
        #expect(Self.told(content) == ["11000-12480 Hello you / & me", "13000-14000 One", "14000-15000 two"])
        #expect(content.cues[0].alignment == 8 && content.cues[0].native["region"] == "top")
        #expect(content.cues[0].text.runs[1].style.isItalic)
        #expect(content.lossCount == 0, "\(content.losses)")
    }

    @Test("given the head of TTML, when a translation is written, then the head stays and names the new language")
    func headOfTTML() throws {
        let source = """
            <tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><head><layout><region xml:id="r"/></layout></head>
            <body><div><p begin="1s" end="2s" region="r">Hello</p></div></body></tt>
            """
        let head = CaptionHead(format: "ttml", text: try #require(TTML().read(source)).head)
        let heading = CaptionHeading(title: "", languages: ["es"], head: head)
        #expect(
            TTML().header(heading) == """
                <tt xmlns="http://www.w3.org/ns/ttml" xml:lang="es"><head><layout><region xml:id="r"/></layout></head>
                <body>
                <div>

                """)
        #expect(ASS().header(heading).hasPrefix("[Script Info]\n"))
    }

    @Test("given SBV, LRC and lines with times, when they are read, then the cues follow each other")
    func simple() throws {
        #expect(
            Self.told(SBV().read("0:00:01.000,0:00:02.500\nOne\ntwo\n\n0:00:03.000,0:00:04.000\nThree[br]four\n"))
                == ["1000-2500 One / two", "3000-4000 Three / four"])
        let lyrics = try #require(
            LRC().read("[ar:Someone]\n[offset:+100]\n[00:10.00][00:20.50]La la\n[00:12.00]End\n[00:13]\n"))
        #expect(Self.told(lyrics) == ["9900-11900 La la", "11900-12900 End", "20400-? La la"])
        #expect(lyrics.head == "[ar:Someone]")
        #expect(
            Self.told(TimedText().read("[0:01] Hello\nyou\n(1:02:03) Later\n1:02:10\nLast\n"))
                == ["1000-3723000 Hello / you", "3723000-3730000 Later", "3730000-? Last"])
        #expect(TimedText().read("Dear Ana,\n10:30 is fine for me.\nBest") == nil)
    }

    @Test(
        "given times of captions, when they are read, then only times are taken",
        arguments: [
            ("00:00:01,5", 1_500), ("1:2.03", 62_030), ("-0:01,000", -1_000), ("999:59:59.999", 3_599_999_999),
            ("12", nil), ("1:2:3:4", nil), ("a:b", nil), ("00:00:01,0000000001", nil), ("١:٢", nil),
        ] as [(String, Int?)])
    func times(text: String, milliseconds: Int?) { #expect(CueTime.parse(text) == milliseconds) }
}

extension TTMLRates {
    fileprivate static func milliseconds(_ text: String) -> Int? {
        TTMLRates(["framerate": "25", "tickrate": "10000000"]).milliseconds(text)
    }
}
