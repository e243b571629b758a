import Conversations
import Foundation
import Language
import Providers
import Testing
import VerbioTesting

@testable import Interpreting

/// Which of two languages an utterance is assigned to, for labelled texts and by rule.
@Suite("Detecting the speaker") struct DirectionTrackerTests {
    private static func tracker(
        _ from: LanguageCode = .en, _ to: LanguageCode = .es, _ speaker: Speaker = .user
    ) throws -> DirectionTracker { DirectionTracker(pair: try LanguagePair(from: from, to: to), speaker: speaker) }

    @Test(
        "Given digits, names or international words, when they are decided on, then the direction stays",
        arguments: ["42", "OK", "ok ok", "Barcelona", "García", "3,14", "…", "María López", "taxi", "no", "12:30", ""])
    func thin(_ text: String) throws {
        for speaker in Speaker.allCases {
            var tracker = try Self.tracker(.en, .es, speaker)
            for heard in [nil, LanguageCode.en, .es] where heard != (speaker == .user ? .es : .en) {
                let decision = tracker.decide(.init(heard: heard, text: text))
                #expect(decision.speaker == speaker, "\(text) after \(speaker): \(decision)")
            }
        }
    }

    @Test(
        "Given a recognizer that compared the two by their sound, when it is sure, then digits and names follow its word",
        arguments: ["42", "Mountain View", "1, 2, 3", "4, Queen of Clubs", "230 pm"])
    func sound(_ text: String) throws {
        func decision(_ heard: LanguageCode, _ probability: Double?) throws -> HeardDirection {
            var tracker = try Self.tracker(.es, .en)
            return tracker.decide(.init(heard: heard, probability: probability, text: text))
        }
        #expect(try decision(.en, 0.97).speaker == .other)
        #expect(try decision(.en, 0.97).reason == .recognizer)
        #expect(try decision(.es, 0.97).speaker == .user)
        // A guess changes nothing, nor does the word of one that did not compare.
        #expect(try decision(.en, 0.7).speaker == .user)
        #expect(try decision(.en, nil).speaker == .user)
    }

    @Test("Given the sound of one language and plain words of the other, when it is half sure, then the words decide")
    func soundAgainstWords() throws {
        var tracker = try Self.tracker(.en, .es)
        let plain = "Esto parece tener sentido, ya que en la tierra no se percibe su movimiento."
        #expect(tracker.decide(.init(heard: .en, probability: 0.6, text: plain)).speaker == .other)
    }

    /// Ordinary words are in all of these; written as names they say nothing about the speaker.
    private static let names = [
        "New York", "BMW X5", "https://ya.ru", "info@mail.ru", "McDonald's", "JR East", "The Beatles", "Los Angeles",
        "Red Bull", "LINE", "Las Vegas", "El Paso, Texas", "Buenos Aires", "El Salvador", "Rio Grande", "Del Monte",
        "Los Alamos", "La Jolla", "Maria de la Cruz", "Bill Gates", "Will Smith", "Green Day", "Notre-Dame", "Le Havre",
        "La Rochelle", "Le Monde", "Michel Petit", "www.example.org/help", "Airbus A380", "San Francisco",
    ]

    /// Texts of recognizers that write no capitals.
    private static let lowerCase = [
        "new york", "john smith", "juan garcia", "juan garcía", "paris", "berlin", "starbucks", "london", "big ben",
        "marie dupont", "anna müller", "los angeles", "san francisco", "maria", "will smith", "mark taylor", "la paz",
        "rio de janeiro", "harry potter", "leonardo da vinci", "pedro de almeida", "michael jackson",
        "barcelona madrid",
        "paul", "isabel ortega", "giulia esposito", "hans zimmermann", "iphone", "las vegas", "buenos aires",
    ]

    @Test(
        "Given names, addresses or codes, when they are decided on, then the speaker stays, without confidence",
        arguments: [
            (LanguageCode.ru, LanguageCode.en), (.ja, .en), (.en, .es), (.es, .en), (.es, .fr), (.fr, .it), (.zh, .fr),
            (.zh, .ja),
        ])
    func names(_ current: LanguageCode, _ other: LanguageCode) throws {
        for name in Self.names + Self.lowerCase {
            var tracker = try Self.tracker(current, other)
            for heard in [nil, other] {
                let decision = tracker.decide(.init(heard: heard, text: name))
                #expect(decision.speaker == .user && decision.confidence == 0, "\(name): \(decision)")
            }
        }
    }

    @Test("Given a word beside a name, or a German noun, when it is decided on, then the word decides")
    func wordsBesideNames() throws {
        for (language, texts) in [
            (LanguageCode.es, ["Gracias, Ana.", "Hola María", "Me llamo Juan"]),
            (.en, ["Thank you, Peter.", "Monday"]),
            (.de, ["Vielen Dank", "Guten Morgen, Frau Weber", "Schönen Feierabend", "Gute Nacht"]),
            (.fr, ["Merci Paul", "Bonjour Madame", "Vive la France"]), (.it, ["Grazie, Marco.", "Buongiorno Signora"]),
        ] {
            for text in texts {
                var tracker = try Self.tracker(language == .en ? .es : .en, language)
                #expect(tracker.decide(.init(text: text)).speaker == .other, "\(text)")
            }
        }
    }

    @Test("Given one word that only one of the languages has, when it is decided on, then it is enough")
    func telling() throws {
        var tracker = try Self.tracker()
        #expect(tracker.decide(.init(text: "Gracias.")).speaker == .other)
        #expect(tracker.decide(.init(text: "Thank you.")).speaker == .user)
        var script = try Self.tracker(.en, .ja)
        let decision = script.decide(.init(text: "はい"))
        #expect(decision.reason == .script && decision.pair?.from == .ja && decision.confidence > 0.9)
    }

    @Test("Given such words, when the recognizer names the other language again and again, then the direction stays")
    func stubborn() throws {
        for speaker in Speaker.allCases {
            var tracker = try Self.tracker(.en, .es, speaker)
            for text in ["OK.", "42", "Peter Miller.", "12:30", "Barcelona, Madrid", "ok", "3,14"] {
                let decision = tracker.decide(.init(heard: speaker == .user ? .es : .en, text: text))
                #expect(decision.speaker == speaker && decision.reason == .inherited, "\(text): \(decision)")
                #expect(decision.confidence == 0)
            }
        }
    }

    @Test("Given a longer text without a sign, when the recognizer names a language twice, then that decides")
    func recognizer() throws {
        let names = "Kowalski, Nguyen, Nakamura, Petrov"
        var tracker = try Self.tracker()
        let first = tracker.decide(.init(heard: .es, text: names))
        // An utterance without evidence comes between them and changes nothing.
        let between = tracker.decide(.init(heard: .es, text: "42"))
        let second = tracker.decide(.init(heard: .es, text: names))
        #expect(first.speaker == .user && between.speaker == .user)
        #expect(second.speaker == .other && second.reason == .contradiction)
    }

    @Test("Given a direction that is only expected, when it is decided, then it has no confidence")
    func confidence() throws {
        var tracker = try Self.tracker()
        #expect(tracker.decide(.init(text: "42")).confidence == 0)
        #expect(tracker.decide(.init(text: "where is the station")).confidence > 0.8)
        #expect(tracker.decide(.init(heard: .es, text: "where is the station")).confidence < 0.5)
        #expect(tracker.decide(.init(heard: .es, text: "¿dónde está la estación?")).confidence > 0.8)
    }

    @Test(
        "Given elided words or one letter, when they are decided on, then the words are French, the letter neutral")
    func elided() throws {
        for other in [LanguageCode.en, .es, .de, .pt, .it] {
            var tracker = try Self.tracker(other, .fr)
            let decision = tracker.decide(.init(text: "C'est moi, c'est Marie."))
            #expect(decision.speaker == .other, "\(other): \(decision)")
        }
        for (language, text) in [(LanguageCode.ru, "Витамин C"), (.ko, "비타민 C"), (.hi, "विटामिन C")] {
            var tracker = try Self.tracker(.en, language)
            #expect(tracker.decide(.init(text: text)).reason == .script, "\(text)")
        }
    }

    @Test("Given short Chinese that is not written so in Japanese, when it is decided on, then it is Chinese")
    func chineseEndings() throws {
        for text in ["太好了。", "写好了。", "慢慢来。", "一半就行。", "真方便！", "等一下。", "明白了。", "来了来了。"] {
            var tracker = try Self.tracker(.ja, .zh)
            #expect(tracker.decide(.init(text: text)).speaker == .other, "\(text)")
        }
        for text in ["完了", "終了。", "修了", "満了", "了解。", "予約完了"] {
            var tracker = try Self.tracker(.ja, .zh)
            #expect(tracker.decide(.init(text: text)).speaker == .user, "\(text)")
        }
    }

    @Test(
        "Given a wrong direction, when two utterances follow, then it is corrected",
        arguments: [LanguageCode.es, .fr, .de, .it, .ja, .ru])
    func recovers(_ other: LanguageCode) throws {
        let texts: [LanguageCode: [String]] = [
            .es: ["quiero ir a la playa mañana", "¿a qué hora sale el tren?"],
            .fr: ["je voudrais un café s'il vous plaît", "à quelle heure part le train"],
            .de: ["ich möchte gerne einen Kaffee", "wann fährt der nächste Zug"],
            .it: ["vorrei un caffè per favore", "a che ora parte il treno"],
            .ja: ["コーヒーをください", "電車は何時ですか"], .ru: ["я хочу кофе", "когда отходит поезд"],
        ]
        var tracker = try Self.tracker(.en, other)
        let decisions = texts[other, default: []].map { tracker.decide(.init(text: $0)) }
        #expect(decisions.last?.speaker == .other)
    }

    /// Lines of two people who speak English and Spanish in turns, or only one of the languages for a while.
    private static let spoken: [[(Speaker, String)]] = {
        let spanish = [
            "¿Dónde está la estación de tren?", "Quiero un café con leche, por favor.",
            "Necesito un médico, me duele la cabeza.",
            "¿Cuánto cuesta la habitación?", "Mañana vamos a la playa.",
        ]
        let english = [
            "Where is the train station?", "I would like a coffee with milk.", "I need a doctor, my head hurts.",
            "How much is the room?", "Tomorrow we are going to the beach.",
        ]
        let turns = zip(english, spanish).flatMap { [(Speaker.user, $0), (.other, $1)] }
        let thin = spanish.flatMap { [(Speaker.other, $0), (.other, "OK."), (.other, "42")] }
        return [spanish.map { (.other, $0) }, english.map { (.user, $0) }, turns, thin]
    }()

    @Test(
        "Given a recognizer stuck on one language, when turns pass, then at most one with plain words is wrong",
        arguments: [LanguageCode.en, .es], Speaker.allCases)
    func stuck(_ heard: LanguageCode, begins: Speaker) throws {
        for turns in Self.spoken {
            var tracker = try Self.tracker(.en, .es, begins)
            let wrong = turns.enumerated().filter { _, turn in
                tracker.decide(.init(heard: heard, text: turn.1)).speaker != turn.0
            }
            // One, and what says nothing after it.
            #expect(wrong.count <= 3 && wrong.count { $0.element.1.count > 4 } <= 1, "\(wrong)")
        }
    }

    @Test("Given a recognizer that was wrong, when it distinguishes the languages, then it is trusted again")
    func believedAgain() throws {
        var tracker = try Self.tracker()
        #expect(tracker.decide(.init(heard: .en, text: "Necesito un médico, me duele la cabeza.")).speaker == .user)
        let names = "Kowalski, Nguyen, Nakamura, Petrov"
        #expect(tracker.decide(.init(heard: .es, text: names)).speaker == .other)
        _ = tracker.decide(.init(heard: .en, text: names))
        #expect(tracker.decide(.init(heard: .en, text: names)).speaker == .user)
    }

    @Test(
        "Given an interruption at any place, when the tracker continues, then it decides as without it",
        arguments: [nil, LanguageCode.en, .es])
    func resumed(_ heard: LanguageCode?) throws {
        for turns in Self.spoken {
            let evidence = turns.map { DirectionTracker.Evidence(heard: heard, text: $0.1) }
            var tracker = try Self.tracker()
            let decisions = evidence.map { tracker.decide($0) }
            for place in turns.indices {
                var again = try Self.tracker()
                for (decision, evidence) in zip(decisions, evidence).prefix(place) {
                    again.follow(decision, on: evidence)
                }
                #expect(evidence[place...].map { again.decide($0) } == Array(decisions[place...]), "from \(place) on")
            }
        }
    }

    struct Rate: CustomStringConvertible {
        var wrong = 0
        var count = 0
        var share: Double { count == 0 ? 0 : Double(wrong) / Double(count) }
        var description: String { "\(wrong) of \(count) wrong (\((share * 1_000).rounded() / 10) %)" }
        mutating func add(_ isRight: Bool) {
            count += 1
            if !isRight { wrong += 1 }
        }
    }

    /// Utterances of 1 to 12 words cut out of real sentences, three of ten with one or two words, sides changing at
    /// random. The recognizer says nothing about the language, so only the text can decide.
    @Test(
        "Given labelled utterances of twelve pairs, when they are decided on, then few are wrong",
        .enabled(if: TextCorpus.isPresent, "the shared corpus is not beside the package"))
    func labelled() throws {
        let pairs: [(LanguageCode, LanguageCode)] = [
            (.en, .es), (.en, .fr), (.de, .it), (.es, .fr), (.en, .de), (.en, .ja), (.es, .zh), (.en, .ar), (.fr, .ru),
            (.en, .ko), (.es, .pt), (.fr, .it),
        ]
        var generator = SplitMix64(seed: 20_261_121)
        var (scripts, latin, short, sisters) = (Rate(), Rate(), Rate(), Rate())
        var total = 0
        for (a, b) in pairs {
            var tracker = try Self.tracker(a, b)
            var side = a
            let latinPair = a.scripts == b.scripts
            let areSisters = [a, b] == [.es, .pt]
            for round in 0..<260 {
                if Bool.random(using: &generator) { side = side == a ? b : a }
                let words =
                    round % 10 < 3
                    ? Int.random(in: 1...2, using: &generator) : Int.random(in: 3...12, using: &generator)
                let text = Self.utterance(side, words, &generator)
                let decision = tracker.decide(.init(text: text))
                let isRight = decision.pair?.from == side
                total += 1
                let isLong = side.isWrittenWithoutSpaces || text.split(separator: " ").count >= 3
                if !latinPair { scripts.add(isRight) } else if isLong { latin.add(isRight) } else { short.add(isRight) }
                if areSisters, isLong { sisters.add(isRight) }
                // What was right before decides on thin utterances: start each from the truth.
                tracker.follow(
                    HeardDirection(
                        pair: try LanguagePair(from: side, to: side == a ? b : a), speaker: side == a ? .user : .other,
                        reason: .corrected, scores: [:], confidence: 1))
            }
        }
        print(
            "direction, \(total) utterances: scripts \(scripts); Latin, 3 words or more \(latin); 1 or 2 words \(short); "
                + "Spanish and Portuguese, 3 words or more \(sisters)"
        )
        #expect(total >= 2_000)
        #expect(scripts.share <= 0.01, "scripts: \(scripts)")
        #expect(latin.share <= 0.03, "Latin: \(latin)")
        // Whole stretches of them are both: FIGURES.md has this pair's share.
        #expect(sisters.share <= 0.1, "sisters: \(sisters)")
    }

    private static func utterance(
        _ language: LanguageCode, _ words: Int, _ generator: inout SplitMix64
    ) -> String {
        let sentences = TextCorpus.sentences[language, default: []]
        while true {
            guard let sentence = sentences.randomElement(using: &generator) else { return "" }
            let units =
                language.isWrittenWithoutSpaces
                ? sentence.map(String.init) : sentence.split(separator: " ").map(String.init)
            let count = min(units.count, language.isWrittenWithoutSpaces ? words * 2 : words)
            let start = Int.random(in: 0...(units.count - count), using: &generator)
            let text = units[start..<start + count].joined(separator: language.isWrittenWithoutSpaces ? "" : " ")
            if words >= 3, !language.isWrittenWithoutSpaces, count < 3 { continue }
            if text.filter(\.isLetter).count >= 2 * min(words, 2) { return text }
        }
    }
}
