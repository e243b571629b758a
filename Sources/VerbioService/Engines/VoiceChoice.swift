import Configuration
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience

extension Assembly {
    /// The same with the voice of a request: the one that it names, or the one that it prefers if that can be used.
    func speaking(_ request: ConversationRequest, with providers: ProviderSet) -> Assembly {
        guard request.isSpoken, providers.translates, let synthesizer = providers.synthesizers?.first else {
            return self
        }
        let preferred = request.preferredVoice.flatMap { voice in
            let languages = Set(request.directions.map(\.to))
            return synthesizer.capabilities.speaks(with: voice, any: languages) ? voice : nil
        }
        guard let voice = request.voice ?? preferred else { return self }
        var own = self
        own.settings.set(.voice, .string(voice))
        return own
    }
}

extension SynthesizerCapabilities {
    /// Whether a voice can speak one of these languages, as far as that is known here.
    func speaks(with voice: String, any languages: Set<LanguageCode>) -> Bool {
        let listed = voices.filter { $0.id == voice }
        guard !listed.isEmpty else { return hasOtherVoices }
        return listed.contains { languages.contains($0.language) }
    }
}
