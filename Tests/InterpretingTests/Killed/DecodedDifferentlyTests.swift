import Audio
import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// The bundled sample as decoders give it: the same speech from other samples.
private enum Decoder: CaseIterable {
    case usual
    /// The first two seconds are a little quieter.
    case quietAtFirst
    /// All is a little earlier.
    case early
    /// All is so much later that nothing is at its old place.
    case late

    func speech() throws -> [Float] {
        let speech = try SpeechFixtures.speech()
        return switch self {
        case .usual: speech
        case .quietAtFirst: speech.enumerated().map { $0.offset < 32_000 ? $0.element * 0.9 : $0.element }
        case .early: Array(speech.dropFirst(1_100))
        case .late: Array(repeating: 0, count: 16_000) + speech
        }
    }
}

@Suite("A recording that decodes differently than before", .timeLimit(.minutes(5)))
struct DecodedDifferentlyTests {
    private struct Gone: Error {}

    private let store = InMemoryStore()
    private let id = ConversationID(rawValue: "c00000000000000000001")

    private func recognizer() -> ScriptedRecognizer {
        ScriptedRecognizer { Recognition(text: "good family market \($0.context.utterance)", language: .en) }
    }

    private func rehearsal(_ decoder: Decoder, by recognizer: ScriptedRecognizer) throws -> Rehearsal {
        var rehearsal = Rehearsal(store: store, time: .patient)
        rehearsal.recognizer = recognizer
        rehearsal.lanes = [try decoder.speech()]
        rehearsal.configuration.utterancesInFlight = 2
        return rehearsal
    }

    /// A run that is killed when the third utterance has ended; the fourth is in progress then.
    private func killedRun() async throws -> ScriptedRecognizer {
        let (recognizer, killSwitch) = (recognizer(), KillSwitch())
        var rehearsal = try rehearsal(.usual, by: recognizer)
        rehearsal.store = KillableStore(base: store, write: killSwitch.check)
        await #expect(throws: Problem.self) {
            _ = try await rehearsal.run { item in
                if case .event(let event) = item, event.name == "utterance.finished", event.utterance == 3 {
                    killSwitch.kill()
                }
            }
        }
        return recognizer
    }

    private var state: ConversationState? { get async { await store.conversation(id)?.state } }

    @Test(
        "given a run that was killed, when it decodes slightly differently, then it continues and repeats no call",
        arguments: [Decoder.usual, .quietAtFirst, .early])
    private func goesOn(_ decoder: Decoder) async throws {
        _ = try await killedRun()
        let before = await store.utterances(of: id, after: 0, limit: 99).filter { $0.recognition != nil }
        #expect(before.count >= 3)
        let next = recognizer()
        let control = RunControl()
        let (finished, delivered) = try await rehearsal(decoder, by: next).run(control: control)
        #expect(finished.state == .complete && finished.utterances == 6)
        let records = await store.utterances(of: id, after: 0, limit: 99)
        #expect(records.map(\.utterance.sequence) == Array(1...6) && records.allSatisfy { $0.outcome == .spoken })
        for record in before {
            let number = record.utterance.sequence
            #expect(records[number - 1].utterance == record.utterance, "what was recognized stays where it was")
        }
        let known = Set(before.map(\.utterance.sequence))
        let asked = next.requests.withLock { $0.map(\.context.utterance) }
        #expect(asked.allSatisfy { !known.contains($0) }, "asked again: \(asked)")
        // What is sent is what is stored, to the sample.
        for request in next.requests.withLock({ $0 }) {
            let record = records[request.context.utterance - 1]
            #expect(request.audio.count == record.utterance.range.count)
        }
        #expect(delivered.events.filter { $0.name == "utterance.finished" }.count == 6)
        #expect(control.isDecodedDifferently == (decoder != .usual))
    }

    @Test(
        "given a run that was killed, when nothing is where it was, then that is one problem, and what there is stays")
    func mismatch() async throws {
        _ = try await killedRun()
        let before = await store.utterances(of: id, after: 0, limit: 99)
        let next = recognizer()
        let problem = await #expect(throws: Problem.self) { _ = try await rehearsal(.late, by: next).run() }
        #expect(problem?.code == Interpreter.decodedDifferently && problem?.kind == .input)
        #expect(next.requests.withLock { $0.isEmpty })
        #expect(await store.utterances(of: id, after: 0, limit: 99) == before)
        #expect(await state == .interrupted)
        // With the earlier decoding, it can still be finished.
        let (finished, _) = try await rehearsal(.usual, by: next).run()
        #expect(finished.state == .complete)
    }

    @Test(
        "given a complete conversation, when a later run fails, is stopped or hears something else, then it stays complete"
    )
    func staysComplete() async throws {
        let first = recognizer()
        let (ending, _) = try await rehearsal(.usual, by: first).run()
        #expect(await state == .complete)
        let records = await store.utterances(of: id, after: 0, limit: 99)
        await #expect(throws: Gone.self) {
            _ = try await rehearsal(.usual, by: first).run { item in
                if case .event(let event) = item, event.name == "utterance.translated" { throw Gone() }
            }
        }
        #expect(await state == .complete)
        await #expect(throws: Problem.self) { _ = try await rehearsal(.late, by: first).run() }
        #expect(await state == .complete)
        let stopped = RunControl()
        stopped.cutShort()
        #expect(try await rehearsal(.usual, by: first).run(control: stopped).finished.state == .interrupted)
        #expect(await state == .complete)
        let last = await store.events(of: id, after: 0, limit: 999).last { $0.event.name == "conversation.finished" }
        guard case .conversationFinished(let told)? = last?.event.body else { throw Gone() }
        #expect(told == ending, "how it ended stays on the record")
        #expect(await store.utterances(of: id, after: 0, limit: 99) == records)
        #expect(first.requests.withLock { $0.count } == 6)
    }

    @Test(
        "given a complete conversation, when it is replayed from the store, then no audio is read and all is delivered")
    func fromTheStore() async throws {
        let rehearsal = try rehearsal(.usual, by: recognizer())
        let (ending, first) = try await rehearsal.run()
        let next = recognizer()
        var providers = try rehearsal.providers()
        providers.recognizers = ProviderChain([next], time: .patient)
        let delivered = Locked<[Delivered]>([])
        let finished = try await Interpreter(providers: providers, store: store, time: .patient).resume(
            rehearsal.conversation(providers), ending: ending
        ) { item in delivered.withLock { $0.append(item) } }
        #expect(finished == ending)
        #expect(next.requests.withLock { $0.isEmpty })
        #expect(delivered.withLock { $0.eventsByUtterance } == first.eventsByUtterance)
    }
}
