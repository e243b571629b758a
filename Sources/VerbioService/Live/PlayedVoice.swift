import Audio
import Conversations
package import Delivery
import Glibc
package import Interpreting
import Plumbing

/// The spoken translation for a player at the other end of a pipe: one continuous sound in real time.
///
/// The sound is written ahead of the clock by ``lead`` only, so that a player that buffers little stays in time. A player that
/// takes the sound too slowly, or leaves, never stalls the conversation.
package final class PlayedVoice: Sendable {
    /// The format of the sound in the pipe.
    package enum Format: String, Sendable, CaseIterable {
        case wav
        /// 16-bit samples without a header.
        case raw
        /// Ogg Opus, a page for every 20 ms.
        case opus
    }

    /// Hz; voices at other rates are resampled.
    package static let sampleRate = 24_000
    /// Time by which the sound is written ahead.
    private static let lead = Duration.milliseconds(120)
    private static let tick = Duration.milliseconds(20)

    private struct State {
        var playback: VoicePlayback
        var isEnding = false
        var isGone = false
        /// Utterances that were corrected, and since when: their voices are not late.
        var corrected: [Int: Duration] = [:]
    }

    private let descriptor: Int32
    private let format: Format
    private let clock: LiveClock
    private let ownVoice: OwnVoice?
    private let worker = WorkerThread("played-voice")
    private let state: Locked<State>
    private let skip: @Sendable (SkippedVoice) -> Void

    /// - Parameters:
    ///   - descriptor: of the pipe; it is not closed.
    ///   - ownVoice: receives what is played and when.
    ///   - skip: receives which voices are left out.
    package init(
        _ descriptor: Int32, format: Format, policy: PlaybackPolicy, clock: LiveClock,
        ownVoice: OwnVoice? = nil, skip: @escaping @Sendable (SkippedVoice) -> Void
    ) {
        self.descriptor = descriptor
        self.format = format
        self.clock = clock
        self.ownVoice = ownVoice
        self.skip = skip
        state = Locked(State(playback: VoicePlayback(sampleRate: Self.sampleRate, policy: policy)))
    }

    /// Whether the player has left.
    package var isGone: Bool { state.withLock { $0.isGone } }

    /// Takes what is delivered.
    ///
    /// - Throws: `Problem` of kind `internal` if a voice cannot be resampled.
    package func take(_ delivered: Delivered) throws {
        switch delivered {
        case .audio(let utterance, let audio):
            let ending = clock.ending(of: utterance)
            let spokenAt = ending?.spoken ?? ending?.noticed ?? clock.time.now()
            try state.withLock { state in
                guard !state.isGone else { return }
                try state.playback.add(audio, of: utterance, spokenAt: state.corrected[utterance] ?? spokenAt)
            }
        case .event(let event):
            switch event.body {
            case .utteranceFinished(let body): state.withLock { $0.playback.complete(body.utterance) }
            case .utteranceReopened(let body):
                let now = clock.time.now()
                state.withLock { $0.corrected[body.utterance] = now }
            default: break
            }
        default: break
        }
    }

    /// Plays until ``end()``, and then what is left.
    package func play() async throws {
        if format == .wav {
            try await write(WAVHeader(sampleRate: Self.sampleRate, channels: 1, dataBytes: nil).bytes)
        }
        let opus = format == .opus ? try OpusPages(sampleRate: Self.sampleRate) : nil
        var (start, written) = (clock.time.now() - Self.lead, 0)
        while true {
            let now = clock.time.now()
            var wanted = Int((now - start).seconds * Double(Self.sampleRate)) - written
            if wanted > Self.sampleRate / 2 {
                // The player was slow. The time has passed; catching up would only fill its buffers.
                (start, written, wanted) = (now - Self.lead, 0, Int(Self.lead.seconds * Double(Self.sampleRate)))
            }
            let isOver = state.withLock { $0.isGone || $0.isEnding && $0.playback.isIdle }
            if isOver {
                if let opus { try await write(opus.end()) }
                return
            }
            if wanted > 0 {
                let isSpeaking = clock.isSpeaking
                let (samples, playing, skipped) = try state.withLock { state in
                    let samples = try state.playback.next(wanted, now: now, isSpeaking: isSpeaking)
                    return (samples, state.playback.playing, state.playback.takeSkipped())
                }
                skipped.forEach(skip)
                ownVoice?.played(samples, sampleRate: Self.sampleRate, at: clock.heardTo, of: playing)
                try await write(opus?.bytes(adding: samples) ?? PCM16.littleEndianBytes(samples))
                written += wanted
            }
            try await clock.time.sleep(Self.tick)
        }
    }

    /// No more voices come: ``play()`` returns when it has played the rest.
    package func end() { state.withLock { $0.isEnding = true } }

    private func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        do {
            try await worker.run { [descriptor] in
                try bytes.withRawBytes { raw throws(Problem) in try descriptor.writeAll(raw, path: "-") }
            }
        } catch is Problem {
            state.withLock { $0.isGone = true }
        }
    }
}
