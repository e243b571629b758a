// The adapter of a vendor implements its wire; the code that all wires of a stage share calls the adapter.

extension RecognitionWire {
    /// - Parameters:
    ///   - name: its name in the configuration.
    ///   - adapter: the type that implements it.
    ///   - options: those that it takes; nil if all are passed on unchanged.
    init<Adapter: RecognitionAdapter>(
        _ name: String, by adapter: Adapter.Type, _ access: WireAccess, options: [String: OptionValue]?
    ) {
        self.init(rawValue: name, options: options, access: access) { DeclaredRecognizer<Adapter>($0, at: $1) }
    }
}

extension TranslationWire {
    /// - Parameters:
    ///   - name: its name in the configuration.
    ///   - adapter: the type that implements it.
    ///   - options: those that it takes; nil if all are passed on unchanged.
    ///   - chosenCredential: where the key goes if the options say so.
    init<Adapter: TranslationAdapter>(
        _ name: String, by adapter: Adapter.Type, _ access: WireAccess, options: [String: OptionValue]?,
        chosenCredential: @escaping @Sendable ([String: String]) -> Exchange.Credential? = { _ in nil }
    ) {
        self.init(
            rawValue: name, options: options, access: access, chosenCredential: chosenCredential,
            hearsSpeech: Adapter.hearsSpeech
        ) {
            DeclaredTranslator<Adapter>($0, at: $1)
        }
    }
}

extension SynthesisWire {
    /// - Parameters:
    ///   - name: its name in the configuration.
    ///   - adapter: the type that implements it.
    ///   - options: those that it takes; nil if all are passed on unchanged.
    ///   - voices: asks the server for its voices; nil if it has no list of voices.
    init<Adapter: SynthesisAdapter>(
        _ name: String, by adapter: Adapter.Type, _ access: WireAccess, options: [String: OptionValue]?,
        voices: (@Sendable (Exchange) async throws -> [ListedVoice])? = nil
    ) {
        self.init(rawValue: name, options: options, access: access, voices: voices) {
            DeclaredSynthesizer<Adapter>($0, at: $1)
        }
    }
}
