import Language
import Testing
import VerbioTesting

@Suite("Blanks that a recognizer has left out")
struct MissingBlankTests {
    @Test(
        "Given two sentences or clauses without a blank, when the text is repaired, then it has one",
        arguments: [
            (
                LanguageCode.fr, "la page de détail correspondante.en écoutant l'audio",
                "la page de détail correspondante. en écoutant l'audio"
            ),
            (.fr, "C'est fini.On y va.", "C'est fini. On y va."),
            (.fr, "Il est venu.À demain!", "Il est venu. À demain!"),
            (.en, "We are done.and then we left.", "We are done. and then we left."),
            (.en, "Are you there?yes,I am.", "Are you there? yes, I am."),
            (.es, "No lo sé.¿Y tú?", "No lo sé. ¿Y tú?"), (.es, "Vale.pero mañana", "Vale. pero mañana"),
            (.de, "Das ist gut.Und jetzt?", "Das ist gut. Und jetzt?"),
            (.de, "Gestern war es kalt,heute nicht.", "Gestern war es kalt, heute nicht."),
            (.it, "Abbiamo finito.Grazie mille", "Abbiamo finito. Grazie mille"),
            (.pt, "Está bem.obrigado", "Está bem. obrigado"),
            (.ru, "Всё готово.Поехали!", "Всё готово. Поехали!"), (.ru, "Спасибо.пожалуйста", "Спасибо. пожалуйста"),
            (.ko, "좋습니다.그리고 내일", "좋습니다. 그리고 내일"), (.ar, "مرحبا.كيف حالك؟بخير", "مرحبا. كيف حالك؟ بخير"),
            (.hi, "नमस्ते।आप कैसे हैं?ठीक", "नमस्ते। आप कैसे हैं? ठीक"),
        ])
    func repaired(_ language: LanguageCode, _ text: String, _ wanted: String) {
        #expect(MissingBlanks.repaired(text, in: language) == wanted)
        #expect(MissingBlanks.repaired(wanted, in: language) == wanted)
    }

    @Test(
        "Given addresses, files, abbreviations and numbers, when the text is repaired, then it stays as it is",
        arguments: [
            (LanguageCode.en, "Visit www.example.com, example.org/help or mail.example.co.uk."),
            (.en, "Write to anna.schmidt@example.com about main.swift and Node.js."),
            (.en, "It costs 3.14 dollars, 1,250.50 in all, at 10:30."),
            (.en, "The U.S. and e.g. the U.K. at 5 p.m. or a.m."), (.en, "Mr.Smith and Dr.House came."),
            (.en, "Meet me at about.me or come.in"), (.en, "https://example.com/a.and?b=c,d"),
            (.en, "He paid $1,000,000.00."), (.en, "Version v2.beta"), (.en, "Booking.com and ASP.NET are names."),
            (.de, "z.B. am 3.5. um 14.30 Uhr, bzw.am Montag, Prof.Müller"), (.de, "Er sagte u.a.das."),
            (.es, "p.ej. la casa, Sr.García y google.es"), (.fr, "c.-à-d. la France, orange.fr"),
            (.ru, "т.е. 5 тыс.руб. и т.д."), (.ru, "ул.Ленина, президент.рф"),
            (.zh, "你好.我很好,谢谢!再见"), (.ja, "はい.そうです!ええ"), (.ko, "3.1절과 네이버.com"), (.hi, "डॉ.शर्मा"),
        ])
    func kept(_ language: LanguageCode, _ text: String) {
        #expect(MissingBlanks.repaired(text, in: language) == text)
    }

    @Test(
        "Given segments without a blank where they meet, when they are joined, then they have one where it belongs",
        arguments: [
            (
                LanguageCode.fr, [" la page correspondante.", "en écoutant", " l'audio"],
                " la page correspondante. en écoutant l'audio"
            ),
            (.en, [" One", "two", ", three"], " One two, three"),
            (.en, [" It is 3.", "14 exactly"], " It is 3.14 exactly"),
            (.en, [" It", "'s fine"], " It's fine"), (.zh, ["你好。", "我很好"], "你好。我很好"), (.ja, ["はい", "そう"], "はいそう"),
            (.hi, ["नमस्ते", "आप"], "नमस्ते आप"),
        ])
    func joined(_ language: LanguageCode, _ segments: [String], _ wanted: String) {
        #expect(MissingBlanks.joined(segments, in: language) == wanted)
    }

    @Test(
        "Given the sentences of the corpus, when they are repaired, then none changes",
        .enabled(if: TextCorpus.isPresent, "there is no ../shared/corpus"))
    func corpus() {
        var count = 0
        for language in LanguageCode.tested {
            for sentence in TextCorpus.sentences[language] ?? [] {
                #expect(MissingBlanks.repaired(sentence, in: language) == sentence)
                count += 1
            }
        }
        #expect(count > 200)
    }
}
