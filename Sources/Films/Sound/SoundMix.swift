package import Audio
internal import AudioReport
internal import Plumbing

/// How the new sound of a film is made.
package struct SoundMix: Sendable {
    /// What becomes of the original sound.
    package enum Way: String, Sendable, CaseIterable {
        /// It is heard under the voice, and fully where no voice speaks.
        case duck
        /// Where the voice speaks, only what is no speech in it is heard: music, noises and rooms.
        case background
        /// The voice alone, brought to the loudness.
        case replace
        /// The voice alone, as the engine gave it.
        case none
    }

    /// Takes speech out of a stretch of interleaved stereo at 48 kHz, at most ``BackgroundTape/mostFrames``.
    package typealias SpeechRemoval = @Sendable (_ samples: [Float]) async throws -> [Int16]

    package var way: Way
    /// LUFS of the result (EBU R 128), if it is brought to a loudness.
    package var loudness: Double
    /// The recording with the original sound, and how it is heard; nil if there is none.
    package var original: Original?
    /// Takes the speech out of the original sound, for the way that wants it.
    package var removal: SpeechRemoval?
    /// Called once all has been measured, before the first samples.
    package var measured: (@Sendable () -> Void)?

    /// The original sound.
    package struct Original: Sendable {
        package var path: String
        package var options: ReadingOptions

        package init(path: String, options: ReadingOptions) {
            self.path = path
            self.options = options
        }
    }

    package init(_ way: Way, loudness: Double, original: Original? = nil) {
        self.way = way
        self.loudness = loudness
        self.original = original
    }

    /// Loudness that can be reached with speech without much limiting.
    package static let loudnessRange = -31.0 ... -14.0
    /// The highest true peak of samples, in dBTP (EBU R 128).
    package static let ceiling: Float = -1
    /// The same before a codec that loses bits: what is decoded has peaks that are up to a decibel higher.
    static let codedCeiling: Float = -2.2
    /// A recording below this loudness is noise, and no reference: LUFS.
    private static let quiet = -55.0
    /// Decibels by which the original is raised at most, so that noise stays noise.
    private static let largestRise = 20.0
    /// LU that the result may differ from the wanted loudness before it is corrected once more.
    private static let tolerance = 0.1
    /// How often the mix is measured at most.
    private static let trials = 3

    /// Makes the sound of a voice.
    ///
    /// - Parameters:
    ///   - ceiling: the highest true peak in dBTP.
    ///   - consume: takes interleaved stereo samples at 48 kHz, in order.
    /// - Throws: what `consume` throws, `CancellationError`, and ``Problem`` if the recording cannot be read.
    func play(_ tape: VoiceTape, ceiling: Float, _ consume: @escaping ([Float]) throws -> Void) async throws {
        guard way != .none else {
            measured?()
            return try await mix(tape, SoundMixer.Gains(), ceiling: 0, to: consume)
        }
        let background = try await background(under: tape)
        let gains = try await gains(tape, over: background, ceiling: ceiling)
        measured?()
        _ = try await mix(tape, over: background, gains, ceiling: ceiling, to: consume)
    }

    /// Finds the gains with which the mix has the loudness.
    ///
    /// Both sounds are brought to the loudness, each by itself. So the voice is as loud as the speech that it replaces, also
    /// if the engine's voice is not. Then the mix is measured and both are corrected.
    private func gains(_ tape: VoiceTape, over background: BackgroundTape?, ceiling: Float) async throws
        -> SoundMixer.Gains
    {
        let (original, voice) = try await (measuredOriginal(), measuredVoice(tape))
        var gains = SoundMixer.Gains()
        if let original { gains.original = Gain.factor(decibels: Float(min(loudness - original, Self.largestRise))) }
        if let voice { gains.voice = Gain.factor(decibels: Float(loudness - voice)) }
        for _ in 0..<Self.trials {
            let meter = Meter()
            try await mix(tape, over: background, gains, ceiling: ceiling) { meter.push($0) }
            guard let reached = meter.loudness, abs(reached - loudness) > Self.tolerance else { break }
            let correction = Gain.factor(decibels: Float(loudness - reached))
            gains = SoundMixer.Gains(original: gains.original * correction, voice: gains.voice * correction)
        }
        return gains
    }

    /// The original sound, if the mix has any of it.
    private var heardOriginal: Original? {
        switch way {
        case .duck, .background: original
        case .replace, .none: nil
        }
    }

    private func measuredOriginal() async throws -> Double? {
        guard let original = heardOriginal else { return nil }
        let meter = Meter()
        try await original.listen { meter.push($0) }
        return meter.loudness.flatMap { $0 > Self.quiet ? $0 : nil }
    }

    private func measuredVoice(_ tape: VoiceTape) async throws -> Double? {
        let meter = Meter()
        var voice = try SoundMixer(tape, SoundMixer.Gains(), ceiling: 0) { meter.push($0) }
        try voice.finish()
        return meter.loudness
    }

    /// The original without its speech where the voice speaks; nil if that is not wanted.
    private func background(under tape: VoiceTape) async throws -> BackgroundTape? {
        guard way == .background, let original, let removal else { return nil }
        return try await BackgroundTape(original, under: tape, removal)
    }

    private func mix(
        _ tape: VoiceTape, over background: BackgroundTape? = nil, _ gains: SoundMixer.Gains, ceiling: Float,
        to consume: @escaping ([Float]) throws -> Void
    ) async throws {
        let mixer = MixerBox(try SoundMixer(tape, over: background, gains, ceiling: ceiling, consume: consume))
        if let original = heardOriginal { try await original.listen { try mixer.mixer.add($0) } }
        try await WorkerThread("mix").run { try mixer.mixer.finish() }
    }
}

/// `@unchecked`: one thread uses it at a time.
private final class MixerBox: @unchecked Sendable {
    var mixer: SoundMixer

    init(_ mixer: SoundMixer) { self.mixer = mixer }
}

/// Measures stereo sound at 48 kHz. `@unchecked`: one thread uses it at a time.
private final class Meter: @unchecked Sendable {
    private var meter = LoudnessMeter(sampleRate: VoiceReader.rate, channels: 2)

    func push(_ samples: [Float]) { meter.push(samples) }

    /// LUFS; nil for silence.
    var loudness: Double? { meter.reading.integratedLUFS }
}
