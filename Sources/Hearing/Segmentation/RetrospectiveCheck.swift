internal import Audio

/// Judges an utterance after its end, when the noise after each of its frames is known as well.
///
/// While audio arrives, a fan that starts up looks like speech until its noise has lasted. Afterwards it is clear that the
/// noise never stopped: its frames do not rise above the noise that followed them.
struct RetrospectiveCheck {
    typealias Frames = UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>

    struct Finding {
        /// The speech without the parts at its ends that turned out to be noise.
        var speech: EndpointingState.Speech
        var evidence: SpeechEvidence
        var gate: HeardUtterance.Gate
    }

    let configuration: SegmentationConfiguration
    /// The floor at the end, which covers the last two seconds.
    let floor: BandPowers
    /// The level of the room before the speech, if it is known.
    let before: Double?
    /// Whether a network has judged it as speech.
    let isCertain: Bool

    private var rules: DetectionRules { configuration.detection }

    /// - Parameter range: all frames of the utterance, including those before and after its speech.
    func judge(_ speech: EndpointingState.Speech, of range: Range<Int>, in frames: Frames) -> Finding {
        let floors = floors(from: speech.first, in: frames)
        var prominence = Prominence(rules: rules)
        var highest: Float = 0
        // Sums over the frames that stand above the noise, or over all if none does.
        var above = Sums()
        var all = Sums()
        var confirmed: EndpointingState.Speech?
        for frame in speech.first...speech.last {
            let found = frames[frame]
            let below = floors[(frame - speech.first) / rules.pieceFrames]
            let reading = prominence.hear(found.bands, floor: below)
            guard found.activity != .silent else { continue }
            highest = max(highest, reading.mean)
            all.add(found, floor: below)
            if reading.likelihood >= rules.exit {
                above.add(found, floor: below)
                confirmed = EndpointingState.Speech(first: confirmed?.first ?? frame, last: frame)
            }
        }
        let sums = above.count > 0 ? above : all
        var peak: Float = 0
        var clippedSamples = 0
        for frame in range {
            peak = max(peak, frames[frame].peak)
            clippedSamples += frames[frame].clippedSamples
        }
        let noise = min(sums.floor, background(of: speech, in: frames) * Double(sums.count))
        var evidence = SpeechEvidence(
            voicedMilliseconds: above.count * 10, rmsDBFS: Decibels.ofPower(sums.power / Double(max(1, sums.count))),
            peakDBFS: Decibels.ofAmplitude(Double(peak)), snrDB: Decibels.ofPower(sums.bands / max(noise, 1e-30)),
            clippedSamples: clippedSamples)
        let isEven = isEven(speech, in: frames)
        guard !isCertain else {
            // The network recognizes a voice in noise, but a hum at the very start can mislead it.
            let voiced = (speech.first...speech.last).count {
                frames[$0].activity != .silent || frames[$0].isProminent
            }
            evidence.voicedMilliseconds = voiced * 10
            evidence.speechProbability = Double((speech.first...speech.last).map { frames[$0].probability }.max() ?? 0)
            let isShort = evidence.voicedMilliseconds < configuration.minimumVoiced
            // A voice with hard clipping is as even as a tone.
            let isTone = isEven && !isSure(speech, in: frames)
            return Finding(
                speech: speech, evidence: evidence, gate: isTone ? .tooEven : isShort ? .tooShort : .pass)
        }
        return Finding(
            speech: confirmed ?? speech, evidence: evidence,
            gate: gate(evidence, rise: Decibels.ofPower(Double(highest)), isEven: isEven))
    }

    /// If more than this many frames (600 ms) follow the speech, they show the room.
    private static let pause = 60

    /// The level of the room's background in the presence of the voice.
    ///
    /// The floors follow a falling level for a second, so they do not show a quiet room between loud words. If the speech was
    /// cut off or is returned early, no pause followed, and all of its audio may contain none. In that case the room is taken
    /// as before the speech, if that is quieter.
    private func background(of speech: EndpointingState.Speech, in frames: Frames) -> Double {
        let background = Background(rules: rules)
        let beneath = background.beneath(speech.first..<frames.end, in: frames) ?? .infinity
        return frames.end - speech.last > Self.pause ? beneath : min(beneath, before ?? .infinity)
    }

    private func gate(_ evidence: SpeechEvidence, rise: Double, isEven: Bool) -> HeardUtterance.Gate {
        if rise < configuration.minimumRise { return .tooQuiet }
        if isEven { return .tooEven }
        return evidence.voicedMilliseconds < configuration.minimumVoiced ? .tooShort : .pass
    }

    /// Whether the level hardly changes between frames: true for dial tones, beeps and test signals, but not for a voice.
    private func isEven(_ speech: EndpointingState.Speech, in frames: Frames) -> Bool {
        let limit = Decibels.factor(Float(configuration.evenStep))
        var even = 0
        for frame in (speech.first + 1)..<max(speech.first + 2, speech.last + 1) where frame < frames.end {
            let (one, other) = (frames[frame - 1].power, frames[frame].power)
            if one <= other * limit && other <= one * limit { even += 1 }
        }
        return Double(even) > configuration.evenShare * Double(max(1, speech.last - speech.first))
    }

    /// The probability at which the network is sure, and the frames for which it must be: 100 ms, about three of its steps.
    ///
    /// No tone, hum or beep came near either.
    private static let (sureProbability, sureFrames) = (Float(0.9), 10)

    private func isSure(_ speech: EndpointingState.Speech, in frames: Frames) -> Bool {
        (speech.first...speech.last).count { frames[$0].probability >= Self.sureProbability } >= Self.sureFrames
    }

    private struct Sums {
        var count = 0
        var power = 0.0
        var bands = 0.0
        var floor = 0.0

        mutating func add(_ frame: UtteranceBuffer.Frame, floor: BandPowers) {
            count += 1
            power += Double(frame.power)
            bands += Double(frame.bands.total)
            self.floor += Double(floor.total)
        }
    }

    /// The noise of the two seconds after each piece of the utterance.
    ///
    /// If less audio has followed, the floor at the end is the noise of a stretch of the same length.
    private func floors(from first: Int, in frames: Frames) -> [BandPowers] {
        var minima: [BandPowers] = []
        var smoothed = frames[first].bands
        var minimum = BandPowers(repeating: .infinity)
        for frame in first..<frames.end {
            smoothed = smoothed.moved(toward: frames[frame].bands, share: rules.floorSmoothing)
            minimum = minimum.minimum(smoothed)
            if (frame - first) % rules.pieceFrames == rules.pieceFrames - 1 || frame == frames.end - 1 {
                minima.append(minimum)
                minimum = BandPowers(repeating: .infinity)
            }
        }
        let bias = NoiseFloor.bias(decibelsAt100Hz: rules.floorBias)
        return minima.indices.map { piece in
            let end = piece + rules.floorPieces
            var lowest = BandPowers(repeating: .infinity)
            for minimum in minima[piece..<min(end, minima.count)] { lowest = lowest.minimum(minimum) }
            lowest = (lowest * bias).maximum(BandPowers(repeating: rules.faintest))
            return end > minima.count ? lowest.minimum(floor) : lowest
        }
    }
}
