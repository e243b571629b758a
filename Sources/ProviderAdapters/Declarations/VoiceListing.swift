internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Plumbing
internal import Providers

/// A voice a provider has.
public struct ListedVoice: Sendable, Hashable, Codable {
    /// What `--voice` and the configuration call it.
    public var id: String
    /// What people call it, where that is something else.
    public var name: String?
    /// Locales or languages, as the provider writes them.
    public var languages: [String]

    public init(id: String, name: String? = nil, languages: [String]) {
        self.id = id
        self.name = name
        self.languages = languages
    }
}

extension ProviderSetup {
    /// The voices a provider says it has; those of its declaration where it cannot be asked.
    ///
    /// - Throws: ``Problem`` of kind `usage` for a provider that does not speak; ``ProviderError``.
    public func voices(of name: String) async throws -> [ListedVoice] {
        guard let provider = catalog.providers[name], let stage = provider.synthesis else {
            let speaking = catalog.providers.filter { $0.value.synthesis != nil }.keys.sorted()
            throw Problem(
                .usage, "provider.unknown", "there is no provider '\(name)' that speaks",
                cure: "use one of: \(speaking.joined(separator: ", "))")
        }
        let manners = stage.wire.manners
        let exchange = Exchange(
            endpoint: try endpoint(name, provider, stage.url), stage: .synthesis, credential: manners.credential,
            dialect: manners.dialect)
        switch stage.wire {
        case .elevenLabs: return try await elevenLabsVoices(exchange)
        case .google: return try await googleVoices(exchange)
        case .azure: return try await azureVoices(exchange)
        case .openAI, .deepgram:
            let declared = try expanded(stage.voices) ?? [:]
            return Dictionary(grouping: declared, by: \.value).map { voice, entries in
                ListedVoice(id: voice, languages: entries.map(\.key).sorted())
            }.sorted { $0.id < $1.id }
        }
    }

    private func elevenLabsVoices(_ exchange: Exchange) async throws -> [ListedVoice] {
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

    private func googleVoices(_ exchange: Exchange) async throws -> [ListedVoice] {
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

    private func azureVoices(_ exchange: Exchange) async throws -> [ListedVoice] {
        struct Voice: Decodable {
            var name: String
            var localName: String?
            var locale: String

            enum CodingKeys: String, CodingKey {
                case name = "ShortName"
                case localName = "LocalName"
                case locale = "Locale"
            }
        }
        let voices = try await exchange.document(
            [Voice].self, of: try await exchange.send(.get, "/cognitiveservices/voices/list"))
        return voices.map { ListedVoice(id: $0.name, name: $0.localName, languages: [$0.locale]) }
    }
}
