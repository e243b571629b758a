internal import Plumbing

/// A ``SpeechSource`` over a decoder that blocks; the decoding runs on a worker of its own, some seconds of a file at once.
final class DecodedSpeechSource: SpeechSource {
    private struct State {
        /// Decoded and not yet handed out, the next one last.
        var blocks: [SpeechBlock] = []
        var damage: [AudioDamage] = []
        var isStopped = false
    }

    let source: SourceDescription
    let laneCount: Int
    let expectedSeconds: Double?

    private let reader: SpeechReader
    /// What problems call it.
    private let place: String
    private let worker: WorkerThread
    private let state = Locked(State())

    init(_ opened: SpeechReader.Opened, reader: SpeechReader, place: String, worker: WorkerThread) {
        source = opened.source
        laneCount = opened.laneCount
        expectedSeconds = opened.expectedSeconds
        self.reader = reader
        self.place = place
        self.worker = worker
    }

    // Whoever drops the source unread must not leave a child process or a waiting producer behind.
    deinit { reader.cancel() }

    var damage: [AudioDamage] { state.withLock { $0.damage } }

    func next() async throws -> SpeechBlock? {
        if let block = state.withLock({ $0.blocks.popLast() }) { return block }
        let (blocks, damage) = try await worker.run { [reader, place] in
            do {
                return (try reader.nextBlocks(), reader.damage)
            } catch let problem as Problem {
                throw problem.at(place)
            }
        }
        return state.withLock { state in
            state.damage = damage
            // A stopped file ends at once: all of it can be read again.
            guard reader.isLive || !state.isStopped else { return nil }
            state.blocks = blocks.reversed()
            return state.blocks.popLast()
        }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.blocks = []
        }
        reader.cancel()
    }
}
