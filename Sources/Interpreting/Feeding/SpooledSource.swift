internal import Audio
internal import Conversations
internal import Plumbing

/// A live source that writes its sound to a spool on the disk, whether or not the conversation keeps up with it.
///
/// So a slow provider or a slow listener never stalls the microphone. The newest seconds are in memory. A conversation that is
/// further behind reads its sound from the spool. If it is ``maximumLag`` samples behind, the source has to wait.
final class SpooledSource: SpeechSource {
    /// Samples that are kept in memory: ten seconds.
    static let inMemory = 10 * speechSampleRate
    /// Samples that the conversation may be behind: ten minutes, 38 MB in the spool for each lane.
    static let maximumLag = 600 * speechSampleRate
    /// Time between two writes to the disk.
    static let syncInterval = Duration.milliseconds(500)
    /// Samples that are read from the spool at once.
    private static let readAtOnce = speechSampleRate

    private struct State {
        /// Blocks that follow each other, the next one first.
        var blocks: ArraySlice<SpeechBlock> = []
        /// The clipping of blocks that are only in the spool, with their first samples.
        var clipping: ArraySlice<(start: Int, lanes: [[ClippedFrame]])> = []
        /// The next sample for the conversation, and the sample after the last one that arrived.
        var next: Int
        var received: Int
        /// The sample after the last one in the spool.
        var spooled: Int
        /// The sample before which the conversation needs nothing any more.
        var settled = 0
        var ending: Result<Void, any Error>?
        /// Why the spool takes no more; nil while it does.
        var failure: Problem?
        var acknowledged = -1
    }

    private let base: any SpeechSource
    private let spool: any SpeechSpool
    private let time: TimeSource
    private let isHeld: @Sendable () -> Bool
    private let isMuted: @Sendable () -> Bool
    private let clock: LiveClock?
    /// What an earlier run has left in the spool; nil if there is nothing.
    private let tail: SpoolTail?
    private let state: Locked<State>
    /// Signals that a block or the end has arrived.
    private let arrivals = BoundedChannel<Void>(capacity: 1)
    /// Signals that the conversation has taken a block.
    private let departures = BoundedChannel<Void>(capacity: 1)

    /// - Parameters:
    ///   - tail: what an earlier run has left in the spool. It is heard first, and the base begins where the spool ends.
    ///   - clock: notified when sound arrives.
    ///   - isHeld: whether the spool keeps sound that the conversation has processed, because its utterances are not stored yet.
    ///   - isMuted: whether arriving sound is replaced by silence now.
    init(
        _ base: any SpeechSource, spool: any SpeechSpool, after tail: SpoolTail? = nil, time: TimeSource,
        clock: LiveClock? = nil,
        isHeld: @escaping @Sendable () -> Bool = { false }, isMuted: @escaping @Sendable () -> Bool = { false }
    ) {
        self.isHeld = isHeld
        self.isMuted = isMuted
        self.clock = clock
        self.base = base
        self.spool = spool
        self.time = time
        self.tail = tail
        firstSample = tail?.firstSample ?? base.firstSample
        state = Locked(State(next: firstSample, received: base.firstSample, spooled: base.firstSample))
    }

    var source: SourceDescription { base.source }
    var laneCount: Int { base.laneCount }
    var expectedSeconds: Double? { base.expectedSeconds }
    let firstSample: Int
    var tracks: [AudioTrack] { base.tracks }
    var damage: [AudioDamage] { base.damage }
    func stop() { base.stop() }

    /// Why the sound is not written to the spool any more; nil if it is.
    var failure: Problem? { state.withLock { $0.failure } }

    /// The conversation needs nothing before this sample any more.
    func settled(before sample: Int) { state.withLock { $0.settled = max($0.settled, sample) } }

    /// Writes a speaker event to the spool.
    func spool(_ event: SpeakerEvent) async { await writing { try await self.spool.append(event) } }

    // MARK: The conversation

    func next() async throws -> SpeechBlock? {
        while true {
            let found: Found = state.withLock { state in
                if let block = state.blocks.popFirst() {
                    state.next = block.end
                    return .block(block)
                }
                if state.next < state.spooled { return .spooled(from: state.next) }
                return state.ending.map(Found.end) ?? .nothing
            }
            switch found {
            case .block(let block):
                _ = departures.trySend(())
                return block
            case .spooled(let sample): return try await read(from: sample)
            case .end(let result):
                try result.get()
                return nil
            case .nothing: _ = try await arrivals.next()
            }
        }
    }

    private enum Found {
        case block(SpeechBlock)
        case spooled(from: Int)
        case end(Result<Void, any Error>)
        case nothing
    }

    private func read(from sample: Int) async throws -> SpeechBlock {
        guard var block = try await spool.read(from: sample, most: Self.readAtOnce) else {
            throw Problem(
                .store, "store.failed", "the sound at sample \(sample) is no longer in the spool",
                cure: "check the disk, then continue with 'verbio resume'")
        }
        tail?.silence(&block)
        state.withLock { state in
            state.next = block.end
            var lanes = [[ClippedFrame]](repeating: [], count: laneCount)
            var isCounted = false
            while let first = state.clipping.first, first.start < block.end {
                isCounted = true
                for lane in lanes.indices { lanes[lane] += first.lanes[lane] }
                state.clipping.removeFirst()
            }
            if isCounted { block.clipping = lanes }
        }
        _ = departures.trySend(())
        return block
    }

    // MARK: The microphone

    /// Reads arriving sound until its end or ``stop()``.
    func listen() async {
        do {
            while var block = try await base.next() {
                if isMuted() { block.lanes = block.lanes.map { [Float](repeating: 0, count: $0.count) } }
                block.moveClipping(by: base.firstSample - firstSample)
                clock?.arrived(block)
                try await makeRoom(for: block)
                let isInMemory = take(block)
                let isSpooled = await writing { [block] in try await self.spool.append(block) }
                if isSpooled {
                    state.withLock { $0.spooled = block.end }
                } else if !isInMemory {
                    while state.withLock({ $0.next < block.start }) { _ = try await departures.next() }
                    state.withLock { $0.blocks.append(block) }
                }
                _ = arrivals.trySend(())
            }
            end(.success(()))
        } catch {
            end(.failure(error))
        }
    }

    private func end(_ result: Result<Void, any Error>) {
        state.withLock { $0.ending = result }
        arrivals.finish()
    }

    private func makeRoom(for block: SpeechBlock) async throws {
        while !state.withLock({ state in
            let behind = block.end - state.next
            // Without a spool there is only memory.
            return behind <= (state.failure == nil ? Self.maximumLag : Self.inMemory) || state.next == state.received
        }) {
            _ = try await departures.next()
        }
    }

    /// - Returns: whether the block is in memory; if not, the conversation has to read it from the spool.
    private func take(_ block: SpeechBlock) -> Bool {
        defer { _ = arrivals.trySend(()) }
        return state.withLock { state in
            state.received = block.end
            let inMemory = state.blocks.first.map { block.end - $0.start } ?? block.end - state.next
            let follows = (state.blocks.last?.end ?? state.next) == block.start
            if follows, inMemory <= Self.inMemory || state.failure != nil || state.blocks.isEmpty {
                state.blocks.append(block)
                return true
            }
            if let clipping = block.clipping { state.clipping.append((block.start, clipping)) }
            return false
        }
    }

    // MARK: The disk

    /// Synchronizes the spool until cancelled, and acknowledges the sound that is safe.
    func synchronize(_ acknowledge: @escaping @Sendable (Acknowledgement) async throws -> Void) async throws {
        while true {
            try await time.sleep(Self.syncInterval)
            if state.withLock({ $0.spooled > $0.acknowledged && $0.failure == nil }) {
                let safe = Locked(0)
                let isSafe = await writing {
                    let sample = try await self.spool.synchronize()
                    safe.withLock { $0 = sample }
                    if !self.isHeld() { try await self.spool.release(before: self.state.withLock { $0.settled }) }
                }
                if isSafe {
                    let sample = safe.withLock { $0 }
                    state.withLock { $0.acknowledged = sample }
                    try await acknowledge(Acknowledgement(sample: sample, durable: true))
                }
            }
            let unsafe = state.withLock { state -> Int? in
                guard state.failure != nil, state.received > state.acknowledged else { return nil }
                state.acknowledged = state.received
                return state.received
            }
            if let unsafe { try await acknowledge(Acknowledgement(sample: unsafe, durable: false)) }
        }
    }

    /// Writes to the spool. If that fails, the conversation continues without one.
    ///
    /// - Returns: whether it was written.
    @discardableResult
    private func writing(_ body: @Sendable () async throws -> Void) async -> Bool {
        guard failure == nil else { return false }
        do {
            try await body()
            return true
        } catch let problem as Problem {
            state.withLock { $0.failure = $0.failure ?? problem }
        } catch {}
        return false
    }
}

extension SpeechBlock {
    /// Counts the clipped frames from an earlier sample than before.
    fileprivate mutating func moveClipping(by samples: Int) {
        let frames = samples / ClippedFrame.length
        guard frames > 0, let counted = clipping else { return }
        clipping = counted.map { lane in
            lane.map { ClippedFrame(frame: $0.frame + frames, samples: $0.samples) }
        }
    }

    /// The sample after the last one.
    var end: Int { start + (lanes.first?.count ?? 0) }
}
