internal import Language

/// The days that a text names by their distance from today, and the parts of today: "tomorrow", `avant-hier`, 今朝.
///
/// Words that may mean something else are left out: Spanish `esta noche` and German `heute Nacht` may mean the night before;
/// `la mañana` is the morning. `कल` is yesterday or tomorrow, and agrees with either.
struct RelativeDays {
    /// One word or phrase for a day.
    struct Mention {
        /// The wording in the text.
        var said: String
        /// Days from today, 1 for tomorrow; several if the word may be either.
        var days: Set<Int>
        /// Part of today that is named: 0 the morning, 1 the afternoon, 2 the evening; several if the word may be either.
        var parts: Set<Int> = []
    }

    let mentions: [Mention]

    init(_ text: String, _ language: LanguageCode) {
        switch language {
        case .zh, .ja: mentions = Self.scan(text, language)
        default: mentions = Self.read(text, language)
        }
    }

    /// The days of each text that the other one does not name; nil unless both texts have such days.
    func conflict(with other: RelativeDays) -> (missing: [Mention], added: [Mention])? {
        conflict(with: other, \.days) ?? conflict(with: other, \.parts)
    }

    private func conflict(
        with other: RelativeDays, _ values: (Mention) -> Set<Int>
    ) -> (missing: [Mention], added: [Mention])? {
        let said = mentions.filter { !values($0).isEmpty }
        let told = other.mentions.filter { !values($0).isEmpty }
        let missing = said.filter { one in !told.contains { !values($0).isDisjoint(with: values(one)) } }
        let added = told.filter { one in !said.contains { !values($0).isDisjoint(with: values(one)) } }
        return missing.isEmpty || added.isEmpty ? nil : (missing, added)
    }

    // MARK: - Words

    private static func read(_ text: String, _ language: LanguageCode) -> [Mention] {
        let words = text.split { !$0.isLetter && !("\u{900}"..."\u{97F}").contains($0) }
        let lowered = words.map { $0.lowercased() }
        let phrases = RelativeDayWords.phrases[language] ?? []
        var (found, at): ([Mention], Int) = ([], 0)
        while at < words.count {
            let phrase = phrases.first { phrase in
                at + phrase.words.count <= words.count
                    && zip(phrase.words, lowered[at...]).allSatisfy {
                        $0 == $1 || language == .ko && $1.hasPrefix($0)
                            || language == .ru && $0.count > 6 && $1.hasPrefix($0) || language == .ar && $1 == "و" + $0
                    }
            }
            guard let phrase else {
                at += 1
                continue
            }
            let (next, last) = (at + phrase.words.count, words[at + phrase.words.count - 1])
            if !phrase.days.isEmpty, isDay(phrase.words, at, words, lowered, language) {
                let said = String(text[words[at].startIndex..<last.endIndex])
                found.append(Mention(said: said, days: phrase.days, parts: phrase.parts))
            }
            at = next
        }
        return found
    }

    /// Whether a word for a day really names a day in its context.
    private static func isDay(
        _ phrase: [String], _ at: Int, _ words: [Substring], _ lowered: [String], _ language: LanguageCode
    ) -> Bool {
        let (before, after) = (at > 0 ? lowered[at - 1] : "", at + 1 < lowered.count ? lowered[at + 1] : "")
        switch (language, phrase.first ?? "") {
        case (.es, "mañana"):
            return !["la", "una", "media", "cada", "toda", "las", "aquella", "otra", "el", "de", "misma"].contains(
                before)
        case (.de, "morgen"):
            // The noun for the morning has a capital, but so has every word at the beginning of a sentence.
            if words[at].first?.isUppercase ?? false {
                guard at == 0, let next = words.dropFirst().first, next.first?.isLowercase ?? false else {
                    return false
                }
                return !["zusammen", "allerseits", "miteinander", "auch"].contains(after)
            }
            return !["guten", "jeden", "am", "diesen", "schönen", "gestern", "eines"].contains(before)
        case (.ar, "اليوم"):
            return !["في", "ذلك", "طوال", "كل", "نفس", "هذا", "منتصف", "نهاية", "بداية", "خلال", "من", "مدار"].contains(
                before)
                && !after.hasPrefix("ال")
        case (.ru, "сегодня"): return after != "ночью"
        case (.fr, "hier"), (.pt, "hoje"), (.es, "hoy"): return !(after == "en" || after == "em")
        default: return true
        }
    }

    // MARK: - Without spaces

    private static func scan(_ text: String, _ language: LanguageCode) -> [Mention] {
        let phrases = RelativeDayWords.phrases[language] ?? []
        let characters = Array(text)
        var (found, at): ([Mention], Int) = ([], 0)
        while at < characters.count {
            let rest = characters[at...]
            guard let phrase = phrases.first(where: { rest.starts(with: $0.words[0]) }) else {
                at += 1
                continue
            }
            let next = at + phrase.words[0].count
            let before = at > 0 ? characters[at - 1] : " "
            let after = next < characters.count ? characters[next] : " "
            if !phrase.days.isEmpty, isDay(phrase.words[0], before, after) {
                found.append(Mention(said: phrase.words[0], days: phrase.days, parts: phrase.parts))
            }
            at = next
        }
        return found
    }

    /// 两天后天气, 以前天天 and なにきのう name no day. Kana count only if there are no other kana next to them.
    private static func isDay(_ word: String, _ before: Character, _ after: Character) -> Bool {
        if ["后天", "後天", "前天"].contains(word) { return !"天年月周週日以之先".contains(before) && !"气氣天".contains(after) }
        guard word.unicodeScalars.allSatisfy({ (0x3040...0x309F).contains($0.value) }) else { return true }
        let isKana = before.unicodeScalars.allSatisfy { (0x3040...0x309F).contains($0.value) }
        return !isKana && "はのもにで、。かま ".contains(after)
    }
}
