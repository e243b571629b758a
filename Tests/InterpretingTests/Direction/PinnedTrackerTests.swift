import Conversations
import Language
import Testing
import VerbioTesting

@testable import Interpreting

/// The decision on an utterance that seemed to be in neither language and was recognized again in each.
@Suite("Recognized once more in each language: the decision") struct PinnedTrackerTests {
    typealias Evidence = DirectionTracker.Evidence

    private static func decide(
        _ pair: (LanguageCode, LanguageCode) = (.en, .es), first: (String, LanguageCode?, Double?),
        _ answers: [(LanguageCode, String, Double?)]
    ) throws -> HeardDirection {
        var tracker = DirectionTracker(pair: try LanguagePair(from: pair.0, to: pair.1), speaker: .user)
        return tracker.decide(
            Evidence(
                heard: first.1, text: first.0, confidence: first.2,
                pinned: answers.map { PinnedEvidence(language: $0.0, text: $0.1, confidence: $0.2) }))
    }

    /// Short Spanish that was mistaken for a similar language, the right answer, and English that is invented for it.
    static let taken: [(heard: String, as: LanguageCode, es: String, en: String)] = [
        (
            "Quero um café com leite, por favor.", .pt, "Quiero un café con leche, por favor.",
            "I kill a coffee, go for it."
        ),
        ("Não tenho tempo agora.", .pt, "No tengo tiempo ahora.", "Note in the temple all day."),
        ("Quanto custa esta mesa?", .pt, "¿Cuánto cuesta esta mesa?", "The quantum is the message."),
        ("Onde está a estação de trem?", .pt, "¿Dónde está la estación de tren?", "The stars are on the train."),
        ("Vorrei una camera doppia.", .it, "Quería una cámara doble.", "Carry a camera double, please."),
    ]

    @Test(
        "Given few words mistaken for a sister language, when both are tried, then the right one is found",
        arguments: taken.indices)
    func sisters(_ index: Int) throws {
        let (heard, language, es, en) = Self.taken[index]
        // The other language invented fluently, repeated as it was, and left empty.
        for other in [en, heard, ""] where index != 4 {
            let decision = try Self.decide(first: (heard, language, nil), [(.en, other, nil), (.es, es, nil)])
            #expect(decision.reason == .pinned && decision.speaker == .other, "\(other): \(decision)")
            #expect(decision.pair?.from == .es)
            #expect((decision.scores["es"] ?? 0) > 0.9)
        }
        // If the recognizer says how sure it is, that is enough.
        let sure = try Self.decide(first: (heard, language, 0.6), [(.en, en, 0.5), (.es, es, 0.8)])
        #expect(sure.reason == .pinned && sure.pair?.from == .es && sure.confidence > 0)
        #expect(try Self.decide(first: (heard, language, 0.8), [(.en, en, 0.5), (.es, es, 0.6)]).reason == .outside)
    }

    @Test("Given too little evidence, when both languages are tried, then neither is chosen") func strict() throws {
        let (heard, language, es, en) = Self.taken[0]
        func reason(_ first: Double?, _ answers: [(LanguageCode, String, Double?)]) throws -> HeardDirection.Reason {
            try Self.decide(first: (heard, language, first), answers).reason
        }
        #expect(try reason(nil, [(.es, es, nil)]) == .outside, "the other language could not be asked about")
        #expect(try reason(0.3, [(.en, en, 0.2), (.es, es, 0.4)]) == .pinned, "by its sound")
        #expect(
            try reason(0.3, [(.en, en, 0.2), (.es, "Hoy hace mucho calor en la calle.", 0.4)]) == .outside, "unsure")
        #expect(
            try reason(
                0.6, [(.en, "I want a coffee with milk, please.", 0.75), (.es, "Hoy hace mucho calor en casa.", 0.8)])
                == .outside, "as sure of the one as of the other")
        #expect(try reason(0.6, [(.en, "Thank you.", 0.95), (.es, "Gracias.", 0.4)]) == .outside, "too little of it")
        #expect(try reason(0.6, [(.en, heard, 0.95), (.es, heard, 0.95)]) == .outside, "in the third language still")
    }

    @Test("Given an answer that a guard doubts, when it is decided on, then that answer does not count")
    func doubted() throws {
        let (heard, language, es, en) = Self.taken[0]
        var tracker = DirectionTracker(pair: try LanguagePair(from: .en, to: .es), speaker: .user)
        let decision = tracker.decide(
            Evidence(
                heard: language, text: heard,
                pinned: [
                    PinnedEvidence(language: .en, text: en),
                    PinnedEvidence(language: .es, text: es, isDoubted: true),
                ]))
        #expect(decision.reason == .outside && decision.scores["es"] == 0)
    }

    @Test("Given pinned answers, when they name a speaker, then it counts for the next utterance, and otherwise not")
    func follows() throws {
        let (heard, language, es, en) = Self.taken[0]
        var tracker = DirectionTracker(pair: try LanguagePair(from: .en, to: .es), speaker: .user)
        func pinned(_ text: String) -> Evidence {
            Evidence(
                heard: language, text: heard,
                pinned: [PinnedEvidence(language: .en, text: en), PinnedEvidence(language: .es, text: text)])
        }
        _ = tracker.decide(pinned(""))
        #expect(tracker.decide(.init(text: "42")).speaker == .user)
        _ = tracker.decide(pinned(es))
        #expect(tracker.decide(.init(text: "42")).speaker == .other)
    }

    /// Real sentences of third languages, and a recognizer that answers in the pinned language. It gives the same text
    /// again, or other sentences of that language that are as long. It is as sure as before, less sure, or does not say how
    /// sure it is.
    @Test(
        "Given sentences of a third language, when both are tried, then none is mistaken for one of the pair",
        .enabled(if: TextCorpus.isPresent, "the shared corpus is not beside the package"))
    func third() throws {
        let pairs: [(LanguageCode, LanguageCode)] = [
            (.en, .es), (.en, .fr), (.de, .it), (.es, .pt), (.en, .ja), (.es, .zh), (.en, .ar), (.fr, .ru), (.ja, .zh),
        ]
        var generator = SplitMix64(seed: 20_261_122)
        var (count, wrong) = (0, [String]())
        for (a, b) in pairs {
            for third in LanguageCode.tested where third != a && third != b {
                for sentence in TextCorpus.sentences[third, default: []].shuffled(using: &generator).prefix(25) {
                    let text = Self.beginning(of: sentence, words: Int.random(in: 4...9, using: &generator), third)
                    for (own, told) in [(nil, nil), (0.8, 0.8), (0.8, 0.6), (0.5, 0.5)] as [(Double?, Double?)] {
                        for repeats in [false, true] {
                            let answers = [a, b].map { language -> (LanguageCode, String, Double?) in
                                let other = TextCorpus.sentences[language, default: []].randomElement(using: &generator)
                                return (language, repeats ? text : other ?? "", told)
                            }
                            let decision = try Self.decide((a, b), first: (text, third, own), answers)
                            guard decision.reason == .outside || decision.reason == .pinned else { continue }
                            count += 1
                            if decision.pair != nil { wrong.append("\(text) / \(answers)") }
                        }
                    }
                }
            }
        }
        print("outside: \(count) decisions over third languages, \(wrong.count) taken for one of the pair")
        #expect(count >= 5_000)
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    /// Real Spanish, Italian and Portuguese, a few words each. The recognizer is surer if the language is pinned.
    @Test(
        "Given short texts in one of the two languages, when both are tried, then at least 95 % are found again",
        .enabled(if: TextCorpus.isPresent, "the shared corpus is not beside the package"))
    func found() throws {
        var generator = SplitMix64(seed: 7)
        var (count, kept) = (0, 0)
        for language in [LanguageCode.es, .it, .pt, .fr, .de] {
            for sentence in TextCorpus.sentences[language, default: []].shuffled(using: &generator).prefix(60) {
                let text = Self.beginning(of: sentence, words: Int.random(in: 4...7, using: &generator), language)
                // Headings, names and units do not show a language.
                guard text.split(separator: " ").count >= 4, text.count(where: \.isLetter) >= 14 else { continue }
                let decision = try Self.decide(
                    (.en, language), first: ("как у вас дела", .ru, 0.5),
                    [(.en, "he bought the other one for them", 0.4), (language, text, 0.8)])
                count += 1
                if decision.pair?.from == language { kept += 1 }
            }
        }
        print("outside: \(kept) of \(count) short utterances found again")
        #expect(count >= 80)
        #expect(Double(kept) >= 0.95 * Double(count), "\(kept) of \(count)")
    }

    private static func beginning(of sentence: String, words: Int, _ language: LanguageCode) -> String {
        language.isWrittenWithoutSpaces
            ? String(sentence.prefix(3 * words))
            : sentence.split(separator: " ").prefix(words).joined(separator: " ")
    }
}
