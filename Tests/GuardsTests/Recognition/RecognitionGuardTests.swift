import Audio
import Conversations
import Foundation
import Guards
import Language
import Providers
import Testing

@Suite("Each guard over recognitions")
struct RecognitionGuardTests {
    private func evidence(
        _ voiced: Int, snr: Double = 25, rms: Double = -25, network: Double? = nil
    ) -> SpeechEvidence {
        SpeechEvidence(
            voicedMilliseconds: voiced, rmsDBFS: rms, peakDBFS: rms + 12, snrDB: snr, clippedSamples: 0,
            speechProbability: network)
    }

    private func verdict(
        _ text: String, voiced: Int = 2_000, snr: Double = 25, rms: Double = -25, network: Double? = nil,
        language: LanguageCode = .en,
        signals: RecognitionSignals? = nil, confidence: Double? = nil, prompt: String? = nil
    ) -> RecognitionVerdict {
        RecognitionGuards.standard.verdict(
            on: HeardAnswer(
                Recognition(text: text, language: language, confidence: confidence, signals: signals),
                evidence: evidence(voiced, snr: snr, rms: rms, network: network), seconds: Double(voiced) / 1_000 + 0.5,
                candidates: [language], prompt: prompt))
    }

    @Test("Given an ordinary sentence or no text, when it is judged, then it is kept without a flag") func ordinary() {
        #expect(verdict("We should be there at noon.") == RecognitionVerdict(decision: .keep, flags: []))
        #expect(verdict("") == RecognitionVerdict(decision: .keep, flags: []))
    }

    @Test("Given a courtesy, when it is judged, then it is dropped only if the voice is weak") func courtesy() {
        #expect(verdict("Thank you.", voiced: 500) == RecognitionVerdict(decision: .keep, flags: []))
        #expect(verdict("Thank you.", voiced: 500, snr: 8).decision == .keep)
        let weak = verdict("Thank you.", voiced: 500, snr: 8, rms: -55)
        #expect(weak.decision == .drop)
        #expect(weak.flags.map(\.name) == ["boilerplate"])
        #expect(weak.flags[0].reason.hasSuffix("500 ms of voice at -55 dBFS, 8 dB above the noise"))
        #expect(weak.flags[0].evidence == ["Thank you."])
    }

    @Test(
        "Given a text that ends long before a clear voice, when it is judged, then it is flagged, and with a prompt asked again"
    )
    func earlyEnd() {
        let early = RecognitionSignals(heardUntil: 0.8)
        let flagged = verdict("Please remember.", voiced: 2_600, signals: early)
        #expect(flagged.decision == .keep)
        #expect(flagged.flags.map(\.name) == ["early-end"])
        #expect(
            flagged.flags[0].reason.hasPrefix(
                "the text ends at 0.8 s of the audio's 3.1 s, and a voice goes on for 1.8 s"))
        #expect(verdict("Please remember.", voiced: 2_600, signals: early, prompt: "Before.").decision == .askAgain)
        let none = RecognitionVerdict(decision: .keep, flags: [])
        // Times are some tenths of a second off, and a doubtful voice need not have said anything.
        #expect(verdict("Please remember.", voiced: 1_700, signals: early) == none)
        #expect(verdict("Please remember.", voiced: 2_600, signals: RecognitionSignals(heardUntil: 2.1)) == none)
        #expect(verdict("Please remember.", voiced: 2_600, rms: -55, signals: early) == none)
        #expect(verdict("Please remember the meeting.", voiced: 2_600) == none)
    }

    @Test("Given times of words only, when the end of the text is computed, then it is that of the last word")
    func earlyEndByWords() {
        let words = [
            Recognition.Word(text: "Please", start: 0.1, end: 0.4), .init(text: "remember", start: 0.4, end: 0.9),
        ]
        #expect(Recognition(text: "Please remember", language: .en, words: words).heardUntil == 0.9)
        #expect(Recognition(text: "Please remember", language: .en).heardUntil == nil)
    }

    @Test(
        "Given audio that the speech network takes for no voice, when its text is odd, then it is dropped, and else kept"
    ) func network() {
        #expect(verdict("Thank you.", voiced: 500, network: 0.95).decision == .keep)
        #expect(verdict("Thank you.", voiced: 500, network: 0.6).decision == .keep)
        let knock = verdict("Thank you.", voiced: 500, network: 0.3)
        #expect(knock.decision == .drop)
        #expect(knock.flags[0].reason.hasSuffix("25 dB above the noise, a voice by 30 %"))
        // Too many words for the time of the voice are dropped with the network's doubt, and kept without.
        let sentence = "This is the first time."
        #expect(verdict(sentence, voiced: 250, network: 0.6).decision == .drop)
        #expect(verdict(sentence, voiced: 250, network: 0.99).decision == .keep)
        #expect(verdict(sentence, voiced: 250).decision == .keep)
        // A sentence with nothing odd about it is believed: networks do not know every voice.
        #expect(verdict(sentence, voiced: 1_500, network: 0.3) == RecognitionVerdict(decision: .keep, flags: []))
    }

    @Test(
        "Given thanks to an audience, when the voice is clear, then they are flagged, and dropped if the recognizer doubts"
    )
    func audience() {
        let clear = verdict("Thanks for watching!")
        #expect(clear.decision == .keep && clear.flags.map(\.verdict) == [.kept])
        #expect(verdict("Thanks for watching!", signals: RecognitionSignals(noSpeech: 0.1)).decision == .keep)
        let doubted = RecognitionSignals(noSpeech: 0.97, meanLogProbability: -0.3)
        #expect(verdict("Thanks for watching!", signals: doubted).decision == .drop)
        #expect(verdict("Thanks for watching!", snr: 8, confidence: 0.2).decision == .drop)
    }

    @Test("Given a stock phrase within a longer sentence, when it is judged, then it is not boilerplate")
    func otherWords() {
        let text = "Thanks for watching the children."
        #expect(verdict(text, voiced: 300, snr: 3).flags.allSatisfy { $0.name != "boilerplate" })
    }

    @Test("Given a voice that is not clear, when the recognizer reports no speech, then that counts") func noSpeech() {
        let certain = RecognitionSignals(noSpeech: 0.9)
        #expect(verdict("He was a good man.", signals: certain).decision == .keep)
        #expect(verdict("He was a good man.", signals: certain).flags.map(\.name) == ["no-speech"])
        #expect(verdict("He was a good man.", snr: 8, signals: certain).decision == .drop)
        // Between the two limits both have to say so.
        #expect(verdict("He was a good man.", snr: 8, signals: RecognitionSignals(noSpeech: 0.7)).decision == .keep)
        let both = RecognitionSignals(noSpeech: 0.7, meanLogProbability: -1.2)
        #expect(verdict("He was a good man.", snr: 8, signals: both).decision == .drop)
    }

    @Test(
        "Given a recognizer that reports no speech and doubts its words, when no network hears a voice, then the text is dropped"
    )
    func noSpeechOfClearSound() {
        let both = RecognitionSignals(noSpeech: 0.9, meanLogProbability: -1.5)
        #expect(verdict("He was a good man.", signals: both).decision == .drop)
        #expect(verdict("He was a good man.", network: 0.6, signals: both).decision == .drop)
        #expect(verdict("He was a good man.", network: 0.97, signals: both).decision == .keep)
        // For phrases that people hardly ever say, Whisper's own limit is enough. Common phrases need more evidence.
        let limit = RecognitionSignals(noSpeech: 0.7, meanLogProbability: -0.3)
        #expect(verdict("Subtitles by the Amara.org community", signals: limit).decision == .drop)
        #expect(verdict("Subtitles by the Amara.org community").decision == .keep)
        #expect(verdict("Thank you.", voiced: 500, signals: limit).decision == .keep)
    }

    @Test("Given more text than fits its voice or all of the audio, when it is judged, then it is flagged or dropped")
    func rate() {
        let text = "There are many more words in here than can be said"
        #expect(verdict(text, voiced: 3_000).flags == [])
        #expect(verdict(text, voiced: 1_300).flags.map(\.name) == ["rate"])
        #expect(verdict(text, voiced: 1_300).decision == .keep)
        #expect(verdict(text, voiced: 350, snr: 4).decision == .drop)
        // Text that is too long for all of the audio is dropped, however clear the voice is.
        let spate = Array(repeating: text, count: 6).enumerated().map { "\($1) \($0)" }.joined(separator: " ")
        #expect(verdict(spate, voiced: 2_850, network: 0.99).decision == .drop)
        #expect(verdict(spate, voiced: 2_850, prompt: "Nothing of that").decision == .askAgain)
        #expect(verdict(spate, voiced: 9_000).decision == .keep)
        #expect(verdict("今日はとても良い天気ですね", voiced: 2_000, language: .ja).flags == [])
        #expect(verdict("今日はとても良い天気ですね", voiced: 700, language: .ja).flags.map(\.name) == ["rate"])
        // The cause may be what it was shown.
        #expect(verdict(text, voiced: 1_300, prompt: "Nothing of that").decision == .askAgain)
    }

    @Test(
        "Given words that people repeat, when they are judged, then they are kept without a flag",
        arguments: [
            "no no no no", "ha ha ha ha ha ha", "1 1 1 2", "Very, very, very, very good!", "bla bla bla bla bla",
            "Yes! Yes! Yes! Yes!",
        ])
    func repeated(_ text: String) { #expect(verdict(text) == RecognitionVerdict(decision: .keep, flags: [])) }

    @Test(
        "Given a loop, when it is judged, then one repetition of it is kept",
        arguments: [
            (LanguageCode.en, "and then ", "and then"), (.ja, "わかりません、", "わかりません"), (.hi, "मुझे नहीं पता, ", "मुझे नहीं पता"),
            (.ar, "لا أعرف، ", "لا أعرف"), (.ko, "그리고 또 ", "그리고 또"), (.de, "ich weiß nicht, ", "ich weiß nicht"),
        ])
    func loops(_ language: LanguageCode, _ period: String, _ kept: String) {
        let text = String(repeating: period, count: 14)
        let found = verdict(text, voiced: 3_000, language: language)
        guard case .cut(let rest) = found.decision else {
            Issue.record("\(found)")
            return
        }
        #expect(rest.hasPrefix(kept) && rest.count <= kept.count + 2)
        #expect(found.flags.contains { $0.name == "loop" && $0.verdict == .cut && $0.evidence == [kept] })
        #expect(verdict(text, voiced: 3_000, snr: 3, language: language).decision == .drop)
        #expect(verdict(text, voiced: 3_000, language: language, prompt: "Before").decision == .askAgain)
    }

    @Test(
        "Given a repeated whole sentence, when it is judged, then one repetition of it is kept",
        arguments: [
            (LanguageCode.en, "And then we went to the store to buy some milk. ", 8, 18_000),
            (.en, "I told him that we would be there as soon as the train from London had come in. ", 6, 30_000),
            (.de, "Und dann sind wir alle zusammen in den kleinen Laden gegangen. ", 5, 22_000),
            (.ja, "それから私たちは牛乳を買うために駅前の小さな店に行きました。", 6, 30_000),
        ])
    func sentences(_ language: LanguageCode, _ sentence: String, _ times: Int, _ voiced: Int) {
        let once = sentence.trimmingCharacters(in: .whitespaces)
        let text = String(repeating: sentence, count: times)
        let found = verdict(text, voiced: voiced, language: language)
        guard case .cut(let rest) = found.decision else {
            Issue.record("\(found)")
            return
        }
        #expect(rest.trimmingCharacters(in: .whitespaces) == once)
        // Said twice it stays as it is; three and four times it is flagged.
        let twice = String(repeating: sentence, count: 2)
        #expect(verdict(twice, voiced: voiced, language: language).decision == .keep)
        let four = verdict(String(repeating: sentence, count: 4), voiced: voiced, language: language)
        #expect(four.decision == .keep && four.flags.map(\.name) == ["loop"])
    }

    @Test("Given stretches that repeat without a rhythm, when the text is judged, then it is flagged as a loop")
    func circles() {
        let part = "We went down to the river, and the water was cold, and nobody had a boat. "
        let other = "Then it rained. "
        let text = part + other + part + part + "So we waited. " + part
        #expect(verdict(text, voiced: 20_000).flags.map(\.name) == ["loop"])
        #expect(verdict(part + other, voiced: 8_000).flags == [])
    }

    @Test("Given a text in another script, when it is judged, then it is odd, unless it is a name in Latin letters")
    func scripts() {
        #expect(verdict("시청해 주셔서 감사합니다", voiced: 3_000).flags.map(\.name).contains("language"))
        #expect(verdict("Продолжим завтра", voiced: 500, snr: 4).decision == .drop)
        #expect(verdict("Продолжим завтра").decision == .keep)
        #expect(verdict("OK, Google", language: .ja).flags == [])
        #expect(verdict("iPhone", language: .ru).flags == [])
    }

    @Test(
        "Given a text that repeats the prompt, when it is judged, then the recognizer is asked again, and nothing is deleted"
    ) func echo() {
        let prompt = "We met Ana and Tom at the station in Lisbon."
        let found = verdict("Ana and Tom at the station", prompt: prompt)
        #expect(found.decision == .askAgain)
        #expect(found.flags.map(\.name) == ["prompt-echo"] && found.flags.map(\.verdict) == [.askedAgain])
        #expect(verdict("Ana and Tom", voiced: 300, snr: 2, rms: -65, prompt: prompt).decision == .askAgain)
        // Two words are in any prompt by chance, and other words are an answer.
        #expect(verdict("Ana and", prompt: prompt).decision == .keep)
        #expect(verdict("Tom took the train to Porto.", prompt: prompt).decision == .keep)
        let japanese = "駅で田中さんに会いました"
        #expect(verdict("田中さんに会いました", language: .ja, prompt: japanese).decision == .askAgain)
        #expect(verdict("明日は東京に行きます", language: .ja, prompt: japanese).decision == .keep)
    }

    @Test("Given a phrase in another case, accents or punctuation, when it is judged, then the verdict is the same")
    func folding() {
        for text in ["GRACIAS POR VER EL VÍDEO", "gracias por ver el video", "¡Gracias, por ver el vi\u{301}deo!"] {
            #expect(verdict(text, snr: 4, language: .es).decision == .drop, "\(text)")
        }
    }

    @Test("Given any text, when it is judged, then it gets a verdict") func anything() {
        for text in [
            String(repeating: "a ", count: 50_000), String(repeating: "漢", count: 5_000), "\u{301}\u{93E}", "🙂🙂🙂🙂🙂",
        ] {
            _ = verdict(text, voiced: 0, snr: -120, rms: -120)
        }
    }
}
