internal import Foundation

/// Decibels as Verbio writes them: never infinite, because JSON cannot represent infinity.
package enum Decibels {
    /// The value for silence: below the range of 16 bits.
    package static let silence = -120.0

    /// The level of an amplitude; 1 is full scale.
    package static func ofAmplitude(_ amplitude: Double) -> Double {
        amplitude > 0 ? max(silence, 20 * log10(amplitude)) : silence
    }

    /// The level of a mean square.
    package static func ofPower(_ power: Double) -> Double {
        power > 0 ? max(silence, 10 * log10(power)) : silence
    }

    /// The mean square that has this level.
    package static func power(of level: Double) -> Double { level <= silence ? 0 : pow(10, level / 10) }

    /// The factor of power of a number of decibels.
    static func factor(_ decibels: Float) -> Float {
        Float(pow(10, Double(decibels) / 10))
    }
}
