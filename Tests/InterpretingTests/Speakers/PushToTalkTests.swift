import Audio
import Conversations
import Foundation
import Language
import Plumbing
import Providers
import Resilience
import SimulatedProviders
import Testing
import VerbioTesting

@testable import Interpreting

/// Conversations in which speaker events arrive during the speech.
@Suite("Push to talk", .timeLimit(.minutes(10))) struct PushToTalkTests {
    private static func seconds(_ events: [(Double, Speaker?)]) -> [SpeakerEvent] {
        events.map { SpeakerEvent(at: Int($0.0 * 16_000), speaker: $0.1) }
    }

    private static func run(
        _ events: [SpeakerEvent]?, twoWay: Bool = false, blockSize: Int = 16_000, inFlight: Int = 8
    ) async throws -> (records: [UtteranceRecord], delivered: [Delivered]) {
        var rehearsal = Rehearsal()
        rehearsal.twoWay = twoWay
        rehearsal.blockSize = blockSize
        rehearsal.speakerEvents = events
        rehearsal.configuration.utterancesInFlight = inFlight
        let (finished, delivered) = try await rehearsal.run()
        #expect(finished.state == .complete)
        return (try await rehearsal.records(), delivered)
    }

    @Test(
        "Given speaker events, when an utterance ends, then its direction is that of the speaker who had the word",
        arguments: [false, true])
    func given(twoWay: Bool) async throws {
        let plain = try await Self.run(nil).records.map(\.utterance)
        // The second and third are the other side's; for the fourth neither side has the floor.
        let events = Self.seconds([
            (0, .user), (plain[1].range.startSeconds, .other), (plain[3].range.startSeconds - 0.1, nil),
            (plain[4].range.startSeconds, .user),
        ])
        let (records, delivered) = try await Self.run(events, twoWay: twoWay)
        #expect(
            records.map(\.utterance.range) == plain.map(\.range), "nothing is cut where everybody waits for the other")
        let given: [Speaker?] = [.user, .other, .other, nil, .user, .user]
        for (record, speaker) in zip(records, given) {
            guard let speaker else {
                #expect(record.utterance.direction.reason == (twoWay ? "expected" : "speaker"))
                #expect((record.heardDirection != nil) == twoWay)
                continue
            }
            #expect(record.utterance.speaker == speaker && record.speaker == speaker)
            #expect(record.utterance.direction.reason == "push-to-talk" && record.heardDirection == nil)
            #expect(record.recognition?.language == (speaker == .user ? .en : .es), "it is told which language it is")
            #expect(record.translation?.language == (speaker == .user ? .es : .en))
            #expect(record.outcome == .spoken)
        }
        let told = delivered.events.compactMap { event -> Speaker? in
            if case .utteranceFinished(let finished) = event.body { finished.speaker } else { nil }
        }
        #expect(told == records.map(\.speaker))
    }

    @Test(
        "Given a speaker who had the word, when later utterances are translated, then it counts as the speaker before them"
    ) func follows() async throws {
        let plain = try await Self.run(nil).records.map(\.utterance)
        var talk = Rehearsal()
        talk.twoWay = true
        talk.speakerEvents = Self.seconds([(0, .other), (plain[0].range.endSeconds, nil)])
        var providers = try talk.providers()
        var digits = ScriptedRecognizer { Recognition(text: "42", language: $0.language) }
        digits.detectsLanguage = true
        providers.recognizers = ProviderChain([digits], time: .system)
        let conversation = try talk.conversation(providers)
        _ = try await Interpreter(providers: providers, store: talk.store, time: .patient).interpret(
            conversation, from: ScriptedSource([SpeechFixtures.speech()])
        ) { _ in }
        let records = try await talk.records()
        #expect(records.map(\.speaker) == Array(repeating: .other, count: 6))
        #expect(records.dropFirst().allSatisfy { $0.heardDirection?.reason == .inherited })
    }

    @Test(
        "Given events and samples, when the audio comes in any blocks, then the result is the same",
        arguments: [1, 2, 3] as [UInt64])
    func chunks(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        var at = 0.0
        let events = Self.seconds(
            (0..<14).map { _ in
                at += Double.random(in: 0.05...4, using: &generator)
                return (at, [Speaker.user, .other, nil].randomElement(using: &generator) ?? nil)
            })
        let wanted = try await Self.run(events, twoWay: true)
        for blockSize in [160, 1_777, Int.random(in: 200...40_000, using: &generator)] {
            let got = try await Self.run(
                events, twoWay: true, blockSize: blockSize, inFlight: Int.random(in: 1...8, using: &generator))
            #expect(got.records == wanted.records, "blocks of \(blockSize)")
            #expect(got.delivered.eventsByUtterance == wanted.delivered.eventsByUtterance)
        }
        let speech = try SpeechFixtures.speech()
        for utterance in wanted.records.map(\.utterance) {
            let audio = Array(speech[utterance.range.start..<utterance.range.end])
            #expect(utterance.audioHash == ContentHash.of(samples: PCM16.quantized(audio)))
        }
    }

    @Test("Given speech, when the other side takes the word, then the utterance ends") func cut() async throws {
        let plain = try await Self.run(nil).records.map(\.utterance)
        let middle = (plain[1].speech.start + plain[1].speech.end) / 2
        let events = [SpeakerEvent(at: 0, speaker: .user), SpeakerEvent(at: middle, speaker: .other)]
        let records = try await Self.run(events).records
        #expect(records.count == plain.count + 1)
        #expect(records.map(\.speaker) == [.user, .user] + Array(repeating: .other, count: 5))
        #expect(records[1].utterance.endedBy == "speaker-change")
        #expect(records[1].utterance.range.start == plain[1].range.start)
        #expect(abs(records[1].utterance.range.end - middle) <= 16_000 / 5)
        #expect(records[1].utterance.range.end <= records[2].utterance.range.start)
        #expect(records[2].utterance.range.end == plain[1].range.end)
        let voiced = records[1...2].map(\.utterance.evidence.voicedMilliseconds).reduce(0, +)
        #expect(abs(voiced - plain[1].evidence.voicedMilliseconds) <= 100, "no voice is lost")
    }

    @Test("Given known speakers, when a second run reads the store, then they stay", arguments: [false, true])
    func resumes(stream: Bool) async throws {
        let clock = ManualTime()
        var broken = Rehearsal(scenario: "sim:outage", time: clock.source)
        broken.speakerEvents = Self.seconds([(0, .user), (7, .other), (12, nil), (15, .user)])
        if stream { broken.origin = .stream }
        let (first, _) = try await clock.run { [broken] in try await broken.run() }
        #expect(first.state == .partial)
        let before = try await broken.records().map(\.utterance)
        #expect(Set(before.map(\.direction.reason)) == ["push-to-talk", "speaker"])
        let id = ConversationID(rawValue: "c00000000000000000001")
        let conversation = try #require(try await broken.store.conversation(id))
        #expect(conversation.settings.sides.events == broken.speakerEvents)
        let interpreter = Interpreter(providers: try Rehearsal().providers(), store: broken.store, time: .patient)
        let again =
            stream
            ? try await interpreter.resume(conversation) { _ in }
            : try await interpreter.interpret(
                conversation, from: ScriptedSource([SpeechFixtures.speech()], blockSize: 999)
            ) { _ in }
        #expect(again.state == .complete)
        let records = try await broken.records()
        #expect(records.map(\.utterance) == before)
        for record in records where record.outcome.name != "dropped" {
            #expect(record.outcome == .spoken && record.translation?.language == record.utterance.direction.pair.to)
        }
    }

    // MARK: While it is heard

    /// A pipe to which lines are written while audio is read.
    private final class Button: Sendable {
        let line: SpeakerEventQueue
        private let pipe = Pipe()

        init() throws {
            let source = try DescriptorSource(dup(pipe.fileHandleForReading.fileDescriptor), ownsDescriptor: true)
            line = SpeakerEventQueue(TextLines(source, named: "button"), named: "button")
        }

        /// Writes a line and waits until it has come.
        func say(_ text: String) async throws {
            let before = line.received
            try pipe.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
            while line.received == before { await Task.yield() }
        }
    }

    private static func live(
        _ lines: [Int: String]
    ) async throws -> (records: [UtteranceRecord], finished: Event.ConversationFinished, problem: Problem?) {
        var rehearsal = Rehearsal()
        rehearsal.origin = .stream
        rehearsal.speakerEvents = []
        let button = try Button()
        let providers = try rehearsal.providers()
        let source = ScriptedSource([try SpeechFixtures.speech()], blockSize: 1_600) { position in
            if let line = lines[position] { try await button.say(line) }
        }
        let finished = try await Interpreter(providers: providers, store: rehearsal.store, time: .patient).interpret(
            rehearsal.conversation(providers), from: source, live: LiveHearing(speakers: button.line)
        ) { _ in }
        return (try await rehearsal.records(), finished, button.line.problem)
    }

    @Test("Given live audio, when a button is pressed, then it counts from the next audio or from the time it names")
    func pressed() async throws {
        let plain = try await Self.run(nil).records.map(\.utterance)
        // Whole tenths of a second, in the pauses before the third and the fifth.
        let (third, fifth) = (plain[2].range.start / 1_600 * 1_600, plain[4].range.start / 1_600 * 1_600)
        let (records, finished, problem) = try await Self.live([
            third: #"{"at": "now", "speaker": "other"}"#,
            third + 1_600: #"{"at": \#(Double(fifth) / 16_000), "speaker": "user"}"#,
        ])
        #expect(problem == nil && finished.state == .complete)
        #expect(
            records.map(\.utterance.direction.reason) == ["speaker", "speaker"]
                + Array(repeating: "push-to-talk", count: 4))
        #expect(records.map(\.speaker) == [.user, .user, .other, .other, .user, .user])
        let given = try await Self.run(
            [SpeakerEvent(at: third, speaker: .other), SpeakerEvent(at: fifth, speaker: .user)]
        ).records
        #expect(records.map(\.utterance) == given.map(\.utterance), "as if it had been said before")
    }

    @Test("Given live audio, when a line is no event, then the conversation ends with what was said until then")
    func refused() async throws {
        let (records, finished, problem) = try await Self.live([
            16_000: #"{"at": "now", "speaker": "user"}"#, 160_000: #"{"at": 0.5, "speaker": "user"}"#,
        ])
        #expect(problem?.description.contains("button: line 2: its time is before") == true)
        #expect(finished.state == .interrupted)
        #expect(!records.isEmpty && records.count < 6)
        #expect(records.allSatisfy { $0.outcome == .spoken })
    }
}
