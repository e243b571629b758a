internal import Providers

/// One protocol of a provider's stage, for which there is an adapter.
///
/// Each wire is one value in the folder of its vendor and one line in `Wires.swift` at the root of this module. The
/// configuration finds it there by its name.
package protocol Wire: RawRepresentable<String>, CaseIterable, Hashable, Codable, Sendable
where AllCases == [Self] {
    /// The options that it takes; nil if all are passed on unchanged.
    var options: [String: OptionValue]? { get }
}

extension Wire {
    /// - Returns: nil if there is no wire of that name.
    package init?(rawValue: String) {
        guard let wire = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = wire
    }

    package static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// The wires of speech to text.
package struct RecognitionWire: Wire {
    package let rawValue: String
    package let options: [String: OptionValue]?
    let access: WireAccess
    let make: @Sendable (RecognitionDeclaration, Endpoint) -> any SpeechRecognizer
}

/// The wires of translation.
package struct TranslationWire: Wire {
    package let rawValue: String
    package let options: [String: OptionValue]?
    let access: WireAccess
    /// Where the key goes if the options say so; nil leaves it to `access`.
    let chosenCredential: @Sendable ([String: String]) -> Exchange.Credential?
    /// Whether it translates the sound of an utterance, and no text.
    let hearsSpeech: Bool
    let make: @Sendable (TranslationDeclaration, Endpoint) -> any Translator
}

/// The wires of text to speech.
package struct SynthesisWire: Wire {
    package let rawValue: String
    package let options: [String: OptionValue]?
    let access: WireAccess
    /// Asks the server for its voices; nil if it has no list of voices.
    let voices: (@Sendable (Exchange) async throws -> [ListedVoice])?
    let make: @Sendable (SynthesisDeclaration, Endpoint) -> any SpeechSynthesizer
}
