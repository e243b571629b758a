internal import HTTPTypes

extension WireAccess {
    fileprivate static let google = WireAccess(credential: .header("X-Goog-Api-Key"), dialect: .google)
}

extension RecognitionWire {
    /// `POST /v1/speech:recognize` of Google Cloud.
    package static let google = RecognitionWire("google", by: GoogleRecognizer.self, .google, options: .locales)

    /// `POST …/recognizers/_:recognize` of version 2.
    package static let googleV2 = RecognitionWire(
        "google-v2", by: GoogleSpeechV2.self,
        WireAccess(credential: .authorization("Bearer"), dialect: .google), options: .locales)
}

extension TranslationWire {
    /// `POST /language/translate/v2` of Google Cloud.
    package static let google = TranslationWire("google", by: GoogleTranslator.self, .google, options: [:])
}

extension SynthesisWire {
    /// `POST /v1/text:synthesize` of Google Cloud.
    package static let google = SynthesisWire(
        "google", by: GoogleSynthesizer.self, .google, options: ["pitch": .number, "speed": .number],
        voices: { try await googleVoices($0) })

    private static func googleVoices(_ exchange: Exchange) async throws -> [ListedVoice] {
        struct Answer: Decodable {
            struct Voice: Decodable {
                var name: String
                var languageCodes: [String]?
            }

            var voices: [Voice]?
        }
        let answer = try await exchange.document(Answer.self, of: try await exchange.send(.get, "/v1/voices"))
        return (answer.voices ?? []).map { ListedVoice(id: $0.name, languages: $0.languageCodes ?? []) }
    }
}
