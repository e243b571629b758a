internal import Foundation

/// Decibels as Verbio writes them: never infinite, because JSON cannot represent infinity.
public enum Decibels {
    /// The value for silence: below the range of 16 bits.
    public static let silence = -120.0

    /// The level of an amplitude; 1 is full scale.
    public static func ofAmplitude(_ amplitude: Double) -> Double {
        amplitude > 0 ? max(silence, 20 * log10(amplitude)) : silence
    }

    /// The level of a mean square.
    public static func ofPower(_ power: Double) -> Double {
        power > 0 ? max(silence, 10 * log10(power)) : silence
    }

    /// The mean square that has this level.
    public static func power(of level: Double) -> Double { level <= silence ? 0 : pow(10, level / 10) }

    /// The factor of power of a number of decibels.
    static func factor(_ decibels: Float) -> Float {
        Float(pow(10, Double(decibels) / 10))
    }
}
