/// The constant that cheap sound cards add to every sample, of which the network must hear nothing: a constant twenty
/// times as large as a quiet voice makes it deaf.
///
/// It is the part that the means of all steps of the past second have in common: the smallest of them where they have one sign,
/// and else none. What swings around zero, as every voice and noise does, has no such part, and what is left of an offset is
/// as small as the swinging.
struct SteadyOffset: Sendable {
    /// Steps of the network, one second, over which it must last. Nothing is said before the first second has been heard.
    static let window = 31
    /// An offset below this, −54 dB, is left where it is: 100 recordings of other cards showed 0.0011 at most.
    static let smallest: Float = 0.002

    private var means = [Float](repeating: 0, count: window)
    /// Steps measured so far.
    private(set) var steps = 0

    /// Takes the mean of the next step.
    mutating func hear(_ mean: Float) {
        means[steps % SteadyOffset.window] = mean
        steps += 1
    }

    /// What all of the past second has in common; 0 where that is not worth speaking of.
    var value: Float {
        let heard = means.prefix(steps)
        guard let low = heard.min(), let high = heard.max() else { return 0 }
        let common = low > 0 ? low : high < 0 ? high : 0
        return abs(common) >= SteadyOffset.smallest ? common : 0
    }
}
