import Interpreting
import Plumbing
import Providers
import Resilience

/// What is done if a translation is too long for the time of its original.
enum VoiceFit: String, Sendable {
    /// As ``shorten`` for films, otherwise as ``speed``.
    case auto
    /// A translator that takes hints is asked for a shorter one.
    case shorten
    /// It is only spoken faster.
    case speed

    /// - Throws: `Problem` of kind `usage` that names the setting.
    init(_ settings: Settings) throws(Problem) {
        self = try AnswerSetting.fit.word(in: settings).flatMap(Self.init) ?? .auto
    }

    /// Whether shorter translations are asked for.
    ///
    /// - Parameter films: whether a film is made.
    func shortens(films: Bool) -> Bool { self == .shorten || self == .auto && films }

    /// Whether there is a voice, and a translator that can be asked for a shorter text.
    func isPossible(with providers: ProviderSet) -> Bool {
        providers.synthesizers != nil && providers.translators.providers.contains(where: \.capabilities.takesHints)
    }
}
