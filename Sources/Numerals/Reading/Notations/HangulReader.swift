internal import Language

/// Numbers in Hangul: native numerals, Sino-Korean numerals, and months in letters.
struct HangulReader: NotationReader {
    let source: NumberSource

    private static let digits: [Unicode.Scalar: Int] = [
        "영": 0, "공": 0, "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "륙": 6, "칠": 7, "팔": 8, "구": 9,
    ]

    private static let multipliers: [Unicode.Scalar: Int] = ["십": 10, "백": 100, "천": 1_000]
    private static let myriads: [Unicode.Scalar: Int] = ["만": 10_000, "억": 100_000_000]

    private static let native: [(word: [Unicode.Scalar], value: Int)] = [
        ("하나", 1), ("둘", 2), ("셋", 3), ("넷", 4), ("다섯", 5), ("여섯", 6), ("일곱", 7), ("여덟", 8), ("아홉", 9), ("한", 1),
        ("두", 2),
        ("세", 3), ("네", 4), ("석", 3), ("넉", 4),
    ].map { (Array($0.0.unicodeScalars), $0.1) }

    private static let tens: [(word: [Unicode.Scalar], value: Int)] = [
        ("열", 10), ("스물", 20), ("스무", 20), ("서른", 30), ("마흔", 40), ("쉰", 50), ("예순", 60), ("일흔", 70), ("여든", 80),
        ("아흔", 90),
    ].map { (Array($0.0.unicodeScalars), $0.1) }

    /// Counters that go with Sino-Korean numerals, and those that go with native ones.
    private static let sinoCounters = [
        "분", "년", "월", "일", "층", "호", "번", "인분", "킬로", "퍼센트", "프로", "달러", "유로", "원", "주", "학년", "개월", "미터", "센티", "도",
        "초",
        "엔", "위안", "파운드", "루피", "루블", "그램", "밀리", "리터", "등", "위", "차", "배", "박", "명", "개", "시간", "살", "세", "명", "마일",
        "페이지",
        "장", "권", "점", "대", "회", "편", "억", "만", "천", "인", "조", "팀", "쪽", "킬로미터", "킬로그램", "와트", "기가", "톤", "헤알", "페소",
        "프랑",
    ].map { Array($0.unicodeScalars) }

    private static let nativeCounters = [
        "개", "명", "시", "살", "번", "시간", "마리", "잔", "병", "권", "장", "대", "채", "달", "사람", "가지", "배", "곳", "분", "주", "그루",
        "송이", "켤레",
        "벌", "군데", "차례", "자루", "판", "알", "통", "조각", "그릇", "아이", "딸", "아들", "친구", "자리", "밤", "끼", "척", "줄", "방", "문제",
        "상자", "봉지",
        "컵", "팩", "쌍", "건", "해", "주일", "날", "째", "바퀴", "걸음", "편", "가족", "나라", "도시", "언어", "학생", "자매", "형제", "손님", "박스",
        "블록",
        "정거장", "형", "누나", "오빠", "언니", "동생", "남자", "여자", "고양이", "강아지", "단계", "부분", "층", "팀", "학교",
    ].map { Array($0.unicodeScalars) }

    /// A number in Hangul that begins a word.
    func number(_ at: Int) -> FoundNumber? {
        guard tokens[at].kind == .word, let first = text[tokens[at].span.lowerBound], LetterKind(first) == .hangul
        else {
            return nil
        }
        return nativeNumber(at) ?? sinoNumber(at)
    }

    /// 천칠 after 3만: the rest of a number begun in digits.
    func tail(_ at: Int) -> FoundNumber? {
        guard language == .ko, at < tokens.count, tokens[at].kind == .word, let run = sino(tokens[at].span.lowerBound),
            run.hasMultiplier
        else { return nil }
        return FoundNumber(
            mention: NumberMention(
                range: text.range(tokens[at].span.lowerBound..<run.end), value: ExactDecimal(run.value)), end: run.end)
    }

    private func begins(_ words: [[Unicode.Scalar]], at offset: Int) -> Bool {
        words.contains { text.hasPrefix($0, at: offset) }
    }

    private func nativeNumber(_ at: Int) -> FoundNumber? {
        let start = tokens[at].span.lowerBound
        var (offset, value) = (start, 0)
        if let ten = Self.tens.first(where: { text.hasPrefix($0.word, at: offset) }) {
            value = ten.value
            offset += ten.word.count
        }
        if let unit = Self.native.first(where: { text.hasPrefix($0.word, at: offset) }) {
            value += unit.value
            offset += unit.word.count
        }
        guard value > 0 else { return nil }
        let isWhole = offset == tokens[at].span.upperBound
        let counted = isWhole ? tokens[at + 1 < tokens.count ? at + 1 : at].span.lowerBound : offset
        let hasCounter =
            at + 1 < tokens.count || !isWhole
            ? begins(Self.nativeCounters, at: counted) && (!isWhole || at + 1 < tokens.count) : false
        let length = offset - start
        let particles = ["이", "가", "을", "를", "은", "는", "의", "에", "도", "과", "와", "로", "째", "중", "입", "이", "다", "씩", "뿐"]
            .map { Array($0.unicodeScalars) }
        let isAlone = isWhole || begins(particles, at: offset)
        if length == 1, value == 3 || value == 4, ["셋", "넷"].contains(text.text(start..<offset)),
            Self.copulas.contains(text.text(offset..<tokens[at].span.upperBound))
        {
            return FoundNumber(
                mention: NumberMention(range: text.range(start..<offset), value: ExactDecimal(value)), end: offset)
        }
        // Short forms are syllables of many words. They count only before a counter, or as their own word.
        let isShort = length == 1
        guard isShort ? (hasCounter || isWhole && value != 4) : (isAlone || hasCounter) else { return nil }
        let isCertain = value > 1 && (hasCounter || length > 1 || isWhole && [2, 3].contains(value))
        return FoundNumber(
            mention: NumberMention(range: text.range(start..<offset), value: ExactDecimal(value), isCertain: isCertain),
            end: offset)
    }

    /// Endings that make 셋 and 넷 a sentence or a subject, if no counter follows.
    private static let copulas: Set<String> = [
        "이에요", "이예요", "입니다", "이야", "이다", "이고", "이요", "이서", "인데", "인데요", "이었어요", "이네요", "이나",
    ]

    /// Months in letters with a numeral that is read only here. The month changes it (유월, 시월), or many words begin with it. A
    /// particle or the day may be part of the same word.
    func month(_ at: Int) -> FoundNumbers? {
        let span = tokens[at].span
        guard language == .ko, span.count >= 2 else { return nil }
        let name = text.text(span.lowerBound..<span.lowerBound + 2)
        guard let month = ["유월": 6, "시월": 10, "일월": 1, "사월": 4, "오월": 5, "구월": 9][name] else { return nil }
        let end = span.lowerBound + 2
        let mention = NumberMention(
            range: text.range(span.lowerBound..<end), kind: .month, value: ExactDecimal(month))
        let rest = text.text(end..<span.upperBound)
        if ["", "에", "의", "은", "이", "을", "에는", "까지", "부터", "말", "초", "이에요", "입니다"].contains(rest) {
            return FoundNumbers(mentions: [mention], end: span.upperBound)
        }
        guard let day = sino(end, isDay: true), (1...31).contains(day.value), text[day.end] == "일" else { return nil }
        let date = NumberMention(range: text.range(end..<day.end), value: ExactDecimal(day.value))
        return FoundNumbers(mentions: [mention, date], end: span.upperBound)
    }

    private struct SinoRun {
        var value: Int
        var end: Int
        var length: Int
        var hasMultiplier: Bool
        var scale: Int
    }

    private func sinoNumber(_ at: Int) -> FoundNumber? {
        let start = tokens[at].span.lowerBound
        let isDay = at > 0 && Self.months.contains(tokens[at - 1].text)
        guard let run = sino(start, isDay: isDay), let first = text[start] else { return nil }
        var end = run.end
        var value = run.value
        var scale = run.scale
        // 삼만 천칠: the next word continues the number below the last myriad.
        if run.scale > 0, end == tokens[at].span.upperBound, at + 1 < tokens.count, tokens[at + 1].kind == .word,
            let rest = sino(tokens[at + 1].span.lowerBound), rest.value < (run.scale == 4 ? 10_000 : 100_000_000),
            rest.hasMultiplier || rest.end == tokens[at + 1].span.upperBound
        {
            (value, end, scale) = (value + rest.value, rest.end, rest.scale)
        }
        let isWhole = tokens.contains { $0.span.upperBound == end }
        let next = token(from: end)
        let after = isWhole ? (next < tokens.count ? tokens[next].span.lowerBound : end) : end
        let hasCounter = begins(Self.sinoCounters, at: after) && after < text.count
        let length = end - start
        if isDay, end == run.end, text[end] == "일", (1...31).contains(value) {
            return FoundNumber(
                mention: NumberMention(
                    range: text.range(start..<end), value: ExactDecimal(value), isCertain: value > 1), end: end)
        }
        if length <= 3, !hasCounter, Self.words.contains(where: { text.hasPrefix($0, at: start) }) { return nil }
        guard hasCounter || (run.hasMultiplier && length >= 2 && isWhole) || isWhole && length >= 3 && run.hasMultiplier
        else {
            return nil
        }
        guard length > 1 || isWhole && hasCounter || !isWhole && hasCounter && isCounterWord(at, end) else {
            return nil
        }
        return FoundNumber(
            mention: NumberMention(
                range: text.range(start..<end), value: ExactDecimal(value),
                isCertain: value > 1 && !(length == 1 && first == "이")
                    && (length > 1 || isWhole || isCounterWord(at, end))),
            end: end, scale: scale)
    }

    private static let months: Set<String> = [
        "월", "일월", "이월", "삼월", "사월", "오월", "육월", "유월", "칠월", "팔월", "구월", "십월", "시월", "십일월", "십이월",
    ]

    /// Words that begin like numbers.
    private static let words = ["이만", "오만", "천만에", "사이", "이사", "구이", "일일이", "만일"].map { Array($0.unicodeScalars) }

    /// Whether the rest of the word after a single numeral is a counter with at most a particle: 삼층에, 오분.
    private func isCounterWord(_ at: Int, _ end: Int) -> Bool {
        guard let counter = Self.sinoCounters.filter({ text.hasPrefix($0, at: end) }).max(by: { $0.count < $1.count })
        else {
            return false
        }
        let rest = tokens[at].span.upperBound - end - counter.count
        let first = text[tokens[at].span.lowerBound]
        return rest <= 1 && first != "이" && first != "사" && first != "일" && first != "오" && first != "구" && first != "공"
    }

    /// - Parameter isDay: whether it is a day of a month. Then 일 at the end is the word for day: 시월 십일 is the tenth.
    private func sino(_ start: Int, isDay: Bool = false) -> SinoRun? {
        var (offset, total, section, digit) = (start, 0, 0, nil as Int?)
        var (hasMultiplier, lastUnit, scale) = (false, Int.max, 0)
        while let scalar = text[offset] {
            if let value = Self.digits[scalar] {
                if digit != nil { break }
                if isDay, hasMultiplier, scalar == "일", text[offset + 1] != "일" { break }
                // 이 after 백 may be a particle. It belongs to the number only if the word continues with numerals or counters.
                if hasMultiplier, scalar == "이" || scalar == "일" || scalar == "도" {
                    let following = text[offset + 1]
                    let goesOn = following.map { Self.multipliers[$0] != nil || Self.myriads[$0] != nil } ?? false
                    if !goesOn, !begins(Self.sinoCounters, at: offset + 1),
                        following.map({ LetterKind($0) == .hangul }) ?? false
                    {
                        break
                    }
                }
                digit = value
            } else if let unit = Self.multipliers[scalar] {
                guard unit < lastUnit else { break }
                section += (digit ?? 1) * unit
                (digit, hasMultiplier, lastUnit) = (nil, true, unit)
            } else if let unit = Self.myriads[scalar] {
                section += digit ?? 0
                if section == 0, total == 0 { if offset > start { break } else { section = 1 } }
                guard let sum = Myriads.adding(section, of: unit, to: total) else { return nil }
                total = sum
                (section, digit, hasMultiplier, lastUnit, scale) = (0, nil, true, Int.max, unit == 10_000 ? 4 : 8)
                offset += 1
                continue
            } else {
                break
            }
            scale = section == 0 && digit == nil ? scale : 0
            offset += 1
        }
        guard offset > start else { return nil }
        return SinoRun(
            value: total + section + (digit ?? 0), end: offset, length: offset - start, hasMultiplier: hasMultiplier,
            scale: section == 0 && digit == nil ? scale : 0)
    }
}
