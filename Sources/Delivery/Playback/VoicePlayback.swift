package import Audio
package import Plumbing

/// The sound that a player hears: voices one after the other with silence between them, for every moment of its clock.
///
/// It measures its lag: the time from the end of what a human said to the beginning of its voice. Behind by more than
/// ``comfortable``, it shortens pauses and speaks up to ``fastest`` times as fast. Behind by more than ``latest``, it leaves out
/// the voice that has waited longest if the policy is to skip ahead.
package struct VoicePlayback {
    /// Lag up to which a voice is played as it is, and from which on it has the highest speed. Seconds.
    package static let comfortable = 2.0
    package static let hurried = 4.0
    /// Faster speech is noticed by listeners.
    package static let fastest = 1.15
    /// Lag after which a voice is left out. Seconds.
    package static let latest = 6.0
    /// The gain of a voice while a human speaks: −12 dB.
    package static let ducked = 0.25
    /// Samples of a fade: 20 ms at the player's rate.
    private var fade: Int { sampleRate / 50 }

    private struct Voice {
        var utterance: Int
        /// When the last sound of what was said came.
        var spokenAt: Duration
        var pieces: [VoiceAudio] = []
        var isComplete = false
        var hasBegun = false
    }

    /// The rate of the player in Hz.
    package let sampleRate: Int
    private let policy: PlaybackPolicy
    private var voices: [Voice] = []
    /// Samples of the current piece that are not yet played.
    private var ready: ArraySlice<Int16> = []
    private var gain = 1.0
    /// The utterance of the current piece.
    private var last: Int?
    /// Samples of the fade at the beginning of a voice that are left.
    private var fadeIn = 0
    /// The voices that were left out since the last call of ``takeSkipped()``.
    private var skipped: [SkippedVoice] = []
    /// The lag with which the last voice began; 0 before the first.
    package private(set) var lag = 0.0

    /// - Parameter sampleRate: of the player, in Hz.
    package init(sampleRate: Int, policy: PlaybackPolicy) {
        self.sampleRate = sampleRate
        self.policy = policy
    }

    /// The utterance whose voice is heard now; nil during silence.
    package var playing: Int? { ready.isEmpty ? nil : voices.first?.utterance ?? last }

    /// Whether nothing waits to be heard.
    package var isIdle: Bool { voices.isEmpty && ready.isEmpty }

    /// Takes a piece of an utterance's voice. Utterances come in order.
    ///
    /// - Parameter spokenAt: when the last sound of what was said came, on the clock of ``next(_:now:isSpeaking:)``.
    /// - Throws: `Problem` of kind `internal` if the piece cannot be resampled.
    package mutating func add(_ piece: VoiceAudio, of utterance: Int, spokenAt: Duration) throws(Problem) {
        let piece = try VoiceResampler.resample(piece, to: sampleRate)
        if voices.last?.utterance != utterance {
            for place in voices.indices { voices[place].isComplete = true }
            voices.append(Voice(utterance: utterance, spokenAt: spokenAt))
        }
        voices[voices.count - 1].pieces.append(piece)
    }

    /// No more pieces of an utterance come.
    package mutating func complete(_ utterance: Int) {
        guard let place = voices.firstIndex(where: { $0.utterance == utterance }) else { return }
        voices[place].isComplete = true
    }

    /// The voices that were left out since the last call.
    package mutating func takeSkipped() -> [SkippedVoice] {
        defer { skipped = [] }
        return skipped
    }

    /// The next samples.
    ///
    /// - Parameters:
    ///   - now: the time at which the first of them is heard.
    ///   - isSpeaking: whether a human speaks now.
    /// - Returns: exactly `count` samples.
    /// - Throws: `Problem` of kind `internal` if a voice cannot be sped up.
    package mutating func next(_ count: Int, now: Duration, isSpeaking: Bool) throws(Problem) -> [Int16] {
        var samples: [Int16] = []
        samples.reserveCapacity(count)
        if policy == .skipAhead { skipLate(now, &samples, count) }
        while samples.count < count {
            if ready.isEmpty, try !begin(now: now) { break }
            let taken = ready.prefix(count - samples.count)
            ready = ready.dropFirst(taken.count)
            for sample in taken {
                let wanted = policy == .duck && isSpeaking ? Self.ducked : 1
                let step = 1 / Double(fade)
                gain += min(step, max(-step, wanted - gain))
                var shaped = Double(sample) * gain
                if fadeIn > 0 {
                    shaped *= 1 - Double(fadeIn) / Double(fade)
                    fadeIn -= 1
                }
                samples.append(Int16(shaped.rounded()))
            }
        }
        samples += [Int16](repeating: 0, count: count - samples.count)
        return samples
    }

    /// Begins the next piece of the current voice, or the next voice.
    ///
    /// - Returns: whether there is one.
    private mutating func begin(now: Duration) throws(Problem) -> Bool {
        while let voice = voices.first {
            guard let piece = voice.pieces.first else {
                // The next piece of this voice is not there yet.
                guard voice.isComplete else { return false }
                voices.removeFirst()
                continue
            }
            let late = (now - voice.spokenAt).seconds
            if !voice.hasBegun {
                lag = late
                voices[0].hasBegun = true
            }
            voices[0].pieces.removeFirst()
            last = voice.utterance
            guard !piece.samples.isEmpty else { continue }
            ready = try hurry(piece, late: late).samples[...]
            return true
        }
        return false
    }

    private func hurry(_ piece: VoiceAudio, late: Double) throws(Problem) -> VoiceAudio {
        guard late > Self.comfortable else { return piece }
        let share = min(1, (late - Self.comfortable) / (Self.hurried - Self.comfortable))
        return try TimeStretch.stretch(PauseShortener.shorten(piece), tempo: 1 + (Self.fastest - 1) * share)
    }

    /// Leaves out voices that wait for too long if newer ones wait. If only one does, it does not wait for the end of the
    /// current voice.
    private mutating func skipLate(_ now: Duration, _ samples: inout [Int16], _ count: Int) {
        let current = voices.first?.hasBegun ?? false ? 1 : 0
        func isLate(_ voice: Voice) -> Bool { (now - voice.spokenAt).seconds > Self.latest }
        while voices.count > current + 1, isLate(voices[current]) { skip(current, now) }
        guard current == 1, voices.count > 1, isLate(voices[1]) else { return }
        if !ready.isEmpty {
            // What is cut off fades out.
            let rest = ready.prefix(min(fade, count - samples.count))
            for (place, sample) in rest.enumerated() {
                samples.append(Int16(Double(sample) * gain * (1 - Double(place + 1) / Double(rest.count))))
            }
            ready = []
            fadeIn = fade
        }
        skip(0, now)
    }

    private mutating func skip(_ place: Int, _ now: Duration) {
        let voice = voices.remove(at: place)
        skipped.append(SkippedVoice(utterance: voice.utterance, lag: (now - voice.spokenAt).seconds))
    }
}

/// Shortens the pauses within a voice.
enum PauseShortener {
    /// A pause longer than this is shortened to this. Milliseconds.
    static let longest = 150
    /// Samples below this amplitude are a pause: −40 dBFS.
    private static let quiet = 328
    /// Milliseconds of a frame.
    private static let frame = 10

    static func shorten(_ voice: VoiceAudio) -> VoiceAudio {
        let length = voice.sampleRate * frame / 1_000
        guard length > 0 else { return voice }
        var kept: [Int16] = []
        kept.reserveCapacity(voice.samples.count)
        var quietFrames = 0
        for start in stride(from: 0, to: voice.samples.count, by: length) {
            let part = voice.samples[start..<min(start + length, voice.samples.count)]
            let isQuiet = part.allSatisfy { abs(Int($0)) < quiet }
            quietFrames = isQuiet ? quietFrames + 1 : 0
            if quietFrames * frame <= longest { kept += part }
        }
        return VoiceAudio(sampleRate: voice.sampleRate, samples: kept)
    }
}
