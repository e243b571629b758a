internal import Language
internal import Numerals
internal import Providers

/// Both texts must name the same weekdays and the same days relative to today; no date may have day and month swapped.
///
/// A day is reported only if one of the source is missing and the translation names another one of the same kind. "On Sunday"
/// may rightly become "tomorrow", and some names are words with another meaning as well (`среда`, `一周一次`). The number guard
/// checks that the numbers of a day of the year are there. This guard checks only their order, and only if it is certain in
/// both texts.
struct DateGuard: TranslationGuard {
    let name = "dates"
    let readsWords = true
    let judgesClauses = true

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        weekday(answer) ?? relativeDay(answer) ?? reversedDay(answer)
    }

    /// Tomorrow that has become today, and this morning that has become tonight.
    private func relativeDay(_ answer: GuardedAnswer) -> GuardFinding? {
        let said = RelativeDays(answer.source, answer.pair.from)
        guard !said.mentions.isEmpty,
            let conflict = said.conflict(with: RelativeDays(answer.translation, answer.pair.to))
        else { return nil }
        let (missing, added) = (conflict.missing.map(\.said), conflict.added.map(\.said))
        return GuardFinding(
            flag: name, severity: .meaning,
            reason: "another day: \(missing.joined(separator: ", ")) as \(added.joined(separator: ", "))",
            evidence: missing + added, hint: "Keep the day: \(missing.joined(separator: ", ")).")
    }

    private func weekday(_ answer: GuardedAnswer) -> GuardFinding? {
        let said = Self.days(in: answer.source, answer.pair.from)
        let translated = Self.days(in: answer.translation, answer.pair.to)
        let missing = said.keys.filter { translated[$0] == nil }.sorted().compactMap { said[$0] }
        let added = translated.keys.filter { said[$0] == nil }.sorted().compactMap { translated[$0] }
        guard !missing.isEmpty, !added.isEmpty else { return nil }
        return GuardFinding(
            flag: name, severity: .meaning,
            reason: "another day of the week: \(missing.joined(separator: ", ")) as \(added.joined(separator: ", "))",
            evidence: missing + added,
            hint: "Keep the days of the week: \(missing.joined(separator: ", ")).")
    }

    /// June 5th that has become 5月6日.
    private func reversedDay(_ answer: GuardedAnswer) -> GuardFinding? {
        let translated = NumberReader(answer.pair.to).calendarDays(
            in: answer.translation, among: answer.translationNumbers)
        guard !translated.isEmpty else { return nil }
        let said = NumberReader(answer.pair.from).calendarDays(in: answer.source, among: answer.sourceNumbers)
        for day in translated where !said.contains(where: { $0.isSame(as: day) }) {
            guard let right = said.first(where: { $0.isReverse(of: day) }),
                !translated.contains(where: { $0.isSame(as: right) })
            else { continue }
            let (rightly, wrongly) = (String(answer.source[right.range]), String(answer.translation[day.range]))
            return GuardFinding(
                flag: name, severity: .meaning, reason: "day and month are reversed: \(rightly) as \(wrongly)",
                evidence: [rightly, wrongly],
                hint: "Keep the date: \(rightly) is day \(right.day) of month \(right.month), not the reverse.")
        }
        return nil
    }

    /// The days of the week in a text, from 0 for Monday, as the text writes them.
    ///
    /// - Parameter anywhere: whether a name counts that is the end of a longer word, as in `Ostermontag`.
    static func days(in text: String, _ language: LanguageCode, anywhere: Bool = false) -> [Int: String] {
        guard let names = names[language] else { return [:] }
        let text = text.lowercased()
        let mayFollowLetters = anywhere || language.isWrittenWithoutSpaces || language == .ko || language == .ar
        var found: [Int: String] = [:]
        for (day, forms) in names.enumerated() {
            found[day] = forms.first { form in
                text.hasBytes(of: form)
                    && text.ranges(of: form).contains { range in
                        mayFollowLetters || range.lowerBound == text.startIndex
                            || !text[text.index(before: range.lowerBound)].isLetter
                    }
            }
        }
        return found
    }

    /// The Portuguese weekdays without `feira`: an ordinal after a word that is used before weekdays.
    private static func portuguese(_ ordinal: String) -> [String] {
        [ordinal + "-feira"] + ["na ", "até ", "nesta ", "desde ", "toda ", "próxima "].map { $0 + ordinal }
    }

    /// The first letters of the weekdays, from Monday on. A Portuguese ordinal alone (`segunda`) may also mean the second of
    /// anything.
    private static let names: [LanguageCode: [[String]]] = [
        .en: [["monday"], ["tuesday"], ["wednesday"], ["thursday"], ["friday"], ["saturday"], ["sunday"]],
        .es: [["lunes"], ["martes"], ["miércoles"], ["jueves"], ["viernes"], ["sábado"], ["domingo"]],
        .fr: [["lundi"], ["mardi"], ["mercredi"], ["jeudi"], ["vendredi"], ["samedi"], ["dimanche"]],
        .de: [
            ["montag"], ["dienstag"], ["mittwoch"], ["donnerstag"], ["freitag"], ["samstag", "sonnabend"], ["sonntag"],
        ],
        .it: [["lunedì"], ["martedì"], ["mercoledì"], ["giovedì"], ["venerdì"], ["sabato"], ["domenica"]],
        .pt: [
            portuguese("segunda"), portuguese("terça"), portuguese("quarta"), portuguese("quinta"), portuguese("sexta"),
            ["sábado"], ["domingo"],
        ],
        .zh: ["一", "二", "三", "四", "五", "六", "日"].map { day in
            ["星期", "周", "礼拜"].map { $0 + day } + (day == "日" ? ["星期天", "周天", "礼拜天"] : [])
        },
        .ja: ["月曜", "火曜", "水曜", "木曜", "金曜", "土曜", "日曜"].map { [$0] },
        .ko: ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"].map { [$0] },
        .ar: [
            ["الاثنين", "الإثنين"], ["الثلاثاء"], ["الأربعاء", "الاربعاء"], ["الخميس"], ["الجمعة"], ["السبت"],
            ["الأحد", "الاحد"],
        ],
        .hi: [
            ["सोमवार"], ["मंगलवार"], ["बुधवार"], ["गुरुवार", "बृहस्पतिवार"], ["शुक्रवार"], ["शनिवार"], ["रविवार", "इतवार"],
        ],
        .ru: [["понедельник"], ["вторник"], ["сред"], ["четверг"], ["пятниц"], ["суббот"], ["воскресень"]],
    ]
}
