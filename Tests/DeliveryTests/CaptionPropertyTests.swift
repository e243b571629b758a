import Audio
import Captions
import Conversations
import Delivery
import Language
import Providers
import Testing
import VerbioTesting

/// What holds for captions of any conversation.
struct CaptionPropertyTests {
    private static let limits: [LanguageCode: Int] = [
        .en: 42, .es: 42, .fr: 42, .de: 42, .it: 42, .pt: 42, .ru: 39, .ar: 42, .hi: 42, .ja: 26, .ko: 16, .zh: 16,
    ]
    private static let words: [LanguageCode: [String]] = [
        .en: [
            "the", "a", "river", "went,", "over", "stones.", "Why?", "extraordinarily", "(yes)", "3.14", "Mr.", "&",
            "<i>",
        ],
        .de: ["Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen", "und", "der", "Hund.", "ist;", "ja"],
        .ru: ["река", "текла,", "по", "камням.", "Зачем?"],
        .ar: ["ذهب", "النهر،", "فوق", "الحجارة.", "لماذا؟"],
        .hi: ["नदी", "पत्थरों", "पर", "बहती", "है।", "क्यों?"],
        .ko: ["강이", "돌", "위로", "흘렀습니다.", "왜요?"],
        .ja: ["川", "が", "石の", "上を", "流れた。", "「はい」", "データ", "、"],
        .zh: ["河水", "流过", "石头。", "为什么？", "，", "GPT-4", "「好」"],
    ]

    private static func text(_ language: LanguageCode, _ count: Int, _ dice: inout SplitMix64) -> String {
        let words = words[language] ?? ["word"]
        let separator = language.isWrittenWithoutSpaces ? "" : " "
        return (0..<count).map { _ in words.randomElement(using: &dice) ?? "" }.joined(separator: separator)
    }

    /// Two lanes, each with utterances and pauses of any length, in the order in which they end.
    private static func conversation(_ dice: inout SplitMix64, from: LanguageCode, to: LanguageCode) throws
        -> [UtteranceRecord]
    {
        var spans: [(Int, Int, Int)] = []
        for lane in 0...Int.random(in: 0...1, using: &dice) {
            var time = 0
            for _ in 0..<Int.random(in: 1...15, using: &dice) {
                time += Int.random(in: 0...2_500, using: &dice)
                let end = time + Int.random(in: 1...28_000, using: &dice)
                spans.append((time, end, lane))
                time = end
            }
        }
        spans.sort { ($0.1, $0.2) < ($1.1, $1.2) }
        return try spans.enumerated().map { index, span in
            // Up to twice as many words as can be spoken.
            let count = max(1, (span.1 - span.0) * Int.random(in: 1...60, using: &dice) / 10_000)
            return try Recorded.record(
                index + 1, span.0, span.1, source: text(from, count, &dice), target: text(to, count, &dice), from: from,
                to: to, speaker: span.2 == 0 ? .user : .other, lane: span.2)
        }
    }

    /// One expectation for all of them: each costs more than what it checks.
    private static func check(_ cues: [CaptionCue], columns: Int, comment: Comment) {
        let wrong = cues.filter { cue in
            !(833...7_000).contains(cue.end - cue.start) || !(1...2).contains(cue.lines.count)
                || cue.lines.contains {
                    $0.isEmpty || $0.count(where: { !$0.isFormatMark }) > columns || $0.first == " " || $0.last == " "
                }
        }
        #expect(wrong.isEmpty, comment)
        #expect(zip(cues, cues.dropFirst()).filter { $0.end > $1.start }.map(\.1).isEmpty, comment)
    }

    @Test(arguments: [LanguageCode.de, .ru, .ar, .hi, .ko, .ja, .zh])
    func anyConversationGivesOrderlyCues(language: LanguageCode) throws {
        for seed in 0..<6 {
            var dice = SplitMix64(seed: UInt64(seed) << 8 | UInt64(language.rawValue.utf8.first ?? 0))
            let records = try Self.conversation(&dice, from: .en, to: language)
            for style in CaptionStyle.allCases {
                let cues = cues(style, of: records)
                let columns = max(
                    style == .target ? 0 : Self.limits[.en] ?? 0, style == .source ? 0 : Self.limits[language] ?? 0)
                Self.check(cues, columns: columns, comment: "seed \(seed), \(style)")
                let again = try CaptionReading.srt(SRT().text(of: cues))
                #expect(again == cues.map { ParsedCue(start: $0.start, end: $0.end, lines: $0.lines) }, "seed \(seed)")
                #expect(try CaptionReading.webVTT(WebVTT().text(of: cues)) == again, "seed \(seed)")
            }
        }
    }

    @Test(
        "given any conversation, when its captions are checked by their profile, then only too little time breaks a rule",
        arguments: [LanguageCode.es, .ru, .ar, .hi, .ko, .ja, .zh])
    func captionsKeepTheirProfile(language: LanguageCode) throws {
        for (index, profile) in CaptionProfile.all.enumerated() {
            for seed in 0..<3 {
                var dice = SplitMix64(seed: UInt64(seed * 7 + index))
                let records = try Self.conversation(&dice, from: .en, to: language)
                // Words in no order do not tell two languages of one script apart, nor do Chinese lines of Latin letters alone.
                let isClear = language != .es && language != .zh
                for style in CaptionStyle.allCases where style != .bilingual || isClear {
                    let spoken: [LanguageCode] =
                        switch style {
                        case .target: [language]
                        case .source: [.en]
                        case .bilingual: [.en, language]
                        }
                    let cues = cues(style, of: records, profile: profile).enumerated().map { number, cue in
                        ReadCue(
                            line: number + 1, start: cue.start, end: cue.end,
                            text: StyledText(cue.lines.joined(separator: "\n")))
                    }
                    let found = CaptionCheck(profile, languages: LineLanguages(spoken)).findings(in: cues).all
                    let wrong = found.filter { finding in
                        guard finding.rule == .readingSpeed || finding.rule == .shortestTime else { return true }
                        let cue = cues[finding.number - 1]
                        let next = finding.number < cues.count ? cues[finding.number].start : Int.max / 2
                        // No pause follows, and it is no shorter than it may be.
                        return next - cue.start - cue.shownFor > profile.gap && cue.shownFor < profile.longest
                    }
                    #expect(wrong.isEmpty, "\(profile.name) \(style) seed \(seed): \(wrong.map(\.what))")
                }
            }
        }
    }

    @Test(arguments: [LanguageCode.es, .zh, .ar])
    func everyWordOfASingleLaneComesBackInOrder(language: LanguageCode) throws {
        for seed in 0..<10 {
            var dice = SplitMix64(seed: UInt64(seed) &+ 77)
            let records = try Self.conversation(&dice, from: .en, to: language).filter { $0.utterance.lane == 0 }
            let target = cues(.target, of: records).flatMap(\.lines).joined()
            #expect(essence(target) == essence(records.compactMap(\.translation?.text).joined()), "seed \(seed)")
            let bilingual = cues(.bilingual, of: records).flatMap(\.lines).joined()
            let both =
                records.compactMap(\.recognition?.text).joined() + records.compactMap(\.translation?.text).joined()
            #expect(essence(bilingual).count == essence(both).count, "seed \(seed)")
        }
    }

    @Test(.enabled(if: Corpus.isThere, "the corpus is not beside the project"))
    func naughtyStringsComeBackWhole() throws {
        let strings = try Corpus.naughtyStrings()
        try #require(strings.count > 100)
        let records = try strings.enumerated().map { index, text in
            try Recorded.record(index + 1, index * 3_000, index * 3_000 + 2_500, source: text, target: text)
        }
        for style in CaptionStyle.allCases {
            let cues = cues(style, of: records)
            // An emoji or an ideograph takes two of the columns, so nothing is longer than this in characters.
            Self.check(cues, columns: 42, comment: "\(style)")
            let lines = cues.map(\.lines)
            let arrowed = lines.map {
                $0.map { String($0.unicodeScalars.replacing("-->".unicodeScalars, with: "→".unicodeScalars)) }
            }
            #expect(try CaptionReading.srt(SRT().text(of: cues)).map(\.lines) == arrowed)
            #expect(try CaptionReading.webVTT(WebVTT().text(of: cues)).map(\.lines) == lines)
            // What one lane says comes in its order, even what is much too long for its time.
            if style != .bilingual { #expect(essence(lines.joined().joined()) == essence(strings.joined())) }
        }
    }

    @Test func aTextOfAnyLengthIsCutInReasonableTime() throws {
        for text in [
            String(repeating: "a", count: 8_000), String(repeating: "あ", count: 3_000),
            String(repeating: "word ", count: 2_000), String(repeating: ". ", count: 2_000),
        ] {
            let record = try Recorded.record(1, 0, 5_000, source: text, target: text)
            let cues = cues(.bilingual, of: [record])
            Self.check(cues, columns: 42, comment: "\(text.prefix(5))")
        }
    }
}
