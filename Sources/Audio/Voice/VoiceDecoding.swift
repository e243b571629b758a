internal import Dispatch
internal import Plumbing

/// A decoder that blocks, on its own thread: bytes go in as they arrive, and audio comes out.
final class VoiceDecoding: Sendable {
    private let bytes = VoiceBytes()
    private let reader: RecordingReader

    /// - Parameter ffmpegPath: as ``ReadingOptions/ffmpegPath``.
    init(ffmpegPath: String?) {
        reader = RecordingReader(bytes, options: ReadingOptions(ffmpegPath: ffmpegPath))
        DispatchQueue(label: "verbio.voice", qos: .userInitiated).async { [bytes, reader] in
            bytes.finish(Self.decode(reader, into: bytes))
        }
    }

    deinit { stop() }

    private func stop() {
        reader.cancel()
        bytes.abandon()
    }

    func append(_ more: [UInt8]) { bytes.append(more) }

    /// Marks the end of the bytes.
    func end() { bytes.end() }

    /// The next audio from the bytes that were given; nil if it needs more bytes, and at the end.
    ///
    /// - Throws: ``Problem`` if it cannot be read at all, `CancellationError`.
    func next() async throws -> DecodedChunk? {
        try await withTaskCancellationHandler {
            await bytes.waitForAudio()
            try Task.checkCancellation()
            return try bytes.takeAudio()
        } onCancel: {
            stop()
        }
    }

    /// The damage that was found; complete once ``next()`` has returned nil after the end.
    var damage: [AudioDamage] { bytes.damage }

    private static func decode(_ reader: RecordingReader, into bytes: VoiceBytes) -> Result<[AudioDamage], Problem> {
        do {
            // Otherwise Opus would be decoded at 16 kHz.
            _ = try reader.open(name: "voice", isHeardAsRecorded: true)
            while let chunk = try reader.read(), bytes.put(chunk) {}
            return .success(reader.damage)
        } catch {
            return .failure(error as? Problem ?? Problem(.input, "audio.malformed", "it cannot be decoded: \(error)"))
        }
    }
}

/// The exchange between the task that has the bytes and the thread that decodes them. It holds little of either.
private final class VoiceBytes: ByteSource {
    private struct State {
        var bytes: [UInt8] = []
        var offset = 0
        /// Whether the bytes have ended.
        var isWhole = false
        /// Whether the decoder has stopped reading.
        var isReadToEnd = false
        /// Whether the audio is no longer needed.
        var isAbandoned = false
        /// Whether the decoder has read all bytes and waits for more.
        var isHungry = false
        /// Whether the decoder waits for audio to be taken.
        var isFull = false
        var chunks: [DecodedChunk] = []
        /// Samples of all channels in them.
        var samples = 0
        var outcome: Result<[AudioDamage], Problem>?
        var taker: CheckedContinuation<Void, Never>?

        /// Whether there is audio to take, or no reason to wait.
        var isReady: Bool { !chunks.isEmpty || outcome != nil || isAbandoned || isHungry }
    }

    /// Samples that are decoded ahead: a byte of silence may hold a thousand.
    private static let maximumSamples = 1 << 20

    private let state = Locked(State())
    private let mayRead = DispatchSemaphore(value: 0)
    private let mayPut = DispatchSemaphore(value: 0)

    var length: Int? { nil }
    var seekableDescriptor: Int32? { nil }

    // MARK: The task's side

    func append(_ more: [UInt8]) {
        guard !more.isEmpty else { return }
        state.withLock { state in
            if state.offset > 0 {
                state.bytes.removeFirst(state.offset)
                state.offset = 0
            }
            state.bytes += more
            feed(&state)
        }
    }

    func end() {
        state.withLock { state in
            state.isWhole = true
            feed(&state)
        }
    }

    func waitForAudio() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.isReady { continuation.resume() } else { state.taker = continuation }
            }
        }
    }

    func takeAudio() throws -> DecodedChunk? {
        try state.withLock { state in
            if !state.chunks.isEmpty {
                let chunk = state.chunks.removeFirst()
                state.samples -= chunk.samples.count
                if state.isFull {
                    state.isFull = false
                    mayPut.signal()
                }
                return chunk
            }
            if case .failure(let problem)? = state.outcome { throw problem }
            return nil
        }
    }

    var damage: [AudioDamage] {
        state.withLock { state in
            if case .success(let damage)? = state.outcome { damage } else { [] }
        }
    }

    private func feed(_ state: inout State) {
        guard state.isHungry else { return }
        state.isHungry = false
        mayRead.signal()
    }

    // MARK: The decoder's side

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count: Int? = state.withLock { state in
                let held = state.bytes.count - state.offset
                if state.isReadToEnd { return 0 }
                guard held > 0 else {
                    if state.isWhole { return 0 }
                    state.isHungry = true
                    wakeTaker(&state)
                    return nil
                }
                let count = min(buffer.count, held)
                state.bytes.withUnsafeBytes { bytes in
                    buffer.copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: bytes[state.offset..<state.offset + count]))
                }
                state.offset += count
                return count
            }
            if let count { return count }
            mayRead.wait()
        }
    }

    /// - Returns: whether more is needed.
    func put(_ chunk: DecodedChunk) -> Bool {
        while true {
            let isTaken: Bool? = state.withLock { state in
                if state.isAbandoned { return false }
                guard state.samples < Self.maximumSamples else {
                    state.isFull = true
                    return nil
                }
                state.chunks.append(chunk)
                state.samples += chunk.samples.count
                wakeTaker(&state)
                return true
            }
            if let isTaken { return isTaken }
            mayPut.wait()
        }
    }

    func finish(_ outcome: Result<[AudioDamage], Problem>) {
        state.withLock { state in
            state.outcome = outcome
            wakeTaker(&state)
        }
    }

    /// Stops reading. A decoder that has enough also calls this; the audio that it has made still counts.
    func cancel() {
        state.withLock { state in
            state.isReadToEnd = true
            feed(&state)
        }
    }

    func abandon() {
        state.withLock { state in
            state.isAbandoned = true
            if state.isFull {
                state.isFull = false
                mayPut.signal()
            }
            wakeTaker(&state)
        }
    }

    private func wakeTaker(_ state: inout State) { state.taker.take()?.resume() }
}
