import Audio
import Foundation
import Hearing
import Testing
import VerbioTesting

@Suite("The people who speak live") struct VoiceTrackerTests {
    /// A vector of length 1 that is like others of its person, and a little like those of another one.
    private static func voice(_ person: Int, like other: Int? = nil, _ share: Float = 0) -> [Float] {
        var vector = [Float](repeating: 0, count: 8)
        vector[person] = (1 - share * share).squareRoot()
        if let other { vector[other] = share }
        return vector
    }

    /// Lets a tracker hear utterances, each of stretches of one voice that follow each other without a pause.
    private static func hear(_ utterances: [[(voice: [Float], seconds: Double)]], by tracker: inout VoiceTracker) {
        var start = tracker.turns.last.map { $0.range.end + 16_000 } ?? 0
        for utterance in utterances {
            var stretches: [SampleRange] = []
            var vectors: [[Float]] = []
            for (voice, seconds) in utterance {
                stretches.append(SampleRange(start: start, end: start + Int(seconds * 16_000)))
                start += Int(seconds * 16_000) + 1_600
                vectors += VoiceTracker.windows(of: [stretches[stretches.count - 1]]).map { _ in voice }
            }
            tracker.hear(stretches, VoiceTracker.windows(of: stretches), vectors)
            start += 16_000
        }
    }

    private static func persons(_ tracker: VoiceTracker) -> [Int] { tracker.turns.map(\.person) }

    @Test("Given two people in turn, also within an utterance, when it ends, then each stretch has its person")
    func turns() {
        var tracker = VoiceTracker(count: nil, limit: 20)
        Self.hear(
            [[(Self.voice(3), 3)], [(Self.voice(1), 4), (Self.voice(3), 2)], [(Self.voice(1), 0.5)]], by: &tracker)
        #expect(Self.persons(tracker) == [1, 2, 1, 2])
        #expect(tracker.turns[2].range.seconds == 2)
    }

    @Test("Given a short answer of a new voice, when it ends, then it founds no person, and a longer one does")
    func short() {
        var tracker = VoiceTracker(count: nil, limit: 20)
        Self.hear([[(Self.voice(0), 3)], [(Self.voice(1), 1)]], by: &tracker)
        #expect(Self.persons(tracker) == [1, 1])
        Self.hear([[(Self.voice(1), 1.5)]], by: &tracker)
        #expect(Self.persons(tracker).last == 2)
    }

    @Test("Given a sound that is too short for a vector, when it ends, then the person before has said it")
    func withoutVector() {
        var tracker = VoiceTracker(count: nil, limit: 20)
        Self.hear([[(Self.voice(0), 0.2)], [(Self.voice(0), 3)], [(Self.voice(0), 0.2)]], by: &tracker)
        #expect(Self.persons(tracker) == [1, 1])
    }

    @Test("Given a number of people, when more voices are heard, then there are no more people")
    func bounded() {
        var tracker = VoiceTracker(count: 2, limit: 20)
        Self.hear([0, 1, 2, 3].map { [(Self.voice($0), 4)] }, by: &tracker)
        #expect(Set(Self.persons(tracker)) == [1, 2])
        tracker.group(isLast: true)
        #expect(Set(Self.persons(tracker)) == [1, 2])
        var few = VoiceTracker(count: nil, limit: 3)
        Self.hear((0..<7).map { [(Self.voice($0), 4)] }, by: &few)
        #expect(Set(Self.persons(few)).isSubset(of: [1, 2, 3]))
    }

    @Test("Given a voice that seemed known, when more is heard of it, then its earlier speech is another person's")
    func corrected() {
        var tracker = VoiceTracker(count: nil, limit: 20)
        Self.hear([[(Self.voice(0), 20)], [(Self.voice(1, like: 0, 0.5), 3)]], by: &tracker)
        #expect(Self.persons(tracker) == [1, 1])
        Self.hear([[(Self.voice(1), 5)], [(Self.voice(1), 4)]], by: &tracker)
        // More than half a minute was heard, so all was compared.
        #expect(Self.persons(tracker) == [1, 2, 2, 2])
    }

    @Test(
        "Given more speech than is kept, when all is compared again, then the oldest keeps its person, and new speech, too"
    )
    func settled() {
        var tracker = VoiceTracker(count: nil, limit: 20, keeping: 24)
        Self.hear((0..<12).map { [(Self.voice($0 % 3), 6)] }, by: &tracker)
        #expect(Self.persons(tracker) == (0..<12).map { $0 % 3 + 1 })
        #expect(tracker.settledEnd > 0 && tracker.settledEnd < tracker.turns[11].range.start)
        Self.hear([[(Self.voice(5), 6)], [(Self.voice(1), 6)]], by: &tracker)
        tracker.group(isLast: true)
        #expect(Self.persons(tracker).suffix(2) == [4, 2])
    }

    @Test("Given voices of an earlier run, when one of them is heard, then it has its number, and a new one the next")
    func learned() {
        var tracker = VoiceTracker(count: nil, limit: 20)
        let windows = VoiceTracker.windows(of: [SampleRange(start: 0, end: 64_000)])
        for person in 1...3 { tracker.learn(person, windows.map { _ in Self.voice(person) }, windows) }
        Self.hear([[(Self.voice(2), 3)], [(Self.voice(6), 3)], [(Self.voice(2), 3)]], by: &tracker)
        #expect(Self.persons(tracker) == [2, 4, 2])
        tracker.group(isLast: true)
        #expect(Self.persons(tracker) == [2, 4, 2])
    }
}

@Suite("An utterance of several people") struct DividedUtteranceTests {
    private static func heard() throws -> HeardUtterance {
        func said(_ hertz: Double, _ seconds: Double, _ decibels: Double) -> [Float] {
            Sound.tone(seconds, hertz: hertz, decibels: decibels).enumerated().map { index, sample in
                let phase = 2 * Double.pi * 4 * Double(index) / 16_000
                return sample * Float(0.6 + 0.4 * sin(phase))
            }
        }
        let pauses = [1, 0.4, 2].map { Sound.white($0, decibels: -70) }
        let sound = [pauses[0], said(300, 2, -20), pauses[1], said(800, 3, -10), pauses[2]].flatMap(\.self)
        var segmenter = UtteranceSegmenter(configuration: .file)
        let heard = segmenter.push(sound) + segmenter.finish()
        #expect(heard.count == 1)
        return try #require(heard.first)
    }

    @Test("Given a pause within an utterance, when it ends, then its stretches are told")
    func stretches() throws {
        let stretches = try Self.heard().stretches
        #expect(stretches.count == 2)
        for (stretch, (start, end)) in zip(stretches, [(1.0, 3.0), (3.4, 6.4)]) {
            #expect(abs(stretch.startSeconds - start) < 0.15 && abs(stretch.endSeconds - end) < 0.15)
        }
    }

    @Test("Given an utterance, when it is divided, then its parts are the whole: sound, voice and counts")
    func divided() throws {
        let whole = try Self.heard()
        let parts = whole.divided(at: [51_200])
        #expect(
            parts.map(\.range) == [
                SampleRange(start: whole.range.start, end: 51_200), SampleRange(start: 51_200, end: whole.range.end),
            ])
        #expect(parts.flatMap(\.samples) == whole.samples)
        #expect(parts.map(\.end) == [.speakerChange, .silence])
        #expect(parts.map(\.evidence.voicedMilliseconds).reduce(0, +) == whole.evidence.voicedMilliseconds)
        for part in parts {
            #expect(part.evidence.voicedMilliseconds <= Int(part.speech.seconds * 1_000) + 1)
            #expect(part.range.start <= part.speech.start && part.speech.end <= part.range.end)
        }
        #expect(parts[1].evidence.rmsDBFS > parts[0].evidence.rmsDBFS + 8)
        #expect(whole.divided(at: [0, whole.range.end]) == [whole])
    }
}
