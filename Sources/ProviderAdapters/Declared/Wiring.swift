public import Providers

// For each wire, who speaks it, where its key goes and how it says what went wrong.

extension RecognitionDeclaration {
    /// The recognizer that is declared.
    public func recognizer(at endpoint: Endpoint) -> any SpeechRecognizer {
        switch wire {
        case .openAI:
            DeclaredRecognizer<OpenAIRecognizer>(self, at: endpoint, .authorization("Bearer"), .openAI)
        case .whisperCpp:
            DeclaredRecognizer<OpenAIRecognizer>(self, at: endpoint, .authorization("Bearer"), .whisperCpp)
        case .elevenLabs:
            DeclaredRecognizer<ElevenLabsRecognizer>(self, at: endpoint, .header("xi-api-key"), .elevenLabs)
        case .deepgram:
            DeclaredRecognizer<DeepgramRecognizer>(self, at: endpoint, .authorization("Token"), .deepgram)
        case .google:
            DeclaredRecognizer<GoogleRecognizer>(self, at: endpoint, .header("X-Goog-Api-Key"), .google)
        case .azure:
            DeclaredRecognizer<AzureRecognizer>(
                self, at: endpoint, .header("Ocp-Apim-Subscription-Key"), .azure)
        }
    }
}

extension TranslationDeclaration {
    /// The translator that is declared.
    public func translator(at endpoint: Endpoint) -> any Translator {
        switch wire {
        case .openAIChat:
            DeclaredTranslator<OpenAIChatTranslator>(self, at: endpoint, .authorization("Bearer"), .openAI)
        case .openAIResponses:
            DeclaredTranslator<OpenAIResponsesTranslator>(self, at: endpoint, .authorization("Bearer"), .openAI)
        case .anthropic:
            DeclaredTranslator<AnthropicTranslator>(
                self, at: endpoint,
                options?["authorization"] == "bearer" ? .authorization("Bearer") : .header("x-api-key"), .anthropic)
        case .deepL:
            DeclaredTranslator<DeepLTranslator>(self, at: endpoint, .authorization("DeepL-Auth-Key"), .deepL)
        case .google:
            DeclaredTranslator<GoogleTranslator>(self, at: endpoint, .header("X-Goog-Api-Key"), .google)
        case .azure:
            DeclaredTranslator<AzureTranslator>(
                self, at: endpoint, .header("Ocp-Apim-Subscription-Key"), .azure)
        case .libreTranslate:
            // Its key goes into the request's body.
            DeclaredTranslator<LibreTranslateTranslator>(self, at: endpoint, .none, .libreTranslate)
        case .apertium:
            DeclaredTranslator<ApertiumAPYTranslator>(self, at: endpoint, .none, .apertiumAPY)
        }
    }
}

extension SynthesisDeclaration {
    /// The synthesizer that is declared.
    public func synthesizer(at endpoint: Endpoint) -> any SpeechSynthesizer {
        let (credential, dialect) = wire.manners
        return switch wire {
        case .elevenLabs: DeclaredSynthesizer<ElevenLabsSynthesizer>(self, at: endpoint, credential, dialect)
        case .openAI: DeclaredSynthesizer<OpenAISynthesizer>(self, at: endpoint, credential, dialect)
        case .deepgram: DeclaredSynthesizer<DeepgramSynthesizer>(self, at: endpoint, credential, dialect)
        case .google: DeclaredSynthesizer<GoogleSynthesizer>(self, at: endpoint, credential, dialect)
        case .azure: DeclaredSynthesizer<AzureSynthesizer>(self, at: endpoint, credential, dialect)
        }
    }
}

extension SynthesisWire {
    /// Where the key goes and how errors are told: for speaking and for asking which voices there are.
    var manners: (credential: Exchange.Credential, dialect: ErrorDialect) {
        switch self {
        case .elevenLabs: (.header("xi-api-key"), .elevenLabs)
        case .openAI: (.authorization("Bearer"), .openAI)
        case .deepgram: (.authorization("Token"), .deepgram)
        case .google: (.header("X-Goog-Api-Key"), .google)
        case .azure: (.header("Ocp-Apim-Subscription-Key"), .azure)
        }
    }
}
