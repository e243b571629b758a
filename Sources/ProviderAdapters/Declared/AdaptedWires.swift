// A wire is spoken by the adapter of its vendor within what all of a stage have in common.

extension RecognitionWire {
    /// - Parameters:
    ///   - name: what the configuration calls it.
    ///   - adapter: what speaks it.
    ///   - options: those it takes; nil if all are sent on as they are.
    init<Adapter: RecognitionAdapter>(
        _ name: String, by adapter: Adapter.Type, _ access: WireAccess, options: [String: OptionValue]?
    ) {
        self.init(rawValue: name, options: options, access: access) { DeclaredRecognizer<Adapter>($0, at: $1) }
    }
}

extension TranslationWire {
    /// - Parameters:
    ///   - name: what the configuration calls it.
    ///   - adapter: what speaks it.
    ///   - options: those it takes; nil if all are sent on as they are.
    ///   - chosenCredential: where the key goes if the options say so.
    init<Adapter: TranslationAdapter>(
        _ name: String, by adapter: Adapter.Type, _ access: WireAccess, options: [String: OptionValue]?,
        chosenCredential: @escaping @Sendable ([String: String]) -> Exchange.Credential? = { _ in nil }
    ) {
        self.init(rawValue: name, options: options, access: access, chosenCredential: chosenCredential) {
            DeclaredTranslator<Adapter>($0, at: $1)
        }
    }
}

extension SynthesisWire {
    /// - Parameters:
    ///   - name: what the configuration calls it.
    ///   - adapter: what speaks it.
    ///   - options: those it takes; nil if all are sent on as they are.
    ///   - voices: asks the server which voices it has; nil if it cannot be asked.
    init<Adapter: SynthesisAdapter>(
        _ name: String, by adapter: Adapter.Type, _ access: WireAccess, options: [String: OptionValue]?,
        voices: (@Sendable (Exchange) async throws -> [ListedVoice])? = nil
    ) {
        self.init(rawValue: name, options: options, access: access, voices: voices) {
            DeclaredSynthesizer<Adapter>($0, at: $1)
        }
    }
}
