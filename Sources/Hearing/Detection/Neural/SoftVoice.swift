internal import Audio

/// The gain with which the network hears a soft recording. Its training had few voices below −45 dBFS, and it misses words of
/// such a voice.
///
/// The level is that of the loudest step so far, which fades slowly, so that a pause is not raised to a voice's level. A
/// recording with loud steps that reach ``target`` is heard as it is. The gain rises slowly: a room that is raised at once, before
/// the first sound, makes the network take that sound for a voice.
struct SoftVoice: Sendable {
    /// The level (RMS of a step, dBFS) up to which a soft recording is raised. Speech of usual recordings has −30 to −15 in its
    /// loud steps.
    static let target: Float = -38
    /// The largest gain in decibels: more raises the noise of 16 bits to a voice's level.
    static let most: Float = 24
    /// Decibels by which the gain rises in a step of 32 ms: 2 in a second.
    static let rise: Float = 0.064
    /// Decibels by which the level fades in a step: 15 in a minute.
    static let fading: Float = 0.008

    /// The level that counts, in dBFS; nil before the first step.
    private var level: Float?
    private var decibels: Float = 0

    /// Takes the mean square of the next step.
    ///
    /// - Returns: the factor of amplitude for this step.
    mutating func gain(for power: Float) -> Float {
        let loud = Float(Decibels.ofPower(Double(power)))
        let level = max(loud, level.map { $0 - Self.fading } ?? loud)
        self.level = level
        decibels = min(max(0, Self.target - level), decibels + Self.rise, Self.most)
        return decibels == 0 ? 1 : Decibels.factor(decibels / 2)
    }
}
