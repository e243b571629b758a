internal import Audio
internal import Hearing
internal import Interpreting
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// Finds out which language a recording is in, by its first speech.
struct SpokenLanguage: Sendable {
    let assembly: Assembly
    let recognizer: any SpeechRecognizer

    /// Samples: Whisper compares languages in windows of 30 s.
    private static let enough = 30 * speechSampleRate
    /// Samples of the recording after which no more speech is waited for: ten minutes.
    private static let longestSilence = 600 * speechSampleRate

    /// Whether the recognizer can be asked: the call is an additional one, so it must be free.
    var isPossible: Bool {
        let can = recognizer.capabilities
        return can.detectsLanguage && can.price == .free
    }

    /// The beginning of a recording's speech, at most 30 s of it; empty if there is none in the first ten minutes.
    ///
    /// - Throws: `Problem` of kind `input`, or `CancellationError`.
    func speech(in source: any SpeechSource) async throws -> [Float] {
        let model = try assembly.speech.model()
        var segmenter = UtteranceSegmenter(
            configuration: try assembly.speech.segmentation(live: false, model: model), model: model)
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
        return Array(speech.prefix(Self.enough))
    }

    /// The language that the recognizer hears in a speech; nil if it hears no words.
    ///
    /// - Throws: `Problem`, `ProviderError`, or `CancellationError`.
    func language(of speech: [Float]) async throws -> LanguageTag? {
        let candidates = LanguageCode.allCases.filter(recognizer.capabilities.languages.contains)
        let request = RecognitionRequest(
            audio: speech, language: candidates.first ?? .en, candidates: candidates,
            context: CallContext(conversation: "language", utterance: 1))
        let deadline = try assembly.pipeline.configuration().limit(
            .recognition, needed: recognizer.capabilities.deadline)
        let answer = try await recognizer.deadline(deadline, time: assembly.time).answer(request) { _ in }
        return answer.text.contains(where: \.isLetter) ? LanguageTag(answer.language) : nil
    }
}
