import Language

/// Texts that recognizers have returned for audio without speech, in all forms: with and without punctuation, twice, in
/// other scripts, with names.
enum Hallucinations {
    /// Stock phrases and credits.
    static let phrases: [LanguageCode: [String]] = [
        .en: [
            "Thanks for watching!", "Thank you for watching.", "THANK YOU", "Thank you. Thank you.", "you", "Bye.",
            "Bye-bye.",
            "Please subscribe to my channel.", "Don't forget to like and subscribe!",
            "Subtitles by the Amara.org community",
            "Subtitles by Jane Doe", "I'll see you next time. Bye!", "Thanks for watching, bye.", "Okay.",
            "To be continued...", "Thank you very much for watching. See you in the next video.",
        ],
        .es: [
            "¡Gracias por ver el video!", "Gracias.", "Muchas gracias por ver el vídeo. ¡Suscríbete!",
            "Suscríbete al canal.",
            "Subtítulos realizados por la comunidad de Amara.org", "Subtítulos por María López", "¡Hasta la próxima!",
            "Adiós, gracias.", "Gracias por su atención.", "¡Suscríbete! ¡Suscríbete! ¡Suscríbete!", "Continuará...",
        ],
        .fr: [
            "Merci.", "Merci d'avoir regardé cette vidéo !", "Merci d’avoir regardé la vidéo.", "Abonnez-vous !",
            "Sous-titrage Société Radio-Canada", "Sous-titres réalisés par la communauté d'Amara.org",
            "Sous-titrage ST' 501", "N'oubliez pas de vous abonner à la chaîne.", "Au revoir. Merci.", "À suivre...",
            "Merci à tous, à bientôt !",
        ],
        .de: [
            "Vielen Dank.", "Vielen Dank fürs Zuschauen!", "Danke fürs Zuschauen. Tschüss!",
            "Untertitel im Auftrag des ZDF, 2020",
            "Untertitel der Amara.org-Community", "Untertitelung des ZDF, 2020", "Bis zum nächsten Mal.", "Tschüss.",
            "VIELEN DANK FÜR IHRE AUFMERKSAMKEIT", "Copyright WDR 2021", "Das war's. Bis bald!",
        ],
        .it: [
            "Grazie a tutti.", "Grazie per la visione!", "Sottotitoli creati dalla comunità Amara.org",
            "Sottotitoli e revisione a cura di QTSS", "Iscriviti al canale!", "Ciao, ciao.", "Grazie. Ciao!",
            "Grazie per aver guardato il video.", "Alla prossima!", "Ci vediamo nel prossimo video. Ciao!",
        ],
        .pt: [
            "Obrigado.", "Obrigado por assistir!", "Tchau, tchau!", "Legendas pela comunidade Amara.org",
            "Se inscreva no canal!",
            "Não se esqueça de se inscrever no canal.", "Legendas por João Silva", "Até a próxima!", "Obrigada. Tchau.",
        ],
        .zh: [
            "谢谢观看", "謝謝大家", "感谢观看,下期再见", "请不吝点赞 订阅 转发 打赏支持明镜与点点栏目", "字幕by索兰娅", "中文字幕志愿者 李宗盛", "字幕由Amara.org社区提供",
            "谢谢。谢谢。",
            "我们下期再见。拜拜!", "订阅我的频道!",
        ],
        .ja: [
            "ご視聴ありがとうございました", "ご視聴ありがとうございました。", "チャンネル登録お願いします!", "おやすみなさい。", "ありがとうございました。バイバイ。",
            "最後までご視聴ありがとうございました。",
            "はい。", "次の動画でお会いしましょう。さようなら。", "ん", "字幕は機械翻訳です",
        ],
        .ko: [
            "시청해주셔서 감사합니다.", "MBC 뉴스 김지수입니다.", "감사합니다.", "구독과 좋아요 부탁드립니다!", "한글자막 by 박진희", "다음 영상에서 만나요. 안녕!",
            "네, 감사합니다.",
            "지금까지 시청해 주셔서 감사합니다", "자막 제공 배달의민족",
        ],
        .ar: [
            "شكرا على المشاهدة", "شكراً", "شكرًا لكم على المشاهدة.", "اشتركوا في القناة", "ترجمة نانسي قنقر",
            "لا تنسوا الاشتراك في القناة!",
            "إلى اللقاء.", "شكرا، مع السلامة", "نراكم في الفيديو القادم", "السلام عليكم",
        ],
        .hi: [
            "देखने के लिए धन्यवाद।", "धन्यवाद", "धन्यवाद। नमस्ते।", "हमारे चैनल को सब्सक्राइब करें", "वीडियो देखने के लिए धन्यवाद!", "लाइक और सब्सक्राइब करें।",
            "शुक्रिया", "अगले वीडियो में मिलते हैं। धन्यवाद।", "ठीक है।",
        ],
        .ru: [
            "Спасибо за просмотр!", "Продолжение следует...", "Редактор субтитров А.Семкин Корректор А.Егорова",
            "Субтитры сделал DimaTorzok", "Субтитры создавал DimaTorzok", "Подписывайтесь на канал!",
            "Спасибо. Пока-пока.",
            "ДО СВИДАНИЯ", "Ставьте лайки и подписывайтесь на канал!", "Спасибо за внимание.",
        ],
    ]

    /// What goes round and round.
    static let loops: [LanguageCode: [String]] = [
        .en: ["and then", "I don't know,", "the", "oh my God."], .es: ["y entonces", "no sé,", "vamos a ver,"],
        .fr: ["et puis", "je ne sais pas,", "c'est ça,"], .de: ["und dann", "ich weiß nicht,", "ja genau,"],
        .it: ["e poi", "non lo so,", "va bene così,"], .pt: ["e depois", "eu não sei,", "é isso aí,"],
        .zh: ["我不知道,", "然后", "好的好的,"], .ja: ["そして", "わかりません、", "それで、"], .ko: ["그래서", "몰라요,", "그리고 또"],
        .ar: ["وبعد ذلك", "لا أعرف،", "ثم قال"], .hi: ["और फिर", "मुझे नहीं पता,", "ये है कि"],
        .ru: ["и потом", "я не знаю,", "вот так,"],
    ]

    /// Sounds that are described.
    static let sounds = [
        "[Music]", "(upbeat music)", "♪♪♪", "[BLANK_AUDIO]", "*sighs*", "(Applaus)", "[Música]", "（音楽）", "【掌声】",
        "[موسيقى]", "[संगीत]",
        "(музыка)", "[음악]", "♪ la la la ♪", "...", "。",
    ]
}
