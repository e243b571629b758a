package import Language
package import Providers

/// Everything the store knows of one utterance.
package struct UtteranceRecord: Sendable, Hashable, Codable {
    package var utterance: Utterance
    /// Its audio as 16-bit little-endian PCM on the speech clock, if the source cannot give it again.
    package var audio: BlobID?
    package var recognition: Recognition?
    /// The doubts about its recognition.
    package var recognitionFlags: [RecognitionFlag] = []
    /// The text with the terms of the glossary, if they replaced a part of what was recognized.
    package var correction: CorrectedText?
    /// The direction of the translation, if it was detected.
    package var heardDirection: HeardDirection?
    package var translation: Translation?
    package var speech: SpokenAudio?
    package var outcome = Outcome.pending
    /// One per finished stage, in the order of the stages.
    package var timings: [StageTiming] = []
    /// Calls begun so far, per stage, the unfinished ones included.
    package var attempts: [Stage: Int] = [:]
    /// The highest number of an attempt, per stage. It is more than the count of attempts if a number was given to a call that
    /// was not made because finished work replaced it.
    package var lastAttempts: [Stage: Int] = [:]
    /// The charges of answered calls, in the order of the calls for each stage.
    package var charges: [Charge] = []
    /// The possible cost of calls without an answer, per stage; a stage without such calls has no entry.
    package var unansweredCosts: [Stage: Money] = [:]
    /// The summary of what was said up to here, if it was to be summarized. Its calls are counted with those of the
    /// translation.
    package var summary: RollingSummary?

    /// How many of its three answers there are: what was recognized, its translation and the voice.
    package var answers: Int { [recognition != nil, translation != nil, speech != nil].count { $0 } }

    /// - Parameter change: sets the members that differ from their defaults.
    package init(utterance: Utterance, _ change: (inout UtteranceRecord) -> Void = { _ in }) {
        self.utterance = utterance
        change(&self)
    }

    /// The recognized text, corrected by the glossary's terms; nil if nothing was recognized.
    package var saidText: String? { correction?.text ?? recognition?.text }

    /// The recognition with that text. If terms were corrected, the recognition's times do not belong to its words any more.
    package var said: Recognition? {
        guard let correction, var said = recognition else { return recognition }
        said.text = correction.text
        said.words = []
        return said
    }

    /// The names of the guards that doubt the recognition although it is kept, each once; empty if there is no doubt.
    package var doubts: [String] {
        if case .dropped = outcome, !isOutside { return [] }
        return recognitionFlags.doubts
    }

    /// The speaker, as far as it is known.
    package var speaker: Speaker { heardDirection?.speaker ?? utterance.speaker }

    /// Whether it is in neither of the conversation's languages, so that there is only the recognized text.
    package var isOutside: Bool { heardDirection?.reason == .outside }

    /// The language in which it was said; nil if nothing was recognized, or if it is only known to be a third one.
    package var knownLanguage: LanguageCode? {
        guard let recognition else { return nil }
        let pair = utterance.direction.pair
        let isThird = recognition.language != pair.from && recognition.language != pair.to
        return isOutside && !isThird ? nil : heardDirection?.pair?.from ?? recognition.language
    }

    /// ``knownLanguage`` with its variety, which is that of the conversation.
    package var knownTag: LanguageTag? { knownLanguage.map { utterance.direction.pair.tag(of: $0) } }

    /// The tag of its language; `?` if the language is not known.
    package var spokenLanguage: String { knownTag?.rawValue ?? "?" }

    /// The direction of its translation, as far as it is known.
    package var pair: LanguagePair { heardDirection?.pair ?? utterance.direction.pair }
}

/// A summary of what was said in a conversation up to one utterance, for the translations of later utterances.
package struct RollingSummary: Sendable, Hashable, Codable {
    /// Nil if no summary could be made: the conversation continues with the summary before.
    package var text: String?
    /// The time that the summary took; its stage is `translation`.
    package var timing: StageTiming

    package init(text: String?, timing: StageTiming) {
        self.text = text
        self.timing = timing
    }
}

/// The spoken translation of one utterance: mono 16-bit little-endian PCM in a blob.
package struct SpokenAudio: Sendable, Hashable, Codable {
    package var blob: BlobID
    package var voice: String
    /// Hz.
    package var sampleRate: Int
    package var sampleCount: Int
    package var usage: Usage

    package init(blob: BlobID, voice: String, sampleRate: Int, sampleCount: Int, usage: Usage = Usage()) {
        self.blob = blob
        self.voice = voice
        self.sampleRate = sampleRate
        self.sampleCount = sampleCount
        self.usage = usage
    }

    package var seconds: Double { sampleRate > 0 ? Double(sampleCount) / Double(sampleRate) : 0 }

    /// The usage of the call. If the provider does not report the seconds, they are those of the speech.
    package var consumed: Usage {
        var consumed = usage
        if consumed.audioSeconds == nil { consumed.audioSeconds = seconds }
        return consumed
    }
}

/// How long one stage of one utterance took.
package struct StageTiming: Sendable, Hashable, Codable {
    package var stage: Stage
    /// Milliseconds in the queue before the first call.
    package var queuedMilliseconds: Double
    /// Milliseconds from the call to the first hypothesis, piece or audio; nil if the provider does not stream.
    package var firstPartialMilliseconds: Double?
    /// Milliseconds from the first call to the answer, retries included. If a speech consists of clauses, it is their sum.
    package var totalMilliseconds: Double
    /// Whether the answer came from finished work instead of a call.
    package var reused: Bool
    /// The provider that answered: the first one, or one of its fallbacks. Nil in stores of earlier versions.
    package var provider: String?
    package var model: String?
    /// The connection to the provider for the answered call; nil for engines of this machine and for finished work.
    package var connection: ConnectionTiming?
    /// The number of answers that make up this one and were not finished work: more than one for a speech in clauses.
    package var calls: Int

    package init(
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
package struct BlobID: RawRepresentable, Sendable, Hashable, Codable {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
