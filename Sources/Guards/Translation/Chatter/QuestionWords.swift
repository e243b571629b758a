internal import Language

/// The words for questions, requests and answers in the twelve languages, in lower case.
enum QuestionWords {
    /// Those of the question words that can also ask for a yes or no, or join clauses.
    static let alsoForYesOrNo: Set<String> = [
        "吗", "呢", "么", "嗎", "吧", "是不是", "有没有", "能不能", "好不好", "要不要", "可不可以", "几", "هل", "ما", "क्या", "ob", "wenn",
        "als", "est-ce", "qu'est", "que", "che", "cuando", "donde", "como", "quien", "porque", "なん", "何", "ли",
    ]

    /// Question words such as who, what and where, even if they ask nothing, as in "when I was young".
    static let interrogatives: [LanguageCode: [String]] = [
        .en: ["who", "whose", "whom", "what", "what's", "which", "when", "where", "where's", "why", "how", "who's"],
        .es: [
            "qué", "quién", "quiénes", "cuál", "cuáles", "cuándo", "dónde", "adónde", "cómo", "cuánto", "cuánta",
            "cuántos", "cuántas", "cuando", "donde", "como", "quien",
        ],
        .fr: [
            "qui", "quoi", "quel", "quelle", "quels", "quelles", "quand", "où", "pourquoi", "comment", "combien",
            "est-ce",
            "qu'est", "que",
        ],
        .de: [
            "wer", "wen", "wem", "wessen", "was", "welche", "welcher", "welches", "welchen", "welchem", "wann", "wo",
            "woher", "wohin", "warum", "wieso", "weshalb", "wie", "wieviel", "ob", "wenn", "als", "worum", "woran",
        ],
        .it: [
            "chi", "cosa", "cos'", "quale", "quali", "qual", "quando", "dove", "dov'", "perché", "come", "com'",
            "quanto",
            "quanta", "quanti", "quante", "che",
        ],
        .pt: [
            "quem", "que", "qual", "quais", "quando", "onde", "aonde", "porque", "como", "quanto", "quanta", "quantos",
            "quantas", "quê",
        ],
        .zh: [
            "什么", "谁", "哪", "怎", "多少", "几", "何", "吗", "呢", "多大", "多远", "多长", "多久", "是不是", "有没有", "能不能", "好不好", "要不要",
            "可不可以", "么", "嗎", "吧", "为啥", "咋", "啥",
        ],
        .ja: [
            "何", "誰", "どこ", "どれ", "どの", "どう", "どなた", "いつ", "いくら", "いくつ", "なぜ", "なん", "どんな", "どちら", "どっち", "なに",
        ],
        .ko: ["뭐", "뭘", "무엇", "누구", "누가", "어디", "언제", "왜", "어떻", "어떤", "얼마", "몇", "무슨", "어느", "어때"],
        .ar: ["ما", "ماذا", "متى", "أين", "اين", "كيف", "لماذا", "كم", "هل", "أي", "مَن", "مَا", "بكم"],
        .hi: ["क्या", "कौन", "कहाँ", "कहां", "कब", "क्यों", "कैस", "कितन", "किधर"],
        .ru: [
            "кто", "что", "кого", "кому", "чей", "чья", "чьё", "чьи", "какой", "какая", "какие", "какое", "какого",
            "какую",
            "какому", "каком", "когда", "где", "куда", "откуда", "почему", "зачем", "как", "сколько", "ли", "чем",
            "каков",
            "во сколько",
        ],
    ]

    /// Beginnings of a text without any punctuation that can only be a question.
    static let beginnings: [LanguageCode: [String]] = [
        .es: [
            "dónde", "adónde", "de dónde", "cuándo", "quién", "quiénes", "de quién", "cuál", "cuáles", "cuánto",
            "cuánta",
            "cuántos", "cuántas", "por qué", "a qué", "qué hora", "qué es", "qué hace", "qué haces", "qué quiere",
            "qué quieres", "qué significa", "qué tal", "qué desea", "qué tiene", "qué te", "qué le", "qué día",
            "cómo se", "cómo te", "cómo está", "cómo estás", "cómo puedo", "cómo llego", "cómo fue", "cómo es",
        ],
        .fr: [
            "où", "d'où", "combien", "pourquoi", "comment", "qui est", "quelle heure", "à quelle", "quel est",
            "quelle est", "quel âge", "qu'est", "est-ce", "quand est", "quand part", "que fait", "que voulez",
            "que veux",
        ],
        .de: [
            "wo", "woher", "wohin", "wann", "warum", "wieso", "wer ist", "wer sind", "was ist", "was machst",
            "was machen",
            "was kostet", "was kosten", "was sind", "was hast", "was haben", "was willst", "was möchten",
            "was bedeutet",
            "was heißt", "was gibt", "was fehlt", "wie heißt", "wie heißen", "wie geht", "wie alt", "wie viel",
            "wie weit",
            "wie lange", "wie komme", "wie spät", "wie war", "wie oft", "wie teuer", "wie kann", "um wie viel",
        ],
        .it: [
            "dove", "dov'", "di dove", "quando parte", "quando arriva", "quando apre", "quanto costa", "quanti anni",
            "che ore", "a che ora", "che cosa", "cosa fai", "cosa fa", "cosa vuoi", "cosa è", "cos'è", "chi è",
            "come stai",
            "come sta", "come ti", "come si", "come posso", "come va", "perché non", "qual è",
        ],
        .pt: [
            "onde", "de onde", "quando", "quem é", "quanto custa", "quantos anos", "qual é", "o que", "por que",
            "que horas",
            "como vai", "como está", "como você", "como se", "como posso", "como é",
        ],
        .ar: [
            "أين", "من أين", "متى", "كيف حال", "كيف أصل", "لماذا", "ماذا", "كم", "بكم", "هل", "ما اسم", "ما هو",
            "ما هي",
            "ما هذا", "ما عمل",
        ],
        .ru: [
            "где", "куда", "откуда", "когда", "почему", "зачем", "сколько", "кто", "что вы", "что ты", "что это",
            "как дела",
            "как вас", "как тебя", "как пройти", "как вы", "как ты", "как зовут", "как добраться", "который час",
            "чем вы",
            "чем ты",
        ],
    ]

    /// Verbs and persons with which English asks, in the order in which it asks.
    static let auxiliaries: Set<String> = [
        "is", "are", "am", "was", "were", "do", "does", "did", "can", "could", "will", "would", "should", "shall",
        "have",
        "has", "may", "might", "must", "isn't", "aren't", "don't", "doesn't", "didn't", "can't",
    ]
    static let persons: Set<String> = ["i", "you", "he", "she", "we", "they"]
    /// After a question word these begin a clause: "what the man says", "when you come".
    static let clauseStarts = persons.union([
        "the", "a", "an", "my", "your", "his", "her", "our", "their", "this", "that", "it",
    ])

    /// Yes and no, in the forms that begin an answer.
    static let yesAndNo = [
        "yes", "no,", "no.", "yeah", "nope", "sí", "si,", "claro", "oui", "non", "si,", "ja", "nein", "doch", "sì",
        "no!",
        "sim", "não,", "不是", "是的", "对", "不，", "会，", "会。", "有，", "没有，", "有的", "可以，", "可以。", "はい", "いいえ", "ええ", "うん",
        "네", "예,", "예.", "아니요", "아니오", "아뇨", "응", "نعم", "لا،", "لا.", "أجل", "हाँ", "जी हाँ", "जी,", "नहीं", "जी नहीं", "да,",
        "да.", "нет", "конечно", "of course", "sure", "bien sûr", "por supuesto", "natürlich", "certo", "もちろん", "물론",
        "当然",
    ]

    /// Words that turn a statement into a request, or soften a question into one.
    static let please = [
        "please", "por favor", "s'il vous pla", "s'il te pla", "bitte", "per favore", "per piacere", "per cortesia",
        "prego",
        "se faz favor", "请", "麻烦", "劳驾", "帮我", "ください", "下さい", "お願い", "ちょうだい", "주세요", "십시오", "주십시오", "세요", "부탁",
        "من فضلك", "لو سمحت", "رجاء", "الرجاء", "أرجو", "कृपया", "दीजिए", "दीजिये", "दें", "दो।", "िए", "इए", "пожалуйста",
        "будьте добры",
        "будьте любезны", "прошу", "je vous prie", "veuillez",
    ]

    /// Wishes and doubts that one language says as a statement and another as a question.
    static let wishes = [
        "i'd like", "i would like", "i'd love", "i want", "i need", "wonder", "i'll have", "can i", "may i",
        "happen to",
        "let's", "tell me", "we'd like", "let me", "perhaps", "maybe", "i guess", "don't you", "right.", "must be",
        "not sure",
        "quisiera", "quiero", "querría", "me gustaría", "necesito", "me pregunto", "dime", "dígame", "vamos",
        "a ver si",
        "ponme", "póngame", "quizá", "tal vez", "a lo mejor", "no sé si",
        "voudrais", "aimerais", "veux", "me faut", "faudrait", "demande si", "dites-moi", "dis-moi", "besoin", "allons",
        "prendrai", "peut-être", "on pourrait",
        "hätte", "hätten", "möchte", "würde gern", "brauche", "frage mich", "sagen sie mir", "sag mir", "lass uns",
        "gehen wir", "ich nehme", "vielleicht", "ob ", "wollen wir",
        "vorrei", "voglio", "vorremmo", "mi serve", "ho bisogno", "mi chiedo", "mi dica", "dimmi", "andiamo", "prendo",
        "forse", "chissà",
        "queria", "quero", "gostaria", "preciso", "me pergunto", "diga-me", "me diz", "vamos", "talvez", "será que",
        "想", "要", "需要", "告诉我", "不知道", "我们", "来一", "给我", "能", "或许", "也许",
        "たい", "ほしい", "欲しい", "教えて", "かな", "かしら", "だろう", "でしょう", "ましょう", "見せて", "ませんか", "気になる",
        "싶", "필요", "궁금", "알려", "말해", "합시다", "자.", "ㄹ까", "보여", "모르겠", "혹시", "아마",
        "أريد", "أود", "أحتاج", "أتساءل", "أخبرني", "قل لي", "هيا", "بودي", "ربما", "لعل",
        "चाहिए", "चाहता", "चाहती", "चाहूँ", "चाहेंगे", "ज़रूरत", "बताइए", "बताओ", "चलो", "चलिए", "चलते", "शायद", "सोच रह", "बोलिए",
        "хочу", "хотел", "хотим", "мне нуж", "мне надо", "интересно", "скажите", "скажи", "давай", "пойдём", "можно",
        "покажите", "может быть", "наверное", "не знаю",
    ]

    /// Greetings, offers of staff who serve customers, and proposals, which one language says as a question and another does
    /// not.
    static let greetings = [
        "how do you do", "why don't", "shall we", "how about", "what about", "por qué no", "qué tal si", "y si ",
        "pourquoi ne pas",
        "et si ", "on y va", "warum nicht", "wie wäre", "wollen wir", "sollen wir", "perché non", "che ne dici",
        "por que não",
        "que tal", "要不要", "好不好", "怎么样", "ませんか", "ましょうか", "할까요", "갈까요", "어때요", "क्यों न", "चलें", "почему бы", "ما رأيك",
        "не пойти ли",
        "いらっしゃいませ", "어서 오세요", "欢迎光临", "слушаю", "dígame", "écoute", "desidera", "बोलिए", "pois não", "تفضل",
    ]

    /// Polite words before a question.
    static let courtesies = [
        "excuse me", "sorry", "hello", "good morning", "good evening", "thank", "perdón", "disculp", "buenos días",
        "buenas", "gracias",
        "pardon", "excusez", "bonjour", "bonsoir", "merci", "entschuldig", "verzeih", "guten", "danke", "scus",
        "permesso",
        "buongiorno", "buonasera", "grazie", "com licença", "desculp", "bom dia", "boa", "obrigad", "请问", "不好意思", "打扰",
        "对不起", "你好",
        "您好", "谢谢", "すみません", "失礼", "こんにちは", "ありがとう", "실례", "죄송", "안녕", "감사", "고마", "عفوا", "عذر", "المعذرة", "مرحب",
        "السلام", "شكر", "माफ़", "माफ", "नमस्ते", "धन्यवाद", "शुक्रिया", "извин", "прости", "здравств", "добр", "спасибо",
    ]
}
