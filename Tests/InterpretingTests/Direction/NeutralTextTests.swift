import Conversations
import Language
import Testing

@testable import Interpreting

/// What says nothing about the language it is said in: letters, abbreviations, measures, and names in whatever words.
@Suite("Detecting the speaker of neutral texts") struct DirectionTrackerNeutralTests {
    private static let letters = list(
        """
        O.K.|o.k.|O. K.|Okey-dokey|uh huh|uh-huh|K.|Q.|M|U.S.|U.S.A.|e.g.|S.O.S.|V.I.P.|A B C D|A. B. C.|K L M|M U L L E R
        M-U-L-L-E-R|B-R-O-W-N|D-E-L-A-C-R-U-Z|I. M. Pei|J. R. R. Tolkien|B2B|4K|A1|Gate C14|äh|ähm|euh
        """)

    private static let measures = list(
        """
        3 p.m.|3:00 p.m.|10 a.m.|3 pm|11 am|p.m.|12 kg|100 kg|3 km/h|20 °C|6 ft|5 h|No. 5|Nr. 5|n° 5|3º|2nd|R$ 5|5 €|221B
        """)

    private static let names = list(
        """
        Deutsche Bank|Best Western|Bank of America|General Motors|Home Depot|Whole Foods|Burger King|Banco Santander
        Banco do Brasil|Banca Intesa|Société Générale|Air France|Real Madrid|Manchester United|Star Wars|Game of Thrones
        Toy Story|Breaking Bad|Jurassic Park|La Dolce Vita|La Casa de Papel|Il Sole 24 Ore|Central Park|Hyde Park|Wall Street
        Times Square|Puerta del Sol|Plaza Mayor|Plaza de España|Calle Mayor 5|Rue de Rivoli 12|Via Roma|Piazza Navona
        Rua Augusta|Avenida Paulista|Unter den Linden|Den Haag|Ciudad Real|Silver Lake|Harbour View|Casa Rosada
        """)

    private static let people = list(
        """
        Rosa|Bill|Luna|Clara|Jean|Claire|Rose|Will|Mark|Grace|Hope|Sol|Linda|Viola|Ali|Pilar|Mercedes|Angel|Pierre|Franz
        Rosa Parks|Bill Clinton|Jean Dupont|hiroshi tanaka|okafor|sharma|zeynep|horvat|nuuk|tashkent|Ho Chi Minh City
        Ed Sheeran|Bad Bunny|Stoke-on-Trent|Cinque Terre|Park Ji-woo|Li Na
        """)

    private static func list(_ text: String) -> [String] {
        text.split { $0 == "|" || $0.isNewline }.map(String.init)
    }

    @Test(
        "Given spelled letters, measures or known names, when they are decided on, then the speaker stays",
        arguments: [
            (LanguageCode.en, LanguageCode.es), (.en, .de), (.fr, .en), (.es, .de), (.it, .fr), (.es, .pt), (.en, .ar),
            (.hi, .en), (.ja, .en), (.ru, .de), (.ko, .pt), (.zh, .ja), (.ko, .zh),
        ])
    func neutral(_ first: LanguageCode, _ second: LanguageCode) throws {
        let texts = Self.letters + Self.measures + Self.names + Self.people
        for text in texts {
            for speaker in Speaker.allCases {
                for heard in [nil, speaker == .user ? second : first] {
                    var tracker = DirectionTracker(
                        pair: try LanguagePair(from: first, to: second), speaker: speaker)
                    let decision = tracker.decide(.init(heard: heard, text: text))
                    #expect(
                        decision.pair != nil && decision.speaker == speaker && decision.confidence == 0,
                        "\(text) after \(speaker): \(decision)")
                }
            }
        }
    }

    @Test("Given words beside a name or a measure, when they are decided on, then the words decide")
    func besideNeutral() throws {
        for (language, texts) in [
            (
                LanguageCode.en,
                [
                    "Good Morning, Peter", "Thank you, Mark", "Where is Central Park?", "At 3 p.m. please",
                    "The bill, please.",
                    "I work at Deutsche Bank", "Good night, Clara", "On Monday", "I want an O.K. from him",
                ]
            ),
            (.es, ["Buenos días, Rosa", "La luna", "Buenas Noches", "Vale, gracias", "¿Y tú?", "Adiós, Pilar"]),
            (.de, ["Danke, Franz", "Guten Tag", "um 5 am Bahnhof", "Die Welt", "Zwei Kaffee"]),
            (.fr, ["Bonne Nuit", "Merci, Claire", "Il y a un hôtel", "J'ai vu Star Wars hier"]),
            (.it, ["Buona Notte", "È vero", "E a te?"]), (.pt, ["É isso", "Bom Dia", "Muito Obrigado"]),
        ] {
            for other in [language == .en ? LanguageCode.de : .en, .ja, .ru] {
                for text in texts {
                    var tracker = DirectionTracker(pair: try LanguagePair(from: other, to: language), speaker: .user)
                    #expect(tracker.decide(.init(text: text)).speaker == .other, "\(other): \(text)")
                }
            }
        }
    }
}
