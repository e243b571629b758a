import CurlHTTP
import Language
import LocalEngines
import LocalModels
import Plumbing
import ProviderAdapters
import Providers

/// Translates with a language model behind llama.cpp's server on this machine.
///
/// The server is asked as any other server of a language model: with the same wire, prompts and reading of answers. Only its
/// start and its address are Verbio's own matter.
struct ServedTranslator: Translator {
    let descriptor: ProviderDescriptor
    let capabilities: TranslatorCapabilities
    let summarizer: (any ConversationSummarizer)?
    let batcher: (any BatchTranslator)?
    private let server: any LanguageModelServer
    private let wire: ServedWire

    /// A call may take that long, its wait for other calls included. A server that makes no progress is ended much earlier.
    private static let longestCall = Duration.seconds(3_600)

    /// Seconds of a processor core for each token of a translation and each billion of weights. Measured with a model of 1.5
    /// billion: 0.65 s for 11 tokens and their prompt.
    private static let secondsPerToken = 0.04

    /// - Parameters:
    ///   - facts: what the catalogue says of the model; nil for a model that is not in it.
    init(
        _ server: any LanguageModelServer, _ facts: CatalogueModel.LanguageModel?, client: HTTPClient, time: TimeSource
    ) {
        let use = LanguageModelUse(facts, billions: server.billions)
        let wire = ServedWire(use, server, client: client, time: time)
        let asked = wire.sample
        var capabilities = asked.capabilities
        capabilities.deadline = Self.longestCall
        capabilities.quality = use.quality
        capabilities.grades = capabilities.pairs.reduce(into: [:]) { grades, pair in
            grades[pair] = TranslationGrades.grade(of: "\(server.name)/\(server.model)", pair)
        }
        capabilities.secondsPerToken = Self.secondsPerToken * server.billions
        descriptor = asked.descriptor.of(server)
        self.capabilities = capabilities
        self.server = server
        self.wire = wire
        summarizer =
            use.summarizes
            ? asked.summarizer.map {
                ServedSummarizer(descriptor: $0.descriptor.of(server), server: server, wire: wire)
            } : nil
        batcher =
            use.batches
            ? asked.batcher.map { ServedBatcher(descriptor: $0.descriptor.of(server), server: server, wire: wire) }
            : nil
    }

    var warmedPlace: String? { "\(server.name):\(server.model)" }

    /// Loads the model, so that the first text does not wait for it.
    func warm() async { await server.prepare() }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        // What no server has to be asked for needs none: a request that cannot be made, and a text without content.
        try Task.checkCancellation()
        guard capabilities.pairs.contains(request.pair.plain), !request.text.allSatisfy(\.isWhitespace),
            request.text.unicodeScalars.count <= capabilities.maximumCharacters ?? .max
        else { return try await wire.sample.translate(request, piece: piece) }
        return try await withoutActuallyEscaping(piece) { piece in
            try await server.call { [wire] in try await wire.translator(at: $0).translate(request, piece: piece) }
        }
    }
}

/// Translates many lines with one call of such a model.
private struct ServedBatcher: BatchTranslator {
    let descriptor: ProviderDescriptor
    let server: any LanguageModelServer
    let wire: ServedWire

    func translate(_ batch: BatchRequest, line: PartialSink<TranslatedLine>) async throws -> TranslatedBatch {
        try await withoutActuallyEscaping(line) { line in
            try await server.call { [wire, descriptor] address in
                guard let batcher = wire.translator(at: address).batcher else { throw descriptor.lack(of: "batches") }
                return try await batcher.translate(batch, line: line)
            }
        }
    }
}

/// Summarizes with such a model.
private struct ServedSummarizer: ConversationSummarizer {
    let descriptor: ProviderDescriptor
    let server: any LanguageModelServer
    let wire: ServedWire

    func summarize(_ request: SummaryRequest) async throws -> Summary {
        try await server.call { [wire, descriptor] address in
            guard let summarizer = wire.translator(at: address).summarizer else {
                throw descriptor.lack(of: "summaries")
            }
            return try await summarizer.summarize(request)
        }
    }
}

extension ProviderDescriptor {
    /// The descriptor with the file of the server's model, so that another file's answers are not reused.
    fileprivate func of(_ server: any LanguageModelServer) -> ProviderDescriptor {
        var own = self
        own.parameters["file"] = server.fingerprint
        return own
    }

    fileprivate func lack(of what: String) -> ProviderError {
        ProviderError(.unsupported, stage: .translation, provider: name, "its wire has no \(what)")
    }
}
