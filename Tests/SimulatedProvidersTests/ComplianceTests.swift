import Language
import SimulatedProviders
import Testing
import VerbioTesting

/// All at once, in pieces, with few languages, and with a limit to the calls at once.
private let scenarios: [Scenario] = [
    .instant,
    Scenario(
        name: "streaming", languages: [.en, .ja],
        recognition: .init {
            $0.pieces = 5
            $0.concurrency = 3
        },
        translation: .init {
            $0.pieces = 7
            $0.concurrency = 2
        },
        synthesis: .init {
            $0.pieces = 3
            $0.concurrency = 1
        }),
]

@Suite(.timeLimit(.minutes(10)))
struct ComplianceTests {
    private let time = ManualTime()
    private static let texts = ["Good day, friend.", "Where is the station?", "3 coffee", "thanks", "yes"]

    @Test(arguments: RecognizerCompliance.Check.allCases, scenarios)
    func recognizer(_ check: RecognizerCompliance.Check, _ scenario: Scenario) async throws {
        let recognizer = SimulatedRecognizer(scenario, time: time.source)
        try await RecognizerCompliance(recognizer, language: .en, recordings: (1...8).map { tone($0) }).run(check)
    }

    @Test(arguments: TranslatorCompliance.Check.allCases, scenarios)
    func translator(_ check: TranslatorCompliance.Check, _ scenario: Scenario) async throws {
        let translator = SimulatedTranslator(scenario, time: time.source)
        for pair in [try LanguagePair(from: .en, to: .ja), try LanguagePair(from: .ja, to: .en)] {
            try await TranslatorCompliance(translator, pair: pair, texts: Self.texts).run(check)
        }
    }

    @Test(arguments: SynthesizerCompliance.Check.allCases, scenarios)
    func synthesizer(_ check: SynthesizerCompliance.Check, _ scenario: Scenario) async throws {
        let synthesizer = SimulatedSynthesizer(scenario, time: time.source)
        try await SynthesizerCompliance(synthesizer, language: .ja, texts: Self.texts).run(check)
    }
}
