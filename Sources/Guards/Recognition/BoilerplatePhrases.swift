internal import Language

/// What recognizers of Whisper's kind write if there is no speech, in the twelve languages. Case, accents, spaces and
/// punctuation do not count.
enum BoilerplatePhrases {
    enum Kind: Int, Sendable, Comparable {
        /// People say it in every conversation.
        case courtesy
        /// To an audience.
        case broadcast
        /// The opening of a credit, which a name follows.
        case credit

        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// The phrases by the hash of their letters: one look-up shows whether a text is one of them.
    static let table: [UInt64: Kind] = {
        var table: [UInt64: Kind] = [:]
        for (kind, lists) in [(Kind.courtesy, courtesies), (.broadcast, broadcasts), (.credit, credits)] {
            for phrase in lists.values.joined() { table[HeardText.hash(of: phrase)] = kind }
        }
        return table
    }()

    static let courtesies: [LanguageCode: [String]] = [
        .en: [
            "thank you", "thanks", "thank you very much", "thank you so much", "thanks a lot", "bye", "bye bye",
            "goodbye",
            "you", "okay", "ok", "yeah", "oh", "hmm", "mm", "mm-hmm", "uh", "um", "so", "the end", "i'm sorry",
            "good night",
            "see you", "see you later", "thank you all", "thank you everyone", "all right",
        ],
        .es: [
            "gracias", "muchas gracias", "gracias a todos", "adiós", "chao", "hasta luego", "hasta la próxima", "bueno",
            "sí",
            "ok", "fin", "muchísimas gracias", "buenas noches",
        ],
        .fr: [
            "merci", "merci beaucoup", "merci à tous", "au revoir", "salut", "à bientôt", "à la prochaine", "oui",
            "ouais",
            "d'accord", "c'est parti", "fin", "bonne soirée", "merci bien",
        ],
        .de: [
            "danke", "vielen dank", "danke schön", "dankeschön", "tschüss", "tschüs", "auf wiedersehen", "bis bald",
            "bis zum nächsten mal", "ja", "okay", "das war's", "ende", "gute nacht", "macht's gut", "dank euch",
        ],
        .it: [
            "grazie", "grazie mille", "grazie a tutti", "ciao", "ciao ciao", "arrivederci", "alla prossima", "sì",
            "va bene",
            "fine", "buonanotte", "a presto",
        ],
        .pt: [
            "obrigado", "obrigada", "muito obrigado", "muito obrigada", "obrigado a todos", "tchau", "tchau tchau",
            "até logo",
            "até a próxima", "adeus", "sim", "é", "fim", "boa noite", "valeu",
        ],
        .ru: [
            "спасибо", "большое спасибо", "спасибо большое", "спасибо всем", "пока", "пока пока", "до свидания",
            "до встречи",
            "да", "ага", "угу", "конец", "спокойной ночи", "всего доброго",
        ],
        .zh: [
            "谢谢", "謝謝", "谢谢大家", "謝謝大家", "谢谢你", "谢谢您", "再见", "再見", "拜拜", "好", "嗯", "好的", "多谢", "晚安", "下次见",
            "下次再见", "掰掰",
        ],
        .ja: [
            "ありがとう", "ありがとうございます", "ありがとうございました", "どうもありがとうございました", "おやすみなさい", "さようなら", "バイバイ", "またね", "はい", "うん", "ん",
            "あ", "えっと", "お疲れ様でした", "失礼します", "じゃあね",
        ],
        .ko: [
            "감사합니다", "고맙습니다", "네", "네 감사합니다", "네 고맙습니다", "안녕", "안녕히 계세요", "안녕히 가세요", "다음에 만나요", "또 만나요", "음", "아", "끝",
            "수고하셨습니다", "여러분 감사합니다",
        ],
        .ar: [
            "شكرا", "شكرا لك", "شكرا لكم", "شكرا جزيلا", "مع السلامة", "وداعا", "إلى اللقاء", "نعم", "حسنا", "آه",
            "السلام عليكم",
            "تصبح على خير", "النهاية",
        ],
        .hi: [
            "धन्यवाद", "बहुत धन्यवाद", "बहुत बहुत धन्यवाद", "शुक्रिया", "बहुत शुक्रिया", "अलविदा", "नमस्ते", "नमस्कार", "हाँ", "हां", "ठीक है",
            "फिर मिलेंगे", "शुभ रात्रि", "अच्छा",
        ],
    ]

    static let broadcasts: [LanguageCode: [String]] = [
        .en: [
            "thanks for watching", "thank you for watching", "thank you so much for watching",
            "thank you very much for watching",
            "thanks for watching everyone", "thanks for listening", "thank you for listening",
            "thank you for your attention",
            "thank you for joining us", "please subscribe", "please subscribe to my channel",
            "please subscribe to our channel",
            "subscribe to my channel", "like and subscribe", "please like and subscribe", "don't forget to subscribe",
            "don't forget to like and subscribe", "hit the bell icon", "i'll see you next time", "see you next time",
            "see you in the next video", "i'll see you in the next video", "see you in the next one", "to be continued",
            "see you next week", "thank you for watching and see you next time", "thank you for watching my video",
        ],
        .es: [
            "gracias por ver el vídeo", "gracias por ver este vídeo", "gracias por ver",
            "muchas gracias por ver el vídeo",
            "gracias por mirar", "gracias por su atención", "gracias por vuestra atención", "suscríbete",
            "suscríbete al canal",
            "suscríbete a mi canal", "suscríbanse", "suscríbanse al canal", "no olvides suscribirte",
            "no olvides suscribirte al canal", "dale like y suscríbete", "nos vemos en el próximo vídeo",
            "nos vemos en el siguiente vídeo", "hasta el próximo vídeo", "continuará", "gracias por escuchar",
        ],
        .fr: [
            "merci d'avoir regardé", "merci d'avoir regardé cette vidéo", "merci d'avoir regardé la vidéo",
            "merci d'avoir visionné cette vidéo", "merci de votre attention", "merci de m'avoir écouté",
            "abonnez-vous", "abonnez-vous à la chaîne", "abonnez-vous à ma chaîne", "n'oubliez pas de vous abonner",
            "n'oubliez pas de vous abonner à la chaîne", "likez et abonnez-vous", "à la prochaine vidéo",
            "on se retrouve dans la prochaine vidéo", "à suivre", "merci d'avoir écouté", "merci pour votre écoute",
        ],
        .de: [
            "vielen dank fürs zuschauen", "danke fürs zuschauen", "vielen dank für's zuschauen",
            "danke für's zuschauen",
            "vielen dank fürs zusehen", "danke fürs zusehen", "vielen dank für ihre aufmerksamkeit",
            "vielen dank für die aufmerksamkeit", "danke für eure aufmerksamkeit", "vielen dank fürs zuhören",
            "danke fürs zuhören", "abonniert den kanal", "abonniert meinen kanal", "abonniere den kanal",
            "vergesst nicht zu abonnieren", "lasst ein abo da", "lasst ein like da", "bis zum nächsten video",
            "wir sehen uns im nächsten video", "fortsetzung folgt",
        ],
        .it: [
            "grazie per la visione", "grazie per aver guardato", "grazie per aver guardato il video",
            "grazie per aver guardato questo video", "grazie per l'attenzione", "grazie dell'attenzione",
            "grazie per l'ascolto", "iscriviti", "iscriviti al canale", "iscrivetevi al canale", "iscrivetevi",
            "non dimenticate di iscrivervi", "ricordati di iscriverti al canale", "ci vediamo nel prossimo video",
            "al prossimo video", "alla prossima puntata", "continua",
        ],
        .pt: [
            "obrigado por assistir", "obrigada por assistir", "obrigado por assistir ao vídeo",
            "obrigado por assistirem",
            "muito obrigado por assistir", "obrigado por ver", "obrigado pela atenção", "obrigado por ouvir",
            "inscreva-se", "inscreva-se no canal", "se inscreva no canal", "se inscreve no canal",
            "não esqueça de se inscrever",
            "não se esqueça de se inscrever no canal", "deixe seu like", "deixa o like", "até o próximo vídeo",
            "nos vemos no próximo vídeo", "continua", "subscreva o canal",
        ],
        .ru: [
            "спасибо за просмотр", "спасибо за просмотр этого видео", "большое спасибо за просмотр",
            "спасибо за внимание",
            "спасибо что смотрели", "спасибо что были с нами", "подписывайтесь на канал", "подписывайтесь на мой канал",
            "подписывайтесь на наш канал", "подпишитесь на канал", "не забудьте подписаться",
            "не забудьте подписаться на канал",
            "ставьте лайки", "ставьте лайки и подписывайтесь на канал", "до новых встреч", "увидимся в следующем видео",
            "до встречи в следующем видео", "продолжение следует", "смотрите продолжение",
        ],
        .zh: [
            "谢谢观看", "謝謝觀看", "感谢观看", "感謝觀看", "谢谢收看", "謝謝收看", "感谢收看", "感謝收看", "谢谢大家观看", "谢谢大家的观看", "感谢您的观看",
            "感谢您的收看", "谢谢收听", "感谢收听", "请订阅", "请订阅我的频道", "請訂閱我的頻道", "订阅我的频道", "欢迎订阅", "请不吝点赞订阅转发打赏",
            "请点赞订阅转发", "点赞订阅", "记得订阅", "下期再见", "下期见", "我们下期再见", "我们下次再见", "未完待续", "本期视频就到这里", "明镜与点点栏目",
            "请不吝点赞订阅转发打赏支持明镜与点点栏目",
        ],
        .ja: [
            "ご視聴ありがとうございました", "ご視聴ありがとうございます", "ご清聴ありがとうございました", "最後までご視聴ありがとうございました", "最後までご覧いただきありがとうございます",
            "最後までご覧いただきありがとうございました", "ご覧いただきありがとうございました", "ご覧いただきありがとうございます", "チャンネル登録お願いします", "チャンネル登録をお願いします",
            "チャンネル登録よろしくお願いします", "チャンネル登録をお願いいたします", "チャンネル登録と高評価をお願いします", "高評価とチャンネル登録お願いします", "また次の動画でお会いしましょう",
            "次の動画でお会いしましょう", "それではまた次の動画で", "また次回お会いしましょう", "次回もお楽しみに", "つづく", "見てくれてありがとう",
        ],
        .ko: [
            "시청해 주셔서 감사합니다", "시청해 주신 여러분 감사합니다", "지금까지 시청해 주셔서 감사합니다", "끝까지 시청해 주셔서 감사합니다", "봐 주셔서 감사합니다",
            "영상 봐 주셔서 감사합니다",
            "들어 주셔서 감사합니다", "경청해 주셔서 감사합니다", "구독과 좋아요", "구독과 좋아요 부탁드립니다", "구독 좋아요 알림 설정", "구독과 좋아요 알림 설정 부탁드립니다",
            "구독 부탁드립니다",
            "좋아요와 구독 부탁드립니다", "다음 영상에서 만나요", "다음 영상에서 뵙겠습니다", "다음 시간에 만나요", "다음 시간에 뵙겠습니다", "다음 주에 만나요",
        ],
        .ar: [
            "شكرا على المشاهدة", "شكرا لمشاهدتكم", "شكرا لكم على المشاهدة", "شكرا للمشاهدة", "شكرا لحسن استماعكم",
            "شكرا على حسن الاستماع", "شكرا على المتابعة", "شكرا لمتابعتكم", "اشترك في القناة", "اشتركوا في القناة",
            "لا تنسوا الاشتراك في القناة", "لا تنس الاشتراك في القناة", "لا تنسى الاشتراك في القناة",
            "اشترك في القناة وفعل الجرس",
            "نراكم في الفيديو القادم", "نلقاكم في الفيديو القادم", "إلى اللقاء في الفيديو القادم", "يتبع",
        ],
        .hi: [
            "देखने के लिए धन्यवाद", "वीडियो देखने के लिए धन्यवाद", "इस वीडियो को देखने के लिए धन्यवाद", "हमारे चैनल को सब्सक्राइब करें",
            "चैनल को सब्सक्राइब करें", "मेरे चैनल को सब्सक्राइब करें", "सब्सक्राइब करें", "चैनल को सब्सक्राइब करना न भूलें",
            "लाइक और सब्सक्राइब करें", "लाइक शेयर और सब्सक्राइब करें", "सुनने के लिए धन्यवाद", "अगले वीडियो में मिलते हैं",
            "मिलते हैं अगले वीडियो में", "फिर मिलेंगे अगले वीडियो में", "क्रमशः",
        ],
    ]

    /// Openings that are complete on their own are listed here as well, because anything may follow them.
    static let credits: [LanguageCode: [String]] = [
        .en: [
            "subtitles by", "subtitles by the amara.org community", "captions by", "subtitled by", "captioning by",
            "transcription by", "transcribed by", "translated by", "closed captioning by",
            "captioning made possible by",
        ],
        .es: [
            "subtítulos por", "subtítulos realizados por", "subtítulos de", "subtitulado por",
            "traducción de subtítulos",
            "subtítulos creados por",
        ],
        .fr: [
            "sous-titrage", "sous-titres réalisés par", "sous-titres réalisés para", "sous-titres par",
            "sous-titrage par",
            "sous-titres faits par",
        ],
        .de: [
            "untertitel von", "untertitel der", "untertitel im auftrag des", "untertitelung", "untertitelung des",
            "untertitel erstellt von", "copyright wdr", "copyright",
        ],
        .it: [
            "sottotitoli a cura di", "sottotitoli creati da", "sottotitoli di", "sottotitoli e revisione a cura di",
            "sottotitolato da", "sottotitoli",
        ],
        .pt: ["legendas por", "legendas pela comunidade", "legendado por", "legendas de", "tradução e legendas"],
        .ru: [
            "редактор субтитров", "субтитры сделал", "субтитры создавал", "субтитры делал", "субтитры подготовил",
            "субтитры предоставил", "корректор", "субтитры подогнал", "субтитры",
        ],
        .zh: ["字幕by", "字幕由", "字幕志愿者", "字幕制作", "字幕組", "字幕组", "中文字幕", "字幕提供", "由amara.org社区提供的字幕"],
        .ja: ["字幕は", "字幕制作", "字幕by", "字幕翻訳"],
        .ko: ["자막 제공", "자막 제작", "자막 by", "한글자막 by", "한글 자막", "mbc 뉴스", "kbs 뉴스", "sbs 뉴스", "번역 및 자막", "자막"],
        .ar: ["ترجمة نانسي", "ترجمة", "ترجمة وتدقيق", "ترجمه", "الترجمة من قبل"],
        .hi: ["उपशीर्षक", "सबटाइटल", "अनुवादक"],
    ]
}
