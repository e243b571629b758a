internal import Audio
internal import Plumbing

/// The sound of a recording without its speech where a voice speaks: stereo at 48 kHz as 16-bit samples in a file without a name.
///
/// Speech is taken out in stretches at fixed places, each with what is around it, so that the result does not depend on how
/// the recording was cut. Stretches without a voice are not asked for and take no room.
package struct BackgroundTape: Sendable {
    /// Frames of a stretch: ten seconds.
    static let stretch = 10 * VoiceReader.rate
    /// Frames before and behind a stretch that are heard with it: half a second.
    static let margin = VoiceReader.rate / 2
    /// Frames that are asked for at once, at most.
    package static let mostFrames = stretch + 2 * margin

    private let file: UnnamedFile

    /// Hears a recording and takes its speech out.
    ///
    /// - Throws: what `removal` throws, `CancellationError`, and ``Problem`` if the recording cannot be read.
    init(_ original: SoundMix.Original, under tape: VoiceTape, _ removal: SoundMix.SpeechRemoval) async throws {
        file = try UnnamedFile(in: tape.folder)
        let waiting = Locked(Waiting())
        let envelope = DuckingEnvelope(VoiceReader.spans(of: tape))
        try await original.listen { samples in
            waiting.withLock { $0.samples += samples }
        } between: {
            while let next = waiting.withLock({ $0.next(isEnd: false) }) {
                try await keep(next, where: envelope, removal)
            }
        }
        while let next = waiting.withLock({ $0.next(isEnd: true) }) { try await keep(next, where: envelope, removal) }
    }

    private func keep(
        _ stretch: Stretch, where envelope: DuckingEnvelope, _ removal: SoundMix.SpeechRemoval
    ) async throws {
        guard envelope.makesRoom(in: stretch.kept) else { return }
        let background = try await removal(stretch.samples)
        let first = 2 * (stretch.kept.lowerBound - stretch.begin)
        try file.write(Array(background[first..<first + 2 * stretch.kept.count]), at: 4 * stretch.kept.lowerBound)
    }

    /// Interleaved samples of some frames; silence where there is no voice.
    func samples(_ frames: Range<Int>) throws(Problem) -> [Float] {
        try file.samplesOrSilence(2 * frames.lowerBound..<2 * frames.upperBound).map { Float($0) / 32_768 }
    }

    /// A stretch with what is around it.
    private struct Stretch {
        /// The frame at which the samples begin.
        var begin: Int
        /// Interleaved.
        var samples: [Float]
        /// The frames of the stretch itself.
        var kept: Range<Int>
    }

    /// What was heard and is not done yet.
    private struct Waiting {
        /// Interleaved, from ``begin`` on.
        var samples: [Float] = []
        private var begin = 0
        private var done = 0

        /// The next stretch, if all of it is there.
        mutating func next(isEnd: Bool) -> Stretch? {
            let end = begin + samples.count / 2
            guard isEnd ? done < end : done + BackgroundTape.stretch + BackgroundTape.margin <= end else { return nil }
            let kept = done..<min(done + BackgroundTape.stretch, end)
            let last = min(kept.upperBound + BackgroundTape.margin, end)
            let next = Stretch(begin: begin, samples: Array(samples[..<(2 * (last - begin))]), kept: kept)
            done = kept.upperBound
            let keep = max(begin, done - BackgroundTape.margin)
            samples.removeFirst(2 * (keep - begin))
            begin = keep
            return next
        }
    }
}
