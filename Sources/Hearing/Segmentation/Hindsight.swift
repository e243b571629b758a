internal import Audio
internal import Foundation

/// Judges an utterance once it is over, when the noise after each of its frames is known as well.
///
/// While audio comes in, a fan that starts up looks like speech until its noise has lasted. Afterwards it can be seen that it
/// never went away: its frames do not rise above the noise that followed them.
struct Hindsight {
    let configuration: SegmentationConfiguration
    /// The floor at the end, which covers the last two seconds.
    let floor: BandPowers

    func judge(
        _ speech: EndpointingState.Speech, in frames: UtteranceBuffer.Shelf<UtteranceBuffer.Frame>, samples: [Float]
    ) -> (evidence: SpeechEvidence, gate: HeardUtterance.Gate) {
        let rules = configuration.detection
        let floors = floors(from: speech.first, in: frames)
        let threshold = Float(pow(10, Double(rules.exit) / 10))
        var voiced = 0
        var highest: Float = 0
        // Of the frames that stand above the noise, or of all where none does.
        var above = Sums()
        var all = Sums()
        for frame in speech.first...speech.last where frames[frame].activity != .silent {
            let found = frames[frame]
            let below = floors[(frame - speech.first) / rules.pieceFrames]
            let ratio = found.bands.meanRatio(to: below, ceiling: rules.bandCeiling)
            highest = max(highest, ratio)
            all.add(found, floor: below)
            if ratio >= threshold {
                voiced += 1
                above.add(found, floor: below)
            }
        }
        let sums = voiced > 0 ? above : all
        var meter = LevelMeter()
        meter.push(samples)
        let levels = meter.reading
        let evidence = SpeechEvidence(
            voicedMilliseconds: voiced * 10, rmsDBFS: Decibels.ofPower(sums.power / Double(max(1, sums.count))),
            peakDBFS: levels.peakDBFS, snrDB: Decibels.ofPower(sums.bands / max(sums.floor, 1e-30)),
            clippedSamples: levels.clippedSamples)
        let gate: HeardUtterance.Gate =
            Decibels.ofPower(Double(highest)) < configuration.minimumRise
            ? .tooQuiet : evidence.voicedMilliseconds < configuration.minimumVoiced ? .tooShort : .pass
        return (evidence, gate)
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

    /// For each piece of the utterance the noise of the two seconds that follow it. Where less has followed, the floor at the
    /// end is the noise of a stretch as long.
    private func floors(
        from first: Int, in frames: UtteranceBuffer.Shelf<UtteranceBuffer.Frame>
    ) -> [BandPowers] {
        let rules = configuration.detection
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
        let bias = NoiseFloor.bias(decibelsAtOneDegree: rules.floorBias)
        return minima.indices.map { piece in
            let end = piece + rules.floorPieces
            var lowest = minima[piece..<min(end, minima.count)].reduce(BandPowers(repeating: .infinity)) {
                $0.minimum($1)
            }
            lowest = (lowest * bias).maximum(BandPowers(repeating: rules.faintest))
            return end > minima.count ? lowest.minimum(floor) : lowest
        }
    }
}
