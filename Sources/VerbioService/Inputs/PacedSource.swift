package import Audio
package import Plumbing

/// A recording that is heard in real time, or at a multiple of that speed, as if it were spoken now.
package final class PacedSource: SpeechSource {
    /// Samples in a block: 20 ms, as sound cards give them.
    private static let blockLength = speechSampleRate / 50

    private struct State {
        var start: Duration?
        var block = SpeechBlock(start: 0, lanes: [])
        /// Samples of the block that were handed out.
        var used = 0
        var isStopped = false
    }

    private let base: any SpeechSource
    private let speed: Double
    private let time: TimeSource
    private let state = Locked(State())

    /// - Parameter speed: seconds of audio in a second; greater than 0.
    package init(_ base: any SpeechSource, speed: Double, time: TimeSource) {
        self.base = base
        self.speed = speed
        self.time = time
    }

    package var source: SourceDescription { base.source }
    package var laneCount: Int { base.laneCount }
    package var expectedSeconds: Double? { base.expectedSeconds }
    package var firstSample: Int { base.firstSample }
    package var tracks: [AudioTrack] { base.tracks }
    package var damage: [AudioDamage] { base.damage }

    package func next() async throws -> SpeechBlock? {
        while true {
            if let block = state.withLock({ Self.part(&$0) }) {
                // A block is complete when its last sample has been spoken.
                let end = Double(block.start - base.firstSample + (block.lanes.first?.count ?? 0))
                let due = Duration.seconds(end / Double(speechSampleRate) / speed)
                let wait = state.withLock { state in
                    let start = state.start ?? time.now()
                    state.start = start
                    return start + due - time.now()
                }
                if wait > .zero { try await time.sleep(wait) }
                return state.withLock { $0.isStopped } ? nil : block
            }
            guard !state.withLock({ $0.isStopped }), let block = try await base.next() else { return nil }
            state.withLock { ($0.block, $0.used) = (block, 0) }
        }
    }

    private static func part(_ state: inout State) -> SpeechBlock? {
        let count = (state.block.lanes.first?.count ?? 0) - state.used
        guard count > 0, !state.isStopped else { return nil }
        let range = state.used..<state.used + min(count, blockLength)
        defer { state.used = range.upperBound }
        let block = state.block
        // The frames at full scale go with the first part.
        return SpeechBlock(
            start: block.start + range.lowerBound, lanes: block.lanes.map { Array($0[range]) },
            clipping: block.clipping.map { range.lowerBound == 0 ? $0 : $0.map { _ in [] } })
    }

    package func stop() {
        state.withLock { $0.isStopped = true }
        base.stop()
    }
}
