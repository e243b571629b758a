import Audio
import Conversations
import Plumbing
import Testing
import VerbioTesting

@testable import Interpreting

@Suite("Turns of speakers") struct SpeakerTurnsTests {
    private static func turns(_ events: [(at: Int, speaker: Speaker?)]) -> SpeakerTurns {
        var turns = SpeakerTurns()
        for event in events { turns.append(SpeakerEvent(at: event.at, speaker: event.speaker)) }
        return turns
    }

    @Test("Given turns in a range, when its speaker is chosen, then most samples count, or the earlier turn")
    func majority() {
        let turns = Self.turns([(100, .user), (200, .other), (300, nil), (400, .user)])
        func holder(_ start: Int, _ end: Int) -> Speaker? { turns.holder(of: SampleRange(start: start, end: end)) }
        #expect(holder(0, 50) == nil, "before the first event nobody has it")
        #expect(holder(0, 250) == nil, "a hundred samples of nobody, first, against a hundred of the user")
        #expect(holder(0, 201) == nil)
        #expect(holder(1, 200) == .user)
        #expect(holder(100, 200) == .user && holder(200, 300) == .other)
        #expect(holder(150, 250) == .user && holder(149, 251) == .user, "as long: who had it first")
        #expect(holder(151, 251) == .other)
        #expect(holder(320, 380) == nil && holder(1_000, 2_000) == .user)
        #expect(holder(100, 500) == .user, "in two pieces")
        #expect(SpeakerTurns().holder(of: SampleRange(start: 0, end: 10)) == nil)
    }

    @Test("Given speaker events, when the same side takes the word again, then no utterance ends") func changes() {
        var turns = SpeakerTurns()
        let ends = [(0, .user), (5, .user), (10, nil), (20, .user), (30, nil), (40, .other), (50, .user)].map {
            turns.append(SpeakerEvent(at: $0.0, speaker: $0.1 as Speaker?))
        }
        #expect(ends == [false, false, false, false, false, true, true])
    }

    @Test(
        "Given random turns, when a speaker is chosen, then a count of all samples gives the same one",
        arguments: 1...40 as ClosedRange<UInt64>)
    func counted(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var at = 0
        let events = (0..<12).map { _ in
            at += Int.random(in: 0...9, using: &generator)
            return (at, [Speaker.user, .other, nil].randomElement(using: &generator) ?? nil)
        }
        let turns = Self.turns(events)
        for _ in 0..<20 {
            let start = Int.random(in: 0...60, using: &generator)
            let range = SampleRange(start: start, end: start + Int.random(in: 1...40, using: &generator))
            var counts: [(Speaker?, Int)] = []
            for sample in range.start..<range.end {
                let holder = events.last { $0.0 <= sample }?.1
                if let place = counts.firstIndex(where: { $0.0 == holder }) {
                    counts[place].1 += 1
                } else {
                    counts.append((holder, 1))
                }
            }
            let most = counts.map(\.1).max()
            #expect(turns.holder(of: range) == counts.first { $0.1 == most }?.0)
            var later = turns
            later.forget(before: range.start)
            #expect(later.holder(of: range) == turns.holder(of: range))
        }
    }

    @Test("Given lines of events, when they are read, then blank ones are skipped") func reading() throws {
        let text = """
            {"at": 0, "speaker": "user"}

            {"speaker":"other","at":1.5}\r
            {"at": 1.5, "speaker": null}
            """
        let turns = try SpeakerTurns(reading: text, from: "events")
        #expect(
            turns.events == [
                SpeakerEvent(at: 0, speaker: .user), SpeakerEvent(at: 24_000, speaker: .other),
                SpeakerEvent(at: 24_000, speaker: nil),
            ])
        #expect(try SpeakerTurns(reading: "", from: "events").events.isEmpty)
    }

    @Test(
        "Given a wrong line, when events are read, then one sentence names the line and the fault",
        arguments: [
            (#"{"at": 1, "speaker": "me"}"#, "speaker", "there is no speaker 'me'"),
            (#"{"at": 1, "speaker": ""}"#, "speaker", "there is no speaker ''"),
            (#"{"at": 1}"#, "malformed", "no object of 'at' and 'speaker'"),
            (#"{"speaker": "user"}"#, "malformed", "no object"), ("user", "malformed", "no object"),
            (#"{"at": 1, "speaker": 7}"#, "malformed", "no object"),
            (#"[1, "user"]"#, "malformed", "no object"), (#"{"at": 1, "speaker": "user""#, "malformed", "no object"),
            (#"{"at": 1, "speaker": "user", "loud": true}"#, "malformed", "no object"),
            (#"{"at": "1", "speaker": "user"}"#, "time", "no time of a recording"),
            (#"{"at": "now", "speaker": "user"}"#, "time", "no time of a recording"),
            (#"{"at": -1, "speaker": "user"}"#, "time", "no time"),
            (#"{"at": 1e300, "speaker": "user"}"#, "time", "no time"),
            (#"{"at": null, "speaker": "user"}"#, "time", "no time"),
            (#"{"at": 0.4, "speaker": "user"}"#, "order", "before that of the event before"),
        ])
    func wrong(_ line: String, _ code: String, _ what: String) throws {
        let first = #"{"at": 0.5, "speaker": "other"}"#
        let problem = #expect(throws: Problem.self) {
            try SpeakerTurns(reading: "\(first)\n\(line)\n", from: "events.jsonl")
        }
        #expect(problem?.kind == .usage && problem?.code == "speaker-events.\(code)")
        let sentence = problem?.description ?? ""
        #expect(sentence.hasPrefix("events.jsonl: line 2: ") && sentence.contains(what), "\(sentence)")
        #expect(problem?.cure != nil)
    }

    @Test("Given more events than are allowed, when they are read, then they are refused") func bounded() throws {
        let line = #"{"at": 1, "speaker": "user"}"# + "\n"
        let most = String(repeating: line, count: SpeakerTurns.maximumEvents)
        #expect(try SpeakerTurns(reading: most, from: "events").events.count == SpeakerTurns.maximumEvents)
        let problem = #expect(throws: Problem.self) { try SpeakerTurns(reading: most + line, from: "events") }
        #expect(problem?.code == "speaker-events.too-many")
    }
}
