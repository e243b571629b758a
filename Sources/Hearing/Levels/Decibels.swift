internal import Foundation

/// Decibels as Verbio writes them: never infinite, because JSON has no word for it.
public enum Decibels {
    /// What stands for silence: below anything 16 bits can hold.
    public static let silence = -120.0

    /// The level of an amplitude, 1 being full scale.
    public static func ofAmplitude(_ amplitude: Double) -> Double {
        amplitude > 0 ? max(silence, 20 * log10(amplitude)) : silence
    }

    /// The level of a mean square.
    public static func ofPower(_ power: Double) -> Double {
        power > 0 ? max(silence, 10 * log10(power)) : silence
    }

    /// The mean square that has this level.
    public static func power(of level: Double) -> Double { level <= silence ? 0 : pow(10, level / 10) }

    /// The factor of power that so many decibels are.
    static func factor(_ decibels: Float) -> Float {
        Float(pow(10, Double(decibels) / 10))
    }
}
