internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Plumbing
internal import Providers

/// A voice that a provider offers.
package struct ListedVoice: Sendable, Hashable, Codable {
    /// The voice's name in `--voice` and the configuration.
    package var id: String
    /// The voice's name for people, if that is different.
    package var name: String?
    /// Locales or languages, as the provider writes them.
    package var languages: [String]

    package init(id: String, name: String? = nil, languages: [String]) {
        self.id = id
        self.name = name
        self.languages = languages
    }
}

extension ProviderSetup {
    /// The voices that a provider says it has; those of its declaration if it has no list.
    ///
    /// - Throws: ``Problem`` of kind `usage` for a provider that does not speak; ``ProviderError``.
    package func voices(of name: String, besides others: [String] = []) async throws -> [ListedVoice] {
        guard let provider = catalog.providers[name], let stage = provider.synthesis else {
            let speaking = others + catalog.providers.filter { $0.value.synthesis != nil }.keys.sorted()
            throw Problem(
                .usage, "provider.unknown", "there is no provider '\(name)' that speaks",
                cure: cure(for: name, among: speaking, otherwise: "use one of: \(speaking.joined(separator: ", "))"))
        }
        if let voices = stage.wire.voices {
            return try await voices(
                Exchange(
                    endpoint: try endpoint(name, provider, stage.url), stage: .synthesis, access: stage.access))
        }
        let declared = try expanded(stage.voices) ?? [:]
        return Dictionary(grouping: declared, by: \.value).map { voice, entries in
            ListedVoice(id: voice, languages: entries.map(\.key).sorted())
        }.sorted { $0.id < $1.id }
    }
}
