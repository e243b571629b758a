internal import Hearing

/// The windows that loudness is measured over, from the energies of tenths of a second.
struct LoudnessWindows: Sendable {
    private static let momentarySteps = 4
    private static let shortTermSteps = 30
    /// Loudness range takes one window a second, which EBU Tech 3342 allows and libebur128 does.
    private static let rangeSteps = 10

    private var recent = [Double](repeating: 0, count: shortTermSteps)
    private var count = 0
    private var momentary = LoudnessHistogram()
    private var shortTerm = LoudnessHistogram()
    private var loudestMomentary = 0.0
    private var loudestShortTerm = 0.0
    private var builder = LoudnessLineBuilder()

    mutating func add(_ energy: Double) {
        recent[count % Self.shortTermSteps] = energy
        count += 1
        if count >= Self.momentarySteps {
            let mean = mean(Self.momentarySteps)
            loudestMomentary = max(loudestMomentary, mean)
            momentary.add(mean)
        }
        if count >= Self.shortTermSteps {
            let mean = mean(Self.shortTermSteps)
            loudestShortTerm = max(loudestShortTerm, mean)
            builder.add(mean)
            if (count - Self.shortTermSteps) % Self.rangeSteps == 0 { shortTerm.add(mean) }
        }
    }

    /// The mean of the newest steps, always added in the same order.
    private func mean(_ steps: Int) -> Double {
        var sum = 0.0
        for step in (count - steps)..<count { sum += recent[step % Self.shortTermSteps] }
        return sum / Double(steps)
    }

    var integrated: Double? { momentary.gatedMean(10).map(LoudnessScale.units) }

    var range: Double? { shortTerm.range(gate: 20, from: 0.1, to: 0.95) }

    var maximumMomentary: Double? { units(loudestMomentary) }

    var maximumShortTerm: Double? { units(loudestShortTerm) }

    func line(secondsPerStep: Double) -> LoudnessLine {
        builder.line(
            firstSeconds: Double(Self.shortTermSteps) * secondsPerStep, secondsPerStep: secondsPerStep)
    }

    private func units(_ energy: Double) -> Double? {
        energy > 0 ? max(Decibels.silence, LoudnessScale.units(energy)) : nil
    }
}
