import Audio
import Configuration
import Hearing
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@Suite("Long speech without a pause")
struct LatencyDialTests {
    /// Speech without a pause that ends an utterance: what is said in the sample, one after the other.
    private static func monologue() throws -> [Float] {
        let speech = try SpeechFixtures.speech()
        var segmenter = UtteranceSegmenter(configuration: .conversation)
        let said = (segmenter.push(speech) + segmenter.finish()).flatMap { speech[$0.speech.start..<$0.speech.end] }
        return said + said + [Float](repeating: 0, count: 2 * speechSampleRate)
    }

    private static func segmentation(_ change: (inout Settings) -> Void) throws -> SegmentationConfiguration {
        var settings = Settings(values: [:])
        change(&settings)
        return try Assembly(settings: settings, note: { _ in }).speech.segmentation(live: true, model: nil)
    }

    /// For each utterance the seconds from its first sound to the moment at which it can be recognized.
    private static func waits(_ configuration: SegmentationConfiguration) throws -> [Double] {
        let monologue = try monologue()
        var (segmenter, waits, covered) = (
            UtteranceSegmenter(configuration: configuration), [Double](), [SampleRange]()
        )
        for start in stride(from: 0, to: monologue.count, by: 160) {
            for heard in segmenter.push(Array(monologue[start..<min(start + 160, monologue.count)])) {
                waits.append(Double(start + 160 - heard.speech.start) / Double(speechSampleRate))
                covered.append(heard.range)
            }
        }
        // What is cut continues with the very next sample, unless the speaker paused.
        for (one, next) in zip(covered, covered.dropFirst()) { #expect(one.end <= next.start) }
        return waits
    }

    @Test(
        "Given a dial, when speech continues without a pause, then its translation begins after so many seconds",
        arguments: [("low", 6.5), ("balanced", 8.0), ("quality", 28.0)])
    func dial(name: String, longest: Double) throws {
        let waits = try Self.waits(try Self.segmentation { $0.set(.latency, .string(name)) })
        #expect(waits.allSatisfy { $0 <= longest + 0.05 }, "\(waits)")
        #expect(waits.count >= 2)
    }

    @Test("Given a limit of its own, when the dial says another one, then the limit counts")
    func limit() throws {
        let configuration = try Self.segmentation { settings in
            settings.set(.latency, .string("quality"))
            settings.set(.liveLongest, .int(5_000))
        }
        #expect(try Self.waits(configuration).allSatisfy { $0 <= 5.05 })
        #expect(configuration.endSilence == 1_000)
    }

    @Test("Given a limit out of range, then it is refused with the range", arguments: [1, 2_999, 28_001, -1])
    func refused(milliseconds: Int) throws {
        #expect(throws: Problem.self) {
            _ = try Self.segmentation { $0.set(.liveLongest, .int(milliseconds)) }
        }
    }
}
