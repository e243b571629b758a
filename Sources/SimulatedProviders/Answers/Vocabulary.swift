internal import Language

/// A few everyday words of a language. The word at one place means the same in all languages.
struct Vocabulary: Sendable {
    let language: LanguageCode
    let words: [String]
    let fullStop: Character
    /// A phrase that recognizers are known to hear in silence.
    let stockPhrase: String
    private let places: [String: Int]
    private let longest: Int

    static func of(_ language: LanguageCode) -> Vocabulary { all[language] ?? Vocabulary(language) }

    private static let all = Dictionary(
        uniqueKeysWithValues: LanguageCode.tested.map { ($0, Vocabulary($0)) })

    private init(_ language: LanguageCode) {
        self.language = language
        words = language.everydayWords.split(separator: " ").map(String.init)
        places = Dictionary(zip(words, words.indices), uniquingKeysWith: { first, _ in first })
        longest = words.map(\.count).max() ?? 1
        stockPhrase = language.stockPhrase
        fullStop =
            switch language {
            case .zh, .ja: "。"
            case .hi: "।"
            default: "."
            }
    }

    /// The place of a word, in any case; nil if the word is not known.
    func place(of word: String) -> Int? { places[word] ?? places[word.lowercased()] }

    /// How many characters at the beginning are a known word, the longest if there are several; nil if none is.
    func knownPrefix(of characters: ArraySlice<Character>) -> Int? {
        (1...max(1, min(longest, characters.count))).last { places[String(characters.prefix($0))] != nil }
    }

    /// A sentence of `count` words picked by the hash, with no word twice in a row. The first word has a capital letter, the
    /// last one a full stop.
    func sentence(of count: Int, _ random: StableHash) -> [String] {
        var last = -1
        var picked = (0..<max(0, count)).map { index in
            var place = random.with(UInt64(index)).index(below: words.count)
            if place == last { place = (place + 1) % words.count }
            last = place
            return words[place]
        }
        guard !picked.isEmpty else { return [] }
        picked[0] = picked[0].capitalizedFirst
        picked[picked.count - 1].append(fullStop)
        return picked
    }

    func joined(_ words: [String]) -> String {
        words.joined(separator: language.isWrittenWithoutSpaces ? "" : " ")
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension LanguageCode {
    /// The language that the fault `wrong-language` answers in.
    var other: LanguageCode { self == .en ? .es : .en }
}

extension LanguageCode {
    fileprivate var everydayWords: String {
        switch self {
        case .es:
            """
            hoy mañana bueno amigo casa agua café tren estación calle ciudad trabajo día noche familia niño \
            médico libro música mercado precio número pregunta respuesta ayuda gracias sí aquí abierto grande \
            pequeño nuevo
            """
        case .fr:
            """
            aujourd'hui demain bon ami maison eau café train gare rue ville travail jour nuit famille enfant \
            médecin livre musique marché prix numéro question réponse aide merci oui ici ouvert grand petit nouveau
            """
        case .de:
            """
            heute morgen gut freund haus wasser kaffee zug bahnhof straße stadt arbeit tag nacht familie kind \
            arzt buch musik markt preis nummer frage antwort hilfe danke ja hier offen groß klein neu
            """
        case .it:
            """
            oggi domani buono amico casa acqua caffè treno stazione strada città lavoro giorno notte famiglia \
            bambino medico libro musica mercato prezzo numero domanda risposta aiuto grazie sì qui aperto grande \
            piccolo nuovo
            """
        case .pt:
            """
            hoje amanhã bom amigo casa água café trem estação rua cidade trabalho dia noite família criança \
            médico livro música mercado preço número pergunta resposta ajuda obrigado sim aqui aberto grande \
            pequeno novo
            """
        case .zh:
            """
            今天 明天 好 朋友 房子 水 咖啡 火车 车站 街道 城市 工作 日子 夜晚 家庭 孩子 医生 书 音乐 市场 价格 号码 \
            问题 回答 帮助 谢谢 是 这里 开放 大 小 新
            """
        case .ja:
            """
            今日 明日 良い 友達 家 水 コーヒー 電車 駅 通り 都市 仕事 日 夜 家族 子供 医者 本 音楽 市場 値段 番号 \
            質問 答え 助け ありがとう はい ここ 開いた 大きい 小さい 新しい
            """
        case .ko:
            """
            오늘 내일 좋은 친구 집 물 커피 기차 역 거리 도시 일 하루 밤 가족 아이 의사 책 음악 시장 가격 번호 질문 \
            대답 도움 감사 네 여기 열린 큰 작은 새로운
            """
        case .ar:
            """
            اليوم غدا جيد صديق بيت ماء قهوة قطار محطة شارع مدينة عمل نهار ليل عائلة طفل طبيب كتاب موسيقى سوق \
            سعر رقم سؤال جواب مساعدة شكرا نعم هنا مفتوح كبير صغير جديد
            """
        case .hi:
            """
            आज कल अच्छा दोस्त घर पानी कॉफ़ी रेल स्टेशन सड़क शहर काम दिन रात परिवार बच्चा डॉक्टर किताब संगीत बाज़ार \
            कीमत संख्या सवाल जवाब मदद धन्यवाद हाँ यहाँ खुला बड़ा छोटा नया
            """
        case .ru:
            """
            сегодня завтра хороший друг дом вода кофе поезд вокзал улица город работа день ночь семья ребёнок \
            врач книга музыка рынок цена номер вопрос ответ помощь спасибо да здесь открытый большой маленький \
            новый
            """
        // The simulated engines have the tested languages only.
        default:
            """
            today tomorrow good friend house water coffee train station street city work day night family child \
            doctor book music market price number question answer help thanks yes here open big small new
            """
        }
    }

    fileprivate var stockPhrase: String {
        switch self {
        case .es: "¡Gracias por ver el vídeo!"
        case .fr: "Merci d'avoir regardé cette vidéo !"
        case .de: "Vielen Dank fürs Zuschauen!"
        case .it: "Grazie per la visione!"
        case .pt: "Obrigado por assistir!"
        case .zh: "谢谢观看。"
        case .ja: "ご視聴ありがとうございました。"
        case .ko: "시청해 주셔서 감사합니다."
        case .ar: "شكرا على المشاهدة."
        case .hi: "देखने के लिए धन्यवाद।"
        case .ru: "Спасибо за просмотр!"
        default: "Thanks for watching!"
        }
    }
}
