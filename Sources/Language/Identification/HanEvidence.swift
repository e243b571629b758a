/// Whether a text of Chinese characters is Chinese or Japanese.
///
/// Kana decides at once. Without kana there are three kinds of evidence. They are ``HanCharacters`` that only one of
/// the two languages writes, and everyday words that only one of them has. The third kind are Chinese function words
/// outside the words that Japanese has with them (`我慢`, `了解`). The words are typed from general knowledge.
enum HanEvidence {
    /// The natural logarithm of the odds that a text of Han letters and kana is Chinese and not Japanese; 0 if there is no
    /// evidence.
    ///
    /// The weights are judgement.
    static func oddsOfChinese(_ text: String) -> Float {
        var odds: Float = 0
        var han = 0
        var kana = 0
        let own = withoutSharedWords(text)
        for scalar in own.unicodeScalars {
            switch Script(of: scalar) {
            case .kana: kana += 1
            case .han:
                han += 1
                if HanCharacters.simplified.contains(scalar) || HanCharacters.traditional.contains(scalar) {
                    odds += 2.5
                } else if HanCharacters.japanese.contains(scalar) {
                    odds -= 2.5
                } else if chineseAlone.contains(scalar) {
                    odds += 2.4
                } else if chineseFunctionWords.contains(scalar) {
                    odds += 0.7
                }
            default: break
            }
        }
        // At the end of a sentence 了 is the particle that Japanese does not have.
        if own.last(where: { $0.isLetter }) == "了" { odds += 2 }
        for word in chineseWords where text.contains(word) { odds += 2.4 }
        for word in japaneseWords where text.contains(word) { odds -= 2.4 }
        // One の in a Chinese text is on a shop sign; a Japanese text nearly always has several kana.
        odds -= 3 * Float(kana)
        // Many Han letters in a row without any kana are Japanese only if they are a headline.
        if kana == 0, han > 5 { odds += 0.3 * Float(han - 5) }
        return odds
    }

    /// The text without the words that both languages have: inside them a Chinese function word is no evidence.
    private static func withoutSharedWords(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { chineseAlone.contains($0) || chineseFunctionWords.contains($0) })
        else { return text }
        return sharedWords.reduce(text) { rest, word in
            rest.contains(word) ? rest.replacing(word, with: " ") : rest
        }
    }

    /// Everyday words of Chinese that Japanese does not write, except within the words below.
    private static let chineseAlone = Set("我他它很吃喝找叫个么什怎咱这吗们您谁没说话几是".unicodeScalars)

    /// Everyday words of Chinese that Japanese uses little, or only within words.
    private static let chineseFunctionWords = Set("在有也都就到要去把被想了的不那和好再站跑多少太真能可但因所而且呢吧啊请给跟".unicodeScalars)

    private static let sharedWords = words(
        """
        几帳面 是々 是認 我慢 我流 我輩 我孫子 自我 無我 没我 他人 他国 他社 他方 他者 他界 他意 排他 自他 其他 利他 満喫 喫茶 絶叫 叫声 什器 個人 是非 国是 是正
        在庫 存在 現在 在宅 在日 在住 在学 不在 滞在 所在 有料 有名 有効 有限 有無 有利 所有 固有 特有 共有 都市 都会 都合 首都 京都 都内 都立 都民 都度
        東京都 就職 就業 就任 成就 到着 到達 到来 必要 重要 要求 要望 要約 要点 主要 需要 去年 過去 除去 退去 把握 被害 被告 被災 想像 感想 予想 思想 理想
        連想 発想 構想 完了 終了 了解 了承 修了 満了 魅了 目的 的中 的確 公的 私的 不明 不便 不要 不安 不足 不満 不可 不正 不動産 平和 和食 和風 和室 昭和 令和
        調和 好物 好調 好評 好意 友好 良好 絶好 格好 再会 再度 再開 再生 再来 駅站 兵站 多数 多少 多忙 少年 少女 少数 減少 太陽 太平洋 太鼓 真実 真夏
        写真 真剣 可能 能力 機能 性能 有能 才能 許可 可決 可愛 原因 要因 因果 死因 住所 場所 所長 所得 名所 近所 台所
        """)

    private static let chineseWords = words(
        """
        没有 可以 不是 不要 今天 明天 昨天 知道 朋友 早上 晚上 上午 下午 星期 一下 已经 自己 多少 再见 洗手间 公司 吃饭 对不起 好的 就行 方便 慢慢 一半 来了 走了 马上 随便 不用 不错 没事 不客气 手机 我要 他是
        """)

    private static let japaneseWords = words(
        """
        大丈夫 本当 了解 勉強 元気 電車 切符 財布 荷物 邪魔 無理 結構 全然 勿論 素敵 残念 失礼 今夜 今朝 昨日 明日 映画 野菜 牛乳 部屋 仕事 会社 何時 何処 何故
        我慢 約束 心配 迷惑 面白 御飯 朝食 夕食 病院 空港 郵便 切手 改札 新幹線 自転車 自動車 飛行機 喫茶 日本語 下手 上手 本日 毎度 何名 何人 何個 何番 何円 休業 営業中 御礼 承知 無料 残業 出張 天気予報 是非 一緒 多分 皆様 拝啓 敬具 株式
        """)

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
