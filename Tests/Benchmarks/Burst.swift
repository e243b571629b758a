import Audio
import Conversations
import Foundation
import Hearing
import Interpreting
import Plumbing
import VerbioTesting

/// Five utterances that end 0.4 s apart, with engines as slow as real ones. Recognition takes 800 ms. Translation takes 300
/// ms and sends 8 pieces every 20 ms. The first audio comes after 200 ms. Each should be heard as if it were alone.
/// Then the same with a voice of nine seconds, for which no text should wait.
///
/// The audio plays in real time on five lanes, each 0.4 s behind the one before. Peer: pipecat 1.14.0 delivers 1 of 4 by
/// default, or, tuned, all of 5 with one finished transcript held up for 1.8 s.
enum Burst {
    static let lanes = 5
    static let spacing = 6_400
    static let idealMilliseconds = 800.0 + 300 + 8 * 20 + 200
    /// The same up to the text, with `sim:slow-voice`.
    static let idealTextMilliseconds = 300.0 + 300

    static func measure() async throws -> [Figure] {
        let voices = try await arrivals("sim:realistic", ideal: idealMilliseconds) { item in
            if case .audio(let utterance, _) = item { utterance } else { nil }
        }
        let texts = try await arrivals("sim:slow-voice", ideal: idealTextMilliseconds) { item in
            if case .texts(let record) = item { record.utterance.sequence } else { nil }
        }
        return [
            Figure(
                name: "burst delivered in order", value: voices.isInOrder ? Double(voices.late.count) : 0, unit: "of 5",
                target: 5, atLeast: true, note: "pipecat: 1 of 4 by default"),
            Figure(
                name: "burst, latest behind its own ideal", value: voices.late.max() ?? .infinity, unit: "ms",
                target: 30,
                note: "pipecat tuned: 1,800 ms"),
            Figure(
                name: "burst, latest text beside a voice of nine seconds",
                value: texts.isInOrder && texts.late.count == lanes ? texts.late.max() ?? .infinity : .infinity,
                unit: "ms", target: 30),
        ]
    }

    /// When the first of what is wanted came for each utterance.
    ///
    /// - Parameter ideal: milliseconds after the decided end of the utterance.
    /// - Returns: milliseconds behind the ideal, and whether all came in order.
    private static func arrivals(
        _ scenario: String, ideal: Double, of wanted: @escaping @Sendable (Delivered) -> Int?
    ) async throws -> (late: [Double], isInOrder: Bool) {
        let all = try SpeechFixtures.speech()
        var segmenter = UtteranceSegmenter(configuration: .conversation)
        let first = segmenter.push(all).first?.range ?? SampleRange(start: 0, end: 48_000)
        let one = Array(all[..<first.end])
        let length = one.count + spacing * lanes + 2 * speechSampleRate
        let speech = (0..<lanes).map { lane in
            // Another gain for each, so that finished work of one is not reused for the next.
            let lead = [Float](repeating: 0, count: lane * spacing)
            let voice = one.map { $0 * (1 - Float(lane) * 0.05) }
            return lead + voice + [Float](repeating: 0, count: length - lead.count - voice.count)
        }
        let ends = speech.map { lane in decision(of: lane) }

        let bench = try await Bench(scenario: scenario, segmentation: .conversation)
        defer { bench.remove() }
        let clock = ContinuousClock()
        let started = clock.now
        let block = AddedLatency.block
        let source = ScriptedSource(speech, blockSize: block) { position in
            // A block is there once its last sample has been played.
            let due = started + .seconds(Double(position + block) / Double(speechSampleRate))
            try await clock.sleep(until: due)
        }
        let heard = Locked<[(utterance: Int, at: Duration)]>([])
        @Sendable func note(_ utterance: Int) {
            let at = clock.now - started
            heard.withLock { all in
                guard !all.contains(where: { $0.utterance == utterance }) else { return }
                all.append((utterance, at))
            }
        }
        let conversation = try bench.conversation()
        let sink: DeliverySink = { item in
            if let utterance = wanted(item) { note(utterance) }
        }
        _ = try await bench.interpreter.interpret(conversation, from: source, deliver: sink)
        let arrivals = heard.withLock { $0 }
        let late = arrivals.map { arrival in
            let decided = Double((ends[arrival.utterance - 1] / block + 1) * block) / Double(speechSampleRate) * 1_000
            return arrival.at.milliseconds - decided - ideal
        }
        return (late, arrivals.map(\.utterance) == Array(1...lanes))
    }

    /// The sample at which the end of the only utterance is decided.
    private static func decision(of lane: [Float]) -> Int {
        var segmenter = UtteranceSegmenter(configuration: .conversation)
        let frame = speechSampleRate / 100
        for start in stride(from: 0, to: lane.count, by: frame) {
            if !segmenter.push(Array(lane[start..<min(start + frame, lane.count)])).isEmpty { return start + frame - 1 }
        }
        return lane.count
    }
}
