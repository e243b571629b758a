import Configuration
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience

extension Assembly {
    /// This assembly with the voices that a request prefers, if the request names none and the synthesizer has them.
    func applyingPreferredVoice(of request: ConversationRequest, with providers: ProviderSet) -> Assembly {
        guard request.isSpoken, request.voice == nil, let preferred = request.preferredVoice, providers.translates,
            let synthesizer = providers.synthesizers?.first
        else { return self }
        let languages = Set(request.directions.map(\.to))
        let usable = NamedVoices(preferred).names.filter { synthesizer.capabilities.speaks(with: $0, any: languages) }
        guard !usable.isEmpty else { return self }
        var own = self
        own.settings.set(.voice, .string(usable.joined(separator: ",")))
        return own
    }
}

extension Problem {
    static let voiceNotAllowed = Problem(
        .usage, "limit.voice", "the tier does not allow the voice that would speak",
        cure: "name one of its voices for this language, do without speech, or ask for another tier")
}

extension SynthesizerCapabilities {
    /// Whether a voice can speak one of these languages, as far as that is known here.
    func speaks(with voice: String, any languages: Set<LanguageCode>) -> Bool {
        let listed = voices.filter { $0.id == voice }
        guard !listed.isEmpty else { return hasOtherVoices }
        return listed.contains { languages.contains($0.language) }
    }
}
