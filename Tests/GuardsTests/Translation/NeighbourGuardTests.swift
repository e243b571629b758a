import Foundation
import Guards
import Language
import Providers
import Testing
import VerbioTesting

/// Answers that hold what was said beside the text.
@Suite("Answers with the text of neighbours")
struct NeighbourGuardTests {
    private func flags(
        _ from: LanguageCode, _ source: String, _ to: LanguageCode, _ translation: String,
        earlier: [(String, String)] = [], later: [String] = []
    ) throws -> [String] {
        let neighbours = Neighbours(
            earlier: earlier.map { ContextPair(speaker: "user", source: $0.0, translation: $0.1) },
            later: later.map { LaterLine(speaker: "user", source: $0) })
        return TranslationGuards().check(
            source: source, translation: translation, pair: try LanguagePair(from: from, to: to), neighbours: neighbours
        ).map(\.flag)
    }

    @Test("Given an earlier translation for another text, when the answer is checked, then it is found")
    func repeated() throws {
        // Answers of a real model of half a billion parameters.
        let greeting = ("How are you today?", "¿Cómo estás hoy?")
        #expect(
            try flags(.en, "I would like a cup of coffee, please.", .es, "¿Cómo estás hoy?", earlier: [greeting])
                .contains("neighbour"))
        let unknown = ("I don't understand what this means.", "No comprendo lo que means.")
        #expect(
            try flags(.en, "It is raining in the city today.", .es, "No comprendo lo que means.", earlier: [unknown])
                .contains("neighbour"))
        // Contained, in other scripts, and said by the other side.
        let train = ("The train leaves at nine.", "Der Zug fährt um neun ab.")
        #expect(
            try flags(
                .en, "My sister lives in Hamburg.", .de, "Der Zug fährt um neun ab. Meine Schwester wohnt in Hamburg.",
                earlier: [train]
            ).contains("neighbour"))
        #expect(
            try flags(
                .en, "Where can I buy a ticket for the bus?", .ja, "明日の天気はとても良いです。",
                earlier: [("The weather will be very good tomorrow.", "明日の天気はとても良いです。")]
            ).contains("neighbour"))
        #expect(
            try flags(
                .es, "Quiero dos billetes para el museo.", .en, "The tour starts at the main entrance.",
                earlier: [("The tour starts at the main entrance.", "La visita empieza en la entrada principal.")]
            ).contains("neighbour"))
    }

    @Test("Given the next line in the answer, when it is checked, then it is found, translated or not")
    func later() throws {
        let next = ["You can buy water and bread in the small shop."]
        #expect(
            try flags(
                .en, "The tour begins in ten minutes.", .es,
                "El recorrido comienza en diez minutos. Puedes comprar agua y pan en la pequeña tienda.", later: next
            ) == ["neighbour"])
        #expect(
            try flags(
                .en, "The tour begins in ten minutes at the gate.", .es,
                "El recorrido comienza en diez minutos en la puerta, buy water and bread in the small shop", later: next
            ).contains("neighbour"))
        #expect(try flags(.en, "The tour begins in ten minutes.", .es, "El recorrido comienza en diez minutos.") == [])
        #expect(
            try flags(
                .en, "The tour begins in ten minutes.", .es, "El recorrido comienza en diez minutos.", later: next)
                == [])
    }

    @Test("Given texts that mean the same or nearly so, when their translations are the same, then nothing is found")
    func same() throws {
        let earlier = [
            ("How are you?", "¿Cómo está usted?"), ("Thank you very much.", "Muchas gracias."),
            ("I do not understand what you mean.", "No entiendo lo que quieres decir."), ("Yes.", "Sí."),
        ]
        for (source, translation) in [
            ("How's it going?", "¿Cómo está usted?"), ("Thanks a lot.", "Muchas gracias."), ("Right.", "Sí."),
            ("I don't understand what you mean.", "No entiendo lo que quieres decir."),
            ("No, I do not understand what you mean.", "No, no entiendo lo que quieres decir."),
        ] {
            #expect(try flags(.en, source, .es, translation, earlier: earlier) == [], "\(source)")
        }
        // An answer of the other side in its own words.
        #expect(
            try flags(
                .en, "The tour starts at the main entrance.", .es, "La visita empieza en la entrada principal.",
                earlier: [("La visita empieza en la entrada principal.", "The tour starts at the main entrance.")])
                == [])
    }

    @Test(
        "Given good answers beside each other, when they are checked, then none is found to hold its neighbours",
        arguments: ["first.good", "held-out.good", "fresh.good", "everyday.good"])
    func good(table: String) throws {
        let answers = try FixtureAnswer.read(table)
        for answer in answers {
            let others = answers.filter { $0.pair == answer.pair && $0.source != answer.source }
            let neighbours = Neighbours(
                earlier: others.map { ContextPair(speaker: "user", source: $0.source, translation: $0.translation) },
                later: others.prefix(3).map { LaterLine(speaker: "user", source: $0.source) })
            let findings = TranslationGuards().check(
                source: answer.source, translation: answer.translation, pair: answer.pair, neighbours: neighbours)
            #expect(!findings.contains { $0.flag == "neighbour" }, "\(answer.source) → \(answer.translation)")
        }
        #expect(answers.count > 10)
    }

    @Test(
        "Given 915 answers of real models beside each other, when they are checked, then only two that are no translations are",
        .enabled(if: RealAnswer.arePresent, "the recorded answers are not here"))
    func real() throws {
        let answers = try RealAnswer.all()
        var found: [String] = []
        for (place, answer) in answers.enumerated() {
            guard let from = LanguageCode(rawValue: answer.from), let to = LanguageCode(rawValue: answer.to) else {
                continue
            }
            func isBeside(_ other: RealAnswer) -> Bool {
                other.from == answer.from && other.to == answer.to && other.model == answer.model
                    && other.prompt == answer.prompt && other.source != answer.source
            }
            let neighbours = Neighbours(
                earlier: answers[max(0, place - 6)..<place].filter(isBeside).map {
                    ContextPair(speaker: "user", source: $0.source, translation: $0.answer)
                },
                later: answers[(place + 1)...].prefix(2).filter(isBeside).map {
                    LaterLine(speaker: "user", source: $0.source)
                })
            let findings = TranslationGuards().check(
                source: answer.source, translation: answer.answer, pair: try LanguagePair(from: from, to: to),
                neighbours: neighbours)
            if findings.contains(where: { $0.flag == "neighbour" }) { found.append(answer.answer) }
        }
        #expect(answers.count == 915)
        // A refusal, and an answer to the speaker.
        #expect(found.count == 2, "\(found)")
        #expect(found.allSatisfy { $0.contains("non posso tradurre") || $0.contains("Do you want to talk") })
    }
}
