import Captions
import Language
import Plumbing
import Testing

/// Captions that move in time.
@Suite("Moving captions in time")
struct RetimingTests {
    @Test("given a shift, a rate and points, when times move, then they are exact to the millisecond")
    func times() throws {
        #expect(TimeMapping(shift: -1_500)(10_000) == 8_500)
        let rate = try TimeMapping(framesAt: 23.976, to: 25)
        #expect(rate(0) == 0 && rate(3_600_000) == 3_452_544)
        let back = try TimeMapping(framesAt: 25, to: 23.976)
        for time in stride(from: 0, to: 10_000_000, by: 77_777) { #expect(abs(back(rate(time)) - time) <= 1) }
        #expect(try TimeMapping(points: [(1_000, 3_000)])(500) == 2_500)
        let two = try TimeMapping(points: [(10_000, 20_000), (0, 0)])
        #expect(two(5_000) == 10_000 && two(20_000) == 40_000)
        // Between the nearest points, and beyond the last ones as between them.
        let three = try TimeMapping(points: [(0, 0), (10_000, 10_000), (20_000, 30_000)])
        #expect([5_000, 10_000, 15_000, 30_000].map { three($0) } == [5_000, 10_000, 20_000, 50_000])
    }

    @Test("given points and rates that cannot be, when they are used, then one sentence says why")
    func refused() {
        for points in [[(0, 10), (10, 5)], [(5, 1), (5, 2)], []] {
            #expect(throws: Problem.self) { try TimeMapping(points: points.map { (old: $0.0, new: $0.1) }) }
        }
        for rate in [0, -25, Double.infinity, Double.nan] {
            #expect(throws: Problem.self) { try TimeMapping(framesAt: 25, to: rate) }
        }
        let cue = CheckTests.cue(1_000, 2_000, "A", line: 7)
        let early = #expect(throws: Problem.self) { try TimeMapping(shift: -1_250).moved([cue]) }
        #expect(
            "\(early.map { "\($0)" } ?? "")"
                == "cue 1 would begin 00:00:00.250 before the film; move the times by less, or take out the cue of line 7"
        )
        #expect(throws: Problem.self) { try TimeMapping(shift: CueTime.latest).moved([cue]) }
    }

    /// Files with what only their format knows, moved by two seconds.
    @Test(
        "given a file of each format, when it is shifted and shifted back, then it is the same but for its numbers",
        arguments: [
            (
                "srt",
                "1\n00:00:01,001 --> 00:00:02,500 X1:10 X2:20\n{\\an8}{\\fad(1,2)}<i>Hello</i> there\n\n"
            ),
            (
                "vtt",
                "WEBVTT\n\nSTYLE\n::cue { color: red }\n\nintro\n00:00:01.000 --> 00:00:03.000 line:0\n"
                    + "<v Ana>One <00:00:02.000>two &amp; <ruby>漢<rt>kan</rt></ruby>\n\n"
            ),
            (
                "ass",
                "[Script Info]\nTitle: t\n\n[V4+ Styles]\nFormat: Name\nStyle: Sign\n\n[Events]\n"
                    + "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
                    + "Comment: 0,0:00:00.50,0:00:00.70,Sign,,0,0,0,,note\n"
                    + "Dialogue: 3,0:00:01.00,0:00:02.50,Sign,Ana,1,2,3,fx,{\\pos(1,2)}{\\k20}one {\\k30}two\\Nthree\n"
            ),
            ("sbv", "0:00:01.000,0:00:02.500\nHello\nthere\n\n"),
        ])
    func there(name: String, file: String) throws {
        let format = try #require(CaptionFormats.named(name))
        let script = try CaptionScript(Array(file.utf8), format: format, language: .en)
        let later = script.text(of: try TimeMapping(shift: 2_000).moved(script.cues), in: format)
        #expect(later != file)
        let again = try CaptionScript(Array(later.utf8), format: format, language: .en)
        #expect(again.cues.map(\.start) == script.cues.map { $0.start + 2_000 })
        #expect(script.text(of: try TimeMapping(shift: -2_000).moved(again.cues), in: format) == file)
        #expect(script.losses(without: again.cues).isEmpty)
        if name == "vtt" { #expect(later.contains("<00:00:04.000>two")) }
    }
}
