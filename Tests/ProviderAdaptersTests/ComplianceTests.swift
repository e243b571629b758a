import Foundation
import Language
import Plumbing
import Providers
import StandIns
import Testing
import VerbioTesting

/// The suites that every engine must pass, for every adapter, in front of stand-ins that answer by the request.
@Suite(.serialized) struct ComplianceTests {
    static let texts = [
        "Good morning.", "How much is it?", "Two coffees, please.", "Where is the station?", "It's raining.",
        "See you at noon.", "That is too expensive.", "Thank you 😀.",
    ]

    /// Tones of other lengths and heights.
    static let recordings: [[Float]] = (1...8).map { height in
        let step = 0.02 * Double(height)
        return (0..<4_000 + 100 * height).map { sample in Float(0.3 * sin(step * Double(sample))) }
    }

    @Test(arguments: AdapterCases.recognizers, RecognizerCompliance.Check.allCases)
    func recognizers(_ adapter: AdapterCase, _ check: RecognizerCompliance.Check) async throws {
        try await withStandIn(EchoStandIn.script) { server in
            guard case .recognizer(let recognizer) = adapter.adapter(at: server.url) else { return }
            try await RecognizerCompliance(recognizer, language: .en, recordings: Self.recordings).run(check)
        }
    }

    @Test(arguments: AdapterCases.translators, TranslatorCompliance.Check.allCases)
    func translators(_ adapter: AdapterCase, _ check: TranslatorCompliance.Check) async throws {
        let pair = try LanguagePair(from: .en, to: .es)
        try await withStandIn(EchoStandIn.script) { server in
            guard case .translator(let translator) = adapter.adapter(at: server.url) else { return }
            try await TranslatorCompliance(translator, pair: pair, texts: Self.texts).run(check)
        }
    }

    @Test(arguments: AdapterCases.synthesizers, SynthesizerCompliance.Check.allCases)
    func synthesizers(_ adapter: AdapterCase, _ check: SynthesizerCompliance.Check) async throws {
        try await withStandIn(EchoStandIn.script) { server in
            guard case .synthesizer(let synthesizer) = adapter.adapter(at: server.url) else { return }
            try await SynthesizerCompliance(synthesizer, language: .es, texts: Self.texts).run(check)
        }
    }

    /// Texts come through to the last scalar, there and back.
    @Test(arguments: AdapterCases.translators)
    func textsAreNotTouched(_ adapter: AdapterCase) async throws {
        let texts = [
            "Zoe\u{308} and Zoë", "👩‍👩‍👧 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "مرحبا\u{200F} שלום", "𝒜𝓫 𠮷野家 \u{1F600}",
            "\"quoted\" \\ back / slash \u{7F}",
            "<b>&amp;</b> %s {0} $(ls)", "a\u{0301}\u{0323} नमस्ते", "tab\tand\nline",
        ]
        try await withStandIn(EchoStandIn.script) { server in
            for text in texts {
                let outcome = await adapter.adapter(at: server.url).call(text)
                #expect(outcome.error == nil)
                #expect(
                    outcome.text?.unicodeScalars.elementsEqual(text.unicodeScalars) == true, "\(outcome.text ?? "")")
                if adapter.streams {
                    #expect(outcome.partials.joined().unicodeScalars.elementsEqual(text.unicodeScalars))
                }
            }
        }
    }

    /// Eight calls at once: no answer begins before all requests are there, all come in small pieces, and the last
    /// asked is the first answered.
    @Test(arguments: AdapterCases.all)
    func interleavedCallsAreNeverMixed(_ adapter: AdapterCase) async throws {
        let alone = try await withStandIn(EchoStandIn.script) { server in
            var outcomes: [Outcome] = []
            for index in 0..<8 {
                let adapter = adapter.adapter(at: server.url)
                outcomes.append(await adapter.call(Self.texts[index], audio: Self.recordings[index]))
            }
            return outcomes
        }
        #expect(Set(alone.map { "\($0.text ?? "") \($0.samples)" }).count == 8)
        let crowd = Crowd(8)
        try await withStandIn { request in
            await crowd.arrive(request.index)
            return try EchoStandIn.answer(request).inPieces(.drawn(seed: UInt64(request.index), upTo: 40))
        } test: { server in
            let adapter = adapter.adapter(at: server.url)
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        let outcome = await adapter.call(Self.texts[index], audio: Self.recordings[index])
                        #expect(outcome.error == nil)
                        #expect(outcome.text == alone[index].text)
                        #expect(outcome.samples == alone[index].samples)
                    }
                }
            }
        }
    }
}

/// Waits until so many are there, and lets them go one after the other, the last first.
private actor Crowd {
    private let count: Int
    private var waiting: [(Int, CheckedContinuation<Void, Never>)] = []

    init(_ count: Int) { self.count = count }

    func arrive(_ index: Int) async {
        await withCheckedContinuation { continuation in
            waiting.append((index, continuation))
            guard waiting.count == count else { return }
            for (_, continuation) in waiting.sorted(by: { $0.0 > $1.0 }) { continuation.resume() }
            waiting = []
        }
    }
}
