internal import Language

/// Numbers in Chinese numerals, and what they may count.
struct HanReader: NotationReader {
    let source: NumberSource

    private static let numerals: [Unicode.Scalar: Int] = [
        "零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
        "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9, "壱": 1, "弐": 2, "参": 3,
    ]

    private static let multipliers: [Unicode.Scalar: Int] = [
        "十": 10, "百": 100, "千": 1_000, "拾": 10, "佰": 100, "仟": 1_000,
    ]

    private static let myriads: [Unicode.Scalar: Int] = ["万": 10_000, "萬": 10_000, "亿": 100_000_000, "億": 100_000_000]

    /// Counters. One numeral before them is a number and not part of a word.
    private static let counters = Set(
        """
        个個名人位只隻条條张張本块塊元年月日号號天点點时時分秒周週岁歲歳才次件杯瓶米公层層楼樓倍种種家辆輛台臺套度成折ヶヵつ枚冊册回匹頭羽\
        足番階円割房间間口门門道封课課页頁章节節章届屆级級星室路英小美欧日韩港加澳百千万億亿泊晩晚夜股笔筆组組批场場部把支双片棵颗粒盒箱袋斤斗升袋\
        ドユキメトパポミセグリペヘカか歩段列行代周限軒着膳切社校党頭丁軒畳便曲問点男女儿孩姐兄弟孩姉妹
        """.unicodeScalars.filter { !$0.properties.isWhitespace })

    static func isNumeral(_ scalar: Unicode.Scalar) -> Bool { numerals[scalar] != nil || multipliers[scalar] != nil }

    /// A number in Chinese numerals.
    func number(_ at: Int) -> FoundNumber? {
        guard tokens[at].kind == .word else { return nil }
        let start = tokens[at].span.lowerBound
        guard let first = text[start], Self.isNumeral(first)
        else {
            return nil
        }
        if let before = text[start - 1] {
            // FoundNumbers hundred, some thousands and days of the week are not read here. After a digit the reader of digits takes
            // the numeral.
            if ["数", "數", "几", "幾", "何", "多", "期", "拜", "统", "統", "唯", "万"].contains(before) { return nil }
            if ["周", "週"].contains(before), isDayOfWeek(start) { return nil }
        }
        guard let read = run(from: start) else { return nil }
        let value = read.value
        let after = text[read.end]
        if Self.bankers.contains(first), !isBankers(read, start) { return nil }
        // 零下二度 is below zero, and 四半期 a quarter of the year: 零 and 四 are not read as numbers there.
        if first == "零", after == "下" || after == "上" { return nil }
        if language == .ja, first == "四", read.length == 1, text.hasPrefix(["半", "期"], at: read.end) { return nil }
        let isOrdinal = text[start - 1] == "第"
        let isCounted =
            isOrdinal
            || after.map { Self.counters.contains($0) || $0.properties.isWhitespace == false && digitValue($0) != nil }
                ?? false
        var isCertain = value != 1 && (read.length > 1 || isCounted || after == nil && start == 0)
        if read.length == 2, read.isPositional { isCertain = false }
        let rest = text.text(start..<min(text.count, read.end + 2))
        if Self.idioms.contains(where: { rest.hasPrefix($0) }) { isCertain = false }
        if value == 2, isOrdinal || isPairOfDays(start, read.end) { isCertain = false }
        var mention = NumberMention(
            range: text.range(start..<read.end), value: read.value == 0 ? ExactDecimal(0) : read.exact,
            isCertain: isCertain && value != 0)
        // 两三次: two or three.
        if language == .zh, read.length == 2, read.isPositional, value % 10 == value / 10 + 1 {
            mention.parts = [[ExactDecimal(value / 10), ExactDecimal(value % 10)]]
        }
        // 增加了两倍, an increase by twice, is three times as much.
        if language == .zh, after == "倍", isIncrease(before: start) { mention.alternatives = [ExactDecimal(value + 1)] }
        return FoundNumber(mention: mention, end: read.end, scale: read.scale)
    }

    /// Whether a numeral after 周 is a day of the week. In 週三回, three times a week, it is not.
    func isDayOfWeek(_ start: Int) -> Bool {
        guard let day = text[start], "一二三四五六日天末".unicodeScalars.contains(day) else { return false }
        return !(text[start + 1].map { "次回".unicodeScalars.contains($0) } ?? false)
    }

    /// 今明两天 sums up two days that are named; 这两天 means a few days.
    private func isPairOfDays(_ start: Int, _ end: Int) -> Bool {
        guard let span = text[end], "天日年周週".unicodeScalars.contains(span) else { return false }
        let before = text.text(max(0, start - 2)..<start)
        return ["今明", "明后", "明後", "昨今"].contains(before) || ["这", "這", "前", "过", "過"].contains(before.suffix(1))
    }

    /// Whether the text right before a number of times says that it is an increase: 增加了两倍.
    func isIncrease(before start: Int) -> Bool {
        text.scalars[max(0, start - 4)..<start].contains { "增多涨漲高加长長升快翻大".unicodeScalars.contains($0) }
    }

    /// Numerals of cheques and contracts, which are other words elsewhere: 参加, 收拾, 陆地.
    private static let bankers = Set("壹贰叁肆伍陆柒捌玖壱弐参拾佰仟".unicodeScalars)

    /// Whether they make a number: there are several of them, or one with a unit of money, and no other word right before.
    private func isBankers(_ read: HanRun, _ start: Int) -> Bool {
        // 收拾: the numeral ten alone is the end of many words.
        if text[start] == "拾", let before = text[start - 1], LetterKind(before) == .han { return false }
        let money = "万萬亿億元圆圓円角".unicodeScalars
        return text.scalars[start..<read.end].count(where: Self.bankers.contains) > 1
            || text[read.end - 1].map(money.contains) ?? false || text[read.end].map(money.contains) ?? false
    }

    /// Words that begin with numerals but are no numbers.
    private static let idioms = [
        "十分", "万一", "千万", "三明", "四川", "四处", "四周", "百分点", "百货", "百姓", "百度", "十足", "八百屋", "千葉", "三重", "四国", "九州", "七夕",
        "三角",
        "五月雨", "百科", "百合", "二手", "三人行", "六本", "五輪", "四季", "三味", "千代", "三星", "二维", "二維",
        "二日酔", "三日月", "四つ角", "五道口", "三三两两", "十一打折", "一两", "三両日", "七上八下", "九牛", "一石二", "十八番", "千切", "百円ショップ",
    ]

    struct HanRun {
        var value: Int
        var exact: ExactDecimal
        var end: Int
        var length: Int
        var scale: Int
        /// Whether it is a sequence of single digits: 二〇二四.
        var isPositional: Bool
    }

    /// A numeral as far as it has been read: myriads, then up to four digits with their units, then a digit.
    private struct Scan {
        var total = 0
        var section = 0
        var digit: Int?
        var digits: [Int] = []
        /// The power of ten of a myriad at the end; 0 if there is none.
        var scale = 0
        var hasMultiplier = false
        /// The last multiplier of the section; 1 if it has none.
        var lastUnit = 1
        var sawZero = false

        /// - Returns: false if the numeral ends before it.
        mutating func add(digit value: Int) -> Bool {
            if hasMultiplier, let digit, digit != 0 { return false }
            digit = value
            digits.append(value)
            if value == 0 { sawZero = true }
            scale = 0
            return true
        }

        /// - Returns: false if the numeral ends before it.
        mutating func add(multiplier unit: Int) -> Bool {
            if digits.count > 1, !hasMultiplier { return false }
            guard !hasMultiplier || unit < lastUnit || lastUnit == 1 else { return false }
            section += (digit ?? 1) * unit
            (digit, hasMultiplier, lastUnit, sawZero) = (nil, true, unit, false)
            return true
        }

        /// Whether a unit of 10,000 or more continues with the numeral.
        var takesMyriad: Bool {
            (digits.count <= 1 || hasMultiplier) && (section + (digit ?? 0) > 0 || total > 0)
        }

        /// - Returns: false if the numeral becomes too large to be one.
        mutating func add(myriad unit: Int) -> Bool {
            guard let sum = Myriads.adding(section + (digit ?? 0), of: unit, to: total) else { return false }
            total = sum
            (section, digit, hasMultiplier, lastUnit, sawZero) = (0, nil, true, 1, false)
            scale = unit == 10_000 ? 4 : 8
            return true
        }

        /// The value of digits without units.
        var positional: Int { digits.reduce(0) { $0 * 10 + $1 } }

        /// The value of digits with their units.
        ///
        /// - Parameter fillsUnit: whether a digit at the end stands for the unit below the last one: 两百五, 一万二.
        func value(fillsUnit: Bool) -> Int {
            var last = digit ?? 0
            if fillsUnit, last != 0, !sawZero {
                if lastUnit >= 100, section > 0 { last *= lastUnit / 10 }
                if lastUnit == 1, section == 0, total >= 10_000, scale == 0 {
                    last *= total % 100_000_000 == 0 ? 10_000_000 : 1_000
                }
            }
            return total + section + last
        }
    }

    /// The numeral that begins at an offset; nil if there is none, or if it is too large.
    func run(from start: Int) -> HanRun? {
        var (scan, offset) = (Scan(), start)
        let isInBankers = text[start].map(Self.bankers.contains) ?? false
        reading: while let scalar = text[offset], scan.digits.count <= 16 {
            // 三百陆续: after ordinary numerals these characters are words.
            if !isInBankers, Self.bankers.contains(scalar) { break }
            if let value = Self.numerals[scalar] {
                guard scan.add(digit: value) else { break reading }
            } else if let unit = Self.multipliers[scalar] {
                guard scan.add(multiplier: unit) else { break reading }
            } else if let unit = Self.myriads[scalar], offset > start, scan.takesMyriad {
                guard scan.add(myriad: unit) else { return nil }
            } else {
                break
            }
            offset += 1
        }
        guard offset > start else { return nil }
        let length = offset - start
        if !scan.hasMultiplier {
            let value = scan.positional
            return fraction(
                HanRun(
                    value: value, exact: ExactDecimal(value), end: offset, length: length, scale: 0,
                    isPositional: length > 1))
        }
        // Chinese leaves out the last unit.
        let value = scan.value(fillsUnit: language == .zh)
        return fraction(
            HanRun(
                value: value, exact: ExactDecimal(value), end: offset, length: length, scale: scan.scale,
                isPositional: false))
    }

    /// Whether the text at an offset is counted by the number before it, or continues that number.
    func isCounting(_ offset: Int) -> Bool {
        guard let scalar = text[offset] else { return false }
        let rest = text.text(offset..<min(text.count, offset + 2))
        if Self.afterTime.contains(where: { rest.hasPrefix($0) }) { return false }
        if Self.counters.contains(scalar) || Self.goesOn.contains(scalar) || digitValue(scalar) != nil { return true }
        return UnitWords.shared.unit(in: text, at: offset) != nil
    }

    /// Words that begin with a counter but say what is done at that time, or the place.
    private static let afterTime = ["才", "回家", "回来", "回去", "门口", "楼下", "家里", "房间"]

    private static let goesOn = Set("几幾多余餘来來路班趟桌顿頓票碗壶壺%％".unicodeScalars)

    /// 八点四位, 今晚八点四个座位: an hour, and how many people or things. People are never counted in tenths.
    private func isHourAndCount(_ hour: HanRun, _ end: Int) -> Bool {
        guard (1...24).contains(hour.value), let counter = text[end],
            !text.scalars.contains("均"), !text.scalars.contains("每")
        else { return false }
        let rest = text.text(end + 1..<min(text.count, end + 3))
        if Self.wholeCounters.contains(counter) {
            return counter != "人" || !["民", "份", "次"].contains(where: { rest.hasPrefix($0) })
        }
        guard counter == "个" || counter == "個" else { return false }
        if Self.people.contains(where: { rest.hasPrefix($0) }) { return true }
        let before = text.text(max(0, hour.end - hour.length - 2)..<hour.end - hour.length)
        return Self.dayTimes.contains(where: { before.hasSuffix($0) })
            && !Self.divisible.contains(where: { rest.hasPrefix($0) })
    }

    private static let wholeCounters = Set("位名人趟张張间間班辆輛桌".unicodeScalars)
    private static let people = ["人", "大人", "小孩", "孩子", "朋友", "同学", "同事", "客人", "学生"]

    private static let dayTimes = [
        "今晚", "明晚", "昨晚", "今早", "明早", "晚上", "早上", "上午", "下午", "中午", "傍晚", "凌晨", "今天", "明天", "后天",
    ]

    private static let divisible = [
        "小", "钟", "鐘", "月", "星期", "礼拜", "百分", "亿", "億", "万", "萬", "学", "单位", "世", "点", "基", "半",
    ]

    /// 三点五: digits after a point.
    private func fraction(_ run: HanRun) -> HanRun {
        guard text[run.end] == "点" || text[run.end] == "點" || text[run.end] == "・" else { return run }
        var (offset, digits) = (run.end + 1, [Int]())
        // 两 counts and is no decimal digit: 七点两个人.
        while let scalar = text[offset], let value = Self.numerals[scalar], !Self.bankers.contains(scalar),
            scalar != "两", scalar != "兩"
        {
            digits.append(value)
            offset += 1
        }
        guard !digits.isEmpty, digits.count < 10, text[offset] != "十", text[offset] != "分", text[offset] != "刻" else {
            return run
        }
        if language == .zh, digits.count == 1, isHourAndCount(run, offset) { return run }
        let tail = digits.reduce(0) { $0 * 10 + $1 }
        var copy = run
        copy.exact = run.exact.adding(ExactDecimal(coefficient: Int128(tail), exponent: -digits.count)) ?? run.exact
        copy.end = offset
        copy.length += digits.count
        if let scalar = text[offset], let unit = Self.myriads[scalar] {
            copy.exact = copy.exact.scaled(by: unit == 10_000 ? 4 : 8)
            copy.end += 1
        }
        return copy
    }
}
