import Foundation
import Guards
import Language
import Providers
import Testing
import VerbioTesting

/// 915 answers of three small language models to everyday sentences, with references.
@Suite(
    "Guards over real answers of small models", .enabled(if: RealAnswer.arePresent, "there is no ../shared/field/turn3")
)
struct RealAnswerTests {
    @Test("Given good answers, when they are checked, then none is suspected") func good() throws {
        var count = 0
        for answer in try RealAnswer.all() where answer.isGood {
            count += 1
            let findings = try answer.findings(in: answer.answer)
            #expect(findings == [], "\(answer.from)>\(answer.to) \(answer.source) → \(answer.answer)")
        }
        for answer in try RealAnswer.all() {
            let findings = try answer.findings(in: answer.reference)
            #expect(findings == [], "\(answer.from)>\(answer.to) \(answer.source) → \(answer.reference)")
        }
        print("real answers: \(count) good ones, none suspected")
        #expect(count > 150)
    }

    @Test("Given answers with words of the source, when they are checked, then all everyday words are found")
    func leftover() throws {
        var found: [String: Int] = [:]
        for answer in try RealAnswer.all() {
            for finding in try answer.findings(in: answer.answer) {
                found[finding.flag, default: 0] += 1
                guard ["leftover", "names"].contains(finding.flag) else { continue }
                print("  \(finding.flag) \(finding.evidence): \(answer.source) → \(answer.answer.prefix(120))")
            }
        }
        print("real answers: findings \(found.sorted { $0.key < $1.key })")
        let left = try RealAnswer.all().filter { answer in
            ["brother", "headache", "storm", "shirt", "fever", "paraguas"].contains { word in
                answer.answer.contains(" \(word)") && !answer.answer.contains("\(word)o")
                    && answer.source.contains(word)
            }
        }
        #expect(left.count >= 20)
        for answer in left {
            #expect(try !answer.findings(in: answer.answer).isEmpty, "\(answer.source) → \(answer.answer)")
        }
    }

    @Test("Given a place that no text names, when the answer names it, then it is found") func names() throws {
        let named = try RealAnswer.all().filter { $0.answer.contains("Beijing") }
        #expect(!named.isEmpty)
        for answer in named { #expect(try answer.findings(in: answer.answer).contains { $0.flag == "names" }) }
    }
}

struct RealAnswer: Decodable {
    var from: String
    var to: String
    var model: String
    var prompt: String
    var source: String
    var reference: String
    var answer: String

    private static let file =
        SpeechFixtures.packageRoot + "/../shared/field/turn3/real-servers/real-llm-answers.json"
    static let arePresent = FileManager.default.fileExists(atPath: file)

    static func all() throws -> [RealAnswer] {
        try JSONDecoder().decode([RealAnswer].self, from: Data(contentsOf: URL(filePath: file)))
    }

    func findings(in text: String) throws -> [GuardFinding] {
        let codes = [from, to].compactMap { LanguageCode(rawValue: $0) }
        return TranslationGuards().check(
            source: source, translation: text, pair: try LanguagePair(from: codes[0], to: codes[1]))
    }

    /// Whether it is the reference, or hardly differs from it: at most one of twenty pairs of letters.
    var isGood: Bool {
        func pairs(_ text: String) -> [String: Int] {
            let letters = Array(text.lowercased().filter { $0.isLetter || $0.isNumber })
            return zip(letters, letters.dropFirst()).reduce(into: [:]) { $0["\($1.0)\($1.1)", default: 0] += 1 }
        }
        let (one, other) = (pairs(answer), pairs(reference))
        let common = one.reduce(0) { $0 + min($1.value, other[$1.key, default: 0]) }
        return 20 * 2 * common >= 19 * (one.values.reduce(0, +) + other.values.reduce(0, +))
    }
}

@Suite("Words left in, added names and repeated lines")
struct SmallModelGuardTests {
    private func flags(_ from: LanguageCode, _ source: String, _ to: LanguageCode, _ translation: String) throws
        -> [String]
    {
        TranslationGuards().check(
            source: source, translation: translation, pair: try LanguagePair(from: from, to: to)
        ).map(\.flag)
    }

    @Test(
        "Given an everyday word of the source, when it is left in the answer, then it is found",
        arguments: [
            (LanguageCode.en, "My brother works in a hospital.", LanguageCode.es, "Mi brother trabaja en un hospital."),
            (.en, "I have a headache and a fever.", .es, "Tengo una headache y una fiebre."),
            (.en, "I have a headache and a fever.", .pt, "Eu tenho uma dor e uma fever."),
            (.en, "How much does this shirt cost?", .it, "Quanto costa questo shirt?"),
            (.en, "Where is the nearest pharmacy?", .es, "¿Dónde hay una pharmacies más cercana?"),
            (.en, "Where are the nearest pharmacies?", .es, "¿Dónde están las pharmacies más cercanas?"),
            (.en, "My brothers work in a hospital.", .es, "Mi brother trabaja en un hospital."),
            (.es, "Está lloviendo, así que lleva un paraguas.", .en, "It's raining, so you should bring a paraguas."),
            (.en, "The children are playing.", .ja, "子供たちはplayingしています。"),
        ])
    func left(from: LanguageCode, source: String, to: LanguageCode, translation: String) throws {
        #expect(try flags(from, source, to, translation).contains("leftover"))
    }

    @Test(
        "Given borrowed words, names, addresses and talk of words, when they stay, then nothing is found",
        arguments: [
            (LanguageCode.en, "The meeting is on the weekend.", LanguageCode.fr, "Le meeting est le weekend."),
            (.en, "How much does this shirt cost?", .fr, "Combien coûte ce t-shirt ?"),
            (.en, "The doctor will see you soon.", .es, "El doctor le verá pronto."),
            (.en, "How do you say brother in Spanish?", .de, "Wie sagt man brother auf Spanisch?"),
            (.en, "Her name is Summer and she lives in Green Street.", .es, "Se llama Summer y vive en Green Street."),
            (.en, "Write to brother@example.com.", .es, "Escribe a brother@example.com."),
            (.en, "The sign says \"brother\".", .es, "El letrero pone «brother»."),
            (.fr, "De moins dix à plus cinq degrés.", .en, "From minus ten to plus five degrees."),
            (.es, "Buscamos una casa con piscina.", .pt, "Procuramos uma casa com piscina."),
            (.de, "Das Team hat ein Meeting.", .en, "The team has a meeting."),
            (.en, "I like the software.", .de, "Ich mag die Software."),
        ])
    func kept(from: LanguageCode, source: String, to: LanguageCode, translation: String) throws {
        let flags = try flags(from, source, to, translation)
        #expect(!flags.contains("leftover") && !flags.contains("names"), "\(flags)")
    }

    @Test("Given a place that the text does not name, when the answer names it, then it is found; exonyms are not")
    func names() throws {
        #expect(
            try flags(.es, "¿Dónde está la estación de tren?", .en, "The station is located in the city of Beijing.")
                .contains("names"))
        for (from, source, to, translation) in [
            (LanguageCode.es, "La embajada está en Pekín.", LanguageCode.en, "The embassy is in Beijing."),
            (.en, "I am from London.", .fr, "Je viens de Londres."),
            (.es, "El lunes hablamos inglés.", .en, "On Monday we speak English."),
            (.fr, "Londres est grande.", .en, "The city of London is big."),
            (.en, "we met anna in berlin.", .es, "Conocimos a Anna en Berlin."),
        ] {
            #expect(try !flags(from, source, to, translation).contains("names"), "\(translation)")
        }
    }
}
