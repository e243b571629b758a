internal import Language

/// Halves of the day and the night next to an hour: `3 pm`, 오후 3시, शाम 5 बजे.
struct HalfDayReader: NotationReader {
    let source: NumberSource

    private var han: HanReader { HanReader(source: source) }

    /// Turns an hour that is said to be before or after noon into a time of day: 3 pm, 오후 3시, शाम 5 बजे.
    func meridiem(_ found: inout FoundNumber, first: Int) {
        let next = token(from: found.end)
        let isHourUnit =
            found.mention.unit == nil || found.mention.unit?.codes == ["hour"] || found.mention.unit?.codes == ["day"]
        guard isHourUnit, found.mention.kind != .month else { return }
        // In Chinese, Japanese and Korean the words come before the hour, and a number that counts something is no hour:
        // 早上一次.
        let isEastern = [.zh, .ja, .ko].contains(language)
        if isEastern, found.mention.kind != .clock, found.mention.unit?.codes == ["day"] || han.isCounting(found.end) {
            return
        }
        guard var clock = found.mention.clock ?? hour(found.mention.value), clock.hour <= 12,
            !clock.isExact || clock.hour == 0
        else { return }
        func end(of phrases: [[String]]) -> Int? { isEastern ? nil : self.end(of: phrases, from: next) }
        let (morningEnd, afternoonEnd) = (end(of: words.morning), end(of: words.afternoon))
        let (morning, afternoon) = (start(of: words.morning, before: first), start(of: words.afternoon, before: first))
        if morningEnd != nil || morning != nil {
            if clock.hour == 12 { clock.hour = 0 }
            found.end = max(found.end, morningEnd ?? 0)
            found.start = morning
        } else if afternoonEnd != nil || afternoon != nil {
            // Twelve at night is midnight, even if the word says that the hour is not in the morning.
            if clock.hour < 12 {
                clock.hour += 12
            } else if saysNight(first, next, afternoonEnd) {
                clock.hour = 0
            }
            found.end = max(found.end, afternoonEnd ?? 0)
            found.start = afternoon
        } else if let nightEnd = end(of: Self.nights[language] ?? []) {
            // Eleven at night is before midnight, two at night after it.
            clock.hour = (6...11).contains(clock.hour) ? clock.hour + 12 : clock.hour % 12
            found.end = max(found.end, nightEnd)
        } else {
            return
        }
        clock.isExact = true
        found.mention.clock = clock
        found.mention.kind = .clock
        found.mention.isCertain = true
        found.mention.parts.append(
            clock.minute == 0 ? [ExactDecimal(clock.hour)] : [ExactDecimal(clock.hour), ExactDecimal(clock.minute)])
    }

    /// A number as a time of day, such as 3 or 3.5. Nil if it is not a whole number of quarters of an hour, or if the
    /// day has no such hour.
    private func hour(_ value: ExactDecimal) -> NumberMention.Clock? {
        guard let hundredths = value.scaled(by: 2).integer, (0...2_400).contains(hundredths), hundredths % 25 == 0
        else { return nil }
        return NumberMention.Clock(
            hour: hundredths / 100, minute: hundredths % 100 * 60 / 100, isExact: hundredths > 1_299)
    }

    /// Words that may stand between an hour and its half of the day.
    private static let between: Set<String> = [
        "heures", "heure", "horas", "ore", "uhr", "बजे", "часов", "часа", "hour", "o", "clock", "h", "en", "punto",
        "बजकर", "мин",
    ]

    /// Where the longest of the phrases ends that follows an hour.
    private func end(of phrases: [[String]], from next: Int) -> Int? {
        for phrase in phrases.sorted(by: { $0.count > $1.count }) {
            for start in next..<min(next + 3, tokens.count + 1) {
                if start > next, !Self.between.contains(tokens[start - 1].text) { break }
                if let end = matches(phrase, at: start) { return tokens[end - 1].span.upperBound }
            }
        }
        return nil
    }

    /// Where a phrase begins that stands before an hour.
    private func start(of phrases: [[String]], before first: Int) -> Int? {
        guard [.zh, .ja, .ko, .hi].contains(language) else { return nil }
        for (phrase, distance) in phrases.flatMap({ phrase in (1...4).map { (phrase, $0) } }) {
            let end = matches(phrase, at: first - distance)
            if end == first || end == first - 1 && ["के", "の"].contains(tokens[first - 1].text) {
                return tokens[first - distance].span.lowerBound
            }
        }
        return nil
    }

    /// Whether the words next to an hour that put it in the second half of the day are words for the night.
    private func saysNight(_ first: Int, _ next: Int, _ end: Int?) -> Bool {
        if let end, let night = Self.nightWords[language] {
            let last = token(from: end)
            return tokens[next..<max(next, last)].contains { $0.text == night }
        }
        guard let night = Self.nightsBefore[language] else { return false }
        return (1...3).contains { distance in
            night.contains { matches([$0], at: first - distance) == first }
        } || (language == .ja && first > 1 && tokens[first - 1].text == "の" && tokens[first - 2].text == "夜")
    }

    private static let nightWords: [LanguageCode: String] = [.es: "noche", .pt: "noite", .hi: "रात"]
    private static let nightsBefore: [LanguageCode: [String]] = [.zh: ["晚上", "夜里"], .ja: ["夜"], .ko: ["밤"]]

    /// Words that put an hour in the night, on either side of midnight.
    private static let nights: [LanguageCode: [[String]]] = [
        .en: [["at", "night"]], .fr: [["de", "la", "nuit"]], .de: [["uhr", "nachts"], ["nachts"]],
        .ar: [["ليلا"]], .it: [["di", "notte"], ["della", "notte"]],
        .ru: [["ночи"], ["часов", "ночи"], ["часа", "ночи"]],
    ]
}
