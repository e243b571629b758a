internal import Audio
internal import Foundation
internal import Language
package import Plumbing
package import Providers

/// Speech in another language to English text: Whisper's own task `translate`, as a rough gist.
///
/// It hears the utterance and reads nothing, so it follows neither the recognized text nor a glossary. Its model is loaded a
/// second time, in its own process. The same audio gives the same text.
package final class WhisperTranslator: Translator {
    package let descriptor: ProviderDescriptor
    package let capabilities: TranslatorCapabilities
    private let model: WhisperModel
    private let configuration: WhisperRecognizer.Configuration
    private let pool: WorkerPool

    /// Makes the translator. It starts no process yet.
    ///
    /// - Throws: ``ProviderError`` (`unavailable`) if the model was not trained to translate.
    package init(_ configuration: WhisperRecognizer.Configuration, time: TimeSource = .system) throws(ProviderError) {
        self.configuration = configuration
        let model = WhisperModel(configuration.model, in: configuration.worker.modelsDirectory)
        self.model = model
        guard model.translates else {
            throw ProviderError(
                .unavailable, stage: .translation, provider: WhisperRecognizer.name,
                "the model \(model.name) was not trained to translate",
                cure: "use whisper/base, whisper/small or whisper/medium")
        }
        pool = WorkerPool(
            configuration.worker, processes: 1, threads: max(1, configuration.worker.threads),
            model: ["--whisper", model.directory], in: model.directory, weights: model.size, time: time)
        descriptor = ProviderDescriptor(
            name: WhisperRecognizer.name, model: model.name,
            parameters: ["files": FileFacts.fingerprint(of: model.files)])
        let pairs = model.translatedLanguages.compactMap { try? LanguagePair(from: $0, to: .en) }
        capabilities = TranslatorCapabilities(pairs: Set(pairs)) {
            $0.quality = .rough
            $0.maximumConcurrency = 1
            $0.deadline = WhisperRecognizer.deadline
            $0.hearsSpeech = true
        }
    }

    /// Translates an utterance as a whole, without partial results.
    package func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        try Task.checkCancellation()
        guard let speech = request.speech else {
            throw failure(
                "it translates the sound of an utterance, and there is none", cure: "name another translator with --mt")
        }
        let seconds = Double(speech.samples.count) / Double(speechSampleRate)
        guard seconds <= configuration.maximumSeconds else {
            throw failure("the utterance lasts \(Int(seconds.rounded(.up))) s, which is too long for it")
        }
        let needs = model.needs(configuration.worker)
        try needs.require(.translation, provider: WhisperRecognizer.name)
        var question = WhisperQuestion(language: request.pair.from.spokenCode)
        // A wider search was measured for this task; it costs a fifth more.
        (question.task, question.words, question.beam) = ("translate", false, 5)
        let answer: WhisperAnswer
        do {
            answer = try await pool.ask(
                "recognize", question, audio: speech.samples.map { $0.isFinite ? $0 : 0 },
                limit: .seconds(60 + 10 * seconds))
        } catch let failure as WorkerFailure {
            throw failure.error(.translation, provider: WhisperRecognizer.name, installing: needs.installing)
        }
        guard !answer.looped else {
            throw ProviderError(
                .unusable, stage: .translation, provider: WhisperRecognizer.name,
                "its answer repeats itself without an end",
                usage: Usage(audioSeconds: seconds))
        }
        return Translation(
            text: MissingBlanks.repaired(answer.text(in: request.pair.to), in: request.pair.to),
            tag: request.pair.target, usage: Usage(audioSeconds: seconds))
    }

    private func failure(_ message: String, cure: String? = nil) -> ProviderError {
        ProviderError(.unsupported, stage: .translation, provider: WhisperRecognizer.name, message, cure: cure)
    }
}

extension WhisperModel {
    /// Whether it was trained on translations: the models for English only and the `turbo` models were not.
    fileprivate var translates: Bool { !isEnglishOnly && !name.contains("turbo") }

    /// The languages that it translates into English in a way that gives the gist.
    ///
    /// Of Japanese, Korean and Arabic, `base` and smaller models gave wrong sentences in every clip that was tried. Basic languages
    /// were not tried with them.
    fileprivate var translatedLanguages: [LanguageCode] {
        let isSmall = size < 300_000_000
        return LanguageCode.known.filter { $0 != .en && !(isSmall && ($0.isBasic || [.ja, .ko, .ar].contains($0))) }
    }
}

extension LocalEngine {
    /// Whisper as a translator into English, by name or with a model such as `whisper/small`.
    static func whisperTranslator(_ configuration: WhisperRecognizer.Configuration, time: TimeSource) -> LocalEngine {
        LocalEngine(
            WhisperRecognizer.name, takesModel: true,
            make: .translator { (model) throws(ProviderError) in
                var own = configuration
                if let model { own.model = model }
                return try WhisperTranslator(own, time: time)
            }, status: { status(configuration) })
    }

    private static func status(_ configuration: WhisperRecognizer.Configuration) -> EngineStatus {
        let missing = WhisperModel(configuration.model, in: configuration.worker.modelsDirectory)
            .needs(configuration.worker).missing
        let translator = missing.isEmpty ? try? WhisperTranslator(configuration) : nil
        let pairs = translator?.capabilities.pairs ?? []
        return EngineStatus(
            translator: WhisperRecognizer.name, installed: translator != nil, version: translator?.descriptor.model,
            pairs: pairs,
            missing: missing.isEmpty && translator == nil ? ["a model that translates, such as base"] : missing,
            installCommand: translator == nil ? "verbio models install whisper-base" : nil)
    }
}
