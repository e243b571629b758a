internal import Language

/// Times of day in Chinese, Japanese and Korean. In these languages `1:20` may also be a ratio, a score or a length of time.
struct EasternClockForms: FormReader {
    let source: FormSource

    func clock(_ hour: Int, _ minute: Int, from start: Int, to end: Int) -> SpokenHit? {
        guard isTimeOfDay(start, end) else { return nil }
        return eastern(hour, minute).map { SpokenHit(words: $0, end: end) }
    }

    /// Whether the text next to it shows a time of day. A text of nothing else is the answer to a question for the time.
    private func isTimeOfDay(_ start: Int, _ end: Int) -> Bool {
        if !text[..<start].contains(where: { isLetter($0) || $0.isNumber }),
            !text[end...].contains(where: { isLetter($0) || $0.isNumber })
        {
            return true
        }
        guard let words = Self.timeWords[language] else { return false }
        var first = start
        while first > 0, start - first < 12, !"。！？，、；,;!?\n".contains(text[first - 1]) { first -= 1 }
        var before = String(text[first..<start])
        while before.last?.isWhitespace ?? false { before.removeLast() }
        guard !words.never.contains(where: before.contains) else { return false }
        var last = afterSpace(end)
        let from = last
        while last < count, last - from < 6 { last += 1 }
        let behind = String(text[from..<last])
        guard !words.neverBehind.contains(where: behind.hasPrefix) else { return false }
        return words.before.contains(where: before.hasSuffix) || words.behind.contains(where: behind.hasPrefix)
            || before.suffix(10).wholeMatch(of: /[0-9]{4}[-\/][0-9]{2}[-\/][0-9]{2}/) != nil
            || before.suffix(5).contains(/[0-9]:[0-9]{2}[到至]$/)
    }

    private struct TimeWords {
        /// Texts that come before and after a time of day.
        var before: [String]
        var behind: [String]
        /// Texts that exclude a time of day: in the clause before, or right after.
        var never: [String]
        var neverBehind: [String]
    }

    private static let timeWords: [LanguageCode: TimeWords] = [
        .zh: TimeWords(
            before: [
                "上午", "下午", "早上", "早晨", "凌晨", "清晨", "中午", "傍晚", "晚上", "晚", "夜里", "半夜", "深夜", "今早", "明早", "现在", "现在是",
                "时间是", "日", "号", "今天", "明天", "后天", "昨天", "每天", "周一", "周二", "周三", "周四", "周五", "周六", "周日", "星期一", "星期二",
                "星期三", "星期四", "星期五", "星期六", "星期日", "星期天", "点到", "分到", "定在", "约在",
            ],
            behind: [
                "开", "出发", "发车", "起飞", "到达", "抵达", "到站", "结束", "开始", "见", "集合", "关门", "准时", "左右", "之前", "以前", "以后",
                "之后",
                "的火车", "的飞机", "的航班", "的会", "的车", "的电影", "到0", "到1", "到2", "到3", "到4", "到5", "到6", "到7", "到8", "到9",
                "至1", "至2",
            ],
            never: ["比例", "比率", "比分", "比值", "之比", "赔率", "福音", "用时", "成绩", "时长", "汇率", "纪录", "获胜", "跑了", "章"],
            neverBehind: ["内", "获胜", "取胜", "击败", "的比", "的成绩", "落后", "领先"]),
        .ja: TimeWords(
            before: [
                "午前", "午後", "ごぜん", "ごご", "朝", "あさ", "夜", "よる", "夕方", "深夜", "今朝", "今夜", "昼", "日", "日の", "日、", "曜", "曜日",
                "曜日の", "明日", "今日", "昨日", "毎日", "現在", "いま", "今",
            ],
            behind: ["に", "から", "まで", "ごろ", "頃", "発", "着", "開", "スタート", "より", "出発", "集合", "以降", "過ぎ", "すぎ"],
            never: ["比", "スコア", "割合", "ひりつ", "得点", "点差", "タイム", "記録", "福音", "章", "倍率", "縮尺", "レート"],
            neverBehind: ["になり", "に変", "に近", "にかわ"]),
        .ko: TimeWords(
            before: [
                "오전", "오후", "아침", "저녁", "밤", "새벽", "낮", "정오", "지금", "지금은", "현재", "시각은", "일", "요일", "내일", "오늘", "어제",
                "매일",
            ],
            behind: ["에", "부터", "까지", "경", "쯤", "정각", "이후", "이전", "출발", "도착", "시작"],
            never: ["비율", "점수", "스코어", "기록", "복음", "배율", "축척", "환율", "대비", "전적"],
            neverBehind: ["에 가까", "에 이르", "에 달"]),
    ]

    private func eastern(_ hour: Int, _ minute: Int) -> String? {
        switch language {
        case .zh:
            guard let hours = grammar.counting(hour) else { return nil }
            guard minute > 0 else { return hours + "点" }
            return grammar.cardinal(minute).map { hours + "点" + (minute < 10 ? "零" : "") + $0 + "分" }
        case .ja:
            guard let hours = Kana.hour(hour) else { return nil }
            return minute == 0 ? hours : Kana.minute(minute).map { hours + $0 }
        case .ko:
            guard let hours = koreanHour(hour) else { return nil }
            return minute == 0 ? hours + " 시" : grammar.cardinal(minute).map { "\(hours) 시 \($0) 분" }
        default: return nil
        }
    }

    /// Hours up to twelve are said in native Korean numbers, minutes and later hours in Sino-Korean ones.
    private func koreanHour(_ hour: Int) -> String? {
        guard hour > 0 else { return nil }
        return hour <= 12 ? grammar.speller.spell(hour, .ko, "cardinal-native-attributive") : grammar.cardinal(hour)
    }

    /// `3시`, `3시 30분`, and the length of time `3시간`.
    func koreanHours(_ at: Int) -> SpokenHit? {
        let (field, end) = digits(at)
        guard language == .ko, field.count <= 2, field.first != "0", let hour = Int(field), has("시", at: end),
            (1...24).contains(hour), let hours = koreanHour(hour)
        else { return nil }
        if has("간", at: end + 1) { return hour <= 12 ? SpokenHit(words: hours + " 시간", end: end + 2) : nil }
        let minutes = afterSpace(end + 1)
        let (minute, minuteEnd) = digits(minutes)
        if minute.count <= 2, let value = Int(minute), (1...59).contains(value), has("분", at: minuteEnd) {
            return grammar.cardinal(value).map { SpokenHit(words: "\(hours) 시 \($0) 분", end: minuteEnd + 1) }
        }
        guard end + 1 == count || !isEastern(text[end + 1]) || isParticle(end + 1) else { return nil }
        return SpokenHit(words: hours + " 시", end: end + 1)
    }

    /// Whether the text after belongs to the hour, and does not form another word with it: 시리즈, 시즌.
    private func isParticle(_ at: Int) -> Bool {
        let particles = [
            "에", "부터", "까지", "쯤", "경", "정각", "반", "이", "가", "는", "를", "로", "의", "고", "인", "전", "후", "와", "도", "면", "예요",
        ]
        return particles.contains { has($0, at: at) }
    }
}
