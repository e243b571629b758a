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
    static let enough = 30 * speechSampleRate
    /// Samples of live speech, for which its captions wait: whole utterances of at least three seconds together.
    private static let enoughLive = 3 * speechSampleRate
    /// Samples of the recording after which no more speech is waited for: ten minutes.
    private static let longestSilence = 600 * speechSampleRate

    /// Whether the recognizer can be asked: the call is an additional one, so it must be free.
    var isPossible: Bool {
        let can = recognizer.capabilities
        return can.detectsLanguage && can.price == .free
    }

    /// - Parameter place: the option or parameter that asks for it.
    /// - Throws: `Problem` of kind `usage`, code `recognizer.detection`, if it is not possible.
    func check(at place: String) throws(Problem) {
        guard !isPossible else { return }
        let name = recognizer.descriptor.name
        throw Problem(
            .usage, "recognizer.detection",
            recognizer.capabilities.detectsLanguage
                ? "\(name) charges for the additional call that finds out the language"
                : "\(name) does not detect languages",
            at: place,
            cure: "name the language, such as en, or run 'verbio models install whisper-base' and choose whisper")
    }

    /// What is told of the language that was found out; nil if no words were heard.
    static func sentence(on language: LanguageTag?) -> String {
        language.map { "the language is \($0.englishName)" } ?? "no words were heard, so the language is not known"
    }

    /// - Throws: ``ProviderError`` if the recognizer may not be called.
    func checkAllowed(by allowance: (any Allowance)?) throws(ProviderError) {
        guard allowance?.allows(provider: recognizer.descriptor.name) ?? true else {
            throw ProviderError.notAllowed(.recognition, recognizer.descriptor)
        }
    }

    /// The language of an input; nil if it has no words.
    ///
    /// - Parameter live: whether a listener waits, so that a few seconds are enough.
    /// - Returns: also the same input, to be heard from its beginning.
    /// - Throws: `Problem`, `ProviderError`, or `CancellationError`.
    func find(
        in input: AudioInput, _ listening: ConversationRequest.Listening, live: Bool = false
    ) async throws -> (LanguageTag?, AudioInput) {
        let (first, all) = try input.heardTwice()
        let options = listening.options(ffmpeg: assembly.settings.string(.ffmpeg))
        return try await withTaskCancellationHandler {
            let source = try await openSpeechSource(first, options: options)
            defer { source.stop() }
            let speech = try await speech(in: source, enough: live ? Self.enoughLive : Self.enough)
            return (speech.isEmpty ? nil : try await language(of: speech), all)
        } onCancel: {
            all.cancel()
        }
    }

    /// The beginning of a recording's speech; empty if there is none in the first ten minutes.
    ///
    /// - Parameter enough: the most samples.
    /// - Throws: `Problem` of kind `input`, or `CancellationError`.
    func speech(in source: any SpeechSource, enough: Int = SpokenLanguage.enough) async throws -> [Float] {
        let model = try assembly.speech.model()
        var segmenter = UtteranceSegmenter(
            configuration: try assembly.speech.segmentation(live: false, model: model), model: model)
        var speech: [Float] = []
        var isOver = false
        var position = 0
        while !isOver, speech.count < enough, position < Self.longestSilence {
            let block = try await source.next()
            isOver = block == nil
            position += block?.lanes.first?.count ?? 0
            let heard = block?.lanes.first.map { segmenter.push($0) } ?? segmenter.finish()
            for utterance in heard where utterance.gate == .pass { speech += utterance.samples }
        }
        return Array(speech.prefix(enough))
    }

    /// The language that the recognizer hears in a speech; nil if it hears no words.
    ///
    /// - Throws: `Problem`, `ProviderError`, or `CancellationError`.
    func language(of speech: [Float]) async throws -> LanguageTag? {
        let candidates = LanguageCode.known.filter(recognizer.capabilities.languages.contains)
        let request = RecognitionRequest(
            audio: speech, language: candidates.first ?? .en, candidates: candidates,
            context: CallContext(conversation: "language", utterance: 1))
        let deadline = try assembly.pipeline.configuration().limit(
            .recognition, needed: recognizer.capabilities.deadline)
        let answer = try await recognizer.deadline(deadline, time: assembly.time).answer(request) { _ in }
        return answer.text.contains(where: \.isLetter) ? LanguageTag(answer.language) : nil
    }
}
