/// Whether a text of Chinese characters is Chinese or Japanese.
///
/// Kana decides at once. Without it, three things speak: ``HanCharacters`` that only one of the two writes, Chinese
/// function words, and everyday words that only one has; the words are typed from general knowledge.
enum HanEvidence {
    /// The natural logarithm of the odds that a text of Han letters and kana is Chinese rather than Japanese; 0 where
    /// nothing speaks for either. The weights are judgement.
    static func oddsOfChinese(_ text: String) -> Float {
        var odds: Float = 0
        var han = 0
        var kana = 0
        for scalar in text.unicodeScalars {
            switch Script(of: scalar) {
            case .kana: kana += 1
            case .han:
                han += 1
                if HanCharacters.simplified.contains(scalar) || HanCharacters.traditional.contains(scalar) {
                    odds += 2.5
                } else if HanCharacters.japanese.contains(scalar) {
                    odds -= 2.5
                } else if chineseFunctionWords.contains(scalar) {
                    odds += 0.7
                }
            default: break
            }
        }
        for word in chineseWords where text.contains(word) { odds += 2 }
        for word in japaneseWords where text.contains(word) { odds -= 2 }
        // One の in a Chinese text is a shop sign; Japanese hardly says anything without several kana.
        odds -= 3 * Float(kana)
        // Many Han letters on end without any kana are a headline at best in Japanese.
        if kana == 0, han > 5 { odds += 0.3 * Float(han - 5) }
        return odds
    }

    /// Everyday words of Chinese that Japanese uses little, or only within words.
    private static let chineseFunctionWords = Set("是我在有也都就到要去把被想吃喝了的不他那和好再找站跑很它几怎多少太真能可但因所而且".unicodeScalars)

    private static let chineseWords = words(
        """
        没有 可以 不是 不要 今天 明天 昨天 知道 朋友 早上 晚上 上午 下午 星期 一下 已经 自己 多少 再见 洗手间 公司 吃饭 对不起 好的 不客气 手机 我要 他是
        """)

    private static let japaneseWords = words(
        """
        大丈夫 本当 了解 勉強 元気 電車 切符 財布 荷物 邪魔 無理 結構 全然 勿論 素敵 残念 失礼 今夜 今朝 昨日 明日 映画 野菜 牛乳 部屋 仕事 会社 何時 何処 何故
        我慢 約束 心配 迷惑 面白 御飯 朝食 夕食 病院 空港 郵便 切手 改札 新幹線 自転車 自動車 飛行機 喫茶 日本語 下手 上手 是非 一緒 多分 皆様 拝啓 敬具 株式
        """)

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
