internal import HTTPTypes

extension WireAccess {
    fileprivate static let elevenLabs = WireAccess(credential: .header("xi-api-key"), dialect: .elevenLabs)
}

extension RecognitionWire {
    /// `POST /v1/speech-to-text` of ElevenLabs.
    package static let elevenLabs = RecognitionWire(
        "elevenlabs", by: ElevenLabsRecognizer.self, .elevenLabs, options: nil)
}

extension SynthesisWire {
    /// `POST /v1/text-to-speech` of ElevenLabs.
    package static let elevenLabs = SynthesisWire(
        "elevenlabs", by: ElevenLabsSynthesizer.self, .elevenLabs,
        options: [
            "neighbours": .onOff, "seed": .count, "send-language": .onOff, "similarity-boost": .number,
            "speed": .number, "stability": .number, "style": .number, "text-normalization": .text,
            "timestamps": .onOff,
        ], voices: { try await elevenLabsVoices($0) })

    private static func elevenLabsVoices(_ exchange: Exchange) async throws -> [ListedVoice] {
        struct Answer: Decodable {
            struct Voice: Decodable {
                struct Verified: Decodable {
                    var language: String
                }

                var id: String
                var name: String?
                var languages: [Verified]?

                enum CodingKeys: String, CodingKey {
                    case id = "voice_id"
                    case name
                    case languages = "verified_languages"
                }
            }

            var voices: [Voice]
        }
        let answer = try await exchange.document(Answer.self, of: try await exchange.send(.get, "/v1/voices"))
        return answer.voices.map { voice in
            ListedVoice(
                id: voice.id, name: voice.name,
                languages: Set((voice.languages ?? []).map(\.language)).sorted())
        }
    }
}
