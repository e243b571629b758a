internal import Conversations
internal import Guards
internal import Language
internal import Providers

/// How long the voices of a conversation speak for what they say.
///
/// The first texts of a voice are estimated by the language, and later ones by what the voice has spoken. Like the context, what is
/// known reaches up to utterance n − lag. So an estimate depends on the recording alone, and not on the speed of the calls.
final class SpokenRates: Sendable {
    /// A voice as it is requested.
    private struct Voice: Sendable, Hashable {
        var language: LanguageCode
        /// Nil for the synthesizer's own choice.
        var name: String?
    }

    private struct Spoken: Sendable {
        var voice: Voice
        var weight: Double
        var seconds: Double
    }

    /// How many utterances before one are not waited for, so that so many are in progress at once.
    private static let lag = 8
    /// How many spoken utterances are remembered, of all voices.
    private static let count = 32
    /// The estimate by the language counts as much as so many letters: a sentence.
    private static let priorWeight = 60.0

    private let window: ContextWindow<Spoken>
    private let voice: @Sendable (Utterance, LanguageCode) -> String?

    /// - Parameter voice: the name of the voice that is requested for an utterance in a language.
    init(inFlight: Int, voice: @escaping @Sendable (Utterance, LanguageCode) -> String?) {
        window = ContextWindow(count: Self.count, lag: Self.lag, inFlight: inFlight)
        self.voice = voice
    }

    /// How many seconds a translation of an utterance takes to say at the voice's own tempo.
    ///
    /// - Parameter waiting: called first if earlier voices have not spoken yet.
    func seconds(
        for text: String, in language: LanguageCode, of utterance: Utterance, waiting: () async throws -> Void
    ) async throws -> Double {
        let own = Voice(language: language, name: voice(utterance, language))
        let heard = try await window.pairs(for: utterance.sequence, waiting: waiting).filter { $0.voice == own }
        let weight = heard.reduce(Self.priorWeight) { $0 + $1.weight }
        let seconds = heard.reduce(Self.priorWeight * Self.secondsPerLetter(language)) { $0 + $1.seconds }
        return LengthGuard.weight(text, language) * seconds / weight
    }

    /// Settles an utterance that was spoken, or nil if it was not. Only the first call counts.
    func settle(_ utterance: Utterance, _ translation: Translation?, _ speech: SpokenAudio?) {
        guard let translation, let speech, speech.seconds > 0 else { return window.settle(utterance.sequence, nil) }
        let language = translation.language
        window.settle(
            utterance.sequence,
            Spoken(
                voice: Voice(language: language, name: voice(utterance, language)),
                weight: LengthGuard.weight(translation.text, language), seconds: speech.seconds))
    }

    /// Seconds for a letter as ``LengthGuard`` weighs them: a Chinese character counts as three. Measured with espeak-ng 1.51 at
    /// its usual tempo, on 10 to 30 s for each language. It reads Chinese and Japanese characters wrongly, so 4.3 syllables and
    /// 7.4 morae a second were taken for these: a judgement.
    private static func secondsPerLetter(_ language: LanguageCode) -> Double {
        switch language {
        case .fr: 0.054
        case .hi, .zh: 0.078
        case .ko, .ar, .ja: 0.09
        default: 0.065
        }
    }
}

extension SpokenRates: UtteranceWindow {
    func keep(_ record: UtteranceRecord) { settle(record.utterance, record.translation, record.speech) }

    func close(_ input: UtteranceInput, isLeftPending: Bool) { settle(input.utterance, nil, nil) }

    func abandon(with error: any Error) { window.abandon(with: error) }
}
