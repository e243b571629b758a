import Audio
import ConversationTesting
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioTesting

/// Answers as configured and records its requests.
private final class Clerk: Translator {
    let descriptor = ProviderDescriptor(name: "clerk", model: "1")
    let capabilities: TranslatorCapabilities
    let requests = Locked<[TranslationRequest]>([])
    private let answer: @Sendable (TranslationRequest) -> String

    init(
        contextPairs: Int = 0, takesHints: Bool = false, addressed: Set<LanguageCode> = [],
        answer: @escaping @Sendable (TranslationRequest) -> String
    ) {
        let pairs = LanguageCode.tested.flatMap { from in
            LanguageCode.tested.compactMap { try? LanguagePair(from: from, to: $0) }
        }
        capabilities = TranslatorCapabilities(pairs: Set(pairs)) {
            $0.contextPairs = contextPairs
            $0.takesHints = takesHints
            $0.addressedLanguages = addressed
        }
        self.answer = answer
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        requests.withLock { $0.append(request) }
        return Translation(text: answer(request), language: request.pair.to)
    }

    /// Its requests, in the order of the utterances.
    var asked: [TranslationRequest] { requests.withLock { $0 }.sorted { $0.context.utterance < $1.context.utterance } }
}

@Suite("A conversation that is written", .timeLimit(.minutes(5)))
struct WrittenTests {
    private let store = InMemoryStore()

    private func conversation(_ id: Int, _ change: (inout ConversationSettings) -> Void) throws -> Conversation {
        var settings = ConversationSettings(
            pair: try LanguagePair(from: .en, to: .es), segmentation: "lines",
            providers: [.translation: ProviderDescriptor(name: "clerk", model: "1")])
        change(&settings)
        var conversation = Conversation(
            id: ConversationID(rawValue: "c0000000000000000000\(id)"), title: "letter", createdAt: 0, origin: .stream,
            source: SourceDescription(
                name: "letter", container: GivenText.container, codec: "utf-8", sampleRate: 16_000, channels: 1),
            settings: settings)
        conversation.kind = .written
        return conversation
    }

    /// Interprets the text and returns its records, and the events.
    private func run(
        _ text: String, _ clerk: Clerk, id: Int = 1, _ change: (inout ConversationSettings) -> Void = { _ in }
    ) async throws -> (records: [UtteranceRecord], events: [Event]) {
        let file = FileManager.default.temporaryDirectory.appending(path: "verbio-lines-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let conversation = try conversation(id, change)
        let providers = ProviderSet(recognizer: GivenText(), translator: clerk, synthesizer: nil)
        let events = Locked<[Event]>([])
        let finished = try await Interpreter(providers: providers, store: store, time: .patient).interpret(
            conversation, from: try TextLines(path: file.path)
        ) { delivered in
            if case .event(let event) = delivered { events.withLock { $0.append(event) } }
        }
        #expect(finished.state == .complete)
        let records = await store.utterances(of: conversation.id, after: 0, limit: 100)
        return (records, events.withLock { $0 })
    }

    @Test("Given a text, when it is read, then each line that is not blank is an utterance, in order")
    func lines() async throws {
        let clerk = Clerk { "«\($0.text)»" }
        let (records, events) = try await run("one fish\r\n\n  two fish \n\t\n…\nthree\u{7}fish", clerk)
        #expect(records.map { $0.recognition?.text } == ["one fish", "two fish", "…", "three fish"])
        #expect(
            records.map { $0.translation?.text } == ["«one fish»", "«two fish»", nil, "«three fish»"])
        #expect(records.map(\.outcome) == [.textOnly, .textOnly, .dropped(reason: "no-words"), .textOnly])
        let finished = events.filter { $0.name == "utterance.finished" }
        #expect(finished.compactMap(\.utterance) == [1, 2, 3, 4])
        #expect(clerk.asked.map(\.text) == ["one fish", "two fish", "three fish"])
    }

    @Test("Given a glossary, when lines are translated both ways, then each request has the terms of its line only")
    func terms() async throws {
        let clerk = Clerk { _ in "La factura Kestrel. The invoice." }
        _ = try await run("The invoice is here.\nLa factura está aquí.\nGood morning to you.", clerk) { settings in
            settings.sides.isTwoWay = true
            settings.wording.glossary = Glossary([.init("invoice", as: ["factura"], note: "a bill"), .init("Kestrel")])
        }
        #expect(
            clerk.asked.map(\.terms) == [
                [GlossaryTerm("invoice", as: ["factura"], note: "a bill")],
                [GlossaryTerm("factura", as: ["invoice"], note: "a bill")], [],
            ])
        #expect(clerk.asked.map(\.pair.to) == [.es, .en, .es])
    }

    @Test("Given a glossary, when a term changes, then only lines that have it are translated again")
    func invalidation() async throws {
        let text = "The invoice is here.\nGood morning.\nTwo invoices, please."
        let clerk = Clerk { "factura recibo \($0.context.utterance)" }
        for (id, target, calls) in [(1, "factura", 3), (2, "factura", 3), (3, "recibo", 5)] {
            _ = try await run(text, clerk, id: id) { settings in
                settings.wording.glossary = Glossary([.init("invoice", as: [target]), .init("unused \(id)", as: ["x"])])
            }
            #expect(clerk.asked.count == calls, "\(target)")
        }
        #expect(
            clerk.asked.suffix(5).filter { $0.terms.first?.targets == ["recibo"] }.map(\.context.utterance) == [1, 3])
    }

    @Test("Given a misheard term, when it is recognized, then it is corrected and shown, and the heard text is kept")
    func heardAs() async throws {
        let clerk = Clerk { _ in "¿Dónde está Kestrel?" }
        let recognizer = ScriptedRecognizer { request in
            let isFirst = request.context.utterance == 1
            return Recognition(text: isFirst ? "Where is the castrol?" : "Where is it?", language: .en)
        }
        var conversation = try conversation(1) { settings in
            settings.wording.glossary = Glossary([.init("Kestrel", heardAs: ["castrol"])])
        }
        (conversation.kind, conversation.source.container) = (.heard, "wav")
        let delivered = Locked<[Delivered]>([])
        _ = try await Interpreter(
            providers: ProviderSet(recognizer: recognizer, translator: clerk, synthesizer: nil), store: store,
            time: .patient
        ).interpret(conversation, from: ScriptedSource([try SpeechFixtures.speech()])) { item in
            delivered.withLock { $0.append(item) }
        }
        let records = await store.utterances(of: conversation.id, after: 0, limit: 2)
        #expect(clerk.asked.prefix(2).map(\.text) == ["Where is the Kestrel?", "Where is it?"])
        #expect(clerk.asked.prefix(2).map(\.terms) == [[GlossaryTerm("Kestrel")], []])
        #expect(records.map { $0.recognition?.text } == ["Where is the castrol?", "Where is it?"])
        #expect(records.map(\.saidText) == ["Where is the Kestrel?", "Where is it?"])
        #expect(records.first?.correction?.replaced == [.init(heard: "castrol", term: "Kestrel")])
        let recognized = delivered.withLock { $0 }.events.compactMap { event -> Event.Recognized? in
            if case .recognized(let body) = event.body { body } else { nil }
        }
        #expect(recognized.prefix(2).map(\.text) == ["Where is the Kestrel?", "Where is it?"])
        #expect(recognized.prefix(2).map(\.heard) == ["Where is the castrol?", nil])
    }

    @Test("Given typed text, when it resembles a misheard term, then it stays as it is")
    func typedAliases() async throws {
        let clerk = Clerk { _ in "Mi voz está en modo de voz." }
        let (records, events) = try await run("My voice is in voice mode.", clerk) { settings in
            settings.wording.glossary = Glossary([.init("invoice", as: ["factura"], heardAs: ["in voice"])])
        }
        #expect(clerk.asked.map(\.text) == ["My voice is in voice mode."])
        #expect(records.map(\.saidText) == ["My voice is in voice mode."] && records.first?.correction == nil)
        let recognized = events.compactMap { event -> Event.Recognized? in
            if case .recognized(let body) = event.body { body } else { nil }
        }
        #expect(recognized.map(\.heard) == [nil])
    }

    @Test("Given two sides, when a line is translated, then the translator gets the side that says it")
    func speakers() async throws {
        let clerk = Clerk { _ in "Buenos días. Good morning." }
        _ = try await run("Where is the station?\nEstá cerca del mercado, señora.", clerk) { $0.sides.isTwoWay = true }
        #expect(clerk.asked.map(\.speaker) == ["user", "other"])
    }

    @Test(
        "Given a missing term, when the translator takes hints, then it is asked once more, and otherwise the answer is flagged"
    )
    func missing() async throws {
        let obedient = Clerk(takesHints: true) { $0.hint == nil ? "La cuenta está aquí." : "La factura está aquí." }
        let glossary = Glossary([.init("invoice", as: ["factura"])])
        let asked = try await run("The invoice is here.", obedient) { $0.wording.glossary = glossary }
        #expect(obedient.asked.map(\.hint) == [nil, "Use these terms: invoice = factura."])
        #expect(asked.records.first?.translation?.text == "La factura está aquí.")
        #expect(asked.records.first?.translation?.flags == [])
        let deaf = Clerk { _ in "La cuenta está aquí." }
        let flagged = try await run("The invoice is here today.", deaf, id: 2) { $0.wording.glossary = glossary }
        #expect(deaf.asked.count == 1)
        #expect(flagged.records.first?.translation?.flags.map(\.name) == ["glossary"])
        #expect(flagged.records.first?.translation?.flags.first?.evidence == ["invoice"])
    }

    @Test("Given a form of address, when it changes, then only translators that take it are called again")
    func formality() async throws {
        for (addressed, calls) in [(Set<LanguageCode>([.es]), 2), ([], 1)] {
            let clerk = Clerk(addressed: addressed) { _ in "¿Cómo está?" }
            let store = InMemoryStore()
            let providers = ProviderSet(recognizer: GivenText(), translator: clerk, synthesizer: nil)
            for (id, formality) in [(1, Formality?.none), (2, .formal)] {
                let file = FileManager.default.temporaryDirectory.appending(path: "verbio-lines-\(UUID().uuidString)")
                try Data("How are you?".utf8).write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                _ = try await Interpreter(providers: providers, store: store, time: .patient).interpret(
                    try conversation(id) { $0.wording.formality = formality }, from: try TextLines(path: file.path)
                ) { _ in }
            }
            #expect(clerk.asked.count == calls)
            #expect(clerk.asked.map(\.formality) == Array([nil, .formal].prefix(calls)))
        }
    }

    @Test("Given a number of earlier lines, when a line is translated, then that many are shown")
    func context() async throws {
        for (id, pairs) in [(1, 0), (2, 3)] {
            let clerk = Clerk(contextPairs: 8) { "«\($0.text)»" }
            let text = (1...8).map { "line number \($0)" }.joined(separator: "\n")
            _ = try await run(text, clerk, id: id) { $0.context.pairs = pairs }
            #expect(clerk.asked.last?.earlier.count == pairs)
        }
    }

    @Test("Given a line that is too long, when it is read, then the run ends, and the lines before it are done")
    func tooLong() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "verbio-lines-\(UUID().uuidString)")
        try Data(("short\n\n" + String(repeating: "x", count: TextLines.longestLine + 1)).utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = try TextLines(path: file.path)
        let clerk = Clerk { "«\($0.text)»" }
        let finished = try await Interpreter(
            providers: ProviderSet(recognizer: GivenText(), translator: clerk, synthesizer: nil), store: store
        ).interpret(try conversation(1) { _ in }, from: lines) { _ in }
        #expect(finished.state == .interrupted)
        #expect(clerk.asked.map(\.text) == ["short"])
        #expect(lines.problem?.description.hasSuffix("line 3 is longer than 20000 bytes; break it into lines") == true)
    }
}
