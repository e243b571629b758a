/// The constant that cheap sound cards add to every sample; it is removed before the network.
///
/// If the constant is twenty times as large as a quiet voice, the network detects no speech.
///
/// It is the part that the means of all steps of the past second have in common. That is the smallest mean if all have
/// the same sign, otherwise zero. Audio that oscillates around zero, as every voice and noise does, has no such part.
/// The remaining offset is as small as the oscillation.
struct SteadyOffset: Sendable {
    /// The steps of the network, one second, over which the offset must last.
    ///
    /// Before the first second was measured, only the end of the stream uses the value.
    static let window = 31
    /// A smaller offset (−54 dB) is not removed: 100 recordings from other sound cards had 0.0011 at most.
    static let smallest: Float = 0.002

    private var means = [Float](repeating: 0, count: window)
    /// The number of steps measured so far.
    private(set) var steps = 0

    /// Takes the mean of the next step.
    mutating func hear(_ mean: Float) {
        means[steps % SteadyOffset.window] = mean
        steps += 1
    }

    /// The offset of the past second; 0 if it is below ``smallest``.
    var value: Float {
        let heard = means.prefix(steps)
        guard let low = heard.min(), let high = heard.max() else { return 0 }
        let common = low > 0 ? low : high < 0 ? high : 0
        return abs(common) >= SteadyOffset.smallest ? common : 0
    }
}
