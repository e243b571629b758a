import Captions
import Conversations
import Delivery
import Language
import Testing
import VerbioTesting

/// Both languages of a bilingual caption say the same.
struct BilingualCaptionTests {
    private static func lines(_ source: String, _ target: String, seconds: Int, to: LanguageCode = .es) throws
        -> [[String]]
    {
        cues(.bilingual, of: [try Recorded.record(1, 0, seconds * 1_000, source: source, target: target, to: to)]).map(
            \.lines)
    }

    @Test func sentencesStayTogetherThoughTheirLengthsDiffer() throws {
        let lines = try Self.lines(
            "I do. He came home late on a rainy Sunday. We were glad.",
            "Por supuesto que sí lo hago. Llegó tarde a casa un domingo. Nos alegramos muchísimo.", seconds: 7)
        #expect(
            lines == [
                ["I do.", "Por supuesto que sí lo hago."],
                ["He came home late on a rainy Sunday.", "Llegó tarde a casa un domingo."],
                ["We were glad.", "Nos alegramos muchísimo."],
            ])
    }

    @Test func aShortThoughtIsThereForASecond() throws {
        let record = try Recorded.record(
            1, 0, 7_000, source: "I do. He came home late on a rainy Sunday. We were glad.",
            target: "Por supuesto que sí lo hago. Llegó tarde a casa un domingo. Nos alegramos muchísimo.")
        let cues = cues(.bilingual, of: [record])
        #expect(cues.count == 3 && cues.allSatisfy { $0.end - $0.start >= 1_000 })
    }

    @Test func clausesStayTogether() throws {
        let lines = try Self.lines(
            "When the rain had stopped at last, we went out", "Cuando por fin dejó de llover, salimos a la calle",
            seconds: 5)
        #expect(
            lines == [
                ["When the rain had stopped at last,", "Cuando por fin dejó de llover,"],
                ["we went out", "salimos a la calle"],
            ])
    }

    @Test func aTextWithoutPunctuationIsCutAsFarAlong() throws {
        let lines = try Self.lines(
            "the first room shows the history of the river and of the people who live there",
            "la primera sala muestra la historia del río y de la gente que vive allí", seconds: 6)
        #expect(
            lines == [
                ["the first room shows the history", "la primera sala muestra la historia"],
                ["of the river and of the people who live there", "del río y de la gente que vive allí"],
            ] || lines.count == 2)
        #expect(lines.allSatisfy { $0.count == 2 })
    }

    @Test func twoSentencesForOneAreOneThought() throws {
        let lines = try Self.lines(
            "He was tired and he went to bed. Then the phone rang and rang.",
            "Estaba cansado. Se fue a la cama. Luego el teléfono sonó y sonó.", seconds: 6)
        #expect(
            lines == [
                ["He was tired and he went to bed.", "Estaba cansado. Se fue a la cama."],
                ["Then the phone rang and rang.", "Luego el teléfono sonó y sonó."],
            ])
    }

    @Test func chineseIsCutAtItsSentencesToo() throws {
        let lines = try Self.lines(
            "We landed early. Nobody was there to meet us. So we walked.", "我们早到了。没有人来接我们。所以我们走路。",
            seconds: 7, to: .zh)
        #expect(
            lines == [
                ["We landed early.", "我们早到了。"], ["Nobody was there to meet us. So we walked.", "没有人来接我们。所以我们走路。"],
            ]
                || lines == [
                    ["We landed early.", "我们早到了。"], ["Nobody was there to meet us.", "没有人来接我们。"],
                    ["So we walked.", "所以我们走路。"],
                ])
    }

    /// Sentences of any lengths, as many in one language as in the other: a cue that ends one ends the other.
    @Test func cuesEndSentencesInBothLanguagesOrInNone() throws {
        var (ends, together) = (0, 0)
        for seed in 0..<80 {
            var dice = SplitMix64(seed: UInt64(seed))
            var (source, target): ([String], [String]) = ([], [])
            for _ in 0..<Int.random(in: 1...6, using: &dice) {
                let count = Int.random(in: 1...4, using: &dice)
                func sentence(_ count: Int, _ word: String) -> String {
                    (0..<max(1, count)).map { _ in word }.joined(separator: " ") + "."
                }
                source.append(sentence(count, "word"))
                target.append(sentence(count + Int.random(in: -1...1, using: &dice), "palabra"))
            }
            let lines = try Self.lines(
                source.joined(separator: " "), target.joined(separator: " "), seconds: 2 * source.count)
            #expect(lines.allSatisfy { $0.count == 2 }, "seed \(seed)")
            for cue in lines where cue.count == 2 {
                let (inSource, inTarget) = (cue[0].last == ".", cue[1].last == ".")
                if inSource || inTarget { ends += 1 }
                if inSource, inTarget { together += 1 }
                // As many of them have come to their end, too.
                if inSource, inTarget {
                    #expect(cue[0].count { $0 == "." } == cue[1].count { $0 == "." }, "seed \(seed): \(cue)")
                }
            }
        }
        #expect(together == ends)
    }
}
