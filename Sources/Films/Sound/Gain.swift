internal import Foundation

/// Gains as decibels and as factors.
enum Gain {
    static func factor(decibels: Float) -> Float { Float(pow(10, Double(decibels) / 20)) }
    static func decibels(factor: Float) -> Float { factor > 0 ? Float(20 * log10(Double(factor))) : -120 }
}
