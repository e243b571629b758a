internal import Foundation

/// Decibels as Verbio writes them: never infinite, because JSON has no word for it.
enum Decibels {
    /// What stands for silence: below anything 16 bits can hold.
    static let silence = -120.0

    static func ofAmplitude(_ amplitude: Double) -> Double {
        amplitude > 0 ? max(silence, 20 * log10(amplitude)) : silence
    }

    static func ofPower(_ power: Double) -> Double {
        power > 0 ? max(silence, 10 * log10(power)) : silence
    }

    /// The factor of power that so many decibels are.
    static func factor(_ decibels: Float) -> Float {
        Float(pow(10, Double(decibels) / 10))
    }
}
