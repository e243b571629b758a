import Configuration
import Plumbing

/// Engines and limits for one run that replace those of the settings; nil leaves a setting as it is.
package struct EngineChoice: Sendable, Hashable {
    /// Names of recognizers, the first one first.
    package var recognizers: [String]?
    package var translators: [String]?
    package var synthesizers: [String]?
    package var voice: String?
    /// How many earlier utterances a translator is shown.
    package var contextPairs: Int?
    /// The cost limit of the run in US dollars.
    package var maximumCost: Double?
    /// Whether a provider without a known price may be used if there is a limit, and is counted as free.
    package var allowsUnknownPrices = false
    /// How long to wait for a server that is not running yet.
    package var serverWait: Duration?

    package init() {}

    /// Whether it names an engine of any stage.
    var namesEngines: Bool { recognizers != nil || translators != nil || synthesizers != nil }

    /// Sets what is not nil, as if it was given on the command line.
    package func apply(to settings: inout Settings) {
        settings.set(.recognizer, recognizers.map(ConfigContent.stringArray))
        settings.set(.translator, translators.map(ConfigContent.stringArray))
        settings.set(.synthesizer, synthesizers.map(ConfigContent.stringArray))
        settings.set(.voice, voice.map(ConfigContent.string))
        settings.set(.contextPairs, contextPairs.map(ConfigContent.int))
        settings.set(.maximumCost, maximumCost.map(ConfigContent.double))
        if allowsUnknownPrices { settings.set(.unknownPrices, .string("allow")) }
        settings.set(.serverWait, serverWait.map { .double($0.seconds) })
    }
}
