internal import Plumbing

/// A ``SpeechSource`` over a decoder that blocks; the decoding runs on a worker of its own, one block ahead of nobody.
final class DecodedSpeechSource: SpeechSource {
    let source: SourceDescription
    let laneCount: Int
    let expectedSeconds: Double?

    private let reader: SpeechReader
    private let worker: WorkerThread
    private let found = Locked<[AudioDamage]>([])

    init(_ opened: SpeechReader.Opened, reader: SpeechReader, worker: WorkerThread) {
        source = opened.source
        laneCount = opened.laneCount
        expectedSeconds = opened.expectedSeconds
        self.reader = reader
        self.worker = worker
    }

    // Whoever drops the source unread must not leave a child process or a waiting producer behind.
    deinit { reader.cancel() }

    var damage: [AudioDamage] { found.withLock { $0 } }

    func next() async throws -> SpeechBlock? {
        let (block, damage) = try await worker.run { [reader] in
            let block = try reader.next()
            return (block, reader.damage)
        }
        found.withLock { $0 = damage }
        return block
    }

    func stop() { reader.cancel() }
}
