internal import Language
internal import Providers

/// A day of the week that the text names and the translation leaves out: "We meet on Monday." → "Nos vemos."
///
/// Only a translation is suspected that names no day at all, neither a date, a weekend nor anything else that may stand for the
/// day (`Words/weekdays.txt`). Of the text only a plain mention counts, because days are also names and parts of names: Man
/// Friday, Santo Domingo, `mardi gras`.
struct LostDayGuard: TranslationGuard {
    let name = "dates"
    let readsWords = true

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        guard let source = Usage.all[answer.pair.from], let target = Usage.all[answer.pair.to],
            let day = source.mention(in: answer.source, answer.pair.from), !target.mayStand(in: answer.translation),
            DateGuard.days(in: answer.translation, answer.pair.to, anywhere: true).isEmpty,
            RelativeDays(answer.translation, answer.pair.to).mentions.isEmpty,
            answer.translationNumbers.count <= answer.sourceNumbers.count,
            answer.translation.contains(where: \.isLetter)
        else { return nil }
        return GuardFinding(
            flag: name, severity: .meaning, reason: "a day of the week is left out: \(day)", evidence: [day],
            hint: "Keep the day of the week: \(day).")
    }

    /// How one language uses the names of days.
    private struct Usage: Sendable {
        private var before: Set<String> = []
        private var notBefore: Set<String> = []
        private var after: Set<String> = []
        private var notAfter: Set<String> = []
        private var instead: [String] = []

        static let all = WordFile("Guards/weekdays.txt").sectionsByLanguage.mapValues(Usage.init)

        init(_ section: WordFile.Section) {
            for (name, value) in section.fields {
                let words = value.split(separator: " ").map { String($0).replacing("|", with: " ") }
                switch name {
                case "before": before = Set(words)
                case "not-before": notBefore = Set(words)
                case "after": after = Set(words)
                case "not-after": notAfter = Set(words)
                default: instead = words
                }
            }
        }

        /// Whether the text has something that may stand for a day.
        func mayStand(in text: String) -> Bool {
            let text = text.lowercased()
            return instead.contains(where: text.hasBytes(of:))
        }

        /// The first day that is plainly meant, as the text writes it.
        func mention(in text: String, _ language: LanguageCode) -> String? {
            guard !DateGuard.days(in: text, language).isEmpty else { return nil }
            guard !language.isWrittenWithoutSpaces, language != .ko else { return joinedMention(in: text, language) }
            let words = text.split { !$0.isLetter && $0 != "-" && !("\u{900}"..."\u{97F}").contains($0) }
            let lowered = words.map { $0.lowercased() }
            for (place, word) in words.enumerated() where !DateGuard.days(in: String(word), language).isEmpty {
                let (last, next) = (
                    place > 0 ? lowered[place - 1] : "", place + 1 < words.count ? lowered[place + 1] : ""
                )
                let isName = language != .en && language != .de && word.first?.isUppercase ?? false
                let isPartOfName =
                    language == .en && place + 1 < words.count && words[place + 1].first?.isUppercase ?? false
                if !isName, !isPartOfName, before.isEmpty || before.contains(last), !notBefore.contains(last),
                    after.isEmpty || after.contains(next), !notAfter.contains(next)
                {
                    return String(word)
                }
            }
            return nil
        }

        /// A name of a day in a language without spaces between words. 周一 is also a part of 一周一次, so only the longer forms
        /// count in Chinese.
        private func joinedMention(in text: String, _ language: LanguageCode) -> String? {
            DateGuard.days(in: text, language).sorted { $0.key < $1.key }.map(\.value).first { day in
                guard language != .zh || !day.hasPrefix("周") else { return false }
                return after.isEmpty || after.contains { text.hasBytes(of: day + $0) }
            }
        }
    }
}
