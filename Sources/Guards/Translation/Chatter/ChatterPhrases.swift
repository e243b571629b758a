/// What machines say around, beside or instead of a translation, in the twelve languages, in lower case.
enum ChatterPhrases {
    /// Replies to thanks.
    static let welcomes = [
        "you're welcome", "you are welcome", "my pleasure", "de nada", "no hay de qué", "de rien", "je vous en prie",
        "gern geschehen", "gerne!", "gerne.", "keine ursache", "prego", "di niente", "por nada", "imagina",
        "пожалуйста",
        "не за что", "不客气", "不用谢", "どういたしまして", "천만에", "별말씀", "عفوا", "على الرحب", "कोई बात नहीं",
    ]

    /// A machine names itself, or its instructions.
    static let assistant = [
        "as an ai", "i'm an ai", "i am an ai", "language model", "ai assistant", "i'm just an ai",
        "my training data", "my guidelines", "content policy",
        "como una ia", "como ia", "modelo de lenguaje", "modelo de idioma",
        "inteligencia artificial, no", "asistente de ia",
        "en tant qu'ia", "en tant que modèle", "modèle de langage", "assistant ia",
        "en tant qu'intelligence artificielle",
        "als ki", "als künstliche intelligenz", "sprachmodell", "ki-assistent", "come ia",
        "come intelligenza artificiale", "modello linguistico", "assistente ia",
        "como uma ia", "modelo de linguagem", "assistente de ia",
        "作为人工智能", "作为一个人工智能", "作为ai", "作为一个ai", "语言模型", "ai助手", "aiとして", "言語モデル", "aiアシスタント", "人工知能として",
        "ai로서", "언어 모델", "인공지능으로서", "ai 어시스턴트", "نموذج لغوي", "كذكاء اصطناعي", "بصفتي مساعد", "بصفتي نموذج",
        "مساعد ذكاء",
        "एआई के रूप", "भाषा मॉडल", "एआई सहायक", "ai के रूप", "как ии", "как искусственный интеллект", "языковая модель",
        "языковой модел", "ии-помощник", "ии-ассистент",
    ]

    /// Phrases about translating.
    static let translating = [
        "translat", "traduc", "tradui", "traduz", "traduzion", "tradução", "tradott", "tradot", "übersetz", "翻译", "译文",
        "译为",
        "译成", "翻訳", "和訳", "訳すと", "訳：", "日本語訳", "번역", "ترجم", "अनुवाद", "вот перевод", "перевод:", "перевод текста",
        "перевод на ", "русский перевод", "переводится как", "переведённый текст", "переведенный текст", "literally:",
        "literalmente:",
        "wörtlich:", "letteralmente:", "直译：", "直訳", "직역", "حرفيًا:", "शाब्दिक", "дословно:", "in english:", "in english, ",
        "这句话的意思", "auf deutsch heißt", "en español sería", "буквально:", "littéralement:", "littéralement :",
        "polite way of asking", "polite way to ask", "forma educada de", "forma cortés de", "façon polie de",
        "höfliche form zu", "modo educato di", "modo gentile di", "вежливая форма", "oppure:", "o bien:", "oder auch:",
        "ou encore :", "ou bien :", "alternatively:", "alternativ:", "in alternativa:", "em português também se",
        "en español también se", "auf deutsch sagt man", "in italiano si dice", "en français, on dit",
        "по-русски говорят",
    ]

    /// Labels before a colon or in brackets, before an answer: the speaker, what follows, or the language.
    static let labels: Set<String> = [
        "user", "assistant", "system", "human", "ai", "bot", "speaker", "interpreter", "usuario", "asistente",
        "utilisateur",
        "benutzer", "nutzer", "assistent", "utente", "assistente", "usuário", "utilizador", "用户", "助手", "助理", "ユーザー",
        "アシスタント",
        "사용자", "어시스턴트", "المستخدم", "المساعد", "उपयोगकर्ता", "सहायक", "пользователь", "ассистент",
        "output", "answer", "response", "reply", "result", "salida", "respuesta", "resultado", "réponse", "sortie",
        "résultat",
        "antwort", "ausgabe", "ergebnis", "risposta", "risultato", "resposta", "saída", "输出", "回答", "答案", "结果", "回复",
        "出力", "結果",
        "回答例", "답변", "출력", "결과", "응답", "الإجابة", "الجواب", "الناتج", "النتيجة", "उत्तर", "परिणाम", "आउटपुट", "जवाब", "ответ",
        "результат",
        "вывод",
        "translation", "traducción", "traduction", "übersetzung", "traduzione", "tradução", "翻译", "译文", "翻訳", "訳", "訳文",
        "번역",
        "번역문", "ترجمة", "الترجمة", "अनुवाद", "перевод",
        "english", "spanish", "french", "german", "italian", "portuguese", "chinese", "japanese", "korean", "arabic",
        "hindi",
        "russian", "español", "français", "deutsch", "italiano", "português", "中文", "汉语", "英语", "英文", "日语", "日本語", "英語",
        "한국어",
        "영어", "العربية", "بالعربية", "हिंदी", "हिन्दी", "русский", "по-русски",
    ]

    /// Phrases that say that something cannot or will not be done. For two pieces with `…` between them both must be there, in
    /// this order.
    static let inabilities = [
        "can't", "cannot", "can not", "unable to", "not able to", "won't", "will not", "must decline", "refuse to",
        "rather not",
        "not comfortable", "inappropriate",
        "no puedo", "no podemos", "no me es posible", "no soy capaz", "no voy a", "me niego", "lamento no",
        "no estoy en condiciones",
        "no es posible", "prefiero no", "preferiría no", "inapropiad",
        "ne peux pas", "ne peut pas", "ne pouvons pas", "ne suis pas en mesure", "impossible", "impossibilité",
        "refuse de",
        "ne vais pas", "ne puis", "préfère ne pas", "inapproprié",
        "kann…nicht", "kann…kein", "können…nicht", "nicht in der lage", "darf…nicht", "werde…nicht", "weigere mich",
        "möchte…nicht",
        "kann…leider", "lehne…ab", "unangemessen",
        "non posso", "non possiamo", "non sono in grado", "non mi è possibile", "mi rifiuto", "preferirei non",
        "preferisco non",
        "non intendo", "inappropriat",
        "não posso", "não podemos", "não consigo", "não sou capaz", "não vou", "recuso", "prefiro não",
        "não é possível", "inadequad",
        "无法", "不能", "不便", "不会", "不可以", "拒绝", "没办法", "没法", "不合适", "不适当",
        "できません", "出来ません", "できない", "られません", "かねます", "応えられ", "お断り", "控えさせ", "不適切",
        "수 없", "수가 없", "못합니다", "어렵습니다", "불가능", "거부", "거절", "않겠습니다", "부적절",
        "لا أستطيع", "لا يمكنني", "لا يمكن", "لن أ", "لا أقدر", "غير قادر", "أرفض", "لست قادر", "يتعذر", "غير لائق",
        "غير مناسب",
        "नहीं कर सक", "असमर्थ", "नहीं दे सक", "नहीं करूँगा", "नहीं करूंगा", "इनकार", "नहीं कर पा", "अनुचित",
        "не могу", "не буду", "не в состоянии", "отказываюсь", "не можем", "невозможно", "не смогу", "вынужден отказ",
        "неприемлем",
        "неуместн",
    ]

    /// What a machine is there for. An answer that says it cannot do these is a refusal.
    static let services = [
        "translat", "assist", "help with", "help you with", "request", "content", "comply", "fulfill", "provide",
        "this conversation",
        "guidelines", "that topic", "do that", "do this",
        "traduc", "ayudar", "solicitud", "petición", "contenido", "proporcionar", "conversación", "instruccion",
        "cumplir",
        "tradui", "aider", "demande", "contenu", "fournir", "conversation", "répondre à", "requête",
        "übersetz", "helfen", "behilflich", "weiterhelfen", "anfrage", "inhalt", "bereitstellen", "diese unterhaltung",
        "dieses gespräch", "diesen satz", "diese frage beantworten", "nachkommen",
        "tradur", "aiutar", "richiesta", "contenut", "fornir", "conversazione", "assistenza",
        "traduz", "ajudar", "solicitação", "conteúdo", "fornecer", "conversa", "atender", "auxiliar",
        "翻译", "帮助", "协助", "提供", "请求", "要求", "内容", "回答", "这个话题", "这方面",
        "翻訳", "手伝", "応え", "お答え", "リクエスト", "要望", "内容", "提供", "対応", "要求",
        "번역", "도와", "도움", "요청", "내용", "제공", "답변", "응할",
        "ترجم", "مساعد", "طلب", "محتوى", "تقديم", "تلبية", "محادثة", "الإجابة",
        "अनुवाद", "मदद", "सहायता", "अनुरोध", "सामग्री", "प्रदान",
        "перевести", "переводить", "помочь", "запрос", "содержан", "предостав", "выполнить", "просьб", "этот текст",
    ]

    /// Openings of a refusal or a regret. People say them, too.
    static let regrets = [
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

    /// Offers to go on, remarks and requests for more.
    static let notes = [
        "note:", "(note", "let me know if", "i hope this helps", "please note that", "alternatively,", "feel free to",
        "please provide", "more context", "literal translation", "literally:", "how can i help you", "how can i assist",
        "if you need", "would you like me to", "here are some", "translator's note",
        "explanation:", "explicación:", "explication :", "explication:", "erklärung:", "spiegazione:", "explicação:",
        "解释：",
        "说明：", "解説：", "설명:", "شرح:", "توضيح:", "व्याख्या:", "пояснение:", "объяснение:",
        "nota:", "(nota", "espero que esto", "avísame si", "si necesitas", "hágame saber", "házmelo saber",
        "no dudes en", "en qué puedo ayud", "proporcione", "literalmente:", "más contexto", "quieres que",
        "remarque :", "remarque:", "(remarque", "n'hésitez pas", "note :", "(note :", "si vous avez besoin",
        "comment puis-je vous aider", "j'espère que cela", "veuillez fournir", "plus de contexte", "souhaitez-vous que",
        "hinweis:", "(hinweis", "anmerkung:", "(anmerkung", "wenn sie weitere", "lassen sie mich wissen",
        "wie kann ich ihnen helfen", "ich hoffe, das hilft", "bitte geben sie", "mehr kontext", "möchten sie, dass ich",
        "wörtlich:",
        "fammi sapere", "spero che", "se hai bisogno", "come posso aiutar", "si prega di fornire", "più contesto",
        "fatemi sapere", "letteralmente:",
        "avise-me", "espero que isso", "se precisar", "como posso ajud", "por favor, forneça", "mais contexto",
        "observação:", "(observação", "deseja que eu",
        "注：", "（注", "注意：", "希望这", "如果您需要", "如需", "请提供", "有什么可以帮", "请问您需要", "直译：",
        "注釈", "※", "（注", "お気軽に", "お役に立て", "何かお手伝い", "ご提供ください", "文脈", "直訳",
        "참고:", "(참고", "도움이 되", "무엇을 도와", "필요하시면", "제공해 주", "문맥", "직역",
        "ملاحظة:", "(ملاحظة", "إذا كنت بحاجة", "كيف يمكنني مساعد", "آمل أن", "يرجى تقديم", "لا تتردد", "أخبرني إذا",
        "حرفيًا:",
        "नोट:", "(नोट", "टिप्पणी:", "यदि आपको", "मैं आपकी कैसे", "आशा है", "कृपया प्रदान", "बेझिझक", "और संदर्भ", "शाब्दिक",
        "примечание:", "(примечание", "(прим.", "если вам нужн", "чем я могу", "надеюсь, это", "пожалуйста, предостав",
        "дайте знать", "больше контекста", "дословно:", "обращайтесь",
    ]

    /// Phrases that present the translation.
    static let presentations = [
        "here is", "here's", "here are", "below is", "aquí tienes", "aquí está", "aquí tiene", "voici", "hier ist",
        "hier sind", "ecco",
        "aqui está", "aqui vai", "segue", "以下是", "以下は", "以下が", "다음은", "إليك", "यहाँ", "यह रहा", "вот ",
    ]

    /// Openings of a reply.
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

    /// Endings of a reply to a question.
    static let returns = [
        "and you?", "how about you?", "y tú?", "y usted?", "y vos?", "et toi ?", "et vous ?", "et toi?", "et vous?",
        "und dir?", "und ihnen?", "und du?", "e tu?", "e lei?", "e você?", "e tu, ", "e o senhor?",
        "你呢？", "您呢？", "你呢?", "あなたは？", "そちらは？", "당신은요?", "당신은?", "وأنت؟", "और आप?", "और आपका?", "а ты?", "а вы?",
        "а у вас?", "а у тебя?", "e a sua?", "e o seu?", "e il tuo?", "et le vôtre ?", "e la sua?",
    ]
}
