internal import Audio
internal import CurlHTTP
internal import Language
internal import Plumbing
internal import Providers

/// One wire of speech to text: the request that it needs, and what its answer means.
///
/// ``DeclaredRecognizer`` does what all of them share.
protocol RecognitionAdapter: Sendable {
    /// Whether every answer contains a confidence.
    static var givesConfidence: Bool { get }
    /// Whether it can work without the spoken language in the request.
    static var detectsLanguage: Bool { get }
    /// The languages of a provider that declares none.
    static var languages: [LanguageCode] { get }
    /// The varieties of languages that a request can name.
    static var varieties: Set<LanguageTag> { get }
    /// Whether it takes a text as context: an option `prompt`, and the preceding speech.
    var takesPrompt: Bool { get }
    /// The ways in which the wire takes audio, the usual one first.
    static var uploads: [SpeechEncoding] { get }
    /// Hears utterances while they are being said; nil if the wire cannot.
    var streaming: (any StreamingRecognizer)? { get }

    init(declaration: RecognitionDeclaration, exchange: Exchange)

    /// Recognizes an utterance that is not empty, in a declared language.
    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition
}

extension RecognitionAdapter {
    static var givesConfidence: Bool { false }
    static var detectsLanguage: Bool { false }
    static var languages: [LanguageCode] { LanguageCode.tested }
    static var varieties: Set<LanguageTag> { [] }
    var takesPrompt: Bool { false }
    static var uploads: [SpeechEncoding] { [.flac, .wav, .opus] }
    var streaming: (any StreamingRecognizer)? { nil }
}

/// A recognizer as the configuration declares it, over any wire.
struct DeclaredRecognizer<Adapter: RecognitionAdapter>: SpeechRecognizer, ExchangingProvider {
    let descriptor: ProviderDescriptor
    let capabilities: RecognizerCapabilities
    private let declaration: RecognitionDeclaration
    let exchange: Exchange
    private let adapter: Adapter
    /// The bytes of the smallest upload that was too large for the server, while a smaller one was taken.
    ///
    /// The server's limit is not always declared, for example if another server stands in front of it.
    private let refused = Locked(Int.max)

    init(_ declaration: RecognitionDeclaration, at endpoint: Endpoint) {
        var declaration = declaration
        declaration.languages = declaration.languages ?? Adapter.languages
        // Encodings that the wire does not take are not sent, even if they are declared.
        let declared = declaration.upload?.encodings.filter(Adapter.uploads.contains)
        declaration.upload = UploadOrder(declared ?? []) ?? UploadOrder(Array(Adapter.uploads.prefix(1)))
        self.declaration = declaration
        descriptor = declaration.descriptor(endpoint.name)
        exchange = Exchange(
            endpoint: endpoint, stage: .recognition, access: declaration.access,
            deadlines: Deadlines.recognition.at(endpoint, declared: declaration.deadline))
        adapter = Adapter(declaration: declaration, exchange: exchange)
        capabilities = declaration.capabilities(
            confidence: Adapter.givesConfidence, detectsLanguage: Adapter.detectsLanguage,
            takesPrompt: adapter.takesPrompt, varieties: Adapter.varieties,
            at: endpoint)
    }

    var streaming: (any StreamingRecognizer)? { adapter.streaming }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        if let nothing = try declaration.check(request, exchange) { return nothing }
        // If even the smallest upload is larger than one that was refused before, it is sent nevertheless: the server may have
        // changed.
        let known = refused.withLock { $0 } - 1
        var upload =
            try (try? AudioUpload(request, declaration, exchange, most: known))
            ?? AudioUpload(request, declaration, exchange)
        var tooMany: Int?
        while true {
            do {
                let recognition = try await adapter.recognize(request, upload, hypothesis: hypothesis)
                // Only now it is known that the size was the reason.
                if let tooMany { refused.withLock { $0 = min($0, tooMany) } }
                return recognition
            } catch let error as ProviderError where error.failure == .tooLarge {
                tooMany = upload.bytes.count
                let most = upload.bytes.count - 1
                // The server may take a smaller upload. If the audio cannot be packed smaller, the server's own error is
                // thrown.
                guard let smaller = try? AudioUpload(request, declaration, exchange, most: most) else { throw error }
                upload = smaller
            }
        }
    }
}

extension RecognitionDeclaration {
    /// The context of a request: the option's text, then the preceding speech; nil for none.
    func prompt(for request: RecognitionRequest) -> String? {
        guard let before = request.prompt else { return options?["prompt"] }
        guard !before.isEmpty else { return nil }
        return options?["prompt"].map { "\($0) \(before)" } ?? before
    }

    /// The words and names of the option `terms`, which stand between commas; nil if there are none.
    var terms: [String]? {
        let terms = (options?["terms"] ?? "").split(separator: ",").map { String($0).trimmingBlanks }
            .filter { !$0.isEmpty }
        return terms.isEmpty ? nil : terms
    }

    fileprivate func capabilities(
        confidence: Bool, detectsLanguage: Bool, takesPrompt: Bool, varieties: Set<LanguageTag>, at endpoint: Endpoint
    ) -> RecognizerCapabilities {
        let known = Set(languages ?? [])
        return RecognizerCapabilities(languages: known) {
            $0.varieties = varieties.filter { known.contains($0.code) }
            $0.streams = streams ?? false
            $0.wordTimes = wordTimes ?? false
            $0.confidence = confidence
            $0.maximumSeconds = longestUpload
            $0.maximumConcurrency = concurrency
            $0.findsConcurrency = concurrency == nil && endpoint.server != nil
            $0.deadline = endpoint.patience(of: .recognition, declared: deadline)
            $0.price = price
            $0.detectsLanguage = detectsLanguage
            $0.takesPrompt = takesPrompt
            $0.ownPrompt = takesPrompt ? options?["prompt"] : nil
        }
    }

    fileprivate func descriptor(_ name: String) -> ProviderDescriptor {
        var parameters = options ?? [:]
        parameters["wire"] = wire.rawValue
        // The other encodings serve if the first does not fit, and that depends on the audio.
        parameters["upload"] = encodings[0].rawValue
        return ProviderDescriptor(name: name, model: model, parameters: parameters)
    }

    /// Checks whether the request can be made.
    ///
    /// - Returns: the answer if there is no audio, because no provider needs to be called then.
    /// - Throws: ``ProviderError`` of class `unsupported` for a language that is not declared.
    fileprivate func check(_ request: RecognitionRequest, _ exchange: Exchange) throws -> Recognition? {
        for language in [request.language] + request.candidates where !(languages?.contains(language) ?? true) {
            throw exchange.error(.unsupported, "\(language.englishName) is not among its languages")
        }
        guard request.audio.isEmpty else { return nil }
        return Recognition(text: "", language: request.language, usage: Usage(audioSeconds: 0))
    }
}
