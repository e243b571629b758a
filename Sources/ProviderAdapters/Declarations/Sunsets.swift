package import Providers

extension ProviderDeclaration {
    /// The declaration of a stage.
    func stage(_ stage: Stage) -> (any StageDeclaration)? {
        switch stage {
        case .recognition: recognition
        case .translation: translation
        case .synthesis: synthesis
        }
    }

    /// The model of a stage unless the user names another one; nil if the provider does not do the stage.
    package func model(of stage: Stage) -> String? { self.stage(stage)?.model }

    /// When that model is shut down; nil if no day is known.
    package func sunset(of stage: Stage) -> Sunset? {
        self.stage(stage).flatMap { $0.sunset ?? otherSunsets?[$0.model] }
    }
}

/// A model and the day on which it is shut down.
package struct ModelSunset: Sendable, Hashable {
    package var model: String
    package var sunset: Sunset

    /// The number of days before the end during which it is called near, so that a user counts days and not months.
    package static let nearDays = 60

    package init(model: String, sunset: Sunset) { (self.model, self.sunset) = (model, sunset) }

    /// `openai: the model whisper-1 will be shut down on 2027-02-26; use gpt-transcribe`. If the day is near, it says in how many
    /// days; if it has passed, it is in the past tense.
    ///
    /// - Parameter today: `2026-11-21`.
    package func sentence(of provider: String, today: String) -> String {
        let when =
            switch daysLeft(from: today) {
            case nil: "will be shut down on \(sunset.date)"
            case let days? where days <= 0: "was shut down on \(sunset.date)"
            case 1?: "will be shut down tomorrow, on \(sunset.date)"
            case let days? where days <= Self.nearDays: "will be shut down in \(days) days, on \(sunset.date)"
            case _?: "will be shut down on \(sunset.date)"
            }
        return "\(provider): the model \(model) \(when); \(cure)"
    }

    private var cure: String {
        let others = (sunset.instead ?? []).joined(separator: ", ")
        return switch (sunset.successor, others.isEmpty) {
        case (let successor?, true): "use \(successor)"
        case (let successor?, false): "use \(successor), or another provider: \(others)"
        case (nil, false): "use another provider: \(others)"
        case (nil, true): "name another model, or another provider"
        }
    }

    /// How many days there are until it is shut down; none or fewer if it has been. Nil if one of the two is no day.
    package func daysLeft(from today: String) -> Int? {
        guard let now = Sunset.dayNumber(today), let end = Sunset.dayNumber(sunset.date) else { return nil }
        return end - now
    }

    /// Whether it is shut down within the days that count as near, or has been.
    package func isNear(_ today: String) -> Bool { daysLeft(from: today).map { $0 <= Self.nearDays } ?? false }

    /// Days in ISO 8601 sort as text.
    package func isPast(_ today: String) -> Bool { sunset.date <= today }
}

extension Sunset {
    /// The days from 1970-01-01 to a day such as `2027-02-26` in the Gregorian calendar; nil if the text is no day.
    static func dayNumber(_ text: String) -> Int? {
        guard isDay(text) else { return nil }
        let parts = text.split(separator: "-").compactMap { Int($0) }
        // The year begins in March, so that the day that leap years add is its last.
        let (year, month) = parts[1] > 2 ? (parts[0], parts[1] - 3) : (parts[0] - 1, parts[1] + 9)
        let leapDays = year / 4 - year / 100 + year / 400
        // 153 days are the five months from March to July, and from August to December.
        return year * 365 + leapDays + (153 * month + 2) / 5 + parts[2] - 1 - 719_468
    }
}

extension ProviderCatalog {
    /// The models that the entries use unless the user names another one, and that are shut down within ``ModelSunset/nearDays`` of
    /// a day, or have been, as `openai.tts: gpt-4o-mini-tts`.
    package func defaultsThatEnd(near today: String) -> [String] {
        providers.sorted { $0.key < $1.key }.flatMap { name, provider in
            Stage.allCases.compactMap { stage in
                guard let model = provider.model(of: stage), let sunset = provider.sunset(of: stage),
                    ModelSunset(model: model, sunset: sunset).isNear(today)
                else { return nil }
                return "\(name).\(stage.shortName): \(model)"
            }
        }
    }
}
