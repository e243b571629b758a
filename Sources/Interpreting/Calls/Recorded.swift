internal import Conversations
internal import Providers

/// A provider's answer that is in the store, and its timing.
struct Recorded<Answer: Sendable>: Sendable {
    var answer: Answer
    /// The answer as it is stored.
    var stored: StageAnswer
    /// The key of the stored answer.
    var key: ContentKey
    var timing: StageTiming
    /// How the connection to the provider was made; nil for an engine of this machine and for finished work.
    var connection: ConnectionTiming?

    /// This answer, chosen although a second call followed: the time counts up to the later answer.
    func preferred(over later: Recorded) -> Recorded {
        var copy = self
        copy.timing = later.timing
        copy.timing.connection = connection
        return copy
    }
}

/// An answer with the usage of its call.
protocol Consuming: Sendable {
    var usage: Usage { get set }
}

extension Recognition: Consuming {}
extension Translation: Consuming {}
extension TranslatedBatch: Consuming {}
extension Summary: Consuming {}
extension SpeechTranslation: Consuming {}

/// A synthesizer's answer, with all of its samples.
struct SpokenSynthesis: Consuming {
    var synthesis: Synthesis
    var samples: [Int16]

    var usage: Usage {
        get { synthesis.usage }
        set { synthesis.usage = newValue }
    }
}

extension StageTiming {
    /// The timing of a stage whose answer is joined from parts; nil if there are none. The times until the first output are
    /// those of the first part; calls and total times are summed.
    ///
    /// - Parameter inTurn: whether each part was called for only after the one before it, so that its wait is part of the
    ///   whole.
    init?(ofParts parts: [StageTiming], inTurn: Bool) {
        guard var sum = parts.first else { return nil }
        for part in parts.dropFirst() {
            sum.totalMilliseconds += part.totalMilliseconds + (inTurn ? part.queuedMilliseconds : 0)
            sum.calls += part.calls
            sum.connection = sum.connection ?? part.connection
        }
        sum.reused = sum.calls == 0
        self = sum
    }
}
