import Audio
import Language
import Plumbing
import Providers

/// What one attempt gives, and how it ends.
struct Script<Partial: Sendable>: Sendable {
    var partials: [Partial]
    var failure: ProviderError.Failure?
}

/// Plays one script after the other. The simulated engines always say the same for the same; real ones do not.
final class Scripted<Partial: Sendable>: Sendable {
    private let scripts: Locked<[Script<Partial>]>
    private let played = Locked(0)
    var calls: Int { played.withLock { $0 } }

    init(_ scripts: [Script<Partial>]) { self.scripts = Locked(scripts) }

    func play(_ sink: PartialSink<Partial>) async throws -> [Partial] {
        played.withLock { $0 += 1 }
        let script = scripts.withLock { $0.removeFirst() }
        for partial in script.partials { try await sink(partial) }
        if let kind = script.failure { throw failure(kind) }
        return script.partials
    }
}

extension Scripted: Provider, Translator where Partial == String {
    var descriptor: ProviderDescriptor { ProviderDescriptor(name: "test", model: "1") }
    var capabilities: TranslatorCapabilities { TranslatorCapabilities(pairs: [englishToSpanish]) { $0.streams = true } }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        Translation(text: try await play(piece).joined(), language: .es)
    }
}

struct ScriptedRecognizer: SpeechRecognizer {
    let script: Scripted<String>
    var descriptor: ProviderDescriptor { script.descriptor }
    var capabilities: RecognizerCapabilities { RecognizerCapabilities(languages: [.en]) { $0.streams = true } }

    func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        Recognition(text: try await script.play(hypothesis).last ?? "", language: .en)
    }
}

struct ScriptedSynthesizer: SpeechSynthesizer {
    let script: Scripted<VoiceAudio>
    let descriptor = ProviderDescriptor(name: "test", model: "1")
    var capabilities: SynthesizerCapabilities { SynthesizerCapabilities(languages: [.es]) { $0.streams = true } }

    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        let given = try await script.play(audio)
        return Synthesis(
            voice: "test", sampleRate: given.first?.sampleRate ?? 16_000,
            sampleCount: given.reduce(0) { $0 + $1.samples.count })
    }
}
