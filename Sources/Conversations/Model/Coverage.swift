internal import Audio
internal import Providers

/// The outcome of every voiced millisecond of a conversation.
package struct Coverage: Sendable, Hashable, Codable {
    package var voicedMilliseconds: Int
    package var spokenMilliseconds: Int
    package var textOnlyMilliseconds: Int
    /// The dropped time by reason: `too-short`, `too-quiet`, `no-words`, `hallucination`, `echo`.
    package var droppedMilliseconds: [String: Int]
    /// The failed time by the stage that failed.
    package var failedMilliseconds: [String: Int]
    /// The number of utterances with a recognition that is kept although it is doubtful.
    package var doubtfulUtterances = 0

    package init() {
        voicedMilliseconds = 0
        spokenMilliseconds = 0
        textOnlyMilliseconds = 0
        droppedMilliseconds = [:]
        failedMilliseconds = [:]
    }

    /// Events of earlier versions do not count doubtful utterances.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        voicedMilliseconds = try members.decode(Int.self, forKey: .voicedMilliseconds)
        spokenMilliseconds = try members.decode(Int.self, forKey: .spokenMilliseconds)
        textOnlyMilliseconds = try members.decode(Int.self, forKey: .textOnlyMilliseconds)
        droppedMilliseconds = try members.decode([String: Int].self, forKey: .droppedMilliseconds)
        failedMilliseconds = try members.decode([String: Int].self, forKey: .failedMilliseconds)
        doubtfulUtterances = try members.decodeIfPresent(Int.self, forKey: .doubtfulUtterances) ?? 0
    }

    /// Counts voiced time under its outcome.
    package mutating func add(voiced milliseconds: Int, outcome: Outcome) { count(milliseconds, outcome) }

    /// Counts one utterance under its outcome.
    package mutating func add(_ record: UtteranceRecord) {
        count(record.utterance.evidence.voicedMilliseconds, record.outcome)
        doubtfulUtterances += record.doubts.isEmpty ? 0 : 1
    }

    /// Takes back what was counted for one utterance, because it has another outcome now.
    package mutating func remove(_ record: UtteranceRecord) {
        count(-record.utterance.evidence.voicedMilliseconds, record.outcome)
        doubtfulUtterances -= record.doubts.isEmpty ? 0 : 1
        droppedMilliseconds = droppedMilliseconds.filter { $0.value != 0 }
        failedMilliseconds = failedMilliseconds.filter { $0.value != 0 }
    }

    private mutating func count(_ milliseconds: Int, _ outcome: Outcome) {
        voicedMilliseconds += milliseconds
        switch outcome {
        case .spoken: spokenMilliseconds += milliseconds
        case .textOnly: textOnlyMilliseconds += milliseconds
        case .dropped(let reason): droppedMilliseconds[reason, default: 0] += milliseconds
        case .failed(let failure): failedMilliseconds[failure.stage.rawValue, default: 0] += milliseconds
        case .pending: break
        }
    }

    /// Milliseconds without an outcome: 0 once a conversation is finished.
    package var pendingMilliseconds: Int {
        voicedMilliseconds - spokenMilliseconds - textOnlyMilliseconds - droppedMilliseconds.values.reduce(0, +)
            - failedMilliseconds.values.reduce(0, +)
    }
}
