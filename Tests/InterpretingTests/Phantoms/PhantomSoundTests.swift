import Audio
import Conversations
import Guards
import Hearing
import Interpreting
import Language
import Providers
import Testing
import VerbioTesting

/// From the sound on: seven minutes of telephones, knocks, traffic, applause and music, and a recognizer that makes words of
/// all it is given.
@Suite(
    "No phantom lines in loud sounds",
    .enabled(if: InstalledModel.path != nil, Comment(rawValue: InstalledModel.missing)),
    .serialized, .timeLimit(.minutes(15)))
struct PhantomSoundTests {
    private func rehearsal() throws -> Rehearsal {
        let model = try SpeechModel(path: InstalledModel.path ?? "")
        var rehearsal = Rehearsal()
        rehearsal.model = model
        rehearsal.segmentation = .file.listening(with: model)
        return rehearsal
    }

    /// Everything recognizers are known to invent, and sentences that people might say.
    private static let inventions: [Recognition] =
        LanguageCode.tested.flatMap { language in
            (Hallucinations.phrases[language] ?? []).map { Recognition(text: $0, language: language) }
        } + NoiseCases.invented.map { Recognition(text: $0, language: .en) }

    @Test(
        "Given loud sounds, when a text is invented for them, then it becomes no line", arguments: [nil, "welcome.wav"])
    func none(behind sample: String?) async throws {
        let inventions = Self.inventions
        // A network that has just heard a voice is quicker to hear another.
        let voice = try sample.map { try SpeechFixtures.speech($0) } ?? []
        var taken: [UtteranceRecord] = []
        for noise in LoudNoise.allCases {
            var rehearsal = try rehearsal()
            rehearsal.lanes = [voice + noise.samples]
            rehearsal.recognizer = ScriptedRecognizer { inventions[$0.context.utterance * 7 % inventions.count] }
            _ = try await rehearsal.run()
            taken += try await rehearsal.records().filter { $0.utterance.speech.start >= voice.count }
        }
        print(
            "loud sounds: \(taken.count) of them recognized, \(taken.count { $0.translation != nil }) lines; \(inventions.count) texts"
        )
        #expect(taken.count < 20)
        for record in taken {
            #expect(record.outcome.name == "dropped", "\(record.recognition?.text ?? "") \(record.utterance.evidence)")
            // And so would have been anything else.
            let seconds = Double(record.utterance.range.count) / 16_000
            let kept = inventions.filter { invention in
                let heard = HeardAnswer(
                    invention, evidence: record.utterance.evidence, seconds: seconds, candidates: [invention.language])
                return RecognitionGuards.standard.verdict(on: heard).decision != .drop
            }
            #expect(kept.map(\.text) == [], "\(seconds) s, \(record.utterance.evidence)")
        }
    }

    @Test("Given a voice between loud sounds, when it is recognized, then what it says is kept")
    func voice() async throws {
        var rehearsal = try rehearsal()
        let speech = try SpeechFixtures.speech()
        rehearsal.lanes = [LoudNoise.traffic.samples + speech + LoudNoise.door.samples]
        let said = Recognition(text: "Thank you.", language: .en)
        rehearsal.recognizer = ScriptedRecognizer { _ in said }
        _ = try await rehearsal.run()
        let start = Int(LoudNoise.seconds * 16_000)
        for record in try await rehearsal.records() {
            let isVoice = record.utterance.speech.start > start && record.utterance.speech.end < start + speech.count
            #expect(record.outcome.name == (isVoice ? "spoken" : "dropped"))
            let probability = try #require(record.utterance.evidence.speechProbability)
            #expect(isVoice ? probability > 0.9 : probability < 0.8, "\(record.utterance.speech) \(probability)")
        }
    }

    @Test("Given a stored utterance without speech probability, when a run is resumed, then it stays as it is")
    func older() async throws {
        let first = try rehearsal()
        _ = try await first.run()
        let heard = try #require(try await first.records().first)
        var older = heard.utterance
        #expect(older.evidence.speechProbability != nil)
        older.evidence.speechProbability = nil
        let second = try rehearsal()
        try await second.store.commit([
            .conversation(try second.conversation(second.providers())), .utterance(older, audio: heard.audio),
        ])
        let (finished, _) = try await second.run()
        #expect(finished.state == .complete && finished.utterances == 6)
        #expect(try await second.records().first?.utterance == older)
    }
}
