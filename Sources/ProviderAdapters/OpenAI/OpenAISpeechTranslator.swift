internal import Audio
internal import Language
internal import Plumbing
internal import Providers

/// Translation of speech by OpenAI: a session of `GET /realtime/translations` as a WebSocket, for each utterance.
///
/// Options: `source-model` (the model that writes down what was said; without it a recognizer is called), `noise-reduction`.
struct OpenAISpeechTranslator: TranslationAdapter {
    let declaration: TranslationDeclaration
    let exchange: Exchange
    static let hearsSpeech = true

    /// The languages that it understands, as the vendor's cookbook lists them (read on 2026-12-01).
    static let languages = LanguageCode.known.filter { heard.contains($0.spokenCode) }
    /// The languages that it speaks: thirteen.
    static let targets: Set<LanguageCode>? = Set(LanguageCode.known.filter { spoken.contains($0.spokenCode) })

    private static let spoken: Set = ["de", "en", "es", "fr", "hi", "id", "it", "ja", "ko", "pt", "ru", "vi", "zh"]
    private static let heard = spoken.union([
        "af", "ar", "az", "be", "bg", "bn", "bs", "ca", "cs", "cy", "da", "el", "et", "eu", "fa", "fi", "gl", "gu",
        "he",
        "hr", "hu", "hy", "ka", "kk", "lt", "lv", "mk", "ml", "mn", "ms", "my", "nb", "ne", "nl", "no", "pa", "pl",
        "ro", "sk",
        "sl", "sq", "sr", "sv", "sw", "te", "th", "tr", "uk", "uz",
    ])

    func speechTranslator(_ translator: ProviderDescriptor) -> (any SpeechTranslator)? {
        exchange.endpoint.sockets.map {
            OpenAITranslationSession(
                descriptor: translator, declaration: declaration, exchange: exchange, sockets: $0)
        }
    }

    /// Translates the sound of an utterance, and leaves its voice out.
    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        guard let speech = request.speech else {
            throw exchange.error(
                .unsupported, "it translates the sound of an utterance, and there is none",
                cure: "name another translator with --mt")
        }
        guard let sockets = exchange.endpoint.sockets else {
            throw exchange.error(.unsupported, "it needs a WebSocket, and none can be opened here")
        }
        var session = OpenAITranslationSession(
            descriptor: ProviderDescriptor(name: exchange.endpoint.name, model: declaration.model),
            declaration: declaration, exchange: exchange, sockets: sockets)
        session.asksForSource = false
        let answer = try await session.interpret(
            SpeechTranslationRequest(speech: speech, pair: request.pair, context: request.context)
        ) { _ in }
        var translation = try exchange.translation(answer.text, of: request)
        translation.usage = answer.usage
        return translation
    }
}
