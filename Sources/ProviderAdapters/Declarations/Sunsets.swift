internal import Providers

extension ProviderDeclaration {
    /// The declaration of a stage.
    func stage(_ stage: Stage) -> (any StageDeclaration)? {
        switch stage {
        case .recognition: recognition
        case .translation: translation
        case .synthesis: synthesis
        }
    }
}

/// A model and the day on which it is shut down.
package struct ModelSunset: Sendable, Hashable {
    package var model: String
    package var sunset: Sunset

    /// `openai: the model whisper-1 is shut down on 2027-02-26; use gpt-transcribe`; in the past tense if the day has passed.
    ///
    /// - Parameter today: `2026-11-21`.
    package func sentence(of provider: String, today: String) -> String {
        let when = isPast(today) ? "was shut down on" : "will be shut down on"
        let cure = sunset.successor.map { "; use \($0)" } ?? "; its vendor names no successor"
        return "\(provider): the model \(model) \(when) \(sunset.date)\(cure)"
    }

    /// Days in ISO 8601 sort as text.
    package func isPast(_ today: String) -> Bool { sunset.date <= today }
}
