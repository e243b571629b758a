internal import Glibc

/// What machines say around, beside or instead of a translation, in the twelve languages, in lower case.
enum ChatterPhrases {
    static func folded(_ text: String) -> String {
        text.lowercased().replacing("’", with: "'").replacing("‘", with: "'").trimmingPrefix {
            $0.isWhitespace || "\"“«„*".contains($0)
        }.description
    }

    /// Whether a text says a phrase, as words of their own where it begins with a letter of an alphabet.
    static func says(_ phrase: String, in text: String) -> Bool {
        // Hundreds of phrases are looked for and hardly one is there; comparing bytes tells so a hundred times faster.
        guard text.hasBytes(of: phrase) else { return false }
        return text.ranges(of: phrase).contains { range in
            guard range.lowerBound > text.startIndex, let first = phrase.unicodeScalars.first, first.value < 0x600
            else { return true }
            return !text[text.index(before: range.lowerBound)].isLetter
        }
    }

    /// How a reply to a question ends.
    static let returns = [
        "and you?", "how about you?", "y tú?", "y usted?", "y vos?", "et toi ?", "et vous ?", "et toi?", "et vous?",
        "und dir?", "und ihnen?", "und du?", "e tu?", "e lei?", "e você?", "e tu, ", "e o senhor?",
        "你呢？", "您呢？", "你呢?", "あなたは？", "そちらは？", "당신은요?", "당신은?", "وأنت؟", "और आप?", "और आपका?", "а ты?", "а вы?",
        "а у вас?", "а у тебя?",
    ]

    /// A machine that names itself.
    static let assistant = [
        "as an ai", "i'm an ai", "i am an ai", "language model", "ai assistant", "as a translation", "i'm just an ai",
        "my training data", "my guidelines", "content policy",
        "como una ia", "como ia", "como modelo", "modelo de lenguaje", "modelo de idioma",
        "inteligencia artificial, no", "asistente de ia",
        "en tant qu'ia", "en tant que modèle", "modèle de langage", "assistant ia",
        "en tant qu'intelligence artificielle", "en tant qu'assistant",
        "als ki", "als künstliche intelligenz", "sprachmodell", "ki-assistent", "come ia",
        "come intelligenza artificiale", "modello linguistico", "assistente ia", "come assistente",
        "como uma ia", "modelo de linguagem", "assistente de ia", "como assistente",
        "作为人工智能", "作为一个人工智能", "作为ai", "作为一个ai", "语言模型", "ai助手", "aiとして", "言語モデル", "aiアシスタント", "人工知能として",
        "ai로서", "언어 모델", "인공지능으로서", "ai 어시스턴트", "كنموذج", "نموذج لغوي", "كذكاء اصطناعي", "بصفتي", "مساعد ذكاء",
        "एआई के रूप", "भाषा मॉडल", "एआई सहायक", "ai के रूप", "как ии", "как искусственный интеллект", "языковая модель",
        "языковой модел", "как модель", "ии-помощник", "ии-ассистент",
    ]

    static let aboutMachines = [
        " ai", "ai ", "artificial", "model", "assistant", " ia", "inteligencia", "inteligência", "intelligence",
        "intelligenz", "intelligenza", " ki", "ki-", "sprachmodell",
        "人工智能", "模型", "人工知能", "モデル", "助手", "인공지능", "모델", "ذكاء", "نموذج", "مساعد", "एआई", "मॉडल", " ии", "ии ",
        "интеллект", "модел", "language", "asistente", "assistente", "policy", "guideline", "bilingual", "sprach",
        "translation",
    ]

    static let refusals = [
        "i can't translate", "i cannot translate", "i can't assist", "i cannot assist", "i can't help with",
        "i cannot help with", "i'm unable to", "i am unable to", "i'm not able to",
        "i cannot provide", "i can't provide", "i won't be able to", "i'm sorry, but i can", "i'm sorry, i can",
        "i apologize, but", "sorry, i can't", "sorry, but i can", "cannot fulfill", "can't fulfill", "cannot comply",
        "i must decline",
        "no puedo traducir", "no puedo ayudar", "no puedo proporcionar", "lo siento, pero no p", "lo siento, no puedo",
        "no me es posible", "no soy capaz de", "no puedo cumplir", "lamento no poder", "no estoy en condiciones",
        "je ne peux pas traduire", "je ne peux pas vous aider", "je suis désolé, mais je ne p", "désolé, je ne p",
        "désolé, mais je ne p", "je ne suis pas en mesure", "je suis désolée, mais je ne p",
        "je suis dans l'impossibilité", "il m'est impossible de", "je ne peux pas fournir",
        "ich kann diesen", "ich kann das nicht übersetzen", "es tut mir leid, aber ich kann",
        "tut mir leid, aber ich kann", "leider kann ich", "ich bin nicht in der lage", "ich kann ihnen dabei nicht",
        "ich darf", "ich kann dabei nicht", "entschuldigung, aber ich kann", "kann ich nicht übersetzen",
        "non posso tradurre", "mi dispiace, ma non p", "mi dispiace, non posso", "non sono in grado",
        "non posso aiutar", "non posso fornire", "spiacente, ma non",
        "não posso traduzir", "desculpe, mas não p", "lamento, mas não p", "sinto muito, mas não p",
        "não consigo traduzir", "não posso ajudar", "não sou capaz", "não posso fornecer", "desculpe, não posso",
        "我无法", "我不能翻译", "抱歉，我", "很抱歉，我", "对不起，我不能", "对不起，我无法", "无法提供", "无法翻译", "无法协助", "不便翻译",
        "申し訳ありませんが、", "申し訳ございませんが", "翻訳できません", "お手伝いできません", "お応えできません", "翻訳することはできません", "対応できません", "提供できません",
        "ご要望にはお応え",
        "죄송하지만", "죄송합니다만", "번역할 수 없", "도와드릴 수 없", "제공할 수 없", "도움을 드릴 수 없", "응할 수 없",
        "عذرًا، لا", "عذرا، لا", "آسف، لا", "لا أستطيع ترجمة", "لا يمكنني ترجمة", "لا يمكنني مساعدت", "أعتذر، لا",
        "آسف، ولكن", "لا أستطيع مساعدت", "لا يمكنني تقديم", "أعتذر، ولكن", "لا أستطيع المساعدة", "لا يمكنني المساعدة",
        "عذرًا، لكن",
        "मैं इसका अनुवाद नहीं", "अनुवाद नहीं कर सक", "क्षमा करें, मैं", "माफ़ कीजिए, मैं", "मुझे खेद है", "मैं इसमें मदद नहीं", "मैं मदद नहीं", "माफ़ करें, मैं",
        "माफ करें, मैं", "सहायता नहीं कर सक", "असमर्थ हूँ", "असमर्थ हूं",
        "не могу перевести", "не могу помочь", "извините, но я не", "простите, но я не", "к сожалению, я не могу",
        "я не в состоянии", "не могу выполнить", "извините, я не могу", "не могу предоставить", "вынужден отказать",
    ]

    /// What says sorry or "cannot" in a text: then its translation may say so.
    static let apologies = [
        "sorry", "apolog", "can't", "cannot", "can not", "unable", "unfortunately", "regret", "not able", "excuse",
        "pardon", "afraid", "won't", "decline",
        "siento", "lamento", "disculp", "no puedo", "perdón", "perdon", "no pued", "desgraciadamente", "no soy capaz",
        "imposible", "no me es",
        "désolé", "ne peux", "ne peut", "pardon", "regrette", "malheureusement", "excus", "pas en mesure", "impossible",
        "ne suis pas",
        "leid", "kann nicht", "leider", "entschuldig", "kann ich", "nicht in der lage", "kann", "verzeih", "darf",
        "dispiace", "non posso", "scus", "purtroppo", "spiacente", "non sono in grado", "non riesco",
        "desculp", "não posso", "lamento", "infelizmente", "não consigo", "sinto muito", "não sou",
        "抱歉", "对不起", "不好意思", "无法", "不能", "没法", "不了", "遗憾", "申し訳", "すみません", "ごめん", "できません", "残念", "できない", "すいません",
        "られません", "れません",
        "죄송", "미안", "수 없", "못", "유감", "عذر", "آسف", "أعتذر", "لا أستطيع", "لا يمكن", "أسف", "للأسف", "لا أقدر", "سامح",
        "क्षमा", "माफ", "माफ़", "खेद", "नहीं कर सक", "नहीं सक", "असमर्थ", "अफ़सोस", "извин", "прости", "не могу", "сожалени", "жаль",
        "не в состоянии", "не может", "прошу прощения",
    ]

    /// What an answer begins with that says it is a translation.
    static let labels = [
        "translation:", "here is the", "here's the", "here is your", "here's your", "the translation",
        "translated text", "translates to", "translated:", "in english:", "in english, ", "english translation",
        "translated into", "this translates", "can be translated", "would be translated", "is translated as",
        "translation of",
        "traducción:", "aquí tienes", "aquí está la trad", "la traducción", "traducción al", "texto traducido",
        "se traduce", "en español:", "traducido:", "aquí tiene la", "en español sería",
        "traduction :", "traduction:", "voici la trad", "la traduction", "se traduit", "en français :", "en français:",
        "texte traduit", "traduction en", "voici le texte",
        "übersetzung:", "hier ist die übers", "die übersetzung", "übersetzt bedeutet", "auf deutsch:",
        "lautet die übersetzung", "übersetzter text", "hier ist der", "deutsche übersetzung", "auf deutsch heißt",
        "hier die übersetzung",
        "traduzione:", "ecco la trad", "la traduzione", "si traduce", "in italiano:", "testo tradotto", "traduzione in",
        "ecco il testo",
        "tradução:", "aqui está", "a tradução", "traduz-se", "em português:", "texto traduzido", "tradução para",
        "segue a trad",
        "翻译：", "翻译:", "译文", "以下是", "翻译成", "翻译如下", "这句话的意思", "中文翻译", "翻译结果", "这是翻译", "中文：", "翻译为",
        "翻訳：", "翻訳:", "以下は", "日本語訳", "翻訳結果", "和訳", "日本語：", "翻訳すると", "訳：", "以下が", "日本語では",
        "번역:", "번역：", "다음은", "번역 결과", "번역하면", "한국어 번역", "한국어:", "번역문", "번역은",
        "الترجمة:", "إليك الترجمة", "ترجمة النص", "النص المترجم", "الترجمة هي", "بالعربية:", "إليك ترجمة",
        "الترجمة إلى", "الترجمة العربية", "ترجمة:",
        "अनुवाद:", "अनुवाद है", "यहाँ अनुवाद", "हिंदी अनुवाद", "हिन्दी अनुवाद", "अनुवादित", "यह रहा अनुवाद", "हिंदी में:", "यहाँ आपका", "का अनुवाद",
        "अनुवाद इस",
        "перевод:", "вот перевод", "переводится как", "переведённый текст", "на русском:", "вот ваш", "перевод текста",
        "переведенный текст", "русский перевод", "по-русски:", "перевод на",
    ]

    static let notes = [
        "note:", "(note", "let me know if", "i hope this helps", "please note that", "alternatively,", "feel free to",
        "please provide", "more context", "literal translation", "literally:", "how can i help you", "how can i assist",
        "if you need", "would you like me to", "here are some", "translator's note",
        "nota:", "(nota", "espero que esto", "avísame si", "si necesitas", "hágame saber", "házmelo saber",
        "no dudes en", "en qué puedo ayud", "proporcion", "literalmente:", "más contexto", "quieres que",
        "remarque :", "remarque:", "(remarque", "n'hésitez pas", "note :", "(note :", "si vous avez besoin",
        "comment puis-je vous aider", "j'espère que cela", "veuillez fournir", "plus de contexte", "souhaitez-vous que",
        "hinweis:", "(hinweis", "anmerkung:", "(anmerkung", "wenn sie weitere", "lassen sie mich wissen",
        "wie kann ich ihnen helfen", "ich hoffe, das hilft", "bitte geben sie", "mehr kontext", "möchten sie, dass ich",
        "wörtlich:",
        "fammi sapere", "spero che", "se hai bisogno", "come posso aiutar", "si prega di fornire", "più contesto",
        "fatemi sapere", "letteralmente:",
        "avise-me", "espero que isso", "se precisar", "como posso ajud", "por favor, forneça", "mais contexto",
        "observação:", "(observação", "deseja que eu",
        "注：", "（注", "注意：", "希望这", "如果您需要", "如需", "请提供", "有什么可以帮", "请问您需要", "需要更多", "直译：",
        "注釈", "※", "（注", "お気軽に", "お役に立て", "何かお手伝い", "ご提供ください", "文脈", "直訳",
        "참고:", "(참고", "도움이 되", "무엇을 도와", "필요하시면", "제공해 주", "문맥", "직역", "주:",
        "ملاحظة:", "(ملاحظة", "إذا كنت بحاجة", "كيف يمكنني مساعد", "آمل أن", "يرجى تقديم", "لا تتردد", "أخبرني إذا",
        "حرفيًا:",
        "नोट:", "(नोट", "टिप्पणी:", "यदि आपको", "मैं आपकी कैसे", "आशा है", "कृपया प्रदान", "बेझिझक", "और संदर्भ", "शाब्दिक",
        "примечание:", "(примечание", "(прим.", "если вам нужн", "чем я могу", "надеюсь, это", "пожалуйста, предостав",
        "дайте знать", "больше контекста", "дословно:", "обращайтесь",
    ]

    /// What says in a text that a translation is spoken of.
    static let aboutTranslation = [
        "translat", "traduc", "tradu", "übersetz", "翻译", "译", "翻訳", "訳", "번역", "ترجم", "अनुवाद", "перевод", "перевед",
        "перевес", "help", "note", "provide", "ayud", "aid", "helf", "aiut", "ajud", "帮", "手伝", "도와", "도움", "ساعد",
        "मदद", "सहायता", "помо", "if you", "si vous", "si necesit", "wenn sie", "se hai", "se precis", "如果", "必要", "필요",
        "إذا", "यदि", "अगर", "если", "hope", "espero", "espère", "hoff", "spero", "希望", "आशा", "надею", "آمل", "here",
        "voici", "aquí", "hier", "ecco", "aqui", "注", "気軽", "役に立", "إليك", "вот", "以下", "这里", "这是", "다음", "여기",
        "hesitate", "feel free", "let me know", "following", "context", "zögern", "lassen", "сообщ", "नोट", "यहाँ", "next",
        "下面", "次の", "attention", "observ", "नीचे",
    ]

    /// How a reply begins.
    static let openings = [
        "sure,", "sure!", "certainly,", "certainly!", "of course!", "of course,", "absolutely!", "okay, ",
        "i understand", "got it", "great question", "thank you for your question", "i'd be happy", "happy to help",
        "i see.", "yes, i can",
        "¡claro", "claro,", "claro!", "por supuesto", "¡por supuesto", "entendido", "con gusto", "¡hola! ¿en qué",
        "desde luego", "buena pregunta",
        "bien sûr", "certainement", "avec plaisir", "d'accord, voici", "je comprends", "entendu", "bonne question",
        "volontiers",
        "natürlich", "gerne", "selbstverständlich", "sicher!", "klar,", "klar!", "verstanden", "gute frage", "gern!",
        "sehr gerne",
        "certo!", "certo,", "certamente", "volentieri", "capisco", "naturalmente", "ottima domanda",
        "claro!", "com certeza", "certamente", "entendi", "com prazer", "boa pergunta",
        "当然", "好的，", "没问题", "我明白", "好的！", "明白了", "很高兴", "はい、もちろん", "もちろん", "承知", "かしこまりました", "わかりました", "いい質問",
        "물론", "알겠습니다", "네, 물론", "좋은 질문", "بالطبع", "بالتأكيد", "حسنًا، ", "سؤال جيد", "أفهم", "طبعًا", "बिल्कुल", "ज़रूर",
        "जरूर", "अवश्य", "मैं समझ", "ठीक है, यह", "अच्छा सवाल",
        "конечно", "разумеется", "хорошо, вот", "понял", "я понимаю", "с удовольствием", "хороший вопрос", "понятно",
    ]

    /// What says in a text that its speaker agrees.
    static let agreement = [
        "sure", "certain", "course", "absolutely", "okay", "ok", "understand", "understood", "got it", "yes", "happy",
        "glad", "gladly", "natural", "pleasure", "definitely", "see", "question", "right", "all right", "clear",
        "obviously",
        "claro", "supuesto", "entendido", "entiendo", "gusto", "luego", "seguro", "bien sûr", "certain", "plaisir",
        "accord", "compr", "entendu", "volontiers", "évid", "natür", "gern", "selbst", "sicher", "klar", "versteh",
        "verstanden", "frage", "pregunta", "domanda", "pergunta",
        "certo", "volentieri", "capisc", "capito", "natural", "prazer", "entend", "claro", "certeza", "当然", "好的", "没问题",
        "明白", "高兴", "懂", "もちろん", "承知", "かしこ", "わかり", "分かり", "質問", "嬉し", "はい", "知道", "물론", "알겠", "당연", "질문", "이해", "네",
        "بالطبع", "بالتأكيد", "حسن", "أفهم", "فهمت", "طبع", "نعم", "سؤال", "मैं समझ", "बिल्कुल", "ज़रूर", "जरूर", "अवश्य", "ठीक",
        "समझ", "सवाल", "प्रश्न", "हाँ", "конечно", "разумеется", "хорошо", "поня", "удоволь", "ясно", "вопрос", "beniss",
        "d'acc", "va bene", "vale", "de acuerdo", "tudo bem", "enchant", "freut", "felice", "contento", "rad", "рад",
    ]
}

extension String {
    /// Whether the bytes of a piece stand in this text.
    func hasBytes(of piece: String) -> Bool {
        var (text, piece) = (self, piece)
        return piece.withUTF8 { wanted in
            text.withUTF8 { bytes in
                guard let start = bytes.baseAddress, let phrase = wanted.baseAddress else { return wanted.isEmpty }
                var place = 0
                while place + wanted.count <= bytes.count {
                    let left = bytes.count - wanted.count + 1 - place
                    guard let found = memchr(start + place, Int32(phrase[0]), left) else { return false }
                    place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
                    if memcmp(start + place, phrase, wanted.count) == 0 { return true }
                    place += 1
                }
                return false
            }
        }
    }
}
