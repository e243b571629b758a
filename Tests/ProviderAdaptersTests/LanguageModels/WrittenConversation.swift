import Audio
import ConversationTesting
import Conversations
import Foundation
import Interpreting
import Language
import Providers
import StandIns
import Testing
import VerbioTesting

/// Lines that a language model translates in a whole conversation, with the body of every request it got.
struct WrittenConversation {
    /// A declared language model that is shown six pairs and asked once.
    struct Model: Translator {
        let base: any Translator
        var descriptor: ProviderDescriptor { base.descriptor }
        var capabilities: TranslatorCapabilities {
            var capabilities = base.capabilities
            capabilities.contextPairs = 6
            capabilities.takesHints = false
            capabilities.takesLater = true
            return capabilities
        }
        var summarizer: (any ConversationSummarizer)? { base.summarizer.map(Summarizer.init) }

        func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
            // Later ones overtake earlier ones in every possible way.
            for _ in 0..<(request.context.utterance * 7 % 23) { await Task.yield() }
            return try await base.translate(request, piece: piece)
        }
    }

    /// The same if it summarizes, sometimes fast, sometimes slowly.
    struct Summarizer: ConversationSummarizer {
        let base: any ConversationSummarizer
        var descriptor: ProviderDescriptor { base.descriptor }

        func summarize(_ request: SummaryRequest) async throws -> Summary {
            for _ in 0..<(request.context.utterance % 4 * 60) { await Task.yield() }
            return try await base.summarize(request)
        }
    }

    /// One request.
    struct Sent: Sendable {
        var bytes: Int
        var document: ModelDocument
    }

    var adapter = "openai-chat"
    var inFlight = 8
    var change: @Sendable (inout ConversationSettings) -> Void = { _ in }

    /// What is asked for each line, in their order.
    func requests(for lines: [String]) async throws -> [Sent] { try await allRequests(for: lines).translations }

    /// What is asked for each line, in their order, and what is asked to be summarized.
    func allRequests(for lines: [String]) async throws -> (translations: [Sent], summaries: [Sent]) {
        let file = FileManager.default.temporaryDirectory.appending(path: "verbio-lines-\(UUID().uuidString)")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await withStandIn(EchoStandIn.script) { server in
            guard case .translator(let base) = AdapterCases.named(adapter).adapter(at: server.url, isOwn: false)
            else {
                throw StandInProblem("\(adapter) is no translator")
            }
            let model = Model(base: base)
            var settings = ConversationSettings(
                pair: try LanguagePair(from: .en, to: .es), segmentation: "lines",
                providers: [.translation: model.descriptor])
            change(&settings)
            var conversation = Conversation(
                id: .random(), title: "lines", createdAt: 0, origin: .file(path: file.path, sha256: ""),
                source: SourceDescription(
                    name: "lines", container: GivenText.container, codec: "utf-8", sampleRate: 16_000, channels: 1),
                settings: settings)
            conversation.kind = .written
            let providers = ProviderSet(recognizer: GivenText(), translator: model, synthesizer: nil)
            let configuration = InterpreterConfiguration(
                utterancesInFlight: inFlight, concurrency: [.recognition: 1, .translation: inFlight, .synthesis: 1])
            let finished = try await Interpreter(
                providers: providers, store: InMemoryStore(), configuration: configuration, time: .patient
            ).interpret(conversation, from: try TextLines(path: file.path)) { _ in }
            guard finished.state == .complete else { throw StandInProblem("ended \(finished.state)") }
            let places = Dictionary(zip(lines, lines.indices)) { first, _ in first }
            let all = try server.requests.map { Sent(bytes: $0.body.count, document: try ModelDocument(of: $0)) }
            return (
                all.filter { $0.document.turns.isEmpty }
                    .sorted { places[$0.document.utterance] ?? -1 < places[$1.document.utterance] ?? -1 },
                all.filter { !$0.document.turns.isEmpty }
            )
        }
    }
}

/// What a language model receives: the instructions, and the document of the user's message.
struct ModelDocument: Sendable {
    var instructions: String
    /// The document as it was sent.
    var text: String
    /// The names of its members.
    var members: Set<String>
    var utterance: String
    /// The sources of the earlier pairs.
    var earlier: [String]
    /// The sources of what comes next.
    var later: [String]
    /// What was said before these, in few words.
    var summary: String?
    /// The sources of what is to be summarized.
    var turns: [String]
    /// The texts that are to be translated together.
    var lines: [String]

    /// Every text in the document, wherever it is.
    var texts: [String]

    init(of request: RecordedRequest) throws {
        // Not by JSONSerialization, which on Linux loses a U+FEFF at the beginning of a text.
        let body = try JSONDocument(parsing: request.body)
        text = try EchoStandIn.text(body["input"] ?? body["messages"]?.array?.last?["content"])
        instructions = try EchoStandIn.text(body["instructions"] ?? body["system"] ?? body["messages"]?[0]?["content"])
        let document = try JSONDocument(parsing: Array(text.utf8))
        guard case .object(let members) = document else { throw StandInProblem("the message is no document") }
        self.members = Set(members.keys)
        texts = Self.texts(of: document)
        utterance = document["utterance"]?.string ?? ""
        earlier = (document["earlier"]?.array ?? []).compactMap { $0["source"]?.string }
        later = (document["later"]?.array ?? []).compactMap { $0["source"]?.string }
        summary = document["summary"]?.string
        turns = (document["turns"]?.array ?? []).compactMap { $0["source"]?.string }
        lines =
            if case .object(let named) = document["lines"] {
                named.sorted { $0.key < $1.key }.compactMap(\.value.string)
            } else { (document["lines"]?.array ?? []).compactMap { $0["text"]?.string } }
    }

    /// A request's body with another message in the place of the user's.
    static func around(_ request: RecordedRequest) throws -> String {
        let body = String(decoding: request.body, as: UTF8.self)
        let message = String(decoding: try JSONEncoder.plain.encode(try Self(of: request).text), as: UTF8.self)
        let places = body.utf8.ranges(of: Array(message.utf8))
        try #require(places.count == 1, "\(body.prefix(200))")
        return String(body[..<places[0].lowerBound]) + "MESSAGE" + String(body[places[0].upperBound...])
    }

    private static func texts(of value: JSONDocument) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(texts)
        case .object(let members): members.values.flatMap(texts)
        default: []
        }
    }
}
