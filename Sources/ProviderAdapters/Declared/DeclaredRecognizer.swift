internal import Audio
internal import Language
internal import Plumbing
internal import Providers

/// One wire of speech to text: the request it wants, and what its answer means. What all of them have in common is
/// ``DeclaredRecognizer``'s.
protocol RecognitionAdapter: Sendable {
    /// Whether every answer has a confidence.
    static var givesConfidence: Bool { get }
    /// Whether it need not be told which language is spoken.
    static var detectsLanguage: Bool { get }
    /// The varieties of languages that it can be told to expect.
    static var varieties: Set<LanguageTag> { get }
    /// Whether it can be shown a text: an option `prompt`, and what was said before.
    var takesPrompt: Bool { get }
    /// The ways in which the wire takes audio, the usual one first.
    static var uploads: [SpeechEncoding] { get }

    init(declaration: RecognitionDeclaration, exchange: Exchange)

    /// Has an utterance recognized that is not empty, in a language that is declared.
    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition
}

extension RecognitionAdapter {
    static var givesConfidence: Bool { false }
    static var detectsLanguage: Bool { false }
    static var varieties: Set<LanguageTag> { [] }
    var takesPrompt: Bool { false }
    static var uploads: [SpeechEncoding] { [.flac, .wav, .opus] }
}

/// A recognizer as the configuration declares it, over whichever wire.
struct DeclaredRecognizer<Adapter: RecognitionAdapter>: SpeechRecognizer, ExchangingProvider {
    let descriptor: ProviderDescriptor
    let capabilities: RecognizerCapabilities
    private let declaration: RecognitionDeclaration
    let exchange: Exchange
    private let adapter: Adapter
    /// The bytes of the smallest upload that was more than the server takes, and less was taken: what it takes is not always
    /// declared, as where another server stands before it.
    private let refused = Locked(Int.max)

    init(_ declaration: RecognitionDeclaration, at endpoint: Endpoint) {
        var declaration = declaration
        // What the wire does not take is not sent, whatever is declared.
        let declared = declaration.upload?.encodings.filter(Adapter.uploads.contains)
        declaration.upload = UploadOrder(declared ?? []) ?? UploadOrder(Array(Adapter.uploads.prefix(1)))
        self.declaration = declaration
        descriptor = declaration.descriptor(endpoint.name)
        exchange = Exchange(
            endpoint: endpoint, stage: .recognition, access: declaration.access,
            deadlines: .recognition)
        adapter = Adapter(declaration: declaration, exchange: exchange)
        capabilities = declaration.capabilities(
            confidence: Adapter.givesConfidence, detectsLanguage: Adapter.detectsLanguage,
            takesPrompt: adapter.takesPrompt, varieties: Adapter.varieties)
    }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        if let nothing = try declaration.check(request, exchange) { return nothing }
        // Where even the smallest is larger than what was refused before, the server is asked all the same: it may have changed.
        let known = refused.withLock { $0 } - 1
        var upload =
            try (try? AudioUpload(request, declaration, exchange, most: known))
            ?? AudioUpload(request, declaration, exchange)
        var tooMany: Int?
        while true {
            do {
                let recognition = try await adapter.recognize(request, upload, hypothesis: hypothesis)
                // Only now it is known to have been for the bytes.
                if let tooMany { refused.withLock { $0 = min($0, tooMany) } }
                return recognition
            } catch let error as ProviderError where error.failure == .tooLarge {
                tooMany = upload.bytes.count
                let most = upload.bytes.count - 1
                // Packed smaller it may be taken. Where it cannot be, the server's own words are told.
                guard let smaller = try? AudioUpload(request, declaration, exchange, most: most) else { throw error }
                upload = smaller
            }
        }
    }
}

extension RecognitionDeclaration {
    /// The text a request is shown: the option's, then what was said before; nil for none.
    func prompt(for request: RecognitionRequest) -> String? {
        guard let before = request.prompt else { return options?["prompt"] }
        guard !before.isEmpty else { return nil }
        return options?["prompt"].map { "\($0) \(before)" } ?? before
    }

    fileprivate func capabilities(
        confidence: Bool, detectsLanguage: Bool, takesPrompt: Bool, varieties: Set<LanguageTag>
    ) -> RecognizerCapabilities {
        let known = Set(languages ?? LanguageCode.allCases)
        return RecognizerCapabilities(
            languages: known, varieties: varieties.filter { known.contains($0.code) }, streams: streams ?? false,
            wordTimes: wordTimes ?? false, confidence: confidence, maximumSeconds: longestUpload,
            maximumConcurrency: concurrency, price: price, detectsLanguage: detectsLanguage,
            takesPrompt: takesPrompt, ownPrompt: takesPrompt ? options?["prompt"] : nil)
    }

    fileprivate func descriptor(_ name: String) -> ProviderDescriptor {
        var parameters = options ?? [:]
        parameters["wire"] = wire.rawValue
        // The others are taken where there is no room for the first, which the audio decides.
        parameters["upload"] = encodings[0].rawValue
        return ProviderDescriptor(name: name, model: model, parameters: parameters)
    }

    /// Whether the request can be made.
    ///
    /// - Returns: the answer where there is no audio: nobody has to be asked.
    /// - Throws: ``ProviderError`` of class `unsupported` for a language that is not declared.
    fileprivate func check(_ request: RecognitionRequest, _ exchange: Exchange) throws -> Recognition? {
        for language in [request.language] + request.candidates where !(languages?.contains(language) ?? true) {
            throw exchange.error(.unsupported, "\(language.englishName) is not among its languages")
        }
        guard request.audio.isEmpty else { return nil }
        return Recognition(text: "", language: request.language, usage: Usage(audioSeconds: 0))
    }
}
