import Audio
import Hearing
import Testing
import VerbioTesting

@Suite("Utterances end at a change of speaker") struct SpeakerChangeTests {
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

    @Test(
        "Given speaker changes, when audio arrives in any chunks, then no utterance crosses a change",
        arguments: 1...12 as ClosedRange<UInt64>)
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
            // Changes are accurate to 10 ms.
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

    @Test("Given a speaker change within speech, when it is cut, then both parts are complete, and a pause is not cut")
    func complete() throws {
        let audio = try SpeechFixtures.speech()
        let plain = Self.heard(audio, [], chunks: [audio.count])
        for whole in plain where whole.speech.count > 24_000 {
            let middle = (whole.speech.start + whole.speech.end) / 2
            let parts = Self.heard(audio, [middle], chunks: [audio.count]).filter {
                $0.range.end > whole.range.start && $0.range.start < whole.range.end
            }
            #expect(parts.count == 2 && parts.first?.end == .speakerChange)
            #expect(parts.first?.range.start == whole.range.start && parts.last?.range.end == whole.range.end)
            #expect(parts[0].range.end <= middle + 80 && parts[1].speech.start >= middle - 80)
            let voiced = parts.map(\.evidence.voicedMilliseconds).reduce(0, +)
            #expect(abs(voiced - whole.evidence.voicedMilliseconds) <= 100)
        }
        for (one, next) in zip(plain, plain.dropFirst()) {
            let pause = (one.range.end + next.range.start) / 2
            #expect(Self.heard(audio, [pause], chunks: [audio.count]).map(\.range) == plain.map(\.range))
        }
    }
}
