internal import Language
internal import Providers

/// A sentence and its translation, shown to a small model before the text that it is to translate.
struct TranslationExample: Sendable, Hashable {
    var source: String
    var translation: String

    /// The examples for a request; none if its target is a variety, because the sentences are in the usual one.
    static func all(for request: TranslationRequest) -> [TranslationExample] {
        let pair = request.pair
        guard pair.target == LanguageTag(pair.to), let from = sentences[pair.from], let to = sentences[pair.to] else {
            return []
        }
        // The second sentence addresses a person in the polite way.
        let places = request.formality == .informal ? [0, 2] : [0, 1, 2]
        return places.map { TranslationExample(source: from[$0], translation: to[$0]) }
    }

    /// The same three sentences in every language.
    private static let sentences: [LanguageCode: [String]] = [
        .en: [
            "The next train leaves at quarter past five.", "Could you tell me what the weather will be like tomorrow?",
            "My sister bought this old table because she liked its colour.",
        ],
        .es: [
            "El próximo tren sale a las cinco y cuarto.", "¿Podría decirme qué tiempo hará mañana?",
            "Mi hermana compró esta mesa antigua porque le gustaba el color.",
        ],
        .fr: [
            "Le prochain train part à cinq heures et quart.", "Pourriez-vous me dire quel temps il fera demain ?",
            "Ma sœur a acheté cette vieille table parce que la couleur lui plaisait.",
        ],
        .de: [
            "Der nächste Zug fährt um Viertel nach fünf.", "Können Sie mir sagen, wie das Wetter morgen wird?",
            "Meine Schwester hat diesen alten Tisch gekauft, weil ihr die Farbe gefiel.",
        ],
        .it: [
            "Il prossimo treno parte alle cinque e un quarto.", "Potrebbe dirmi che tempo farà domani?",
            "Mia sorella ha comprato questo vecchio tavolo perché le piaceva il colore.",
        ],
        .pt: [
            "O próximo trem sai às cinco e quinze.", "Poderia me dizer como vai estar o tempo amanhã?",
            "Minha irmã comprou esta mesa antiga porque gostou da cor.",
        ],
        .zh: ["下一班火车五点一刻出发。", "您能告诉我明天天气怎么样吗？", "我姐姐买了这张旧桌子，因为她喜欢它的颜色。"],
        .ja: ["次の電車は五時十五分に出ます。", "明日の天気を教えていただけますか？", "姉は色が気に入ったので、この古いテーブルを買いました。"],
        .ko: ["다음 기차는 다섯 시 십오 분에 출발합니다.", "내일 날씨가 어떨지 알려 주시겠어요?", "우리 언니는 색이 마음에 들어서 이 오래된 탁자를 샀어요."],
        .ar: [
            "يغادر القطار التالي في الساعة الخامسة والربع.", "هل يمكنك أن تخبرني كيف سيكون الطقس غدًا؟",
            "اشترت أختي هذه الطاولة القديمة لأن لونها أعجبها.",
        ],
        .hi: [
            "अगली ट्रेन सवा पाँच बजे छूटती है।", "क्या आप मुझे बता सकते हैं कि कल मौसम कैसा रहेगा?",
            "मेरी बहन ने यह पुरानी मेज़ ख़रीदी क्योंकि उसे इसका रंग पसंद आया।",
        ],
        .ru: [
            "Следующий поезд отправляется в пять пятнадцать.", "Не могли бы вы сказать, какая завтра будет погода?",
            "Моя сестра купила этот старый стол, потому что ей понравился его цвет.",
        ],
    ]
}
