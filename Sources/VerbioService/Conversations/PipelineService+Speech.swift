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

    package func language(of audio: BytePipe, within allowance: (any Allowance)?) async throws -> LanguageTag? {
        let model = try assembly.speech.model()
        let segmentation = try assembly.speech.segmentation(live: false, model: model)
        let source = try await openSpeechSource(
            .bytes(audio, name: "request"), options: ReadingOptions(ffmpegPath: assembly.settings.string(.ffmpeg)))
        defer { source.stop() }
        var segmenter = UtteranceSegmenter(configuration: segmentation, model: model)
        var speech: [Float] = []
        var isOver = false
        var position = 0
        while !isOver, speech.count < Self.enough, position < Self.longestSilence {
            let block = try await source.next()
            isOver = block == nil
            position += block?.lanes.first?.count ?? 0
            let heard = block?.lanes.first.map { segmenter.push($0) } ?? segmenter.finish()
            for utterance in heard where utterance.gate == .pass { speech += utterance.samples }
        }
        // In silence there is no language to detect, and any gives the same empty text.
        guard !speech.isEmpty else { return LanguageTag(.en) }
        let recognizer = providers.recognizers.first
        let can = recognizer.capabilities
        guard can.detectsLanguage, can.price == .free else { return nil }
        guard allowance?.allows(provider: recognizer.descriptor.name) ?? true else {
            throw ProviderError.notAllowed(.recognition, recognizer.descriptor)
        }
        let candidates = LanguageCode.allCases.filter(can.languages.contains)
        let request = RecognitionRequest(
            audio: Array(speech.prefix(Self.enough)), language: candidates.first ?? .en, candidates: candidates,
            context: CallContext(conversation: "language", utterance: 1))
        let deadline = try assembly.pipeline.configuration().callDeadline[.recognition] ?? .seconds(60)
        let answer = try await recognizer.deadline(deadline, time: assembly.time).answer(request) { _ in }
        return answer.text.contains(where: \.isLetter) ? LanguageTag(answer.language) : LanguageTag(.en)
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

    /// Samples: Whisper compares languages in windows of 30 s.
    private static let enough = 30 * speechSampleRate
    /// Samples of the recording after which no more speech is waited for: ten minutes.
    private static let longestSilence = 600 * speechSampleRate
}
