import Audio
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

@Suite(.timeLimit(.minutes(10)))
struct RetriedPartialsTests {
    private let time = ManualTime()
    private var retry: Retry { Retry(RetryPolicy(), time: time.source, random: { 0 }) }

    private func translate(_ scripts: [Script<String>]) async throws -> (Translation, [String]) {
        let translator = Scripted(scripts).retrying(retry)
        let taken = Taken<String>()
        let translation = try await translator.answer(translationRequest()) { taken.take($0) }
        return (translation, taken.all)
    }

    @Test(
        "Given delivered pieces, when a retry cuts the text in another way, then none is delivered again",
        arguments: [
            (["Buenos ", "dí"], ["Buenos ", "días, ", "amigo"], ["Buenos ", "dí", "as, ", "amigo"]),
            (["Buenos ", "dí"], ["Bu", "enos días, amigo"], ["Buenos ", "dí", "as, amigo"]),
            (["Buenos días, amigo"], ["Buenos ", "días, amigo"], ["Buenos días, amigo"]),
            ([], ["Buenos días, amigo"], ["Buenos días, amigo"]),
            (["cafe"], ["cafe\u{301}"], ["cafe", "\u{301}"]),
        ])
    func repeatedPieces(first: [String], second: [String], delivered: [String]) async throws {
        let (translation, taken) = try await translate([
            Script(partials: first, failure: .unusable), Script(partials: second),
        ])
        #expect(taken.map { Array($0.unicodeScalars) } == delivered.map { Array($0.unicodeScalars) })
        #expect(translation.text == second.joined())
    }

    @Test("Given three failed attempts, when each delivers a longer text, then each piece is delivered once")
    func threeAttempts() async throws {
        let (translation, taken) = try await translate([
            Script(partials: ["a ", "b "], failure: .transient), Script(partials: ["a "], failure: .transient),
            Script(partials: ["a b c "], failure: .transient), Script(partials: ["a ", "b ", "c ", "d"]),
        ])
        #expect(taken == ["a ", "b ", "c ", "d"])
        #expect(translation.text == "a b c d")
    }

    @Test(
        "Given delivered pieces, when a second attempt gives another text, then no more pieces come",
        arguments: [["Buenas ", "tardes"], ["Bueno"], ["Buenos tardes"]])
    func superseded(second: [String]) async throws {
        let (translation, taken) = try await translate([
            Script(partials: ["Buenos ", "días"], failure: .transient), Script(partials: second),
        ])
        #expect(taken == ["Buenos ", "días"])
        #expect(translation.text == second.joined())
    }

    @Test("Given delivered hypotheses, when the call is retried, then they do not shrink")
    func hypotheses() async throws {
        let script = Scripted([
            Script(partials: ["we", "we go", "we go home"], failure: .transient),
            Script(partials: ["we", "we go", "we go home", "we go home now"]),
        ])
        let recognizer = ScriptedRecognizer(script: script).retrying(retry)
        let taken = Taken<String>()
        let request = RecognitionRequest(audio: [0.1], language: .en, context: context)
        let answer = try await recognizer.answer(request) { taken.take($0) }
        #expect(taken.all == ["we", "we go", "we go home", "we go home now"])
        #expect(answer.text == "we go home now")
    }

    private func audio(_ samples: ClosedRange<Int16>, rate: Int = 16_000) -> VoiceAudio {
        VoiceAudio(sampleRate: rate, samples: Array(samples))
    }

    private func speak(_ scripts: [Script<VoiceAudio>]) async throws -> (Synthesis, [VoiceAudio]) {
        let synthesizer = ScriptedSynthesizer(script: Scripted(scripts)).retrying(retry)
        let taken = Taken<VoiceAudio>()
        let request = SynthesisRequest(text: "hola", language: .es, context: context)
        let synthesis = try await synthesizer.answer(request) { taken.take($0) }
        return (synthesis, taken.all)
    }

    @Test("Given delivered audio, when a retry sends other chunks, then audio continues where it stopped")
    func repeatedAudio() async throws {
        let (synthesis, taken) = try await speak([
            Script(partials: [audio(1...5), audio(6...8)], failure: .unusable),
            Script(partials: [audio(1...2)], failure: .transient),
            Script(partials: [audio(1...7), audio(8...8), audio(9...12), audio(13...14)]),
        ])
        #expect(taken == [audio(1...5), audio(6...8), audio(9...12), audio(13...14)])
        #expect(synthesis.sampleCount == 14)
    }

    @Test("Given delivered audio, when a second attempt gives less, then no audio is delivered twice")
    func shorterAudio() async throws {
        let (_, taken) = try await speak([
            Script(partials: [audio(1...8)], failure: .transient), Script(partials: [audio(1...6)]),
        ])
        #expect(taken == [audio(1...8)])
    }

    @Test("Given delivered audio, when a retry has another rate, then the call is retried, and fails if that repeats")
    func otherRate() async throws {
        let other = Script(partials: [audio(1...9, rate: 24_000)])
        let first = Script(partials: [audio(1...4)], failure: .transient)
        let (synthesis, taken) = try await speak([first, other, Script(partials: [audio(1...9)])])
        #expect(taken == [audio(1...4), audio(5...9)])
        #expect(synthesis.sampleCount == 9 && synthesis.sampleRate == 16_000)
        await #expect {
            _ = try await speak([first, other, other])
        } throws: { ($0 as? ProviderError)?.failure == .unusable }
    }

    @Test("Given a listener that fails, when its error is of a kind that is retried, then the call still ends")
    func listenerFails() async {
        let script = Scripted([Script(partials: ["a"]), Script(partials: ["a"])])
        let gone = failure(.transient, stage: .synthesis)
        await #expect(throws: gone) {
            let translator = script.retrying(retry)
            _ = try await translator.answer(translationRequest()) { _ in throw gone }
        }
        #expect(script.calls == 1)
    }
}
