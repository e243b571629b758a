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
            (.en, "Please call an ambulance!", .de, "Bitte eine Ambulance rufen!"),
            (.en, "My umbrellas are wet.", .de, "Meine Umbrellas sind nass."),
            (.de, "Wo ist der Bahnhof?", .en, "Where is the Bahnhof?"),
            (.de, "Ich habe meinen Schlüssel verloren.", .es, "He perdido mi Schlüssel."),
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
            (.en, "How much does this shirt cost?", .de, "Wie viel kostet das Shirt?"),
            (.en, "My brother works in a hospital.", .de, "Mein Bruder arbeitet in einem Hospital."),
            (.en, "Umbrella is a song.", .de, "Umbrella ist ein Lied."),
            (.en, "The jacket is from Jacket & Sons.", .de, "Die Jacke ist von Jacket & Sons."),
            (.de, "Herr Koch wohnt in Bremen.", .en, "Mr. Koch lives in Bremen."),
            (.de, "Das steht im Spiegel.", .en, "It says so in the Spiegel."),
            (.de, "Der Spiegel berichtet darüber.", .en, "Der Spiegel reports on it."),
            (.de, "Wir treffen Frau Arzt am Bahnhof.", .en, "We are meeting Mrs. Arzt at the station."),
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

    @Test(
        "Given a text with names, when the answer has only others in their place, then it is found",
        arguments: [
            (LanguageCode.en, "Anna and Paul live in Berlin.", LanguageCode.es, "María y Pedro viven en Chicago."),
            (.de, "Anna und Klaus wohnen in Berlin.", .en, "Mary and Tom live in Chicago."),
            (.fr, "Sophie travaille avec Antoine.", .it, "Giulia lavora con Marco."),
            (.en, "I am meeting Susan tomorrow.", .pt, "Vou encontrar a Maria amanhã."),
        ])
    func exchangedNames(from: LanguageCode, source: String, to: LanguageCode, translation: String) throws {
        #expect(try flags(from, source, to, translation).contains("names"))
    }

    @Test(
        "Given a text with names, when a good answer has them in another form, then nothing is found",
        arguments: [
            (LanguageCode.en, "Pope John Paul met Peter.", LanguageCode.es, "El papa Juan Pablo se reunió con Pedro."),
            (.en, "William and Henry are brothers.", .es, "Guillermo y Enrique son hermanos."),
            (.de, "Annas Bruder wohnt in München.", .en, "Anna's brother lives in Munich."),
            (.en, "Susan lives in Munich.", .de, "Susan wohnt in München."),
            (.en, "Queen Elizabeth was old.", .es, "La reina Isabel era vieja."),
            (.en, "Beijing is big.", .es, "Pekín es grande."), (.en, "Susan is here.", .es, "Ella está aquí."),
        ])
    func keptNames(from: LanguageCode, source: String, to: LanguageCode, translation: String) throws {
        #expect(try !flags(from, source, to, translation).contains("names"))
    }

    @Test(
        "Given a text that denies something, when the answer affirms it, then it is found",
        arguments: [
            (LanguageCode.en, "I have not paid the bill.", LanguageCode.es, "He pagado la cuenta."),
            (.en, "The doctor didn't see the patient.", .de, "Der Arzt hat den Patienten gesehen."),
            (.en, "We cannot find the door.", .fr, "Nous pouvons trouver la porte."),
            (.en, "He never answers the phone.", .zh, "他会接电话。"),
            (.en, "I don’t eat meat.", .ja, "私は肉を食べます。"), (.en, "She did not come.", .ru, "Она пришла."),
            (.es, "El tren no ha llegado.", .en, "The train has arrived."),
            (.fr, "Je n’ai pas payé la facture.", .en, "I have paid the bill."),
            (.de, "Der Zug ist nicht angekommen.", .it, "Il treno è arrivato."),
            (.it, "Non ho pagato il conto.", .de, "Ich habe die Rechnung bezahlt."),
            (.pt, "O trem não chegou.", .en, "The train has arrived."),
            (.en, "He does not eat meat.", .ko, "그는 고기를 먹습니다."), (.en, "He does not eat meat.", .ar, "هو يأكل اللحم."),
            (.en, "He does not eat meat.", .hi, "वह मांस खाता है।"),
        ])
    func lostDenial(from: LanguageCode, source: String, to: LanguageCode, translation: String) throws {
        #expect(try flags(from, source, to, translation) == ["denial"])
    }

    @Test(
        "Given a text that denies something, when a good answer says it in its own way, then nothing is found",
        arguments: [
            (LanguageCode.en, "It is not far.", LanguageCode.es, "Está cerca."),
            (.en, "Don't forget your keys.", .de, "Denken Sie an Ihre Schlüssel."),
            (.en, "Don't mention it.", .fr, "Je vous en prie."),
            (.en, "I don't feel well.", .de, "Mir geht es schlecht."),
            (.en, "The shop does not open until nine.", .de, "Das Geschäft öffnet erst um neun."),
            (.en, "Why don't we go to the beach?", .es, "¿Vamos a la playa?"),
            (.en, "He did not pass the exam.", .es, "Suspendió el examen, ha fallado."),
            (.en, "The contract is not valid.", .de, "Der Vertrag ist ungültig."),
            (.de, "Nicht so schnell!", .en, "Slow down!"), (.es, "No te preocupes.", .en, "Relax."),
            (.en, "I do not drink coffee.", .ja, "コーヒーは飲みません。"), (.en, "She did not come.", .ko, "그녀는 오지 않았어요."),
            (.en, "No, I want tea.", .es, "Quiero té, gracias."),
        ])
    func keptDenial(from: LanguageCode, source: String, to: LanguageCode, translation: String) throws {
        #expect(try !flags(from, source, to, translation).contains("denial"))
    }
}
