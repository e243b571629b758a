import Audio
import Conversations
import Guards
import Language
import Providers
import Testing
import VerbioTesting

@Suite(
    "What people say in a few words is kept",
    .enabled(if: TextCorpus.isPresent, "there is no ../shared/corpus"))
struct RealSpeechTests {
    /// How many of a thousand are kept whole.
    private func kept(_ kind: ShortUtterances.Kind) -> Int {
        var random = SplitMix64(seed: 99)
        var (kept, flagged) = (0, 0)
        for utterance in ShortUtterances.all {
            let heard = ShortUtterances.heard(utterance, kind, &random)
            let verdict = RecognitionGuards.standard.verdict(on: heard)
            if verdict.decision == .keep {
                kept += 1
                if !verdict.flags.isEmpty { flagged += 1 }
            } else if kind != .weak {
                print("  \(verdict.decision): \(utterance.language) \(utterance.text) \(verdict.flags.map(\.reason))")
            }
        }
        print("real, \(kind): \(kept) of \(ShortUtterances.all.count) kept, \(flagged) of them flagged")
        return kept
    }

    @Test("Given the short utterances, when they are counted, then there are a thousand in twelve languages")
    func thousand() {
        #expect(ShortUtterances.all.count == 1_000)
        #expect(Set(ShortUtterances.all.map(\.language)) == Set(LanguageCode.tested))
    }

    @Test("Given short utterances said clearly, when they are judged, then at least 99.5 % are kept") func clear() {
        #expect(kept(.clear) >= 995)
    }

    @Test("Given short utterances in noise, faint or very short, when they are judged, then at least 99.5 % are kept")
    func middling() {
        #expect(kept(.middling) >= 995)
    }

    /// If two signs speak against a voice, a mere courtesy is dropped. Most of the speech is kept even so.
    @Test("Given real speech at the edge of hearing, when it is judged, then most of it is kept") func weak() {
        #expect(kept(.weak) >= 800)
    }

    @Test("Given whole sentences of the corpus, when they are judged, then hardly any is odd") func sentences() {
        var (count, odd) = (0, 0)
        for language in LanguageCode.tested {
            for sentence in TextCorpus.sentences[language] ?? [] {
                let scalars = sentence.unicodeScalars.filter(\.properties.isAlphabetic).count
                let isEastern = language.isWrittenWithoutSpaces || language == .ko
                let voiced = 1_000 * scalars / (isEastern ? 8 : 18) + 300
                let verdict = RecognitionGuards.standard.verdict(
                    on: HeardAnswer(
                        Recognition(text: sentence, language: language),
                        evidence: SpeechEvidence(
                            voicedMilliseconds: voiced, rmsDBFS: -30, peakDBFS: -10, snrDB: 20, clippedSamples: 0),
                        seconds: Double(voiced) / 1_000 + 0.5, candidates: [language]))
                count += 1
                if verdict.decision != .keep || !verdict.flags.isEmpty { odd += 1 }
            }
        }
        print("sentences: \(odd) of \(count) flagged")
        #expect(count > 200)
        #expect(Double(odd) <= 0.005 * Double(count))
    }
}
