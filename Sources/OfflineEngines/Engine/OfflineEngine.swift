public import Providers

/// One engine of this machine: what it is called, what it does, how it is made, and whether it can be used.
///
/// Each is a factory in the folder of its engine, and one line of ``OfflineEngineSettings/engines(time:)``.
public struct OfflineEngine: Sendable {
    /// Makes the engine.
    ///
    /// It is given the model that stood behind the name (`base` of `whisper/base`), or nil for the engine's own choice. It starts
    /// nothing yet, and throws ``ProviderError`` (`unavailable`) if the model cannot be used.
    public enum Maker: Sendable {
        case recognizer(@Sendable (_ model: String?) throws(ProviderError) -> any SpeechRecognizer)
        case translator(@Sendable (_ model: String?) throws(ProviderError) -> any Translator)
        case synthesizer(@Sendable (_ model: String?) throws(ProviderError) -> any SpeechSynthesizer)
    }

    /// `whisper`
    public let name: String
    /// Whether the name of a model may follow, as in `whisper/base`.
    public let takesModel: Bool
    /// The name as a list of engines shows it: `piper/VOICE`.
    public let form: String
    public let make: Maker
    /// Looks whether it can be used, without loading a model; nil for what is made of other engines.
    public let status: (@Sendable () async -> EngineStatus)?

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

    public var stage: Stage {
        switch make {
        case .recognizer: .recognition
        case .translator: .translation
        case .synthesizer: .synthesis
        }
    }
}
