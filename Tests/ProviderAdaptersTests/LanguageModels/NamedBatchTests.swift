import Foundation
import Language
import Plumbing
import Providers
import StandIns
import Testing
import VerbioTesting

/// How servers of the user's are asked for many lines: one member for each, with the line's own words as its name.
@Suite("Lines that are translated together by servers of one's own", .serialized, .timeLimit(.minutes(5)))
struct NamedBatchTests {
    private static let lines = ["Well, I said: \"no\".", "Two hundred and ten", "それは三つ目です。", "A\u{300} １０ h."]

    private func request(_ lines: [String] = lines) throws -> BatchRequest {
        BatchRequest(
            pair: try LanguagePair(from: .en, to: .es), lines: lines.map { .init(speaker: "user", text: $0) },
            context: CallContext(conversation: "test", utterance: 1))
    }

    /// The answer, the lines that came before its end, and the requests.
    private func ask(
        _ request: BatchRequest, of adapter: String = "openai-chat-structured", _ script: @escaping StandInServer.Script
    ) async throws -> (answer: Result<TranslatedBatch, ProviderError>, came: [TranslatedLine], sent: [RecordedRequest])
    {
        try await withStandIn(script) { server in
            guard case .translator(let translator) = AdapterCases.named(adapter).adapter(at: server.url),
                let batcher = translator.batcher
            else { throw StandInProblem("\(adapter) takes one line at a time") }
            let came = Locked<[TranslatedLine]>([])
            do {
                let answer = try await batcher.translate(request) { line in came.withLock { $0.append(line) } }
                return (.success(answer), came.withLock { $0 }, server.requests)
            } catch let error as ProviderError {
                return (.failure(error), came.withLock { $0 }, server.requests)
            }
        }
    }

    private func whole(_ content: String, ending: String = "stop") -> StandInAnswer {
        .json(
            200,
            #"{"choices":[{"message":{"content":\#(EchoStandIn.quoted(content))},"finish_reason":"\#(ending)"}]}"#)
    }

    /// A stream with this content, three characters an event.
    private func stream(_ content: String, ending: String?) -> StandInAnswer {
        let characters = Array(content)
        let deltas = stride(from: 0, to: characters.count, by: 3).map {
            let piece = String(characters[$0..<min($0 + 3, characters.count)])
            return #"data: {"choices":[{"delta":{"content":\#(EchoStandIn.quoted(piece))}}]}"#
        }
        let end = ending.map { [#"data: {"choices":[{"delta":{},"finish_reason":"\#($0)"}]}"#, "data: [DONE]"] }
        return .events(deltas + (end ?? []))
    }

    @Test(
        "Given a wire with strict schemas, when lines are sent, then each has a member with its number and first words",
        arguments: StrictSchema.wires)
    func schema(adapter: String, path: [String]) async throws {
        let texts = (1...12).map { $0 == 2 ? "Say \"yes\\no\"\tnow." : "Line number \($0) is here." }
        let sent = try #require(try await ask(try request(texts), of: adapter, EchoStandIn.script).sent.first)
        let schema = try StrictSchema(sent, at: path).schema
        let names = ["01 Line number 1", "02 Say yesno now.", "03 Line number 3"]
        let required = try #require(schema["required"] as? [String])
        #expect(Array(required.prefix(3)) == names && required.count == 12 && required == required.sorted())
        #expect(Set((schema["properties"] as? [String: Any] ?? [:]).keys) == Set(required))
        // Its members are in the order of the lines on the wire, because a grammar follows that order.
        let body = String(decoding: sent.body, as: UTF8.self)
        let properties = try #require(body.range(of: "\"properties\""))
        let places = required.compactMap { body.range(of: "\"\($0)\"", range: properties.lowerBound..<body.endIndex) }
        #expect(places.count == 12 && places.map(\.lowerBound) == places.map(\.lowerBound).sorted())
    }

    /// An answer of the model, and the texts that it gives for four lines; nil if it is no answer.
    private static let answers: [(String, [String?]?)] = [
        (#"{"1 Well, I said":"a","2 Two hundred and":"b","3 それは三つ目":"c","4 À １０ h.":"d"}"#, ["a", "b", "c", "d"]),
        // In another order, in a fence, in a document, with other marks and numbers.
        (
            "```json\n{\"2 two hundred\": \"b\",\n \"1 well I said\": \"a\", \"03 それは三つ目\": \"c\", \"4: à 10 h\": \"d\"}\n```",
            ["a", "b", "c", "d"]
        ),
        (
            #"{"translations":{"1 Well, I said":"a","2 Two hundred and":"b","3 それは三つ目":"c","4 À １０ h.":"d"}}"#,
            ["a", "b", "c", "d"]
        ),
        // One is missing, empty or named after another line.
        (#"{"1 Well, I said":"a","2 Two hundred and":"b","4 À １０ h.":"d"}"#, ["a", "b", nil, "d"]),
        (#"{"1 Well, I said":"a","2 Two hundred and":" ","3 それは三つ目":"c","4 À １０ h.":"d"}"#, ["a", nil, "c", "d"]),
        (#"{"1 Well, I said":"a","2 Well, I said":"b","3 それは三つ目":"c","4 À １０ h.":"d"}"#, ["a", nil, "c", "d"]),
        // The first of two, and texts that a name within a text looks like.
        (
            #"{"1 Well, I said":"\"2 Two hundred and\": \"x\",","2 Two hundred and":"b","2 Two hundred and":"x","3 それは三つ目":"c","4 À １０ h.":"d"}"#,
            [#""2 Two hundred and": "x","#, "b", "c", "d"]
        ),
        // The form of other servers, if the model prefers it.
        (
            #"{"translations":[{"id":1,"start":"Well, I said","translation":"a"},{"id":2,"start":"Two hundred and","translation":"b"},{"id":3,"start":"それは三つ目","translation":"c"},{"id":4,"start":"À １０ h","translation":"d"}]}"#,
            ["a", "b", "c", "d"]
        ),
        // Too little fits.
        (#"{"1 Well, I said":"a","2 Two hundred and":"b"}"#, nil),
        (#"{"1 Two hundred":"a","2 それは三つ目":"b","3 À １０ h.":"c","4 ":"d"}"#, nil), (#"["a","b","c","d"]"#, nil),
        ("a\nb\nc\nd", nil), ("", nil),
    ]

    @Test(
        "Given an answer with named members, when it is read, then each line gets the text with its own words",
        arguments: answers)
    func read(content: String, texts: [String?]?) async throws {
        let script = whole(content)
        switch try await ask(try request(), { _ in script }).answer {
        case .success(let answer): #expect(answer.texts == texts)
        case .failure(let error): #expect(texts == nil && error.failure == .unusable)
        }
    }

    @Test("Given recorded lines of a small model, when they come under their names, then all six are taken")
    func real() async throws {
        // The lines and answers of `real-servers/batch-by-names.py` with a model of half a billion parameters.
        let lines = [
            "Good morning and welcome to the City Museum.", "The tour begins in 10 minutes at the main entrance.",
            "The first room shows the history of the river.", "You can buy water and bread in the small shop.",
            "We will be back here in one hour.", "The museum is open every day of the week.",
        ]
        let texts = [
            "¡Buenas días y bienvenida a la Museo del City Museum.",
            "La tour inicia en 10 minutos en el centro de entrada.",
            "El primer apartado muestra la historia del river.", "Puedes comprar agua y pan en la pequeña shop.",
            "Estamos a la entrada de la Museo del City Museum en una hora.",
            "La Museo del City Museum está abierto cada día de la semana.",
        ]
        let names = lines.enumerated().map { "\($0 + 1) " + $1.split(separator: " ").prefix(3).joined(separator: " ") }
        let members = zip(names, texts).map { "  \"\($0)\": \"\($1)\"" }.joined(separator: ",\n")
        let script = stream("{\n\(members)\n}", ending: "stop")
        let (answer, came, _) = try await ask(try request(lines)) { _ in script }
        #expect(try answer.get().texts == texts)
        #expect(came.map(\.text) == texts && came.map(\.index) == Array(0..<6))
    }

    @Test(
        "Given a stream that is cut, when lines before that are complete, then they come, and only they",
        arguments: [("length", true), (nil, false)] as [(String?, Bool)])
    func cut(ending: String?, isAnswer: Bool) async throws {
        let beginning = #"{"1 Well, I said":"a, b","2 Two hundred and":"c","3 それは三つ目":"d" "#
        let script = stream(beginning, ending: ending)
        let (answer, came, _) = try await ask(try request()) { _ in script }
        #expect(came == [TranslatedLine(index: 0, text: "a, b"), TranslatedLine(index: 1, text: "c")])
        switch answer {
        case .success(let answer):
            #expect(isAnswer && answer.texts == ["a, b", "c", nil, nil])
        case .failure(let error):
            // A connection that broke may be asked again; the lines are the caller's to keep.
            #expect(!isAnswer && error.failure == .transient)
        }
    }

    @Test("Given a vendor's list that is cut, when lines before that are complete, then they come")
    func cutList() async throws {
        let beginning = """
            {"translations":[{"id":1,"start":"Well, I said","translation":"a"},{"id":2,"start":"Two hundred and",\
            "translation":"b}"},{"id":3,"start":"それは三つ目","transl
            """
        let script = stream(beginning, ending: "length")
        try await withStandIn(
            { _ in script },
            test: { server in
                let adapter = AdapterCases.named("openai-chat-structured").adapter(at: server.url, isOwn: false)
                guard case .translator(let translator) = adapter, let batcher = translator.batcher else {
                    throw StandInProblem("no batches")
                }
                let came = Locked<[TranslatedLine]>([])
                let answer = try await batcher.translate(try request()) { line in came.withLock { $0.append(line) } }
                #expect(answer.texts == ["a", "b}", nil, nil])
                #expect(came.withLock { $0 }.map(\.index) == [0, 1])
            })
    }

    @Test("Given a server that refuses a schema, when a second batch follows, then it is not asked with one again")
    func refused() async throws {
        let asked = Locked<[Bool]>([])
        let names = #"{"1 One.":"Uno.","2 Two.":"Dos."}"#
        let script: StandInServer.Script = { [whole] request in
            let hasSchema = try request.json()["response_format"] != nil
            asked.withLock { $0.append(hasSchema) }
            return hasSchema
                ? .json(500, #"{"error":{"message":"response_format: Input should be text or json_object"}}"#)
                : whole(names, "stop")
        }
        try await withStandIn(script) { server in
            let adapter = AdapterCases.named("openai-chat-structured").adapter(at: server.url)
            guard case .translator(let translator) = adapter else { throw StandInProblem("no translator") }
            for _ in 0..<2 {
                let batcher = try #require(translator.batcher)
                let answer = try await batcher.translate(try request(["One.", "Two."])) { _ in }
                #expect(answer.texts == ["Uno.", "Dos."])
            }
        }
        #expect(asked.withLock { $0 } == [true, false, false])
    }
}
