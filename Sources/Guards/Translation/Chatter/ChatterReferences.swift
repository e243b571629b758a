/// What in a text makes such phrases legitimate in its translation. If the text speaks of translating, offering or refusing,
/// its translation may do so, too. In the twelve languages, in lower case.
enum ChatterReferences {
    static let thanks = [
        "thank", "gracias", "danke", "dank", "merci", "grazie", "obrigad", "спасибо", "谢谢", "感谢", "ありがとう", "감사", "고마",
        "شكرا", "धन्यवाद", "शुक्रिया",
    ]

    static let machines = [
        " ai", "ai ", "artificial", "model", "assistant", " ia", "inteligencia", "inteligência", "intelligence",
        "intelligenz", "intelligenza", " ki", "ki-", "sprachmodell",
        "人工智能", "模型", "人工知能", "モデル", "助手", "인공지능", "모델", "ذكاء", "نموذج", "مساعد", "एआई", "मॉडल", " ии", "ии ",
        "интеллект", "модел", "language", "asistente", "assistente", "policy", "guideline", "bilingual", "sprach",
        "translation",
    ]

    /// Translating, interpreting and the names of languages.
    static let translating = [
        "translat", "traduc", "tradu", "tradot", "übersetz", "翻译", "译", "翻訳", "訳", "번역", "통역", "ترجم", "अनुवाद",
        "перевод", "перевед",
        "перевес", "interpret", "intérprete", "interprèt", "dolmetsch", "通訳", "दुभाषि", "english", "inglés", "anglais",
        "englisch",
        "inglese", "inglês", "英语", "英文", "英語", "영어", "الإنجليزية", "अंग्रेज", "по-англий", "spanish", "español", "espagnol",
        "spanisch",
        "spagnolo", "espanhol", "french", "français", "französisch", "german", "deutsch", "italian", "portugu",
        "chinese", "中文", "japanese",
        "日本語", "한국어", "العربية", "हिंदी", "русск", "polite", "höflich", " poli", "educad", "cortés", "gentil", "вежлив",
        "礼貌", "丁寧", "공손", "مهذب", "विनम्र", "literal", "wörtlich", "letteral", "букваль", "alternativ", "or:", "oder:",
    ]

    /// Phrases that say that something cannot or may not be done, regret something, or say that there is none left.
    static let regrets = [
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
        "couldn't", "could not", "wouldn't", "don't want", "don't know how", "no way", "refus", "not allowed",
        "mustn't", "no position",
        "rather not", "impossible", "no puede", "ni hablar", "me niego", "no se puede", "no pude", "n'y peux",
        "interdit", "weiger",
        "verboten", "kein", "rifiut", "vietato", "impossibil", "recus", "proibid", "não dá", "não pode", "不会", "不可以",
        "没办法", "不行", "拒绝",
        "だめ", "無理", "あいにく", "かねます", "断", "안 돼", "안 됩", "곤란", "거절", "ممنوع", "مستحيل", "أرفض", "لن ", "मना", "नहीं",
        "нельзя", "не буду",
        "отказ", "увы", "не получ", "невозможно", "не хочу",
    ]

    /// Notes, offers, help and conditions.
    static let notes = [
        "translat", "traduc", "tradu", "übersetz", "翻译", "译", "翻訳", "訳", "번역", "ترجم", "अनुवाद", "перевод", "перевед",
        "перевес", "help", "note", "provide", "ayud", "aid", "helf", "aiut", "ajud", "帮", "手伝", "도와", "도움", "ساعد",
        "मदद", "सहायता", "помо", "if you", "si vous", "si necesit", "wenn sie", "se hai", "se precis", "如果", "必要", "필요",
        "إذا", "यदि", "अगर", "если", "hope", "espero", "espère", "hoff", "spero", "希望", "आशा", "надею", "آمل", "here",
        "voici", "aquí", "hier", "ecco", "aqui", "注", "気軽", "役に立", "إليك", "вот", "以下", "这里", "这是", "다음", "여기",
        "hesitate", "feel free", "let me know", "following", "context", "zögern", "lassen", "сообщ", "नोट", "यहाँ", "next",
        "下面", "次の", "attention", "observ", "नीचे",
        "anything", "if it", "if there", "when you", "do for you", "tell me", "careful", "look out", "passport", "your",
        "more", "useful",
        "cualquier", "si te", "si le", "cuando", "dime", "dígame", "ojo", "falta", "dude", "desea", "puedo",
        "si tu", "si ça", "besoin", "dites", "écoute", "quand", "falls", "wenn", "melden", "brauch", "achtung",
        "sagen sie", "quando",
        "dimmi", "mi dica", "bisogno", "serva", "qualquer", "me avis", "quando", "pois não", "需要", "告诉", "欢迎光临", "有事",
        "您好，",
        "もし", "たら", "ください", "いらっしゃいませ", "どうしました", "ご用", "어서 오세요", "어떻게 오셨", "말씀", "으면", "혹시", "تفضل", "لو ", "أخبر",
        "अगर", "बोलिए", "बताइए", "कहिए", "слушаю", "когда", "скажи", "если что", "осторожно",
    ]

    /// Phrases that agree, show understanding or joy, or say that something is no trouble.
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
        "fine", "alright", "well", "go ahead", "means", "you bet", "roger", "noted", "sense", "get it", "get you",
        "got you", "hear you",
        "will do", "deal", "great", "good", "yeah", "yep", "exact", "indeed", "welcome", "mention it", "love to",
        "wish", "received",
        "no problem", "worr", "meet you", "let's", "so,", "nice", "anytime", "please do", "not at all",
        "venga", "cómo no", "ya veo", "ya caigo", "bueno", "perfect", "de nada", "enseguida", "ahora mismo", "sí",
        "marche", "souci",
        "de rien", "ouais", "oui", "geht", "gut", "thema", "stimmt", "ach so", "bitte", "ja", "figurati", "prego", "sì",
        "pois não",
        "pode deixar", "está bem", "imagina", "sim", "行", "好", "可以", "原来", "没事", "嗯", "是", "那", "いい", "了解", "なるほど",
        "うん", "ええ", "どうぞ",
        "그래", "예", "그렇", "응", "좋", "그럼", "ماشي", "تمام", "أكيد", "هيا", "أجل", "على الرحب", "सही", "जी", "अच्छा", "ладно",
        "давай", "ага",
        "угу", "ну", "да", "само собой", "верно",
    ]

    /// Phrases that ask the same of the listener.
    static let returns =
        ChatterPhrases.returns + [
            "what about", "how about", "yourself", "and you", "qué tal", "vosotros", "et toi", "et vous", "und selbst",
            "und du", "und sie",
            "e tu", "e lei", "e você", "e tu", "你呢", "您呢", "あなたは", "그쪽", "وماذا عنك", "وأنت", "और आप", "और बताइए",
            "а у вас", "а вы",
        ]

    /// Orders to a machine: after one of these the answer may be obeying it.
    static let orders = [
        "instruction", "instruccion", "anweisung", "istruzion", "instruç", "指示", "指令", "지시", "تعليمات", "निर्देश", "указан",
        "инструкц",
        "prompt", "debug", "translat", "answer", "reply", "traduc", "respond", "respuesta", "réponse", "antwort",
        "rispo", "respost",
        "翻译", "回答", "翻訳", "答え", "번역", "대답", "ترجم", "अनुवाद", "ответ", "перевод", "from now on", "désormais", "ab jetzt",
    ]
}
