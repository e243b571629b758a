import Audio
import Conversations
import Delivery
import Foundation
import Plumbing
import Testing
import VerbioTesting

/// The positions of speech in the voice track, and the sound of the track.
struct TrackTests {
    private static func placements(_ records: [UtteranceRecord]) -> [PlacedUtterance] {
        var timeline = TrackTimeline()
        return records.flatMap { timeline.add($0) } + timeline.finish()
    }

    private static func speech(_ milliseconds: Int, rate: Int = 22_050, blob: String = "b") -> SpokenAudio {
        SpokenAudio(
            blob: BlobID(rawValue: blob), voice: "v", sampleRate: rate, sampleCount: milliseconds * rate / 1_000)
    }

    @Test func speechThatFitsBeginsWhereItsSourceBegins() throws {
        let placed = Self.placements([
            try Recorded.record(1, 1_000, 2_000, speech: Self.speech(1_500)),
            try Recorded.record(2, 3_000, 3_500),
            try Recorded.record(3, 4_000, 5_000, speech: Self.speech(500)),
        ])
        #expect(placed.map(\.record.utterance.sequence) == [1, 2, 3])
        #expect(placed.map { $0.placement?.start } == [16_000, nil, 64_000])
        #expect(placed.compactMap { $0.placement?.tempoThousandths } == [1_000, 1_000])
    }

    @Test func longSpeechIsSpedUpThenPushesUntilAPausePaysItBack() throws {
        let placements = Self.placements([
            try Recorded.record(1, 0, 1_000, speech: Self.speech(1_104, rate: 16_000)),  // a slot of 920 ms: ×1.2
            try Recorded.record(2, 1_000, 2_000, speech: Self.speech(2_600, rate: 16_000)),  // 2,000 ms even at ×1.3
            try Recorded.record(3, 2_000, 3_000, speech: Self.speech(1_300, rate: 16_000)),  // begins at 3,080
            try Recorded.record(4, 5_000, 6_000, speech: Self.speech(9_000, rate: 16_000)),  // nothing follows it
        ]).compactMap(\.placement)
        #expect(placements.map(\.tempoThousandths) == [1_200, 1_300, 1_000, 1_000])
        #expect(placements.map { $0.start / 16 } == [0, 1_000, 3_080, 5_000])
        #expect(placements.map { $0.end / 16 } == [920, 3_000, 4_380, 14_000])
        #expect(placements.map(\.shiftedMilliseconds) == [0, 0, 1_080, 0])
    }

    private static func lines(_ lines: [(milliseconds: Int?, beginsParagraph: Bool)]) throws -> [UtteranceRecord] {
        try lines.enumerated().map { index, line in
            var record = try Recorded.record(
                index + 1, 0, 0, speech: line.milliseconds.map { speech($0, rate: 16_000) })
            record.utterance.endedBy = line.beginsParagraph ? Utterance.endOfFirstLine : Utterance.endOfLine
            return record
        }
    }

    @Test func aParagraphEndsWithALongerPause() throws {
        let placed = Self.placements(
            try Self.lines([(1_000, false), (1_000, true), (nil, true), (1_000, false), (1_000, false), (nil, false)]))
        #expect(placed.map(\.record.utterance.sequence) == [1, 2, 3, 4, 5, 6])
        // The third line is not spoken, and begins a paragraph anyway.
        #expect(placed.compactMap { $0.placement }.map { $0.start / 16 } == [0, 2_000, 4_000, 5_500])
    }

    @Test func nothingIsSilentBeforeTheFirstSpokenLine() throws {
        let placed = Self.placements(try Self.lines([(nil, false), (1_000, true), (1_000, false)]))
        #expect(placed.compactMap { $0.placement }.map { $0.start / 16 } == [0, 1_500])
    }

    @Test func linesOfATextAreSpokenOneAfterTheOtherAsTheyAre() throws {
        let records = try Self.lines([1_667, nil, 1_619, 40].map { ($0, false) })
        let placed = Self.placements(records)
        #expect(placed.map(\.record.utterance.sequence) == [1, 2, 3, 4])
        let placements = placed.compactMap(\.placement)
        #expect(placements.map { $0.start / 16 } == [0, 2_167, 4_286])
        #expect(placements.map { $0.end / 16 } == [1_667, 3_786, 4_326])
        #expect(placements.allSatisfy { $0.tempoThousandths == 1_000 && $0.shiftedMilliseconds == 0 })
    }

    @Test func noTwoVoicesOverlapInAnyConversation() throws {
        for seed in 0..<60 {
            var dice = SplitMix64(seed: UInt64(seed))
            var spans: [(start: Int, end: Int, lane: Int)] = []
            for lane in 0...Int.random(in: 0...2, using: &dice) {
                var time = 0
                for _ in 0..<Int.random(in: 1...40, using: &dice) {
                    time += Int.random(in: 0...3_000, using: &dice)
                    spans.append((time, time + Int.random(in: 100...28_000, using: &dice), lane))
                    time = spans.last?.end ?? 0
                }
            }
            spans.sort { $0.end < $1.end }
            let records = try spans.enumerated().map { index, span in
                let length = Int.random(in: 1...((span.end - span.start) * 2), using: &dice)
                return try Recorded.record(
                    index + 1, span.start, span.end, lane: span.lane,
                    speech: Bool.random(using: &dice) ? Self.speech(length, rate: 24_000) : nil)
            }
            let placed = Self.placements(records)
            #expect(placed.count == records.count)
            #expect(placed.map(\.record.utterance.speech.start) == records.map(\.utterance.speech.start).sorted())
            let spoken = placed.filter { $0.placement != nil }
            #expect(spoken.count == records.count { ($0.speech?.sampleCount ?? 0) > 0 })
            var free = 0
            for (index, placed) in spoken.enumerated() {
                let placement = try #require(placed.placement)
                let source = placed.record.utterance.speech.start
                #expect(placement.start == max(source, free), "seed \(seed)")
                #expect((1_000...1_300).contains(placement.tempoThousandths))
                let length = (placed.record.speech?.seconds ?? 0) * 16_000
                #expect(abs(Double(placement.end - placement.start) * placement.tempo - length) < 4)
                // It is never faster than necessary, and never slower if more speed would help the next one.
                let next = spoken.dropFirst(index + 1).first?.record.utterance.speech.start
                let step = (placement.end - placement.start) / 900 + 2  // what a thousandth of tempo makes
                if placement.end + TrackTimeline.gap + step < next ?? .max {
                    #expect(placement.tempoThousandths == 1_000)
                }
                if let next, placement.end + TrackTimeline.gap > next { #expect(placement.tempoThousandths == 1_300) }
                free = placement.end + TrackTimeline.gap
            }
        }
    }

    @Test func memoryIsBoundedByTheWindow() throws {
        var timeline = TrackTimeline()
        var held = 0
        var most = 0
        for index in 0..<5_000 {
            let speech = index % 3 == 0 ? Self.speech(900) : nil
            held +=
                1
                - timeline.add(try Recorded.record(index + 1, index * 2_000, index * 2_000 + 1_500, speech: speech))
                .count
            most = max(most, held)
        }
        #expect(timeline.finish().count == held)
        #expect(most < 60)
    }

    @Test func theTrackHoldsEachVoiceUnchangedWhereItBelongs() async throws {
        try await inTemporaryFolder { folder in
            let voices = [400, 700, 300].map {
                Recorded.voice(milliseconds: $0, rate: 22_050, pitch: Double(100 + $0 / 10))
            }
            let records = try voices.enumerated().map { index, voice in
                try Recorded.record(
                    index + 1, 500 + index * 1_000, 1_000 + index * 1_000,
                    speech: SpokenAudio(
                        blob: BlobID(rawValue: "v\(index)"), voice: "v", sampleRate: 22_050, sampleCount: voice.count))
            }
            let blobs = Dictionary(
                uniqueKeysWithValues: voices.enumerated().map { (BlobID(rawValue: "v\($0)"), Recorded.bytes($1)) })
            let store = RecordedStore(try Recorded.conversation(), records: records, blobs: blobs)
            let files = try await OutputWriter(store: store).write(
                [.wav], of: Recorded.id, to: folder.path, naming: OutputNaming(title: "talk"),
                finished: Recorded.finished(records, seconds: 5.0005))
            #expect(files.map(\.path) == [folder.file("talk.es.wav")])
            let wav = try #require(ParsedWAV(folder.data("talk.es.wav")))
            #expect(wav.format[2] == 22_050)
            #expect(wav.samples.count == 22_050 * 5 + 23)
            for (index, voice) in voices.enumerated() {
                let start = (500 + index * 1_000) * 22_050 / 1_000
                #expect(Array(wav.samples[start..<(start + voice.count)]) == voice)
            }
            func energy(_ samples: [Int16]) -> Int { samples.reduce(0) { $0 + Int($1) * Int($1) } }
            #expect(energy(wav.samples) == voices.map(energy).reduce(0, +))
        }
    }

    @Test func otherRatesAndTemposKeepTheirPlaces() async throws {
        try await inTemporaryFolder { folder in
            // The first is too long and sped up, the second has another rate, the third lasts beyond the recording.
            let rates = [22_050, 16_000, 24_000]
            let lengths = [1_150, 500, 3_000]
            let voices = zip(rates, lengths).map { Recorded.voice(milliseconds: $1, rate: $0) }
            let records = try voices.indices.map { index in
                try Recorded.record(
                    index + 1, index * 1_000, index * 1_000 + 900,
                    speech: SpokenAudio(
                        blob: BlobID(rawValue: "v\(index)"), voice: "v", sampleRate: rates[index],
                        sampleCount: voices[index].count))
            }
            let blobs = Dictionary(
                uniqueKeysWithValues: voices.enumerated().map { (BlobID(rawValue: "v\($0)"), Recorded.bytes($1)) })
            let store = RecordedStore(try Recorded.conversation(), records: records, blobs: blobs)
            _ = try await OutputWriter(store: store).write(
                [.wav], of: Recorded.id, to: folder.path, naming: OutputNaming(title: "talk"),
                finished: Recorded.finished(records, seconds: 3))
            let samples = try #require(ParsedWAV(folder.data("talk.es.wav"))).samples
            #expect(abs(samples.count - 5 * 22_050) < 20)
            func loud(_ range: Range<Int>) -> Bool {
                samples[(range.lowerBound * 22_050 / 1_000)..<(range.upperBound * 22_050 / 1_000)].contains {
                    abs($0) > 500
                }
            }
            #expect(loud(0..<900) && !loud(945..<1_000))
            #expect(loud(1_000..<1_490) && !loud(1_520..<2_000))
            #expect(loud(2_000..<2_100) && loud(4_900..<4_990))
            let level = { (range: Range<Int>) in
                sqrt(Double(samples[range].reduce(0) { $0 + Int($1) * Int($1) }) / Double(range.count))
            }
            let original = sqrt(Double(voices[0].reduce(0) { $0 + Int($1) * Int($1) }) / Double(voices[0].count))
            for start in [3_000, 24_000, 60_000] { #expect(abs(level(start..<(start + 8_000)) / original - 1) < 0.05) }
        }
    }

    @Test func missingSpeechIsAProblemAndLeavesNoFile() async throws {
        try await inTemporaryFolder { folder in
            let records = [try Recorded.record(7, 0, 1_000, target: "Hola.", speech: Self.speech(500))]
            let store = RecordedStore(try Recorded.conversation(), records: records)
            let problem = await #expect(throws: Problem.self) {
                try await OutputWriter(store: store).write(
                    [.wav, .srt, .json], of: Recorded.id, to: folder.path, naming: OutputNaming(title: "talk"),
                    finished: Recorded.finished(records, seconds: 1))
            }
            #expect(problem?.code == "store.speech-missing")
            #expect(folder.names.isEmpty)
        }
    }
}
