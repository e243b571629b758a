import Captions
import Conversations
import Delivery
import Language
import Providers
import Testing
import VerbioTesting

/// Captions stay long enough to be read, and none flickers by that could have been part of its neighbour.
struct CaptionReadingSpeedTests {
    /// 68 characters: 4 s at 17 characters a second.
    private static let long = "Nadie había esperado que el tren llegara hoy, y todos corrimos mucho"

    @Test func aFastCueUsesTheSilenceBehindIt() throws {
        let alone = cues(.target, of: [try Recorded.record(1, 0, 1_500, target: Self.long)])
        #expect(alone.map(\.end) == [4_000])
        let followed = cues(
            .target,
            of: [
                try Recorded.record(1, 0, 1_500, target: Self.long),
                try Recorded.record(2, 3_000, 5_000, target: "Sí."),
            ])
        #expect(followed.map(\.end) == [3_000 - 83, 5_000])
        // English is read at 20 characters a second if it must be, and at 17 if there is room.
        let english = "Nobody had expected that the train would come today, and we all ran."
        #expect(english.count == 68)
        let record = try Recorded.record(1, 0, 1_500, source: english)
        #expect(cues(.source, of: [record]).map(\.end) == [4_000])
    }

    @Test func noCueStaysOnBeyondTheRecordingForItsReader() throws {
        var builder = CueBuilder(style: .target, profile: .netflix, recordingEnd: 2_000)
        _ = builder.add(try Recorded.record(1, 0, 1_500, target: Self.long))
        #expect(builder.finish().map(\.end) == [2_000])
    }

    @Test func aBriefCueJoinsItsNeighbour() throws {
        func texts(_ records: [UtteranceRecord], _ style: CaptionStyle = .target) -> [[String]] {
            cues(style, of: records).map(\.lines)
        }
        let before = try Recorded.record(1, 0, 2_000, source: "Who was it", target: "Quién fue")
        let brief = try Recorded.record(2, 2_500, 2_900, source: "him", target: "él")
        let behind = try Recorded.record(3, 3_500, 5_000, source: "and he ran away", target: "y se escapó")
        #expect(texts([before, brief]) == [["Quién fue él"]])
        #expect(cues(.target, of: [before, brief]).map { [$0.start, $0.end] } == [[0, 2_900]])
        #expect(texts([brief, behind]) == [["él y se escapó"]])
        #expect(texts([before, brief], .bilingual) == [["Who was it him", "Quién fue él"]])
        // What has room to be read is not brief.
        let fast = try Recorded.record(2, 2_500, 3_400, target: "Buenos días, Catalina.")
        #expect(cues(.target, of: [before, fast]).map(\.end) == [2_000, 3_795])
        // What has joined is not brief any more, and keeps its distance.
        #expect(texts([before, brief, behind]) == [["Quién fue él"], ["y se escapó"]])
    }

    @Test func aBriefCueStaysByItselfWhereItBelongsToNobody() throws {
        let before = try Recorded.record(1, 0, 2_000, target: "Quién fue")
        let tooLate = try Recorded.record(2, 3_100, 3_400, target: "él")
        #expect(cues(.target, of: [tooLate, try Recorded.record(3, 5_000, 7_000, target: "fue")]).count == 2)
        #expect(cues(.target, of: [before, tooLate]).count == 2)
        let anotherVoice = try Recorded.record(2, 2_300, 2_600, target: "él", speaker: .other)
        #expect(cues(.target, of: [before, anotherVoice]).count == 2)
        let anotherLane = try Recorded.record(2, 2_300, 2_600, target: "él", lane: 1)
        #expect(cues(.target, of: [before, anotherLane]).count == 2)
        let full = try Recorded.record(
            1, 0, 6_000, target: "Nadie había esperado que el tren llegara hoy tan tarde a esta ciudad tan triste")
        let brief = try Recorded.record(2, 6_100, 6_500, target: "y no fue así")
        #expect(cues(.target, of: [full, brief]).count == 2)
        let seven = try Recorded.record(1, 0, 6_800, target: "Quién fue")
        #expect(cues(.target, of: [seven, try Recorded.record(2, 6_900, 7_100, target: "él")]).count == 2)
        let failure = StageFailure(stage: .translation, provider: "words", failure: .transient, message: "reset")
        let untranslated = try Recorded.record(2, 2_100, 2_400, source: "him", outcome: .failed(failure))
        #expect(cues(.target, of: [before, untranslated]).map(\.lines) == [["Quién fue"], ["[en] him"]])
    }

    @Test func chineseJoinsWithoutASpaceBehindPunctuation() throws {
        let records = [
            try Recorded.record(1, 0, 2_000, target: "我们走吧。", to: .zh),
            try Recorded.record(2, 2_200, 2_500, target: "好。", to: .zh),
        ]
        #expect(cues(.target, of: records).map(\.lines) == [["我们走吧。好。"]])
    }

    @Test func fastCuesAreCounted() throws {
        func tally(_ style: CaptionStyle, _ records: [UtteranceRecord]) -> CaptionTally {
            var builder = CueBuilder(style: style, profile: .netflix, recordingEnd: 20_000)
            for record in records { _ = builder.add(record) }
            _ = builder.finish()
            return builder.tally
        }
        let records = [
            try Recorded.record(1, 0, 1_500, source: "Nobody.", target: Self.long),
            try Recorded.record(2, 2_000, 5_000, source: "Yes.", target: "Sí."),
            try Recorded.record(3, 6_000, 7_500, source: "Nobody.", target: Self.long),
        ]
        let target = tally(.target, records)
        #expect([target.cues, target.fast] == [3, 1])
        #expect(target.speeds == ["es": 17])
        #expect(target.summary == "1 of 3 captions goes by at more than 17 characters a second")
        #expect(tally(.source, records).fast == 0)
        #expect(tally(.source, records).summary == nil)
        let both = tally(.bilingual, records)
        #expect(both.speeds == ["en": 17, "es": 17])
        let chinese = tally(
            .bilingual,
            [
                try Recorded.record(
                    1, 18_900, 20_000, source: "Good morning.", target: "我们星期天早上到达没有人", to: .zh)
            ])
        #expect(chinese.summary == "1 of 1 caption goes by at more than 17 (en) or 9 (zh) characters a second")
    }

    /// Two voices with pauses of any length, which say a little in a lot of time or the other way round.
    private static func conversation(_ dice: inout SplitMix64, brief: Bool) throws -> [UtteranceRecord] {
        let words = ["uno", "dos,", "tres.", "extraordinariamente", "y", "no", "él", "¿cuándo?", "—"]
        var time = 0
        return try (1...Int.random(in: 1...40, using: &dice)).map { sequence in
            let start = time + Int.random(in: 0...2_500, using: &dice)
            time = start + Int.random(in: 1...(brief ? 1_500 : 9_000), using: &dice)
            let count = Int.random(in: 1...(brief ? 3 : 30), using: &dice)
            let text = (0..<count).map { _ in words.randomElement(using: &dice) ?? "" }.joined(separator: " ")
            return try Recorded.record(sequence, start, time, source: text + " said", target: text)
        }
    }

    @Test(arguments: CaptionStyle.allCases)
    func noFastCueHasRoomBehindItAndNoTextIsLost(style: CaptionStyle) throws {
        for seed in 0..<60 {
            var dice = SplitMix64(seed: UInt64(seed))
            let records = try Self.conversation(&dice, brief: seed.isMultiple(of: 2))
            let cues = cues(style, of: records)
            let comment: Comment = "seed \(seed)"
            #expect(zip(cues, cues.dropFirst()).allSatisfy { $0.start < $1.start && $0.end <= $1.start }, comment)
            #expect(
                cues.allSatisfy { cue in
                    (833...7_000).contains(cue.end - cue.start) && (1...2).contains(cue.lines.count)
                        && cue.lines.allSatisfy { (1...42).contains($0.count) }
                }, comment)
            for (cue, next) in zip(cues, cues.dropFirst().map(Optional.some) + [nil]) {
                let columns =
                    style == .bilingual
                    ? cue.lines.map(\.count).max() ?? 0 : cue.lines.map(\.count).reduce(cue.lines.count - 1, +)
                let length = cue.end - cue.start
                guard columns * 1_000 > 17 * length, length < 7_000 else { continue }
                #expect(next.map { $0.start - cue.end <= 83 } ?? false, comment)
            }
            let said = records.map { record in
                switch style {
                case .target: record.translation?.text ?? ""
                case .source: record.recognition?.text ?? ""
                case .bilingual: (record.recognition?.text ?? "") + (record.translation?.text ?? "")
                }
            }.joined()
            let shown = essence(cues.flatMap(\.lines).joined())
            #expect(style == .bilingual ? shown.sorted() == essence(said).sorted() : shown == essence(said), comment)
        }
    }

    @Test func noBriefCueIsLeftBesideANeighbourThatHasRoom() throws {
        for seed in 0..<60 {
            var dice = SplitMix64(seed: UInt64(seed) &+ 1_000)
            let records = try Self.conversation(&dice, brief: true)
            let cues = cues(.target, of: records)
            for (cue, next) in zip(cues, cues.dropFirst()) {
                // A cue as brief as this was spoken as briefly.
                let isBrief = cue.end - cue.start < 1_000
                let columns = (cue.lines + next.lines).map(\.count).reduce(0, +)
                let isTooLong = columns > 36 || next.end - cue.start > 6_000
                #expect(
                    !isBrief || isTooLong || next.start - cue.end > 900,
                    "\(cue.start) \(cue.end) \(cue.lines) \(next.start) \(next.end) \(next.lines)")
            }
        }
    }
}
