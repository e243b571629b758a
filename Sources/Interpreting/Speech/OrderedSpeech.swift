internal import Audio
internal import Plumbing
internal import Providers
internal import Resilience

/// Puts the audio of an utterance's clauses, some of which are spoken concurrently, in order.
///
/// The audio of the current clause is passed on at once, and that of later clauses waits. No call waits for the lane: if the lane
/// is full, the audio is sent when the call has ended. So only the audio of the few concurrent clauses is in memory. All audio
/// has one sample rate, that of the first piece.
final class OrderedSpeech: Sendable {
    private struct State {
        /// The number of the current clause.
        var turn = 0
        var waiting: [Int: ArraySlice<VoiceAudio>] = [:]
        var ended: Set<Int> = []
        var isSending = false
        var sampleRate: Int?
        /// The last clause of which some audio was sent.
        var lastSent: Int?

        func isHeard(_ clause: Int) -> Bool { lastSent.map { clause <= $0 } ?? false }
    }

    private let state = Locked(State())
    private let trySend: @Sendable (VoiceAudio) -> Bool
    private let send: @Sendable (VoiceAudio) async throws -> Void
    /// Set once some audio has been sent, so that another voice would be heard on top of it.
    let delivered = DeliveryMark()

    /// - Parameters:
    ///   - trySend: sends if that needs no waiting, and returns whether it did.
    ///   - send: sends, and waits if it must.
    init(
        trySend: @escaping @Sendable (VoiceAudio) -> Bool, send: @escaping @Sendable (VoiceAudio) async throws -> Void
    ) {
        self.trySend = trySend
        self.send = send
    }

    /// The rate of all audio in it, in Hz; nil while there is none.
    var sampleRate: Int? { state.withLock { $0.sampleRate } }

    /// Whether some audio of the clause has been sent.
    func isHeard(_ clause: Int) -> Bool { state.withLock { $0.isHeard(clause) } }

    /// Takes a piece of the audio of a clause.
    ///
    /// - Returns: false if its sample rate differs from that of the audio before; then it has not been taken.
    func take(_ chunk: VoiceAudio, of clause: Int) -> Bool {
        let (fits, goesOn) = state.withLock { state in
            let rate = state.sampleRate ?? chunk.sampleRate
            state.sampleRate = rate
            guard rate == chunk.sampleRate else { return (false, false) }
            if state.turn == clause, !state.isSending, state.waiting[clause] == nil { return (true, true) }
            state.waiting[clause, default: []].append(chunk)
            return (true, false)
        }
        guard fits else { return false }
        delivered.set()
        guard goesOn else { return true }
        // The clause stays the current one until it ends, and no other code sends in the meantime.
        let isSent = trySend(chunk)
        state.withLock { state in
            if isSent { state.lastSent = clause } else { state.waiting[clause, default: []].append(chunk) }
        }
        return true
    }

    /// Drops the audio of a clause whose call has failed, so that another synthesizer may speak it.
    ///
    /// - Returns: false if some of it has been sent, which cannot be taken back.
    func takeBack(_ clause: Int) -> Bool {
        state.withLock { state in
            guard !state.isHeard(clause) else { return false }
            state.waiting[clause] = nil
            if state.lastSent == nil, state.waiting.isEmpty { state.sampleRate = nil }
            return true
        }
    }

    /// Ends a clause whose audio is complete, or that has none. Sends its waiting audio, and then the audio that waited for its
    /// end.
    func end(_ clause: Int) async throws {
        let isOurs = state.withLock { state in
            state.ended.insert(clause)
            guard state.turn == clause, !state.isSending else { return false }
            state.isSending = true
            return true
        }
        guard isOurs else { return }
        while let chunk = nextToSend() { try await send(chunk) }
    }

    private func nextToSend() -> VoiceAudio? {
        state.withLock { state in
            while true {
                if let chunk = state.waiting[state.turn]?.popFirst() {
                    state.lastSent = state.turn
                    return chunk
                }
                state.waiting[state.turn] = nil
                guard state.ended.remove(state.turn) != nil else {
                    state.isSending = false
                    return nil
                }
                state.turn += 1
            }
        }
    }
}
