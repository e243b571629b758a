import Foundation
import Language
import Plumbing
import Testing

/// "Good morning, how are you?" and the like.
private let greetings = [
    "bg": "Здравей, как си днес?",
    "bn": "আপনি কেমন আছেন?",
    "ca": "Bon dia, com estàs?",
    "cs": "Dobrý den, jak se máte?",
    "da": "God morgen, hvordan har du det?",
    "el": "Καλημέρα, τι κάνετε σήμερα;",
    "et": "Tere hommikust, kuidas läheb?",
    "fa": "سلام، حال شما چطور است؟",
    "fi": "Hyvää huomenta, mitä kuuluu?",
    "he": "שלום, מה שלומך היום?",
    "hr": "Dobro jutro, kako ste?",
    "hu": "Jó reggelt, hogy van?",
    "id": "Selamat pagi, apa kabar?",
    "lt": "Labas rytas, kaip sekasi?",
    "lv": "Labrīt, kā jums klājas?",
    "ms": "Selamat pagi, apa khabar?",
    "nb": "God morgen, hvordan har du det?",
    "nl": "Goedemorgen, hoe gaat het met u?",
    "pl": "Dzień dobry, jak się pan ma?",
    "ro": "Bună dimineața, ce mai faceți?",
    "sk": "Dobré ráno, ako sa máte?",
    "sl": "Dobro jutro, kako ste?",
    "sv": "God morgon, hur mår du?",
    "sw": "Habari za asubuhi, hujambo?",
    "ta": "காலை வணக்கம், எப்படி இருக்கிறீர்கள்?",
    "te": "శుభోదయం, మీరు ఎలా ఉన్నారు?",
    "th": "สวัสดีครับ คุณสบายดีไหม",
    "tr": "Günaydın, nasılsınız?",
    "uk": "Доброго ранку, як справи?",
    "ur": "السلام علیکم، آپ کیسے ہیں؟",
    "vi": "Chào buổi sáng, bạn có khỏe không?",
]

@Suite("Basic languages")
struct BasicLanguageTests {
    private static let basic = LanguageCode.known.filter(\.isBasic)

    @Test(
        "Given the table, when it is listed, then the twelve tested languages come first, and each code is there once")
    func table() {
        #expect(LanguageCode.tested.map(\.rawValue).joined(separator: " ") == "en es fr de it pt zh ja ko ar hi ru")
        #expect(Array(LanguageCode.known.prefix(12)) == LanguageCode.tested)
        #expect(Self.basic.map(\.rawValue) == greetings.keys.sorted())
        let codes = LanguageCode.known.flatMap { [$0.rawValue] + $0.longCodes }
        #expect(Set(codes).count == codes.count)
        #expect(Set(LanguageCode.known.map(\.englishName)).count == LanguageCode.known.count)
        #expect(Set(LanguageCode.known.flatMap(\.ownNames)).count == LanguageCode.known.flatMap(\.ownNames).count)
    }

    @Test("Given a language, when it is named in any way, then it is read", arguments: LanguageCode.known)
    func naming(language: LanguageCode) throws {
        for name in [language.rawValue, language.englishName, language.locale] + language.longCodes + language.ownNames
        {
            #expect(try LanguageTag(parsing: name).code == language, "\(name)")
            #expect(try LanguageTag(parsing: name.uppercased()).code == language, "\(name)")
        }
        #expect(LanguageCode(rawValue: language.rawValue) == language)
        #expect(LanguageCode(spokenCode: language.spokenCode) == language)
        let coded = try JSONDecoder().decode(LanguageCode.self, from: JSONEncoder().encode(language))
        #expect(coded == language)
    }

    @Test(
        "Given another form of a tag, when it is read, then it is the language",
        arguments: [("no", "nb"), ("no-NO", "nb"), ("nl-Latn-NL", "nl"), ("uk-UA", "uk"), ("fil", nil), ("sr", nil)])
    func forms(text: String, tag: String?) {
        #expect((try? LanguageTag(parsing: text))?.rawValue == tag)
    }

    @Test("Given a code of JSON that is no language, when it is decoded, then it is refused")
    func unknown() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([LanguageCode].self, from: Data(#"["xx"]"#.utf8))
        }
    }

    @Test(
        "Given texts in scripts of their own, when they are identified among all, then each is found, and no other is")
    func scripts() {
        let identifier = LanguageIdentifier(candidates: LanguageIdentifier.distinct)
        for (code, text) in greetings {
            let found = identifier.identify(text).language?.rawValue
            if ["bn", "el", "he", "ta", "te", "th"].contains(code) { #expect(found == code) }
        }
        #expect(
            Set(LanguageIdentifier.distinct.filter(\.isBasic).map(\.rawValue)) == ["bn", "el", "he", "ta", "te", "th"])
    }

    @Test(
        "Given English or another script beside a basic language, when a text is identified, then only the script decides"
    )
    func pairs() throws {
        for language in Self.basic {
            let text = try #require(greetings[language.rawValue])
            let found = LanguageIdentifier(candidates: [.en, language]).identify(text)
            let english = LanguageIdentifier(candidates: [.en, language]).identify("Where is the station, please?")
            if language.scripts == [.latin] {
                #expect(found.language == nil && english.language == nil, "\(language)")
            } else {
                #expect(found.language == language && english.language == .en, "\(language)")
                #expect(found.evidence == .script)
            }
        }
    }

    @Test("Given two sentences, when they are split, then they are two, in each language that has full stops")
    func sentences() {
        for language in Self.basic where language.rawValue != "th" {
            let splitter = SentenceSplitter(language: language)
            let text = greetings[language.rawValue] ?? ""
            let segments = splitter.segments(of: text + " " + text)
            #expect(segments.count == 2, "\(language.englishName): \(segments.map(\.text))")
            #expect(segments.map(\.text).joined() == text + " " + text)
        }
    }

    @Test("Given sets of languages, when they are described, then the tested ones are named and the basic ones counted")
    func summary() throws {
        #expect(LanguageCode.known.summary == "all")
        #expect(LanguageCode.tested.summary == "all 12")
        #expect((LanguageCode.tested + Self.basic.prefix(9)).summary == "all 12 + 9 basic")
        #expect([LanguageCode.es, .en].summary == "en es")
        let dutch = try LanguageCode(parsing: "nl")
        #expect([dutch, .de].summary == "de nl")
    }
}
