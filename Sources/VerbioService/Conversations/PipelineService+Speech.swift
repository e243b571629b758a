package import Audio
import Configuration
import Conversations
import Hearing
import Interpreting
package import Language
import Plumbing
package import Providers
package import Resilience

extension PipelineService {
    package var inspection: Inspection { Inspection(assembly) }

    package var voices: [SynthesizerCapabilities.Voice] { providers.synthesizers?.first.capabilities.voices ?? [] }

    package func seconds(
        of upload: StoredUpload, _ listening: ConversationRequest.Listening
    ) async throws -> Double? {
        guard upload.kind == .audio else { return nil }
        let source = try await openSpeechSource(
            .file(upload.path), options: listening.options(ffmpeg: assembly.settings.string(.ffmpeg)))
        defer { source.stop() }
        var end = 0
        while let block = try await source.next() {
            try Task.checkCancellation()
            end = block.start + (block.lanes.first?.count ?? 0)
        }
        return Double(end) / Double(speechSampleRate)
    }

    package func language(
        of audio: BytePipe, _ listening: ConversationRequest.Listening, within allowance: (any Allowance)?
    ) async throws -> LanguageTag? {
        let source = try await openSpeechSource(
            .bytes(audio, name: "request"), options: listening.options(ffmpeg: assembly.settings.string(.ffmpeg)))
        defer { source.stop() }
        let spoken = SpokenLanguage(assembly: assembly, recognizer: providers.recognizers.first)
        let speech = try await spoken.speech(in: source)
        // In silence there is no language to detect, and any gives the same empty text.
        guard !speech.isEmpty else { return LanguageTag(.en) }
        guard spoken.isPossible else { return nil }
        try spoken.checkAllowed(by: allowance)
        return try await spoken.language(of: speech) ?? LanguageTag(.en)
    }

    package func speak(
        _ text: String, in language: LanguageTag, voice: String?, within allowance: (any Allowance)?,
        heard: PartialSink<VoiceAudio>?
    ) async throws -> VoiceAudio {
        guard let chain = providers.synthesizers else {
            throw Problem(
                .usage, "synthesizer.none", "the server has no voice", cure: "name a synthesizer in its settings")
        }
        do {
            try RequestCheck(pairs: [LanguagePair(only: language)], voice: voice, isWritten: true).check(chain.first)
        } catch {
            // The name of the option means nothing to a caller that is no command.
            var problem = error
            problem.place = error.code == "synthesizer.voice" ? "voice" : "language"
            throw problem
        }
        var assembly = assembly
        if let voice { assembly.settings.set(.voice, .string(voice)) }
        var maker = try PhraseMaker(assembly, keys: store.keys, within: allowance)
        maker.ledger = store
        try maker.prepare(providers, text: text, translation: text)
        try assembly.costLimit.check(allowance, providers)
        let (synthesis, samples, _) = try await maker.speak(text, language, with: chain, heard: heard)
        return VoiceAudio(sampleRate: synthesis.sampleRate, samples: samples)
    }
}
