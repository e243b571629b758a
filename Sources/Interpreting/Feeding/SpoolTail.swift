internal import Audio
internal import Conversations
internal import Plumbing

/// The sound in the spool of a live conversation after its last stored utterances.
final class SpoolTail: SpeechSource {
    /// Samples that are read at once.
    private static let block = speechSampleRate

    let source: SourceDescription
    let laneCount: Int
    let firstSample: Int
    private let spool: any SpeechSpool
    /// For each lane the sample after its last stored utterance. Earlier sound is silenced here, because it was heard before.
    private let heardTo: [Int]
    private let position: Locked<Int?>

    /// - Parameter heardTo: by lane; a lane that is missing has no utterance.
    /// - Returns: nil if all of the sound is in stored utterances.
    /// - Throws: what the spool throws.
    init?(_ spool: any SpeechSpool, of conversation: Conversation, heardTo: [Int: Int]) async throws {
        let kept = try await spool.kept()
        guard kept.count > 0, let first = try await spool.read(from: kept.start, most: 1) else { return nil }
        let ends = first.lanes.indices.map { heardTo[$0] ?? 0 }
        firstSample = max(kept.start, ends.min() ?? 0)
        guard firstSample < kept.end else { return nil }
        self.spool = spool
        self.heardTo = ends
        source = conversation.source
        laneCount = first.lanes.count
        position = Locked(firstSample)
    }

    var expectedSeconds: Double? { nil }
    var damage: [AudioDamage] { [] }

    func next() async throws -> SpeechBlock? {
        guard let sample = position.withLock({ $0 }) else { return nil }
        guard var block = try await spool.read(from: sample, most: Self.block) else { return nil }
        silence(&block)
        position.withLock { if $0 != nil { $0 = block.end } }
        return block
    }

    /// Silences what was heard before.
    func silence(_ block: inout SpeechBlock) {
        for (lane, end) in heardTo.enumerated() where end > block.start {
            for place in 0..<min(end - block.start, block.lanes[lane].count) { block.lanes[lane][place] = 0 }
        }
    }

    func stop() { position.withLock { $0 = nil } }
}

/// The feed of an interrupted live conversation: its stored utterances, and then the utterances in the rest of its spool.
final class SpoolFeed: UtteranceFeed {
    private struct State {
        var heardTo: [Int: Int] = [:]
        var last = 0
        var tail: HeardFeed?
        var isThrough = false
    }

    private let stored: StoredFeed
    private let makeTail: @Sendable (_ after: Int, _ heardTo: [Int: Int]) async throws -> HeardFeed?
    private let state = Locked(State())

    /// - Parameter tail: makes the feed of the utterances after the last stored one; nil if there is no more sound.
    init(
        _ stored: StoredFeed,
        tail: @escaping @Sendable (_ after: Int, _ heardTo: [Int: Int]) async throws -> HeardFeed?
    ) {
        self.stored = stored
        makeTail = tail
    }

    private var tail: HeardFeed? { state.withLock { $0.tail } }
    var heardSeconds: Double { tail?.heardSeconds ?? stored.heardSeconds }
    var damage: [AudioDamage] { tail.map { stored.lost(after: $0.heardSeconds) } ?? stored.damage }
    var reachedEnd: Bool { tail?.reachedEnd ?? stored.reachedEnd }

    func next() async throws -> UtteranceInput? {
        if let tail { return try await tail.next() }
        if let input = try await stored.next() {
            state.withLock { state in
                let utterance = input.utterance
                state.last = utterance.sequence
                state.heardTo[utterance.lane] = max(state.heardTo[utterance.lane] ?? 0, utterance.range.end)
            }
            return input
        }
        guard stored.reachedEnd, !state.withLock({ $0.isThrough }) else { return nil }
        let (last, heardTo) = state.withLock { state in
            state.isThrough = true
            return (state.last, state.heardTo)
        }
        guard let feed = try await makeTail(last, heardTo) else { return nil }
        state.withLock { $0.tail = feed }
        return try await feed.next()
    }
}
