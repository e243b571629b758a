public import Language
public import Providers

/// Everything the store knows of one utterance.
public struct UtteranceRecord: Sendable, Hashable, Codable {
    public var utterance: Utterance
    /// Its audio as 16-bit little-endian PCM on the speech clock, if the source cannot give it again.
    public var audio: BlobID?
    public var recognition: Recognition?
    /// The doubts about its recognition.
    public var recognitionFlags: [RecognitionFlag] = []
    /// The text with the terms of the glossary, if they replaced a part of what was recognized.
    public var correction: CorrectedText?
    /// The direction of the translation, if it was detected.
    public var heardDirection: HeardDirection?
    public var translation: Translation?
    public var speech: SpokenAudio?
    public var outcome = Outcome.pending
    /// One per finished stage, in the order of the stages.
    public var timings: [StageTiming] = []
    /// Calls begun so far, per stage, the unfinished ones included.
    public var attempts: [Stage: Int] = [:]
    /// The highest number of an attempt, per stage. It is more than the count of attempts if a number was given to a call that
    /// was not made because finished work replaced it.
    public var lastAttempts: [Stage: Int] = [:]
    /// The charges of answered calls, in the order of the calls for each stage.
    public var charges: [Charge] = []
    /// The possible cost of calls without an answer, per stage; a stage without such calls has no entry.
    public var unansweredCosts: [Stage: Money] = [:]
    /// The summary of what was said up to here, if it was to be summarized. Its calls are counted with those of the
    /// translation.
    public var summary: RollingSummary?

    /// - Parameter change: sets the members that differ from their defaults.
    public init(utterance: Utterance, _ change: (inout UtteranceRecord) -> Void = { _ in }) {
        self.utterance = utterance
        change(&self)
    }

    /// The recognized text, corrected by the glossary's terms; nil if nothing was recognized.
    public var saidText: String? { correction?.text ?? recognition?.text }

    /// The recognition with that text. If terms were corrected, the recognition's times do not belong to its words any more.
    public var said: Recognition? {
        guard let correction, var said = recognition else { return recognition }
        said.text = correction.text
        said.words = []
        return said
    }

    /// The speaker, as far as it is known.
    public var speaker: Speaker { heardDirection?.speaker ?? utterance.speaker }

    /// Whether it is in neither of the conversation's languages, so that there is only the recognized text.
    public var isOutside: Bool { heardDirection?.reason == .outside }

    /// The language in which it was said; nil if nothing was recognized, or if it is only known to be a third one.
    public var knownLanguage: LanguageCode? {
        guard let recognition else { return nil }
        let pair = utterance.direction.pair
        let isThird = recognition.language != pair.from && recognition.language != pair.to
        return isOutside && !isThird ? nil : heardDirection?.pair?.from ?? recognition.language
    }

    /// ``knownLanguage`` with its variety, which is that of the conversation.
    public var knownTag: LanguageTag? { knownLanguage.map { utterance.direction.pair.tag(of: $0) } }

    /// The tag of its language; `?` if the language is not known.
    public var spokenLanguage: String { knownTag?.rawValue ?? "?" }

    /// The direction of its translation, as far as it is known.
    public var pair: LanguagePair { heardDirection?.pair ?? utterance.direction.pair }
}

/// A summary of what was said in a conversation up to one utterance, for the translations of later utterances.
public struct RollingSummary: Sendable, Hashable, Codable {
    /// Nil if no summary could be made: the conversation continues with the summary before.
    public var text: String?
    /// The time that the summary took; its stage is `translation`.
    public var timing: StageTiming

    public init(text: String?, timing: StageTiming) {
        self.text = text
        self.timing = timing
    }
}

/// The spoken translation of one utterance: mono 16-bit little-endian PCM in a blob.
public struct SpokenAudio: Sendable, Hashable, Codable {
    public var blob: BlobID
    public var voice: String
    /// Hz.
    public var sampleRate: Int
    public var sampleCount: Int
    public var usage: Usage

    public init(blob: BlobID, voice: String, sampleRate: Int, sampleCount: Int, usage: Usage = Usage()) {
        self.blob = blob
        self.voice = voice
        self.sampleRate = sampleRate
        self.sampleCount = sampleCount
        self.usage = usage
    }

    public var seconds: Double { sampleRate > 0 ? Double(sampleCount) / Double(sampleRate) : 0 }

    /// The usage of the call. If the provider does not report the seconds, they are those of the speech.
    public var consumed: Usage {
        var consumed = usage
        if consumed.audioSeconds == nil { consumed.audioSeconds = seconds }
        return consumed
    }
}

/// How long one stage of one utterance took.
public struct StageTiming: Sendable, Hashable, Codable {
    public var stage: Stage
    /// Milliseconds in the queue before the first call.
    public var queuedMilliseconds: Double
    /// Milliseconds from the call to the first hypothesis, piece or audio; nil if the provider does not stream.
    public var firstPartialMilliseconds: Double?
    /// Milliseconds from the first call to the answer, retries included. If a speech consists of clauses, it is their sum.
    public var totalMilliseconds: Double
    /// Whether the answer came from finished work instead of a call.
    public var reused: Bool
    /// The provider that answered: the first one, or one of its fallbacks. Nil in stores of earlier versions.
    public var provider: String?
    public var model: String?
    /// The connection to the provider for the answered call; nil for engines of this machine and for finished work.
    public var connection: ConnectionTiming?
    /// The number of answers that make up this one and were not finished work: more than one for a speech in clauses.
    public var calls: Int

    public init(
        stage: Stage, queuedMilliseconds: Double, firstPartialMilliseconds: Double?, totalMilliseconds: Double,
        reused: Bool, provider: String? = nil, model: String? = nil
    ) {
        self.calls = reused ? 0 : 1
        self.stage = stage
        self.queuedMilliseconds = queuedMilliseconds
        self.firstPartialMilliseconds = firstPartialMilliseconds
        self.totalMilliseconds = totalMilliseconds
        self.reused = reused
        self.provider = provider
        self.model = model
    }
}

/// The name of a blob: the SHA-256 of its bytes in hexadecimal.
public struct BlobID: RawRepresentable, Sendable, Hashable, Codable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
