public import Providers

// For each wire, who speaks it, where its key goes and how it says what went wrong.

extension RecognitionDeclaration {
    /// The recognizer that is declared.
    public func recognizer(at endpoint: Endpoint) -> any SpeechRecognizer {
        switch wire {
        case .openAI: DeclaredRecognizer<OpenAIRecognizer>(self, at: endpoint, credential, .openAI)
        case .whisperCpp: DeclaredRecognizer<OpenAIRecognizer>(self, at: endpoint, credential, .whisperCpp)
        case .elevenLabs: DeclaredRecognizer<ElevenLabsRecognizer>(self, at: endpoint, credential, .elevenLabs)
        case .deepgram: DeclaredRecognizer<DeepgramRecognizer>(self, at: endpoint, credential, .deepgram)
        case .google: DeclaredRecognizer<GoogleRecognizer>(self, at: endpoint, credential, .google)
        case .azure: DeclaredRecognizer<AzureRecognizer>(self, at: endpoint, credential, .azure)
        }
    }

    var credential: Exchange.Credential {
        switch wire {
        case .openAI, .whisperCpp: .authorization("Bearer")
        case .elevenLabs: .header("xi-api-key")
        case .deepgram: .authorization("Token")
        case .google: .header("X-Goog-Api-Key")
        case .azure: .header("Ocp-Apim-Subscription-Key")
        }
    }
}

extension TranslationDeclaration {
    /// The translator that is declared.
    public func translator(at endpoint: Endpoint) -> any Translator {
        switch wire {
        case .openAIChat: DeclaredTranslator<OpenAIChatTranslator>(self, at: endpoint, credential, .openAI)
        case .openAIResponses: DeclaredTranslator<OpenAIResponsesTranslator>(self, at: endpoint, credential, .openAI)
        case .anthropic: DeclaredTranslator<AnthropicTranslator>(self, at: endpoint, credential, .anthropic)
        case .deepL: DeclaredTranslator<DeepLTranslator>(self, at: endpoint, credential, .deepL)
        case .google: DeclaredTranslator<GoogleTranslator>(self, at: endpoint, credential, .google)
        case .azure: DeclaredTranslator<AzureTranslator>(self, at: endpoint, credential, .azure)
        case .libreTranslate:
            DeclaredTranslator<LibreTranslateTranslator>(self, at: endpoint, credential, .libreTranslate)
        case .apertium: DeclaredTranslator<ApertiumAPYTranslator>(self, at: endpoint, credential, .apertiumAPY)
        }
    }

    var credential: Exchange.Credential {
        switch wire {
        case .openAIChat, .openAIResponses: .authorization("Bearer")
        case .anthropic: options?["authorization"] == "bearer" ? .authorization("Bearer") : .header("x-api-key")
        case .deepL: .authorization("DeepL-Auth-Key")
        case .google: .header("X-Goog-Api-Key")
        case .azure: .header("Ocp-Apim-Subscription-Key")
        // LibreTranslate's goes into the request's body.
        case .libreTranslate, .apertium: .none
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

    var credential: Exchange.Credential { wire.manners.credential }
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
