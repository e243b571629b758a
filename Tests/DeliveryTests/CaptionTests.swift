import Audio
import Captions
import Conversations
import Delivery
import Language
import Providers
import Testing

struct CaptionTests {
    @Test func shortUtterancesAreOneCueEach() throws {
        let records = [
            try Recorded.record(1, 1_000, 3_000, source: "Good morning.", target: "Buenos días."),
            try Recorded.record(2, 4_000, 5_500, source: "How are you?", target: "¿Cómo está?"),
        ]
        #expect(
            SRT().text(of: cues(.target, of: records)) == """
                1
                00:00:01,000 --> 00:00:03,000
                Buenos días.

                2
                00:00:04,000 --> 00:00:05,500
                ¿Cómo está?


                """)
        #expect(
            WebVTT().text(of: cues(.bilingual, of: records, namesSpeakers: true)) == """
                WEBVTT

                1
                00:00:01.000 --> 00:00:03.000
                <v user>Good morning.
                Buenos días.

                2
                00:00:04.000 --> 00:00:05.500
                <v user>How are you?
                ¿Cómo está?


                """)
        #expect(cues(.source, of: records).map(\.lines) == [["Good morning."], ["How are you?"]])
    }

    @Test func aLongUtteranceIsCutAtSentencesAndSharesItsTimeByLength() throws {
        let text = """
            We landed on a quiet Sunday morning, and nobody was there to meet us. So we walked to the village along the \
            old road. It took most of the day, but the weather was kind.
            """
        let record = try Recorded.record(1, 10_000, 20_000, target: text, from: .es, to: .en)
        let cues = cues(.target, of: [record])
        #expect(
            cues.map(\.lines) == [
                ["We landed on a quiet Sunday morning,", "and nobody was there to meet us."],
                ["So we walked to the village", "along the old road."],
                ["It took most of the day,", "but the weather was kind."],
            ])
        #expect(cues.first?.start == 10_000)
        #expect(cues.last?.end == 20_000)
        // 69 + 1 + 46 of 168 characters lie before the third cue.
        #expect(abs((cues.last?.start ?? 0) - (10_000 + 10_000 * 117 / 168)) < 100)
    }

    @Test func theSourceIsCutAtTheTimesOfItsWords() throws {
        // The second sentence is spoken late and fast.
        let first = "Nobody had expected that the train would come today"
        let second = "and so we all ran as fast as we could to the station"
        let words =
            first.split(separator: " ").enumerated().map { index, word in
                Recognition.Word(text: String(word), start: 0.2 + 0.3 * Double(index), end: 0.45 + 0.3 * Double(index))
            }
            + second.split(separator: " ").enumerated().map { index, word in
                Recognition.Word(text: String(word), start: 6.0 + 0.1 * Double(index), end: 6.1 + 0.1 * Double(index))
            }
        let record = try Recorded.record(1, 5_000, 12_400, source: "\(first), \(second).", words: words)
        let cues = cues(.source, of: [record])
        #expect(cues.map { $0.lines.joined(separator: " ") } == [first + ",", second + "."])
        // Word times count from 4.8 s, where the audio begins; the pause is between 2.85 s and 6.0 s of it.
        #expect(cues.last?.start == 4_800 + (2_850 + 6_000) / 2)
    }

    @Test func neighboursNeverOverlapAndStayReadable() throws {
        // Two lanes speak at the same time.
        let records = [
            try Recorded.record(1, 0, 1_200, target: "Uno dos tres.", lane: 1),
            try Recorded.record(2, 800, 1_000, target: "Sí.", lane: 0),
            try Recorded.record(3, 900, 4_000, target: "Y ahora algo más largo que leer.", lane: 1),
        ]
        let cues = cues(.target, of: records.sorted { $0.utterance.speech.end < $1.utterance.speech.end })
        #expect(cues.map { $0.lines[0] } == ["Uno dos tres.", "Sí.", "Y ahora algo más largo que leer."])
        #expect(cues.map(\.start) == [0, 833 + 83, 2 * (833 + 83)])
    }

    @Test func brevityAndLengthAreBounded() throws {
        let brief = cues(.target, of: [try Recorded.record(1, 0, 100, target: "Sí.")])
        #expect(brief.map { $0.end - $0.start } == [833])
        let lasting = cues(.target, of: [try Recorded.record(1, 0, 20_000, target: "Mmm.")])
        #expect(lasting.map { $0.end - $0.start } == [7_000])
        let slow = cues(.target, of: [try Recorded.record(1, 0, 20_000, target: "Uno dos tres cuatro cinco seis.")])
        #expect(slow.count == 3)
    }

    @Test func aThirdLanguageIsShownAsItWasSaid() throws {
        var record = try Recorded.record(
            1, 0, 2_000, source: "Где здесь вокзал?", outcome: .dropped(reason: "other-language"))
        record.heardDirection = HeardDirection(pair: nil, speaker: .user, reason: .outside, scores: [:], confidence: 0)
        #expect(cues(.target, of: [record]).map(\.lines) == [["[?] Где здесь вокзал?"]])
        record.recognition?.language = .ru
        #expect(cues(.target, of: [record]).map(\.lines) == [["[ru] Где здесь вокзал?"]])
        #expect(cues(.source, of: [record]).map(\.lines) == [["Где здесь вокзал?"]])
        #expect(PlainText(SpeakerNames(sides: false)).paragraph(of: record).contains("ru: Где здесь вокзал?"))
        // What was dropped for another reason is not shown.
        let noise = try Recorded.record(1, 0, 2_000, source: "Mm.", outcome: .dropped(reason: "no-words"))
        #expect(PlainText(SpeakerNames(sides: false)).paragraph(of: noise).isEmpty)
    }

    @Test func whatCouldNotBeTranslatedIsShownAsItWasSaid() throws {
        let failure = StageFailure(stage: .translation, provider: "words", failure: .transient, message: "reset")
        let text = "Nobody had expected that the train would come today, and so we all ran to the station."
        let words = text.split(separator: " ").enumerated().map { index, word in
            Recognition.Word(text: String(word), start: 0.2 + 0.4 * Double(index), end: 0.5 + 0.4 * Double(index))
        }
        let long = try Recorded.record(1, 5_000, 12_100, source: text, words: words, outcome: .failed(failure))
        let marked = cues(.target, of: [long])
        #expect(
            marked.map(\.lines) == [
                ["[en] Nobody had expected that", "the train would come today,"], ["and so we all ran to the station."],
            ])
        #expect(
            marked.map(\.start) == cues(.source, of: [long]).map(\.start), "the mark does not move what was said")
        let chinese = try Recorded.record(
            1, 0, 2_000, source: "所以我们沿着老路走到了村子里。", from: .zh, outcome: .failed(failure))
        #expect(cues(.target, of: [chinese]).map(\.lines) == [["[zh] 所以我们沿", "着老路走到了村子里。"]])
        // Only its voice is missing: the translation is there and needs no mark.
        let unspoken = StageFailure(stage: .synthesis, provider: "voice", failure: .quota, message: "used up")
        let silent = try Recorded.record(1, 0, 1_000, source: "Yes.", target: "Sí.", outcome: .failed(unspoken))
        #expect(cues(.target, of: [silent]).map(\.lines) == [["Sí."]])
        // Still in progress: its translation may come.
        let pending = try Recorded.record(1, 0, 1_000, source: "Hello.", outcome: .pending)
        #expect(cues(.target, of: [pending]).isEmpty)
    }

    @Test func whatWasNotReachedIsNotShown() throws {
        let failure = StageFailure(stage: .recognition, provider: "ears", failure: .transient, message: "reset")
        let records = [
            try Recorded.record(1, 0, 1_000, outcome: .failed(failure)),
            try Recorded.record(2, 2_000, 3_000, outcome: .dropped(reason: "too-short")),
            try Recorded.record(3, 4_000, 5_000, source: " \n ", target: "\u{0}"),
        ]
        #expect(cues(.target, of: records).isEmpty)
        #expect(cues(.bilingual, of: records).isEmpty)
    }

    @Test(
        "Given a text in any script, when it is cut, then lines break where the script allows",
        arguments: [
            (
                LanguageCode.ja, "今日はとても天気がいいので、近くの公園まで散歩に行きました。桜がきれいに咲いていて、たくさんの人が写真を撮っていました。",
                [
                    ["今日はとても", "天気がいいので、"], ["近くの公園まで", "散歩に行きました。"], ["桜がきれいに咲いていて、"],
                    ["たくさんの人が", "写真を撮っていました。"],
                ]
            ),
            (
                .zh, "我们星期天早上到达，没有人来接我们。所以我们沿着老路走到了村子里。",
                [["我们星期天早上到达，", "没有人来接我们。"], ["所以我们沿着老路走到了村子里。"]]
            ),
            (
                .ar, "وصلنا في صباح يوم أحد هادئ، ولم يكن هناك أحد في استقبالنا.",
                [["وصلنا في صباح يوم أحد هادئ،", "ولم يكن هناك أحد في استقبالنا."]]
            ),
            (
                .fr, "Est-ce que vous êtes vraiment sûr de vous ? « Oui » ! Je le suis.",
                [["Est-ce que vous êtes vraiment sûr", "de vous ? « Oui » ! Je le suis."]]
            ),
        ])
    func scripts(language: LanguageCode, text: String, lines: [[String]]) throws {
        let record = try Recorded.record(1, 0, 6_900, target: text, from: language == .en ? .es : .en, to: language)
        #expect(cues(.target, of: [record]).map(\.lines) == lines)
    }

    @Test func markupInTheTextStaysText() throws {
        let record = try Recorded.record(1, 0, 3_000, target: "a <b>&amp; --> c\r\n\r\n2\n\u{2028}--\u{0}> d")
        let cues = cues(.target, of: [record])
        #expect(
            WebVTT().text(of: cues) == """
                WEBVTT

                1
                00:00:00.000 --> 00:00:03.000
                a &lt;b&gt;&amp;amp; --&gt; c 2 -- &gt; d


                """)
        #expect(SRT().text(of: cues).hasSuffix("\na <b>&amp; → c 2 -- > d\n\n"))
    }
}
