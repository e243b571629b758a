import Audio
import Plumbing
import Providers

/// How long the engines themselves took for each utterance, up to its first audio: what is theirs is not the pipeline's.
final class EngineTime: Sendable {
    private let spent = Locked<[Int: Duration]>([:])

    func add(_ time: Duration, to utterance: Int) { spent.withLock { $0[utterance, default: .zero] += time } }

    func milliseconds(of utterance: Int) -> Double { spent.withLock { $0[utterance] ?? .zero }.milliseconds }
}

struct TimedRecognizer: SpeechRecognizer {
    let base: any SpeechRecognizer
    let time: EngineTime
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: RecognizerCapabilities { base.capabilities }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        let began = ContinuousClock.now
        defer { time.add(began.duration(to: .now), to: request.context.utterance) }
        return try await base.recognize(request, hypothesis: hypothesis)
    }
}

struct TimedTranslator: Translator {
    let base: any Translator
    let time: EngineTime
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: TranslatorCapabilities { base.capabilities }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let began = ContinuousClock.now
        defer { time.add(began.duration(to: .now), to: request.context.utterance) }
        return try await base.translate(request, piece: piece)
    }
}

struct TimedSynthesizer: SpeechSynthesizer {
    let base: any SpeechSynthesizer
    let time: EngineTime
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: SynthesizerCapabilities { base.capabilities }

    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        let began = ContinuousClock.now
        let isFirst = Locked(true)
        return try await base.synthesize(request) { chunk in
            let counts = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if counts { time.add(began.duration(to: .now), to: request.context.utterance) }
            try await audio(chunk)
        }
    }
}
