import Guards
import Language
import Providers
import Testing

/// Answers in basic languages: no guard knows their words.
@Suite("Guards of a basic language")
struct BasicPairTests {
    private func flags(_ source: String, _ translation: String, _ from: String, _ to: String) throws -> [String] {
        let pair = try LanguagePair(LanguageTag(parsing: from), to: LanguageTag(parsing: to))
        return TranslationGuards().check(source: source, translation: translation, pair: pair).map(\.flag)
    }

    private static let tickets = [
        ("nl", "Ik heb twee kaartjes voor maandag 3 mei, en ze kosten vijftien euro."),
        ("pl", "Mam dwa bilety na poniedziałek 3 maja, i kosztują piętnaście euro."),
        ("tr", "3 Mayıs Pazartesi için iki biletim var ve on beş avro tutuyorlar."),
        ("uk", "У мене два квитки на понеділок, 3 травня, і вони коштують п'ятнадцять євро."),
        ("sv", "Jag har två biljetter till måndag den 3 maj, och de kostar femton euro."),
        ("el", "Έχω δύο εισιτήρια για τη Δευτέρα 3 Μαΐου και κοστίζουν δεκαπέντε ευρώ."),
        ("he", "יש לי שני כרטיסים ליום שני, 3 במאי, והם עולים חמישה עשר אירו."),
        ("th", "ฉันมีตั๋วสองใบสำหรับวันจันทร์ที่ 3 พฤษภาคม และราคาสิบห้ายูโร"),
        ("vi", "Tôi có hai vé cho thứ Hai ngày 3 tháng 5, và chúng có giá mười lăm euro."),
        ("id", "Saya punya dua tiket untuk Senin 3 Mei, dan harganya lima belas euro."),
        ("fa", "من دو بلیت برای دوشنبه ۳ مه دارم و قیمت آنها پانزده یورو است."),
        ("fi", "Minulla on kaksi lippua maanantaille 3. toukokuuta, ja ne maksavat viisitoista euroa."),
        ("ro", "Am două bilete pentru luni, 3 mai, și costă cincisprezece euro."),
        ("cs", "Mám dva lístky na pondělí 3. května a stojí patnáct eur."),
    ]

    private static let greetings = [
        ("bg", "Здравей, как си днес?"),
        ("bn", "আপনি কেমন আছেন?"),
        ("ca", "Bon dia, com estàs?"),
        ("cs", "Dobrý den, jak se máte?"),
        ("da", "God morgen, hvordan har du det?"),
        ("el", "Καλημέρα, τι κάνετε σήμερα;"),
        ("et", "Tere hommikust, kuidas läheb?"),
        ("fa", "سلام، حال شما چطور است؟"),
        ("fi", "Hyvää huomenta, mitä kuuluu?"),
        ("he", "שלום, מה שלומך היום?"),
        ("hr", "Dobro jutro, kako ste?"),
        ("hu", "Jó reggelt, hogy van?"),
        ("id", "Selamat pagi, apa kabar?"),
        ("lt", "Labas rytas, kaip sekasi?"),
        ("lv", "Labrīt, kā jums klājas?"),
        ("ms", "Selamat pagi, apa khabar?"),
        ("nb", "God morgen, hvordan har du det?"),
        ("nl", "Goedemorgen, hoe gaat het met u?"),
        ("pl", "Dzień dobry, jak się pan ma?"),
        ("ro", "Bună dimineața, ce mai faceți?"),
        ("sk", "Dobré ráno, ako sa máte?"),
        ("sl", "Dobro jutro, kako ste?"),
        ("sv", "God morgon, hur mår du?"),
        ("sw", "Habari za asubuhi, hujambo?"),
        ("ta", "காலை வணக்கம், எப்படி இருக்கிறீர்கள்?"),
        ("te", "శుభోదయం, మీరు ఎలా ఉన్నారు?"),
        ("th", "สวัสดีครับ คุณสบายดีไหม"),
        ("tr", "Günaydın, nasılsınız?"),
        ("uk", "Доброго ранку, як справи?"),
        ("ur", "السلام علیکم، آپ کیسے ہیں؟"),
        ("vi", "Chào buổi sáng, bạn có khỏe không?"),
    ]

    @Test(
        "Given good translations in both directions, when they are checked, then no guard finds anything",
        arguments: tickets)
    func good(language: String, text: String) throws {
        let english = "I have two tickets for Monday the 3rd of May, and they cost fifteen euros."
        #expect(try flags(english, text, "en", language) == [])
        #expect(try flags(text, english, language, "en") == [])
        #expect(
            try flags(text, "Tengo dos entradas para el lunes 3 de mayo, y cuestan quince euros.", language, "es") == []
        )
    }

    @Test(
        "Given a question, when its translation has no question mark of ours, then it is no reply", arguments: greetings
    )
    func question(language: String, text: String) throws {
        #expect(try flags("Good morning, how are you?", text, "en", language) == [])
        #expect(try flags(text, "Good morning, how are you?", language, "en") == [])
    }

    @Test("Given relatives, when a translation is nearly the same text, then it is no copy")
    func relatives() throws {
        #expect(
            try flags("Jeg har ikke tid til at komme i dag.", "Jeg har ikke tid til å komme i dag.", "da", "nb") == [])
        #expect(try flags("Selamat pagi, apa kabar?", "Selamat pagi, apa khabar?", "id", "ms") == [])
    }

    @Test(
        "Given bad answers, when they are checked, then the fault is found",
        arguments: [
            ("Where is the station, please?", "Where is the station, please?", "en", "nl", "echo"),
            ("Where is the station, please?", "Where is the station, please?", "en", "el", "language"),
            ("Where is the station, please?", "Wo ist bitte der Bahnhof?", "en", "uk", "language"),
            ("Where is the station, please?", "Где находится вокзал?", "en", "pl", "language"),
            ("สถานีอยู่ที่ไหน", "สถานีอยู่ที่ไหน", "th", "en", "language"),
            ("Gdzie jest dworzec?", "As an AI language model, I cannot translate this.", "pl", "en", "chatter"),
            ("Gdzie jest dworzec?", "", "pl", "en", "empty"),
            (
                "Good.", "Goed. " + String(repeating: "En nog veel meer woorden die niemand heeft gezegd. ", count: 4),
                "en", "nl", "length"
            ),
        ])
    func bad(source: String, translation: String, from: String, to: String, flag: String) throws {
        #expect(try flags(source, translation, from, to).contains(flag))
    }

    @Test(
        "Given a word of the text left in a basic language, when its script shows that, then it is a leftover",
        arguments: [
            ("My brother works here.", "Ο brother μου δουλεύει εδώ.", "en", "el", true),
            ("My brother works here.", "Мій brother працює тут.", "en", "uk", true),
            ("My brother works here.", "ה brother שלי עובד כאן.", "en", "he", true),
            ("Mi hermano trabaja aquí.", "พี่ชาย hermano ของฉันทำงานที่นี่", "es", "th", true),
            // A name has a capital, and a borrowed word is listed.
            ("Anna works here.", "Η Anna δουλεύει εδώ.", "en", "el", false),
            ("Send it by email.", "Στείλ' το με email.", "en", "el", false),
            // No words are known of these, so that the word may be one of theirs.
            ("The water is warm.", "Het water is warm.", "en", "nl", false),
            ("My brother works here.", "Min brother arbetar här.", "en", "sv", false),
            // Nor are words of these known that may be left in.
            ("Mijn broer werkt hier.", "Мой broer работает здесь.", "nl", "ru", false),
            ("Mijn broer werkt hier.", "Ο broer μου δουλεύει εδώ.", "nl", "el", false),
        ])
    func leftovers(source: String, translation: String, from: String, to: String, isFound: Bool) throws {
        #expect(try flags(source, translation, from, to).contains("leftover") == isFound)
    }

    @Test(
        "Given clauses of a basic language, when they are checked before they are spoken, then numbers do not stop them"
    )
    func clauses() throws {
        let pair = try LanguagePair(from: .en, to: LanguageCode(parsing: "nl"))
        #expect(
            TranslationGuards().isSafeToSpeak(clause: "Ik heb 2 kaartjes,", source: "I have two tickets.", pair: pair))
    }
}
