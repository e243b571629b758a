import Audio
import Configuration
import Conversations
import Foundation
import Guards
import Language
import Plumbing
import Providers
import StandIns
import Testing
import VerbioService
import VerbioTesting

/// Saved phrases, with simulated engines whose every call is logged.
@Suite("The phrase book", .timeLimit(.minutes(5)))
struct PhraseBookTests {
    private static let text = "Where is the pharmacy?"
    private static let pair = try! LanguagePair(from: .en, to: .es)

    /// Adds the phrase as `verbio phrases add` does.
    ///
    /// - Parameters:
    ///   - engines: names of a translator and a synthesizer; nil leaves those of the settings.
    @discardableResult
    private func add(
        _ workplace: Workplace, _ text: String = Self.text, mt: [String]? = nil, tts: String? = nil,
        voice: String? = nil, _ change: (inout PhraseBook.Addition) -> Void = { _ in }
    ) async throws -> PhraseBook.Added {
        var workplace = workplace
        if let mt { workplace.settings.set(.translator, .stringArray(mt)) }
        if let tts { workplace.settings.set(.synthesizer, .stringArray([tts])) }
        workplace.settings.set(.voice, voice.map(ConfigContent.string))
        var addition = PhraseBook.Addition(text, Self.pair)
        addition.namesTranslator = mt != nil
        addition.namesVoice = tts ?? "none" != "none" || voice != nil
        change(&addition)
        let assembly = workplace.assembly
        let store = try await assembly.store()
        let added = try await PhraseBook(assembly, store: store).add(
            PhraseBook.checked(addition), with: assembly.providers())
        try await store.close()
        return added
    }

    /// The phrases in the store.
    private func stored(_ workplace: Workplace) async throws -> [Phrase] {
        let store = try await workplace.assembly.store()
        let phrases = try await store.phrases(PhraseFilter(), limit: 100)
        try await store.close()
        return phrases
    }

    @Test("given one's own translation, when it is spoken, then no translator is called and missing audio is made once")
    func ownTranslation() async throws {
        try await Workplace.with { workplace in
            let first = try await add(workplace, tts: "none") {
                ($0.translation, $0.tags) = ("¿Dónde está la farmacia?", ["a"])
            }
            #expect(first.phrase.translation == "¿Dónde está la farmacia?")
            #expect(workplace.calls.isEmpty)
            #expect(try await stored(workplace).map(\.speech) == [nil])
            for _ in 0..<2 {
                let store = try await workplace.assembly.store()
                let voice = try await PhraseBook.voice(
                    of: first.phrase.id.rawValue, reading: store, assembly: workplace.assembly)
                #expect(!voice.samples.isEmpty)
                try await store.close()
            }
            #expect(workplace.calls.count == 1 && workplace.calls[0].contains("synthesis"))
            // The same phrase again is edited, not doubled.
            let second = try await add(workplace, tts: "sim:instant") {
                ($0.translation, $0.tags) = ("¿Dónde hay una farmacia?", ["b"])
            }
            #expect(second.phrase.id == first.phrase.id)
            #expect(second.phrase.tags == ["a", "b"])
            #expect(try await stored(workplace).count == 1)
        }
    }

    @Test("given engines that have answered, when they are named again, then only others are called")
    func namedAgain() async throws {
        try await Workplace.with { workplace in
            let other = try workplace.scenario("other", "seed: 2\n")
            try await add(workplace, mt: ["sim:instant"], tts: "sim:instant")
            #expect(workplace.calls.count == 2)
            try await add(workplace, mt: ["sim:instant"], tts: "sim:instant") { $0.tags = ["travel"] }
            #expect(workplace.calls.count == 2, "\(workplace.calls)")
            // It also answered as one of several.
            try await add(workplace, mt: [other, "sim:instant"], tts: "sim:instant")
            #expect(workplace.calls.count == 2, "\(workplace.calls)")
            try await add(workplace, mt: ["sim:instant"], tts: "sim:instant", voice: "sim-es-high")
            #expect(workplace.calls.count == 3, "\(workplace.calls)")
            try await add(workplace, mt: [other], tts: "none")
            #expect(workplace.calls.count == 4, "\(workplace.calls)")
            // The user's own words are no engine's answer.
            try await add(workplace, tts: "none") { $0.translation = "¿Y la farmacia?" }
            try await add(workplace, mt: [other], tts: "none")
            #expect(workplace.calls.count == 5, "\(workplace.calls)")
        }
    }

    @Test("given a voice that fails, when the phrase is added again, then what was paid for is not requested again")
    func failing() async throws {
        try await Workplace.with { workplace in
            let broken = try workplace.scenario("broken", "synthesis:\n  faults:\n    - fault: unauthorized\n")
            let failure = await #expect(throws: Problem.self) {
                try await add(workplace, mt: ["sim:instant"], tts: broken)
            }
            #expect(failure?.kind == .provider)
            #expect(try await stored(workplace).map(\.speech) == [nil])
            #expect(workplace.calls.count { $0.contains("translation") } == 1)
            try await add(workplace, tts: "sim:instant")
            #expect(workplace.calls.count { $0.contains("translation") } == 1)
            let voiced = workplace.calls.count
            // A tag alone costs nothing, and removes no voice.
            for silent in [nil, "none"] { try await add(workplace, tts: silent) { $0.tags = ["travel"] } }
            #expect(workplace.calls.count == voiced)
            let phrases = try await stored(workplace)
            #expect(phrases.map(\.tags) == [["travel"]] && phrases.allSatisfy { $0.speech != nil })
            // Another voice that cannot be made does not remove it either.
            await #expect(throws: Problem.self) { try await add(workplace, tts: broken) }
            #expect(try await stored(workplace).allSatisfy { $0.speech != nil })
        }
    }

    @Test(
        "given what is no phrase, when it is added, then one sentence says why and no engine is called",
        arguments: [
            (" ?! ", nil, [], "the phrase has no words"),
            (String(repeating: "a ", count: 600), nil, [], "1199 characters"),
            ("Hello", nil, ["two words"], "is no word"), ("Hello", "...", [], "the translation has no words"),
        ] as [(String, String?, [String], String)])
    func refused(text: String, translation: String?, tags: [String], sentence: String) throws {
        var addition = PhraseBook.Addition(text, Self.pair)
        (addition.translation, addition.tags) = (translation, tags)
        let problem = #expect(throws: Problem.self) { try PhraseBook.checked(addition) }
        #expect(problem?.kind == .usage && problem?.what.contains(sentence) == true, "\(String(describing: problem))")
    }

    @Test("given a limit, when the phrase may cost more, then no engine is called")
    func costs() async throws {
        try await Workplace.with { workplace in
            workplace.environment["DEEPL_API_KEY"] = "k"
            workplace.settings.set(.maximumCost, .double(0.000001))
            let problem = await #expect(throws: Problem.self) {
                try await add(workplace, mt: ["deepl"], tts: "sim:instant")
            }
            #expect(problem?.code == "cost.limit" && problem?.place == "--max-cost")
            #expect(workplace.calls.isEmpty)
        }
    }

    @Test("given no such phrase, when its voice is requested, then one sentence says so")
    func unknown() async throws {
        try await Workplace.with { workplace in
            let store = try await workplace.assembly.store()
            let problem = await #expect(throws: Problem.self) {
                try await PhraseBook.voice(of: "p00000000", reading: store, assembly: workplace.assembly)
            }
            #expect(problem?.what == "there is no phrase 'p00000000'")
            try await store.close()
        }
    }

    /// Answers as a language model: with the first of these, then with the last if the request states what was wrong.
    private static func model(_ answers: [String]) -> @Sendable (RecordedRequest) -> StandInAnswer {
        { request in
            let isToldMore = String(decoding: request.body, as: UTF8.self).contains("was refused")
            let text = answers[isToldMore ? answers.count - 1 : 0]
            return .json(
                200,
                """
                {"status":"completed","output":[{"type":"message","content":[{"type":"output_text",
                "text":"{\\"translation\\":\\"\(text)\\"}"}]}],"usage":{"input_tokens":100,"output_tokens":10}}
                """)
        }
    }

    @Test(
        "given a doubtful translation, when a second call names the fault, then the better answer is kept and flagged",
        arguments: [
            (["Quiero cuatro manzanas.", "Quiero siete manzanas."], "Quiero siete manzanas.", 2, false),
            (["Quiero siete manzanas."], "Quiero siete manzanas.", 1, false),
            (["Quiero cuatro manzanas."], "Quiero cuatro manzanas.", 2, true),
        ])
    func guarded(answers: [String], kept: String, requests: Int, isDoubtful: Bool) async throws {
        try await Workplace.with { workplace in
            let terms = try workplace.write("en,es\napple,manzana\n", to: "terms.csv")
            workplace.settings.set(.glossary, .string(terms))
            workplace.settings.set(.formality, .string("formal"))
            let prepared = workplace
            try await withStandIn {
                Self.model(answers)($0)
            } test: { server in
                var workplace = prepared
                workplace.environment.merge(
                    ["OPENAI_BASE_URL": server.url + "/v1", "OPENAI_API_KEY": "k", "no_proxy": "127.0.0.1"]
                ) { $1 }
                let added = try await add(workplace, "I want seven apples.", mt: ["openai"], tts: "none")
                #expect(added.phrase.translation == kept)
                #expect(added.findings.map(\.flag) == (isDoubtful ? ["numbers"] : []))
                // What was doubtful is seen to be so afterwards, too.
                let flags = try await stored(workplace).flatMap(\.flags).map(\.name)
                #expect(flags == (isDoubtful ? ["numbers"] : []))
                let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
                // On a busy machine a call may be repeated; the repeated call is identical.
                #expect(Set(bodies).count == requests)
                #expect(bodies.allSatisfy { $0.contains("manzana") }, "the term is in the request")
            }
        }
    }
}
