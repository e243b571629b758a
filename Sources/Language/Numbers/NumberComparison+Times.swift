/// What two texts say otherwise than by their numbers: how often, per what length of time, at what discount, round the clock.
extension NumberComparison {
    /// Numbers of times that one text says and the other does not, where both say some: "twice a day", `dreimal täglich`.
    static func otherTimes(
        _ text: String, _ left: NumberReader, _ target: String, _ right: NumberReader
    ) -> (missing: [NumberMention], added: [NumberMention]) {
        let (said, told) = (left.times(in: text), right.times(in: target))
        let missing = said.filter { mention in !told.contains { $0.value == mention.value } }
        let added = told.filter { mention in !said.contains { $0.value == mention.value } }
        return missing.isEmpty || added.isEmpty ? ([], []) : (missing, added)
    }

    /// The lengths of time that something is counted by, where each text says one and they differ: "a month", `pro Woche`.
    static func otherRate(
        _ text: String, _ left: NumberReader, _ target: String, _ right: NumberReader
    ) -> (source: NumberMention, translation: NumberMention)? {
        let (said, told) = (left.rates(in: text), right.rates(in: target))
        guard Set(said.map(\.unit)).count == 1, Set(told.map(\.unit)).count == 1, let one = said.first,
            let other = told.first, one.unit != other.unit
        else { return nil }
        return (one.mention, other.mention)
    }
}

extension NumberReader {
    /// How often something is said to happen, in the order of the text.
    func times(in text: String) -> [NumberMention] {
        let pass = pass(over: text)
        return pass.times(isOften: !pass.rates().isEmpty)
    }

    /// Per what length of time something is said to happen or to be paid.
    func rates(in text: String) -> [(unit: String, mention: NumberMention)] {
        let pass = pass(over: text)
        return pass.rates().map {
            ($0.unit, NumberMention(range: pass.text.range($0.range), value: ExactDecimal(1)))
        }
    }

    /// Whether the text says that something costs less than before.
    func saysOff(_ text: String) -> Bool {
        let folded = FoldedText.fold(text)
        return (Self.offWords[language] ?? []).contains { folded.contains($0) }
    }

    /// Whether the text says that something goes on day and night in other words than a number of hours.
    func saysRoundTheClock(_ text: String) -> Bool {
        let folded = FoldedText.fold(text).replacing("’", with: "'")
        return (Self.clockWords[language] ?? []).contains { folded.contains($0) }
    }

    private func pass(over text: String) -> NumberPass {
        let folded = FoldedText(text)
        return NumberPass(language: language, words: words, text: folded, tokens: folded.tokens(language))
    }

    private static func phrases(_ list: String) -> [String] {
        list.split(separator: ",").map { FoldedText.fold(String($0)) }
    }

    private static let offWords: [LanguageCode: [String]] = [
        .en: phrases(" off,discount,reduc,less,cheaper,rebate"),
        .de: phrases("rabatt,nachlass,ermäßig,reduziert,günstiger,billiger,weniger,skonto"),
        .fr: phrases("réduction,remise,rabais,moins,réduit"), .es: phrases("descuento,rebaja,menos"),
        .it: phrases("scont,ribass,meno"), .pt: phrases("desconto,menos"), .ru: phrases("скид,дешевле"),
        .ja: phrases("引き,割引,オフ,off,安く"), .ko: phrases("할인,세일,싸"), .ar: phrases("خصم,تخفيض,حسم"),
        .hi: phrases("छूट,डिस्काउंट"),
    ]

    private static let clockWords: [LanguageCode: [String]] = [
        .en: phrases("round the clock,round-the-clock,around the clock,day and night,24/7"),
        .de: phrases("rund um die uhr,tag und nacht"), .ru: phrases("круглосуточн,круглые сутки"),
        .fr: phrases(
            "24 heures sur 24,24h sur 24,24 h sur 24,24h/24,24 h/24,vingt-quatre heures sur vingt-quatre,jour et nuit"),
        .it: phrases("24 ore su 24,24 h su 24,giorno e notte"), .es: phrases("las 24 horas,las veinticuatro horas"),
        .pt: phrases("24 horas por dia,dia e noite"), .zh: phrases("全天候,昼夜,全天"), .ja: phrases("昼夜,一日中,終日"),
        .ko: phrases("하루 종일,밤낮"), .ar: phrases("على مدار الساعة,ليل نهار"), .hi: phrases("चौबीसों घंटे,दिन रात"),
    ]
}
