import Audio
import Configuration
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioService
import VerbioTesting

/// Conversations from bytes that arrive while they run, as the server asks for them.
@Suite("The conversation service", .timeLimit(.minutes(5)))
struct ConversationServiceTests {
    private static let pair = try! LanguagePair(from: .en, to: .es)

    /// Interprets the sample.
    ///
    /// - Returns: the conversation as it is stored, its utterances, and the names of its events.
    private func translate(
        _ request: ConversationRequest, _ service: PipelineService, sample: String = Workplace.welcome
    ) async throws -> (conversation: Conversation, utterances: [UtteranceRecord], events: [Event]) {
        let pipe = BytePipe()
        let bytes = try Data(contentsOf: URL(filePath: sample))
        let feeding = Task {
            try await pipe.send([UInt8](bytes))
            pipe.finish()
        }
        let events = Locked<[Event]>([])
        let (conversation, finished) = try await service.translate(request, audio: pipe, control: RunControl()) {
            if case .event(let event) = $0 { events.withLock { $0.append(event) } }
        }
        try? await feeding.value
        #expect(finished.state == .complete)
        let store = service.store
        let stored = try #require(try await store.conversation(conversation.id))
        return (
            stored, try await store.utterances(of: conversation.id, after: 0, limit: 100), events.withLock { $0 }
        )
    }

    @Test("given bytes of a recording, when they are translated, then each utterance is heard, translated and spoken")
    func translates() async throws {
        try await Workplace.with { workplace in
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let request = ConversationRequest(Self.pair) { $0.title = "welcome" }
            let (conversation, utterances, events) = try await translate(request, service)
            #expect(conversation.title == "welcome" && conversation.origin == .stream)
            #expect(utterances.count == 6 && utterances.allSatisfy { $0.outcome == .spoken })
            if case .conversationStarted = try #require(events.first).body {} else { Issue.record("no beginning") }
            if case .conversationFinished = try #require(events.last).body {} else { Issue.record("no end") }
            #expect(workplace.calls.count == 18, "three calls for each utterance")
            #expect(try await store.owner(of: conversation.id) == nil, "its claim is released")
            // The same sound again is another conversation, and no work is repeated.
            let again = try await translate(request, service)
            #expect(again.conversation.id != conversation.id && workplace.calls.count == 18)
            #expect(service.providerConditions.count == 3)
            try await store.close()
        }
    }

    @Test(
        "given a request without a translation or without a voice, when it is done, then these engines are not called")
    func without() async throws {
        try await Workplace.with { workplace in
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let heard = try await translate(
                ConversationRequest(LanguagePair(only: LanguageTag(.en))) { $0.isTranslated = false }, service)
            #expect(heard.utterances.allSatisfy { $0.outcome == .textOnly && $0.translation == nil })
            #expect(workplace.calls.allSatisfy { $0.contains("recognition") } && workplace.calls.count == 6)
            let silent = try await translate(ConversationRequest(Self.pair) { $0.isSpoken = false }, service)
            #expect(silent.utterances.allSatisfy { $0.outcome == .textOnly && $0.translation != nil })
            #expect(workplace.calls.count == 12, "what was recognized is reused")
            try await store.close()
        }
    }

    @Test("given a voice for each language, when both sides are spoken to, then each is spoken by its own")
    func voices() async throws {
        try await Workplace.with { workplace in
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let request = ConversationRequest(Self.pair) {
                ($0.isTwoWay, $0.voice) = (true, "sim-es-high,sim-en-high")
            }
            let (conversation, utterances, _) = try await translate(request, service)
            #expect(conversation.settings.speech.voice == "sim-es-high,sim-en-high")
            #expect(!utterances.isEmpty)
            for utterance in utterances {
                #expect(utterance.speech?.voice == "sim-\(utterance.pair.target)-high")
            }
            do {
                _ = try await translate(ConversationRequest(Self.pair) { $0.voice = "anna" }, service)
                Issue.record("there is no such voice")
            } catch let problem as Problem {
                #expect(problem.code == "synthesizer.voice" && problem.place == "voice")
            }
            try await store.close()
        }
    }

    @Test(
        "given a dial for early text or whole sentences, when live speech is opened, then its pauses are those of the dial"
    )
    func latency() async throws {
        try await Workplace.with { workplace in
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            var ends: [String] = []
            for dial in [LatencyDial.low, .quality] {
                let request = ConversationRequest(Self.pair) { $0.answers[.latency] = dial.rawValue }
                let live = service.live(request, control: RunControl())
                let bytes = try Data(contentsOf: URL(filePath: Workplace.welcome))
                async let ending = live.run { _ in }
                for start in stride(from: 0, to: bytes.count, by: 32_768) {
                    try await live.feed([UInt8](bytes[start..<min(start + 32_768, bytes.count)]))
                }
                try live.perform(.end)
                let (conversation, _) = try await ending
                ends.append(try #require(try await store.conversation(conversation.id)).settings.segmentation)
            }
            #expect(ends[0] != ends[1])
            try await store.close()
        }
    }

    @Test("given a stored utterance, when its direction is corrected, then it alone is translated the other way")
    func corrects() async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.contextPairs, .int(0))
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let (conversation, before, _) = try await translate(
                ConversationRequest(Self.pair) { ($0.isTwoWay, $0.isSpoken) = (true, false) }, service)
            let first = try #require(before.first)
            let other: Speaker = first.pair.source.code == .en ? .other : .user
            let (_, finished) = try await service.correct(
                CorrectionRequest(conversation: conversation, sequence: 1, speaker: other), control: RunControl()
            ) { _ in }
            #expect(finished.state == .complete)
            let after = try await store.utterances(of: conversation.id, after: 0, limit: 100)
            #expect(after[0].pair == first.pair.reversed)
            #expect(after.dropFirst().map(\.pair) == before.dropFirst().map(\.pair))
            try await store.close()
        }
    }

    @Test("given requests, when the sides are looked at, then the directions follow from the sides that may speak")
    func directions() {
        let forward = ConversationRequest(Self.pair)
        #expect(forward.directions == [Self.pair] && !forward.hearsBothSides)
        let other = ConversationRequest(Self.pair) { $0.speaker = .other }
        #expect(other.directions == [Self.pair.reversed] && !other.hearsBothSides)
        for change: (inout ConversationRequest) -> Void in [
            { $0.isTwoWay = true }, { $0.listening.channels = .speakersByChannel },
            { $0.speakerEvents = .known(try! SpeakerTurns(reading: #"{"speaker": "other", "at": 1.5}"#, from: "")) },
        ] {
            let both = ConversationRequest(Self.pair, change)
            #expect(both.directions == [Self.pair, Self.pair.reversed] && both.hearsBothSides)
        }
    }

    @Test("given a text, when it is translated, then each line is an utterance, and no recognizer is called")
    func text() async throws {
        try await Workplace.with { workplace in
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let request = ConversationRequest(Self.pair) { $0.isSpoken = false }
            let (conversation, finished) = try await service.translate(
                request, text: "Where is it?\n\nHere.", control: RunControl()
            ) { _ in }
            #expect(finished.state == .complete && conversation.isWritten && conversation.title == "text")
            let utterances = try await store.utterances(of: conversation.id, after: 0, limit: 10)
            #expect(utterances.map(\.saidText) == ["Where is it?", "Here."])
            #expect(utterances.allSatisfy { $0.outcome == .textOnly })
            #expect(workplace.calls.count == 2, "one call for each line")
            #expect(try await store.owner(of: conversation.id) == nil, "its claim is released")
            let long = String(repeating: "x", count: TextLines.longestLine + 1)
            await #expect(throws: Problem.self) {
                _ = try await service.translate(request, text: "First.\n" + long, control: RunControl()) { _ in }
            }
            try await store.close()
        }
    }

    @Test("given a text, when it is spoken, then there is a voice; a voice that does not exist is refused by its field")
    func speech() async throws {
        try await Workplace.with { workplace in
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let voice = try await service.speak("Where is it?", in: LanguageTag(.en), voice: nil, within: nil)
            #expect(voice.seconds > 0.2 && voice.samples.contains { $0 != 0 })
            #expect(!service.voices.isEmpty)
            let error = await #expect(throws: Problem.self) {
                _ = try await service.speak("Where is it?", in: LanguageTag(.en), voice: "zorro", within: nil)
            }
            #expect(error?.code == "synthesizer.voice" && error?.place == "voice")
            try await store.close()
        }
    }

    @Test(
        "given a voice that breaks off, then its fallback speaks, unless some of it was heard",
        arguments: [false, true])
    func brokenSpeech(isHeard: Bool) async throws {
        try await Workplace.with { workplace in
            let broken = try workplace.scenario(
                "broken", "description: breaks off\nsynthesis:\n  pieces: 4\n  faults: [{fault: cut}]\n")
            workplace.settings.set(.synthesizer, .stringArray([broken, "sim:instant"]))
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let heard = Locked<[Int16]>([])
            let sink: PartialSink<VoiceAudio> = { piece in heard.withLock { $0 += piece.samples } }
            func speak() async throws -> VoiceAudio {
                try await service.speak(
                    "Where is it?", in: LanguageTag(.en), voice: nil, within: nil, heard: isHeard ? sink : nil)
            }
            if isHeard {
                let error = await #expect(throws: Problem.self) { _ = try await speak() }
                #expect(error?.code == "phrase.synthesis")
            } else {
                #expect(try await speak().seconds > 0.2)
            }
            #expect(heard.withLock { $0.isEmpty } != isHeard)
            try await store.close()
        }
    }

    @Test("given a recording, when its language is detected, then one free call is made and nothing is stored")
    func detection() async throws {
        try await Workplace.with { workplace in
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let pipe = BytePipe()
            let bytes = try Data(contentsOf: URL(filePath: Workplace.welcome))
            let feeding = Task {
                try await pipe.send([UInt8](bytes))
                pipe.finish()
            }
            #expect(try await service.language(of: pipe, ConversationRequest.Listening(), within: nil) != nil)
            try? await feeding.value
            #expect(workplace.calls.count == 1)
            #expect(try await store.conversations(limit: 1).isEmpty)
            try await store.close()
        }
    }
}
