package import Providers

/// One engine of this machine: its name, its stage, how it is made, and whether it can be used.
///
/// Each engine is a factory function in its own folder, and one line of ``LocalEngineSettings/engines(time:)``.
package struct LocalEngine: Sendable {
    /// Makes the engine.
    ///
    /// Its argument is the model after the name (`base` of `whisper/base`), or nil if the engine is to choose. It starts
    /// nothing yet, and throws ``ProviderError`` (`unavailable`) if the model cannot be used.
    package enum Maker: Sendable {
        case recognizer(@Sendable (_ model: String?) throws(ProviderError) -> any SpeechRecognizer)
        case translator(@Sendable (_ model: String?) throws(ProviderError) -> any Translator)
        /// Translates with a language model behind a server, which is asked as those of others are.
        case languageModel(@Sendable (_ model: String?) throws(ProviderError) -> any LanguageModelServer)
        case synthesizer(@Sendable (_ model: String?) throws(ProviderError) -> any SpeechSynthesizer)
    }

    /// The name, such as `whisper`.
    package let name: String
    /// Whether the name of a model may follow, as in `whisper/base`.
    package let takesModel: Bool
    /// The name as a list of engines shows it, such as `piper/VOICE`.
    package let form: String
    package let make: Maker
    /// Checks whether it can be used, without loading a model; nil if it is composed of other engines.
    package let status: (@Sendable () async -> EngineStatus)?

    init(
        _ name: String, takesModel: Bool = false, form: String? = nil, make: Maker,
        status: (@Sendable () async -> EngineStatus)? = nil
    ) {
        self.name = name
        self.takesModel = takesModel
        self.form = form ?? name
        self.make = make
        self.status = status
    }

    /// The stage that it does.
    package var stage: Stage {
        switch make {
        case .recognizer: .recognition
        case .translator, .languageModel: .translation
        case .synthesizer: .synthesis
        }
    }
}
