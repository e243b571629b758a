import Audio
import Hearing
import Testing
import VerbioTesting

@Suite("Utterances end where somebody else takes the word") struct SpeakerChangeTests {
    private static func heard(
        _ audio: [Float], _ changes: [Int], chunks: some Sequence<Int>
    ) -> [HeardUtterance] {
        var configuration = SegmentationConfiguration.lowLatency
        configuration.maximum = 4_000
        configuration.cutWindow = 500
        var segmenter = UtteranceSegmenter(configuration: configuration)
        for change in changes { segmenter.expectChange(at: change) }
        var utterances: [HeardUtterance] = []
        var position = 0
        for chunk in chunks {
            guard position < audio.count else { break }
            let end = min(position + chunk, audio.count)
            utterances += segmenter.push(Array(audio[position..<end]))
            position = end
        }
        return utterances + segmenter.finish()
    }

    @Test("whatever the pushes, and none goes on over such a place", arguments: 1...12 as ClosedRange<UInt64>)
    func cuts(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        var audio = Sound.pink(1, decibels: -70, seed: seed)
        while audio.count < 10 * 16_000 {
            let seconds = Double.random(in: 0.05...1.2, using: &numbers)
            audio += Sound.pink(seconds, decibels: Bool.random(using: &numbers) ? -18 : -66, seed: numbers.next())
        }
        let changes = (0..<20).map { _ in Int.random(in: 0..<audio.count, using: &numbers) }.sorted()
        let whole = Self.heard(audio, changes, chunks: [audio.count])
        let plain = Self.heard(audio, [], chunks: [audio.count])
        #expect(whole.contains { $0.end == .speakerChange })
        #expect(whole.count > plain.count)
        var end = 0
        for utterance in whole {
            #expect(utterance.range.start >= end && utterance.range.count > 0)
            #expect(utterance.range.start <= utterance.speech.start && utterance.speech.end <= utterance.range.end)
            #expect(utterance.samples == Array(audio[utterance.range.start..<utterance.range.end]))
            // To the nearest 10 ms.
            let over = changes.filter { $0 > utterance.speech.start + 80 && $0 < utterance.speech.end - 80 }
            #expect(over.isEmpty, "\(utterance.speech) goes on over \(over)")
            end = utterance.range.end
        }
        for chunk in [160, 999, 16_000] {
            #expect(Self.heard(audio, changes, chunks: sequence(first: chunk) { $0 }) == whole, "chunks of \(chunk)")
        }
        let chunks = AnyIterator { Int.random(in: 1...3_000, using: &numbers) }
        #expect(Self.heard(audio, changes, chunks: chunks) == whole)
    }

    @Test("the sound before and after is all there") func complete() {
        let audio =
            Sound.pink(1, decibels: -70, seed: 1) + Sound.pink(2, decibels: -18, seed: 2)
            + Sound.pink(1, decibels: -70, seed: 3)
        let halves = Self.heard(audio, [32_000], chunks: [audio.count])
        #expect(halves.map(\.end) == [.speakerChange, .silence] || halves.map(\.end) == [.speakerChange, .endOfAudio])
        #expect(halves.first?.range.end == 32_000 && halves.last?.range.start == 32_000)
        #expect(Self.heard(audio, [8_000, 62_000], chunks: [audio.count]).count == 1, "in silence nothing ends")
    }
}
