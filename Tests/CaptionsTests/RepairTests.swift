import Captions
import Language
import Testing
import VerbioTesting

/// What is repaired, and what stays as it is.
@Suite("Repairing captions")
struct RepairTests {
    private static func cue(_ start: Int, _ end: Int, _ text: String) -> ReadCue { CheckTests.cue(start, end, text) }

    private static func told(
        _ cues: [ReadCue], _ profile: CaptionProfile = .netflix, _ languages: [LanguageCode] = [.en], step: Int = 1
    ) -> [String] {
        CaptionRepair(CaptionCheck(profile, languages: LineLanguages(languages)), step: step).repaired(cues).map {
            "\($0.start)-\($0.end ?? -1) \($0.text.text.replacing("\n", with: " / "))"
        }
    }

    @Test(
        "given a cue with one fault, when it is repaired, then that is gone and nothing else changes",
        arguments: [
            // A long line becomes two.
            (
                [cue(0, 5_000, "Nobody had expected the train to come, and we ran.")],
                ["0-5000 Nobody had expected / the train to come, and we ran."]
            ),
            // Three lines become two.
            (
                [cue(0, 5_000, "Nobody had\nexpected\nthe train to come.")],
                ["0-5000 Nobody had expected the train to come."]
            ),
            // A bad break moves.
            (
                [cue(0, 5_000, "This is the long story of how we met the\nother people.")],
                ["0-5000 This is the long story / of how we met the other people."]
            ),
            // It stays on until it was read.
            ([cue(0, 400, "Nobody had expected it.")], ["0-1150 Nobody had expected it."]),
            // As far as there is room.
            (
                [cue(0, 400, "Nobody had expected the train."), cue(1_200, 3_200, "No.")],
                ["0-1117 Nobody had expected the train.", "1200-3200 No."]
            ),
            // The next cue gives three frames at most.
            (
                [cue(0, 400, "Nobody had expected the train."), cue(1_500, 3_500, "No.")],
                ["0-1500 Nobody had expected the train.", "1583-3500 No."]
            ),
            // It does not stay on too long.
            ([cue(0, 9_000, "No.")], ["0-7000 No."]),
            // An overlap and a short gap are taken from the first.
            ([cue(0, 3_000, "No."), cue(2_000, 4_000, "Yes.")], ["0-1917 No.", "2000-4000 Yes."]),
            ([cue(0, 2_000, "No."), cue(2_000, 4_000, "Yes.")], ["0-1917 No.", "2000-4000 Yes."]),
            // Lines of a dialogue stay lines.
            (
                [cue(0, 3_000, "- Where were you all the time today, my old friend?\n- Here.")],
                [
                    "0-2550 - Where were you all the time today, / my old friend?", "2633-3466 - Here.",
                ]
            ),
        ] as [([ReadCue], [String])])
    func faults(cues: [ReadCue], repaired: [String]) {
        #expect(Self.told(cues) == repaired)
    }

    @Test(
        "given a cue with more than two lines hold, when it is repaired, then it becomes several, cut between clauses")
    func splits() {
        let text =
            "Nobody had expected the train to come today, and all of us ran to the station as fast as we could, but it had left."
        let repaired = Self.told([Self.cue(1_000, 8_000, text)])
        #expect(repaired.count == 2)
        #expect(repaired.first?.contains("today,") == true && repaired.last?.hasSuffix("but it had left.") == true)
        #expect(repaired.first?.hasPrefix("1000-") == true && repaired.last?.contains("-8000 ") == true)
    }

    @Test("given a cue that keeps the profile, when the file is repaired, then it stays as it was written")
    func untouched() {
        let cues = [
            Self.cue(1_001, 3_003, "Short\nlines  stay."), Self.cue(3_503, 6_000, "<none>"),
            Self.cue(7_000, 9_000, "- One.\n- Two."),
        ]
        let check = CaptionCheck(.netflix, languages: LineLanguages([.en]))
        #expect(CaptionRepair(check).repaired(cues) == cues)
    }

    @Test("given styles and voices, when lines move, then each letter keeps its style")
    func styles() {
        var italic = TextStyle()
        italic.isItalic = true
        var cue = Self.cue(0, 5_000, "")
        cue.text = StyledText("Nobody had ")
        cue.text.append("expected the train to", italic)
        cue.text.append(" come, and we ran.")
        let repaired = CaptionRepair(CaptionCheck(.netflix, languages: LineLanguages([.en]))).repaired([cue])
        let runs = repaired.flatMap { $0.text.runs }.filter(\.style.isItalic).map(\.text).joined()
        #expect(runs.replacing("\n", with: " ") == "expected the train to" && repaired.count == 1)
        #expect(repaired[0].text.lines.count == 2)
    }

    @Test(
        "given a long text in a script of its own, when it is repaired, then no line is too long and no word is cut",
        arguments: [
            (LanguageCode.zh, "没有人想到今天火车会来，所以我们都跑到车站去了，可是它已经开走了。"),
            (.ja, "今日、電車が来るとは誰も思っていなかったので、みんなで駅まで走りました。"),
            (.ko, "오늘 기차가 올 것이라고는 아무도 생각하지 못했기 때문에 우리는 모두 역까지 뛰어갔습니다."),
            (.ar, "لم يكن أحد يتوقع أن يأتي القطار اليوم، ولذلك ركضنا جميعا إلى المحطة بأسرع ما يمكن."),
            (.hi, "किसी को उम्मीद नहीं थी कि आज रेलगाड़ी आएगी, और हम सब जितनी जल्दी हो सके स्टेशन की ओर भागे।"),
            (.ru, "Никто не ожидал, что поезд придёт сегодня, и мы все побежали на вокзал так быстро, как могли."),
        ])
    func scripts(language: LanguageCode, text: String) {
        let check = CaptionCheck(.netflix, languages: LineLanguages([language]))
        let cue = Self.cue(0, 20_000, text)
        let repaired = CaptionRepair(check).repaired([cue])
        #expect(check.findings(in: repaired).all.isEmpty, "\(check.findings(in: repaired).all.map(\.what))")
        let words = text.split(separator: " ").map(String.init)
        let shown = repaired.flatMap { $0.shownLines.map(\.text) }
        let spaced = shown.joined(separator: language.isWrittenWithoutSpaces ? "" : " ")
        #expect(spaced.split(separator: " ").map(String.init) == words)
    }

    @Test("given Arabic lines with marks of direction, when they are laid out anew, then each new line has the marks")
    func marks() {
        let text = "لم يكن أحد يتوقع أن يأتي القطار اليوم، ولذلك ركضنا جميعا"
        let repaired = CaptionRepair(CaptionCheck(.netflix, languages: LineLanguages([.ar]))).repaired([
            Self.cue(0, 6_000, "\u{202B}\(text)\u{202C}")
        ])
        let lines = repaired.flatMap { $0.shownLines.map(\.text) }
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasPrefix("\u{202B}") && $0.hasSuffix("\u{202C}") })
        #expect(lines.joined().unicodeScalars.count { $0 == "\u{202B}" } == 2)
    }

    @Test("given two languages in one cue, when it holds too much, then both are cut at the same places")
    func bilingual() {
        let text =
            "Nobody had expected the train to come today. We all ran to the station.\n"
            + "Nadie esperaba que el tren llegara hoy. Todos corrimos a la estación."
        let check = CaptionCheck(.netflix, languages: LineLanguages([.en, .es]))
        let repaired = CaptionRepair(check).repaired([Self.cue(0, 7_000, text)])
        #expect(check.findings(in: repaired).all.isEmpty, "\(check.findings(in: repaired).all.map(\.what))")
        let shown = repaired.map { $0.text.text.replacing("\n", with: " ") }
        #expect(shown.joined(separator: " ").contains("Nobody had expected"))
        for cue in repaired where repaired.count > 1 {
            let languages = check.languages.languages(of: cue.shownLines.map(\.text))
            #expect(Set(languages) == [.en, .es])
        }
    }

    @Test("given the lower language as cues of its own, when the file is repaired, then each pair is one cue")
    func pairs() {
        let repaired = Self.told(
            [Self.cue(0, 2_000, "Good morning."), Self.cue(0, 2_000, "おはよう。")], .netflix, [.en, .ja])
        #expect(repaired == ["0-2000 Good morning. / おはよう。"])
    }

    @Test("given a format that counts hundredths, when it is repaired, then all times are hundredths and keep the gap")
    func hundredths() {
        let cues = [Self.cue(1_003, 3_007, "One."), Self.cue(3_008, 5_009, "Two.")]
        let check = CaptionCheck(.netflix, languages: LineLanguages([.en]))
        let repaired = CaptionRepair(check, step: 10).repaired(cues)
        #expect(repaired.allSatisfy { $0.start.isMultiple(of: 10) && ($0.end ?? 1).isMultiple(of: 10) })
        #expect(check.findings(in: repaired).all.isEmpty)
    }

    // MARK: Any file

    private static let words: [LanguageCode: [String]] = [
        .en: ["the", "a", "river", "went,", "over", "stones.", "Why?", "extraordinarily", "(yes)", "Mr.", "&", "-"],
        .de: ["Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen", "und", "der", "Hund.", "ist;", "ja"],
        .ru: ["река", "текла,", "по", "камням.", "Зачем?"],
        .ar: ["ذهب", "النهر،", "فوق", "الحجارة.", "لماذا؟", "\u{200F}"],
        .hi: ["नदी", "पत्थरों", "पर", "बहती", "है।", "क्यों?"],
        .ko: ["강이", "돌", "위로", "흘렀습니다.", "왜요?"],
        .ja: ["川", "が", "石の", "上を", "流れた。", "「はい」", "データ", "、"],
        .zh: ["河水", "流过", "石头。", "为什么？", "，", "GPT-4", "「好」"],
    ]

    private static func file(_ dice: inout SplitMix64, _ language: LanguageCode, overlaps: Bool) -> [ReadCue] {
        let words = words[language] ?? []
        var time = 0
        return (1...Int.random(in: 1...20, using: &dice)).map { number in
            time = max(0, time + Int.random(in: (overlaps ? -1_500 : 0)...900, using: &dice))
            let start = time
            time += Int.random(in: overlaps ? 0...4_000 : 1...9_000, using: &dice)
            let lines = (0..<Int.random(in: 1...4, using: &dice)).map { _ in
                (0..<Int.random(in: 1...14, using: &dice)).map { _ in words.randomElement(using: &dice) ?? "" }
                    .joined(separator: language.isWrittenWithoutSpaces ? "" : " ")
            }
            let dash = Int.random(in: 0...5, using: &dice) == 0
            var cue = ReadCue(
                line: number, start: start, end: time,
                text: StyledText(lines.map { (dash ? "- " : "") + $0 }.joined(separator: "\n")))
            if Int.random(in: 0...9, using: &dice) == 0 { cue.alignment = 8 }
            return cue
        }.sorted { ($0.start, $0.line) < ($1.start, $1.line) }
    }

    /// The letters and signs of the cues of each place, in their order.
    private static func ink(_ cues: [ReadCue]) -> [Int: String] {
        Dictionary(grouping: cues) { $0.alignment ?? 2 }.mapValues { cues in
            String(String.UnicodeScalarView(cues.flatMap { $0.text.text.unicodeScalars.filter(\.isInk) }))
        }
    }

    @Test(
        "given any file without overlaps, when it is repaired, then no text is lost, no cue breaks a rule that it kept, and a second repair changes nothing",
        arguments: [LanguageCode.en, .de, .ru, .ar, .hi, .ko, .ja, .zh])
    func anyFile(language: LanguageCode) {
        for (index, profile) in CaptionProfile.all.enumerated() {
            for seed in 0..<12 {
                var dice = SplitMix64(seed: UInt64(seed * 10 + index))
                let cues = Self.file(&dice, language, overlaps: false)
                let check = CaptionCheck(profile, languages: LineLanguages([language]))
                let step = seed.isMultiple(of: 3) ? 10 : 1
                let repair = CaptionRepair(check, step: step)
                let given = cues.map { cue in
                    var cue = cue
                    (cue.start, cue.end) = (cue.start / step * step, (cue.end ?? 0) / step * step)
                    return cue
                }
                let repaired = repair.repaired(given)
                let comment: Comment = "\(language) \(profile.name) seed \(seed)"
                #expect(Self.ink(repaired) == Self.ink(given), comment)
                #expect(repair.repaired(repaired) == repaired, comment)
                let (before, after) = (check.findings(in: given), check.findings(in: repaired))
                #expect(after.count(.overlap) == 0, comment)
                for rule in CaptionFinding.Rule.allCases {
                    let old = Set(before.all.filter { $0.rule == rule }.map(\.line))
                    let new = Set(after.all.filter { $0.rule == rule }.map(\.line))
                    #expect(new.count <= old.count, "\(comment) \(rule) \(new.subtracting(old))")
                }
            }
        }
    }

    @Test(
        "given any file with overlaps, when it is repaired, then no text is lost, nothing overlaps, and a second repair changes nothing",
        arguments: [LanguageCode.en, .ar, .ja])
    func anyOverlaps(language: LanguageCode) {
        for seed in 0..<60 {
            var dice = SplitMix64(seed: UInt64(seed) &+ 5_000)
            let cues = Self.file(&dice, language, overlaps: true)
            let check = CaptionCheck(.netflix, languages: LineLanguages([language]))
            let repair = CaptionRepair(check)
            let repaired = repair.repaired(cues)
            let comment: Comment = "\(language) seed \(seed)"
            #expect(Self.ink(repaired).mapValues { $0.sorted() } == Self.ink(cues).mapValues { $0.sorted() }, comment)
            #expect(check.findings(in: repaired).count(.overlap) == 0, comment)
            #expect(repaired.allSatisfy { $0.shownFor > 0 && $0.start >= 0 }, comment)
            #expect(repair.repaired(repaired) == repaired, comment)
        }
    }
}
