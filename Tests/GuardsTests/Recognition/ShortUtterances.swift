import Audio
import Conversations
import Guards
import Language
import Providers
import VerbioTesting

/// Utterances of a few words: everyday phrases, and beginnings of the corpus's sentences.
enum ShortUtterances {
    /// Thanks, answers, numbers, laughter, and words that people really say several times.
    static let everyday: [LanguageCode: [String]] = [
        .en: [
            "Thank you.", "Thanks!", "ok", "OK.", "Okay, bye.", "Yes.", "No.", "no no no no", "ha ha ha ha ha",
            "Hahaha!", "1 1 1 2",
            "one one two", "bye bye", "very very very good", "Stop stop stop!", "Yeah, yeah, yeah.", "Hmm.", "You?",
            "I'm sorry.",
            "wait wait wait wait", "See you later!", "Good night.", "knock knock", "42", "Room 101.",
            "Thank you very much!",
            "come on come on come on", "Hip hip hooray!", "I know, I know.", "What?", "5 5 5 0 1 2 3",
        ],
        .es: [
            "Gracias.", "Muchas gracias.", "Sí.", "No, no, no.", "sí sí sí sí", "Adiós.", "jajaja", "ja ja ja ja",
            "Vale, vale.",
            "poco a poco", "Hasta luego.", "Bueno...", "uno dos tres", "muy muy bien", "¿Qué?", "dale dale dale",
            "3 3 3",
        ],
        .fr: [
            "Merci.", "Merci beaucoup !", "Oui.", "non non non non", "Au revoir.", "oui oui oui", "ha ha ha",
            "D'accord.", "À bientôt !",
            "petit à petit", "vas-y vas-y vas-y", "Salut !", "quatre-vingt-dix", "très très bien", "bla bla bla bla",
            "Hein ?",
        ],
        .de: [
            "Danke.", "Vielen Dank.", "Ja.", "nein nein nein nein", "Tschüss!", "ja ja ja", "haha haha", "Genau.",
            "bis bald",
            "ganz ganz wichtig", "Los, los, los!", "Zimmer 12", "eins eins zwei", "sehr sehr gut", "Wie bitte?",
            "na na na na",
        ],
        .it: [
            "Grazie.", "Grazie mille.", "Sì.", "no no no", "Ciao ciao!", "piano piano", "ah ah ah ah", "Va bene.",
            "sì sì sì sì",
            "Arrivederci.", "tanti tanti auguri", "Dai dai dai!", "due due tre", "Come?",
        ],
        .pt: [
            "Obrigado.", "Obrigada!", "Sim.", "não não não", "Tchau tchau.", "kkkkk", "ha ha ha ha", "Tá bom, tá bom.",
            "devagar, devagar",
            "Até logo.", "vai vai vai vai", "um dois três", "muito muito obrigado", "Oi?",
        ],
        .ru: [
            "Спасибо.", "Большое спасибо!", "Да.", "нет нет нет нет", "Пока-пока.", "да да да", "ха-ха-ха-ха", "Ага.",
            "До свидания.",
            "очень очень хорошо", "быстро, быстро, быстро!", "раз два три", "Что?", "чуть-чуть",
        ],
        .zh: [
            "谢谢。", "谢谢谢谢", "好。", "好好好好", "不不不不", "再见!", "哈哈哈哈哈", "对对对", "嗯。", "慢慢来", "一一二", "等等等等", "是的是的", "没有没有",
            "拜拜",
            "可以可以可以", "走走走!",
        ],
        .ja: [
            "はい。", "はい、はい。", "うん。", "いやいやいやいや", "ありがとうございます。", "どうもどうも", "あははは", "そうそうそう", "ちょっとちょっと", "おやすみなさい。", "えー",
            "だめだめだめ",
            "一、一、二", "バイバイ。", "すみませんすみません", "はははは", "もしもし",
        ],
        .ko: [
            "네.", "네네네네", "감사합니다.", "아니 아니 아니", "하하하하", "ㅋㅋㅋㅋ", "안녕!", "안녕히 계세요.", "빨리빨리", "일 일 이", "잠깐만 잠깐만",
            "맞아 맞아 맞아", "음.",
            "고맙습니다.", "진짜 진짜",
        ],
        .ar: [
            "شكرا.", "شكرا جزيلا", "نعم.", "لا لا لا لا", "مع السلامة", "ههههه", "ها ها ها", "حسنا حسنا", "شوي شوي",
            "يلا يلا يلا", "واحد واحد اثنان",
            "السلام عليكم", "ماذا؟", "جدا جدا",
        ],
        .hi: [
            "धन्यवाद।", "हाँ।", "हाँ हाँ हाँ", "नहीं नहीं नहीं नहीं", "हा हा हा हा", "ठीक है, ठीक है।", "नमस्ते।", "धीरे धीरे", "जल्दी जल्दी जल्दी",
            "एक एक दो", "शुक्रिया।", "बहुत बहुत अच्छा", "क्या?",
        ],
    ]

    /// How people and their microphones are.
    enum Kind: String, CaseIterable, Sendable {
        /// Nothing speaks against the voice.
        case clear
        /// One thing does: a noisy room, a faint voice, a very short word, pauses.
        case middling
        /// Two do: a human would hardly hear it.
        case weak
    }

    struct Utterance: Sendable {
        var text: String
        var language: LanguageCode
    }

    /// A thousand, no two alike, the same ones in every run.
    static let all: [Utterance] = {
        var random = SplitMix64(seed: 7)
        var seen: Set<String> = []
        var found: [Utterance] = []
        func add(_ text: String, _ language: LanguageCode) {
            if !text.isEmpty, seen.insert("\(language) \(text)").inserted {
                found.append(Utterance(text: text, language: language))
            }
        }
        for language in LanguageCode.tested {
            for text in everyday[language] ?? [] { add(text, language) }
        }
        var round = 0
        while found.count < 1_000, round < 400 {
            round += 1
            for language in LanguageCode.tested where found.count < 1_000 {
                guard let sentence = TextCorpus.sentences[language]?.randomElement(using: &random) else { continue }
                let count = Int.random(in: 1...6, using: &random)
                if language.isWrittenWithoutSpaces {
                    add(String(sentence.filter(\.isLetter).prefix(count * 2)), language)
                } else {
                    let words = sentence.split(separator: " ")
                    let start = Int.random(in: 0...max(0, words.count - count), using: &random)
                    let piece = words.dropFirst(start).prefix(count).joined(separator: " ")
                    if piece.contains(where: { $0.isLetter || $0.isNumber }) { add(piece, language) }
                }
            }
        }
        return found
    }()

    /// The utterance as a microphone and a recognizer give it: said at an ordinary pace, by a voice that is clear or not.
    static func heard(_ utterance: Utterance, _ kind: Kind, _ random: inout SplitMix64) -> HeardAnswer {
        let scalars = utterance.text.unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        let eastern = utterance.language.isWrittenWithoutSpaces || utterance.language == .ko
        // Digits stand for words.
        let length = Double(scalars.count) + 3 * Double(scalars.count { $0.properties.numericType != nil })
        let pace = eastern ? Double.random(in: 4...8, using: &random) : .random(in: 8...18, using: &random)
        var voiced = Int(length / pace * 1_000) + Int.random(in: 100...200, using: &random)
        var (snr, rms) = (Double.random(in: 12...38, using: &random), Double.random(in: -45 ... -14, using: &random))
        var pauses = Double.random(in: 0...0.3, using: &random)
        if kind == .clear { voiced = max(300, voiced) }
        if kind == .middling {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: (snr, voiced) = (.random(in: 5...9.9, using: &random), max(300, voiced))
            case 1: (rms, voiced) = (.random(in: -57.9 ... -50.1, using: &random), max(300, voiced))
            // As long a text as is said in that time.
            case 2 where voiced < 450: voiced = .random(in: 180..<300, using: &random)
            default: (pauses, voiced) = (Double(voiced) / 200, max(300, voiced))
            }
        }
        if kind == .weak { (snr, rms) = (.random(in: 2...8, using: &random), .random(in: -57 ... -51, using: &random)) }
        let signals =
            Bool.random(using: &random)
            ? RecognitionSignals(
                noSpeech: .random(in: 0...(kind == .clear ? 0.05 : 0.3), using: &random),
                meanLogProbability: .random(in: -0.95 ... -0.05, using: &random)) : nil
        return HeardAnswer(
            Recognition(
                text: utterance.text, language: utterance.language,
                confidence: Bool.random(using: &random) ? .random(in: 0.4...1, using: &random) : nil, signals: signals),
            evidence: SpeechEvidence(
                voicedMilliseconds: voiced, rmsDBFS: rms, peakDBFS: rms + 14, snrDB: snr, clippedSamples: 0),
            seconds: Double(voiced) / 1_000 + 0.5 + pauses, candidates: [utterance.language])
    }
}
