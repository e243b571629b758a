import Audio
import Foundation
import Language
import Plumbing
import Providers

/// The result of one call.
struct Outcome: Sendable {
    var recognition: Recognition?
    var translation: Translation?
    var synthesis: Synthesis?
    /// Hypotheses or pieces.
    var partials: [String] = []
    var samples: [Int16] = []
    var error: (any Error)?

    var failure: ProviderError.Failure? { (error as? ProviderError)?.failure }
    var text: String? { recognition?.text ?? translation?.text }
    var usage: Usage? { recognition?.usage ?? translation?.usage ?? synthesis?.usage }
    var isAnswer: Bool { recognition != nil || translation != nil || synthesis != nil }
}

extension AdapterCase.Adapter {
    /// Three seconds of a tone.
    static let audio = (0..<48_000).map { Float(sin(Double($0) * 0.1) * 0.3) }

    var descriptor: ProviderDescriptor {
        switch self {
        case .recognizer(let recognizer): recognizer.descriptor
        case .translator(let translator): translator.descriptor
        case .synthesizer(let synthesizer): synthesizer.descriptor
        }
    }

    /// Makes one call, from English to Spanish, and takes down whatever comes.
    func call(
        _ text: String = "Good morning.", earlier: [ContextPair] = [], later: [LaterLine] = [],
        speaker: String? = nil, audio: [Float] = Self.audio, in language: LanguageCode = .en
    ) async -> Outcome {
        let outcome = Locked(Outcome())
        let context = CallContext(conversation: "test", utterance: 1)
        do {
            switch self {
            case .recognizer(let recognizer):
                let request = RecognitionRequest(audio: audio, language: language, context: context)
                let answer = try await recognizer.recognize(request) { partial in
                    outcome.withLock { $0.partials.append(partial) }
                }
                outcome.withLock { $0.recognition = answer }
            case .translator(let translator):
                let request = TranslationRequest(
                    text: text, pair: try LanguagePair(from: .en, to: .es), context: context
                ) {
                    $0.earlier = earlier
                    $0.later = later
                    $0.speaker = speaker
                }
                let answer = try await translator.translate(request) { piece in
                    outcome.withLock { $0.partials.append(piece) }
                }
                outcome.withLock { $0.translation = answer }
            case .synthesizer(let synthesizer):
                let request = SynthesisRequest(text: text, language: .es, context: context)
                let answer = try await synthesizer.synthesize(request) { chunk in
                    outcome.withLock { $0.samples += chunk.samples }
                }
                outcome.withLock { $0.synthesis = answer }
            }
        } catch {
            outcome.withLock { $0.error = error }
        }
        return outcome.withLock { $0 }
    }
}
