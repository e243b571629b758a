public import Language
public import Providers

/// Everything the store knows of one utterance.
public struct UtteranceRecord: Sendable, Hashable, Codable {
    public var utterance: Utterance
    /// Its audio as 16-bit little-endian PCM on the speech clock, where the source cannot give it again.
    public var audio: BlobID?
    public var recognition: Recognition?
    /// What there is to doubt about it.
    public var recognitionFlags: [RecognitionFlag]
    /// What was said, where terms of the glossary took the place of what was recognized for them.
    public var correction: CorrectedText?
    /// Which way it is translated, where that was found out.
    public var heardDirection: HeardDirection?
    public var translation: Translation?
    public var speech: SpokenAudio?
    public var outcome: Outcome
    /// One per finished stage, in the order of the stages.
    public var timings: [StageTiming]
    /// Calls begun so far, per stage, the unfinished ones included.
    public var attempts: [Stage: Int]
    /// The highest number that an attempt has, per stage. It is more than the count of attempts if a number was given to a
    /// call that was not made, as finished work took its place.
    public var lastAttempts: [Stage: Int] = [:]
    /// What calls cost that were answered, in the order they were made in for each stage.
    public var charges: [Charge] = []
    /// What calls that brought no answer may have cost, per stage; a stage without such has no entry.
    public var unansweredCosts: [Stage: Money] = [:]
    /// What was said up to here, where it was to be summed up; its calls are counted with the translation's.
    public var summary: RollingSummary?

    public init(
        utterance: Utterance, audio: BlobID? = nil, recognition: Recognition? = nil,
        translation: Translation? = nil, speech: SpokenAudio? = nil, outcome: Outcome = .pending,
        timings: [StageTiming] = [],
        attempts: [Stage: Int] = [:], heardDirection: HeardDirection? = nil, recognitionFlags: [RecognitionFlag] = [],
        correction: CorrectedText? = nil
    ) {
        self.recognitionFlags = recognitionFlags
        self.correction = correction
        self.heardDirection = heardDirection
        self.utterance = utterance
        self.audio = audio
        self.recognition = recognition
        self.translation = translation
        self.speech = speech
        self.outcome = outcome
        self.timings = timings
        self.attempts = attempts
    }

    /// What was said, as far as that is known: what was recognized, with the glossary's terms put right.
    public var saidText: String? { correction?.text ?? recognition?.text }

    /// The recognition with that text. Where terms were put right, the times of what was recognized are not those of its words.
    public var said: Recognition? {
        guard let correction, var said = recognition else { return recognition }
        said.text = correction.text
        said.words = []
        return said
    }

    /// Who spoke, as far as that is known.
    public var speaker: Speaker { heardDirection?.speaker ?? utterance.speaker }

    /// Whether it is in neither of the conversation's languages, so that what was said is all there is.
    public var isOutside: Bool { heardDirection?.reason == .outside }

    /// The language it was said in; nil where nothing was recognized, or it is only known to be a third one.
    public var knownLanguage: LanguageCode? {
        guard let recognition else { return nil }
        let pair = utterance.direction.pair
        let isThird = recognition.language != pair.from && recognition.language != pair.to
        return isOutside && !isThird ? nil : heardDirection?.pair?.from ?? recognition.language
    }

    /// The same with its variety, which is the conversation's.
    public var knownTag: LanguageTag? { knownLanguage.map { utterance.direction.pair.tag(of: $0) } }

    /// Its tag; `?` where it is not known.
    public var spokenLanguage: String { knownTag?.rawValue ?? "?" }

    /// Which way it is translated, as far as that is known.
    public var pair: LanguagePair { heardDirection?.pair ?? utterance.direction.pair }
}

/// What was said in a conversation up to one utterance, for the translations behind it.
public struct RollingSummary: Sendable, Hashable, Codable {
    /// nil where none could be had: the conversation goes on with the one before.
    public var text: String?
    /// How long that took; of stage `translation`.
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

    /// What it consumed: the seconds it speaks, too, where its provider tells of none.
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
    /// Milliseconds from the call to the first hypothesis, piece or audio; nil where the provider does not stream.
    public var firstPartialMilliseconds: Double?
    /// Milliseconds from the first call to the answer, retries included; of a speech in clauses, those of its clauses
    /// together.
    public var totalMilliseconds: Double
    /// Whether the answer came from finished work instead of a call.
    public var reused: Bool
    /// Who answered: the provider that is wanted, or one that stood in for it. nil in stores of earlier versions.
    public var provider: String?
    public var model: String?
    /// How the provider was reached in the call that was answered; nil for engines of this machine and for finished work.
    public var connection: ConnectionTiming?
    /// How many answers it is put together from that were not finished work: more than one for a speech in clauses.
    public var calls: Int

    public init(
        stage: Stage, queuedMilliseconds: Double, firstPartialMilliseconds: Double?, totalMilliseconds: Double,
        reused: Bool, provider: String? = nil, model: String? = nil, connection: ConnectionTiming? = nil,
        calls: Int? = nil
    ) {
        self.calls = calls ?? (reused ? 0 : 1)
        self.stage = stage
        self.queuedMilliseconds = queuedMilliseconds
        self.firstPartialMilliseconds = firstPartialMilliseconds
        self.totalMilliseconds = totalMilliseconds
        self.reused = reused
        self.provider = provider
        self.model = model
        self.connection = connection
    }
}

/// Names bytes by what they are: their SHA-256 in hexadecimal.
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
