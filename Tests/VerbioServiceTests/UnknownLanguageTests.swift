import Audio
import Configuration
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Testing
import VerbioService
import VerbioTesting

/// Speech whose language is found out before its conversation begins. The simulated recognizer hears a language that depends on the
/// samples alone.
@Suite("Speech in an unknown language", .timeLimit(.minutes(5)))
struct UnknownLanguageTests {
    /// The conversation of a request, heard from bytes that can be read only once.
    private func heard(
        _ request: ConversationRequest, in workplace: Workplace, live: Bool = false, of samples: [Int16]? = nil
    ) async throws -> (Conversation, Event.ConversationFinished) {
        let store = try await workplace.assembly.store()
        let service = try PipelineService(assembly: workplace.assembly, store: store)
        let wav = SpeechFixtures.wav(try samples ?? SpeechFixtures.sample())
        let control = RunControl()
        let result: (Conversation, Event.ConversationFinished)
        if live {
            let opened = service.live(request, control: control)
            async let fed: Void = {
                for start in stride(from: 0, to: wav.count, by: 9_000) {
                    try await opened.feed(Array(wav[start..<min(wav.count, start + 9_000)]))
                }
                opened.end()
            }()
            result = try await opened.run { _ in }
            try await fed
        } else {
            let pipe = BytePipe(capacity: 64 << 10)
            async let fed: Void = {
                try await pipe.send(wav)
                pipe.finish()
            }()
            result = try await service.translate(request, audio: pipe, control: control) { _ in }
            try await fed
        }
        try await store.close()
        return result
    }

    @Test(
        "given speech of an unknown language, when it is translated, then all of it is heard in the language found",
        arguments: [false, true])
    func found(live: Bool) async throws {
        try await Workplace.with { workplace in
            workplace.simulate("sim:instant")
            let (conversation, finished) = try await heard(
                .ofUnknownLanguage(to: LanguageTag(.es)), in: workplace, live: live)
            #expect(finished.state == .complete && finished.utterances > 0)
            let pair = conversation.settings.pair
            // The same speech with its language named has the same utterances.
            let named = ConversationRequest(pair) { $0.isTranslated = conversation.settings.isTranslated }
            let (_, again) = try await heard(named, in: workplace, live: live)
            #expect(again.utterances == finished.utterances && again.seconds == finished.seconds)
        }
    }

    @Test("given speech in the target language, when its language is found out, then it is transcribed")
    func sameLanguage() async throws {
        try await Workplace.with { workplace in
            workplace.simulate("sim:instant")
            let (first, _) = try await heard(.ofUnknownLanguage(to: nil), in: workplace)
            let own = first.settings.pair.source
            #expect(!first.settings.isTranslated)
            let (second, finished) = try await heard(.ofUnknownLanguage(to: own), in: workplace)
            #expect(second.settings.pair == LanguagePair(only: own) && !second.settings.isTranslated)
            #expect(finished.state == .complete)
        }
    }

    @Test("given silence, when its language is to be found out, then it ends without an utterance")
    func silence() async throws {
        try await Workplace.with { workplace in
            workplace.simulate("sim:instant")
            let (_, finished) = try await heard(
                .ofUnknownLanguage(to: LanguageTag(.es)), in: workplace, of: [Int16](repeating: 0, count: 48_000))
            #expect(finished.utterances == 0 && finished.state == .complete)
        }
    }

    @Test("given a job's upload, when it is continued, then the language that was found out stays")
    func upload() async throws {
        try await Workplace.with { workplace in
            workplace.simulate("sim:instant")
            let file = workplace.folder.appending(path: "upload")
            try Data(SpeechFixtures.wav(try SpeechFixtures.sample())).write(to: file)
            let upload = StoredUpload(path: file.path, kind: .audio, conversation: .random())
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let request = ConversationRequest.ofUnknownLanguage(to: LanguageTag(.ru))
            let (first, _) = try await service.translate(request, upload: upload, control: RunControl()) { _ in }
            let calls = workplace.calls.count
            let (second, _) = try await service.translate(request, upload: upload, control: RunControl()) { _ in }
            #expect(second.settings.pair == first.settings.pair && workplace.calls.count == calls)
            try await store.close()
        }
    }

    @Test("given a recognizer that detects no languages, when one is to be found out, then the request is refused")
    func impossible() async throws {
        try await Workplace.with { workplace in
            workplace.simulate("pocketsphinx")
            let problem = await #expect(throws: Problem.self) {
                try await heard(.ofUnknownLanguage(to: LanguageTag(.es)), in: workplace)
            }
            #expect(problem?.code == "recognizer.detection" && problem?.place == "from")
        }
    }
}
