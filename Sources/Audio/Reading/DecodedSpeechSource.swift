internal import Plumbing

/// A ``SpeechSource`` over a decoder that blocks; a separate worker decodes, some seconds of a file at once.
final class DecodedSpeechSource: SpeechSource {
    private struct State {
        /// Decoded blocks that are not yet handed out, the next one last.
        var blocks: [SpeechBlock] = []
        var damage: [AudioDamage] = []
        var isStopped = false
    }

    let source: SourceDescription
    let laneCount: Int
    let expectedSeconds: Double?
    let tracks: [AudioTrack]
    let firstSample: Int

    private let reader: SpeechReader
    /// The name of the input in problems.
    private let place: String
    private let worker: WorkerThread
    private let state = Locked(State())

    init(_ opened: SpeechReader.Opened, reader: SpeechReader, place: String, worker: WorkerThread) {
        source = opened.source
        laneCount = opened.laneCount
        expectedSeconds = opened.expectedSeconds
        tracks = opened.tracks
        firstSample = opened.firstSample
        self.reader = reader
        self.place = place
        self.worker = worker
    }

    // If the caller drops the source unread, no child process or waiting producer may be left behind.
    deinit { reader.cancel() }

    var damage: [AudioDamage] { state.withLock { $0.damage } }

    func next() async throws -> SpeechBlock? {
        if let block = takeDecoded() { return block }
        return try await worker.run { [self] in try decode { try $0.nextBlocks() } }
    }

    func hear(_ body: (SpeechBlock) throws -> Listening) async throws {
        try await withTaskExecutorPreference(worker) {
            while let block = try takeDecoded() ?? decode({ try $0.nextBlock(Self.heardAtOnce).map { [$0] } ?? [] }) {
                try Task.checkCancellation()
                guard try body(block) == .goOn else { return }
            }
        }
    }

    /// Seconds: the 128 KiB of a block and the data that it is made of fit into the cache of any core.
    private static let heardAtOnce = 2.0

    private func takeDecoded() -> SpeechBlock? { state.withLock { $0.blocks.popLast() } }

    /// Runs on the worker.
    private func decode(_ read: (SpeechReader) throws -> [SpeechBlock]) throws -> SpeechBlock? {
        let blocks: [SpeechBlock]
        do {
            blocks = try read(reader)
        } catch let problem as Problem {
            throw problem.at(input: place)
        }
        let damage = reader.damage
        return state.withLock { state in
            state.damage = damage
            // A stopped file ends at once, because all of it can be read again.
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
