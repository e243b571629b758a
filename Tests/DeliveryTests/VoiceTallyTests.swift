import Delivery
import Testing

@Suite("Hurried and late voices")
struct VoiceTallyTests {
    private func sentence(_ placements: [(tempo: Int, late: Int)], shortened: Int = 0) -> String? {
        var tally = VoiceTally()
        for (number, placement) in placements.enumerated() {
            tally.add(
                TrackPlacement(
                    start: 0, end: 1, tempoThousandths: placement.tempo, shiftedMilliseconds: placement.late),
                isShortened: number < shortened)
        }
        return tally.sentence
    }

    @Test("Given voices in their places, when they are counted, then only those that a listener notices are told")
    func told() {
        #expect(sentence([(1_000, 0), (1_150, 200)]) == nil)
        #expect(
            sentence([(1_151, 0), (1_000, 0)])
                == "of 2 voices, 1 is more than 1.15 times as fast as usual, because their texts are long for their places"
        )
        #expect(
            sentence([(1_300, 201), (1_300, 0), (1_000, 400)])
                == "of 3 voices, 2 are more than 1.15 times as fast as usual and 2 start more than 0.2 s late, "
                + "because their texts are long for their places")
        #expect(
            sentence([(1_000, 0), (1_000, 0)], shortened: 1)
                == "of 2 voices, 1 says a shortened text, because their texts are long for their places")
        #expect(
            sentence([(1_200, 300), (1_000, 0)], shortened: 2)
                == "of 2 voices, 2 say a shortened text, 1 is more than 1.15 times as fast as usual and 1 starts more "
                + "than 0.2 s late, because their texts are long for their places")
    }
}
