package import Conversations
package import Interpreting
import Plumbing
import Providers

/// Measures a live conversation from the side of its listener: what is delivered when, and how far that is behind the speaker.
///
/// The newest ``maximumUtterances`` utterances are kept one by one; percentiles are of these.
package final class LiveScore: Sendable {
    /// Utterances that are kept: those of several hours.
    package static let maximumUtterances = 10_000

    /// More utterances than are in progress at once: the results of these may come in turns.
    private static let maximumInFlight = 64

    private struct State {
        var utterances: [Int: LiveReport.Utterance] = [:]
        var hypotheses: [Int: [[String]]] = [:]
        var order: [Int] = []
        /// When each utterance's stable or tentative words were first shown, behind the end of the audio that they cover.
        var partialLags: [Double] = []
        var retractions = 0
        var skipped = 0
        /// Utterances that a user has corrected: what comes for them later is not measured.
        var corrected: Set<Int> = []
    }

    private let clock: LiveClock
    private let started: Duration
    private let state = Locked(State())

    package init(_ clock: LiveClock) {
        self.clock = clock
        started = clock.time.now()
    }

    /// Takes note of what is delivered, at the moment at which it is.
    package func take(_ delivered: Delivered) {
        let now = clock.time.now()
        switch delivered {
        case .event(let event): take(event, now)
        case .audio(let utterance, _):
            update(utterance) { $0.firstAudio = $0.firstAudio ?? self.behind(utterance, now) }
        case .partial(let partial):
            let shown = Self.words(partial.stable + partial.tentative)
            let lag = clock.arrival(of: Int(partial.end * 16_000) - 1).map { (now - $0).milliseconds }
            state.withLock { state in
                state.hypotheses[partial.utterance, default: []].append(shown)
                if let lag { state.partialLags.append(lag) }
                if state.partialLags.count > Self.maximumUtterances { state.partialLags.removeFirst() }
            }
        case .revised: state.withLock { $0.retractions += 1 }
        case .measured(let measured):
            update(measured.utterance) { utterance in
                for timing in measured.timings where timing.stage == .recognition {
                    utterance.request = timing.queuedMilliseconds
                    utterance.firstByte = timing.firstPartialMilliseconds ?? timing.connection?.firstByteMilliseconds
                }
            }
        case .texts, .hypothesis, .acknowledged, .refused: break
        }
    }

    /// The voice of an utterance is not played to its end.
    package func skipped() { state.withLock { $0.skipped += 1 } }

    private func take(_ event: Event, _ now: Duration) {
        switch event.body {
        case .recognized(let body):
            let endpoint = clock.ending(of: body.utterance).flatMap { ending in
                ending.spoken.map { (ending.noticed - $0).milliseconds }
            }
            let words = Self.words(body.text)
            state.withLock { state in
                let shown = state.hypotheses.removeValue(forKey: body.utterance)
                state.utterances[body.utterance, default: .init(utterance: body.utterance)].normalizedErasure =
                    shown.flatMap { LatencyMetrics.normalizedErasure($0 + [words]) }
            }
            update(body.utterance) { utterance in
                (utterance.start, utterance.end) = (body.start, body.end)
                utterance.endpoint = endpoint
                utterance.text = self.behind(body.utterance, now)
            }
        case .translated(let body):
            let (words, heard) = (Self.words(body.text).count, Double(clock.heardTo) / 16)
            update(body.utterance) { utterance in
                utterance.translation = self.behind(body.utterance, now)
                let delays = [Double](repeating: heard - utterance.start * 1_000, count: words)
                let source = (utterance.end - utterance.start) * 1_000
                utterance.averageLagging = LatencyMetrics.averageLagging(delays, source: source)
                utterance.lengthAdaptiveAverageLagging = LatencyMetrics.lengthAdaptiveAverageLagging(
                    delays, source: source)
            }
        case .utteranceFinished(let body): update(body.utterance) { $0.outcome = body.outcome }
        case .utteranceReopened(let body): state.withLock { _ = $0.corrected.insert(body.utterance) }
        case .conversationStarted, .spoken, .speakersCorrected, .conversationFinished: break
        }
    }

    /// Milliseconds since the utterance's last sound; nil if it is not known when that came.
    private func behind(_ utterance: Int, _ now: Duration) -> Double? {
        clock.ending(of: utterance)?.spoken.map { (now - $0).milliseconds }
    }

    private func update(_ number: Int, _ change: (inout LiveReport.Utterance) -> Void) {
        state.withLock { state in
            guard !state.corrected.contains(number) else { return }
            if state.utterances[number] == nil {
                state.utterances[number] = .init(utterance: number)
            }
            if state.order.last != number, !state.order.suffix(Self.maximumInFlight).contains(number) {
                state.order.append(number)
                if state.order.count > Self.maximumUtterances { state.utterances[state.order.removeFirst()] = nil }
            }
            change(&state.utterances[number, default: .init(utterance: number)])
        }
    }

    private static func words(_ text: String) -> [String] {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        // Languages without spaces are counted by characters, as simuleval does with --eval-latency-unit char.
        return words.count <= 1 ? text.map(String.init) : words
    }

    /// The report.
    ///
    /// - Parameter cost: what the run has cost, in US dollars.
    package func report(_ finished: Event.ConversationFinished, of conversation: Conversation, cost: Double)
        -> LiveReport
    {
        let elapsed = (clock.time.now() - started).seconds
        return state.withLock { state in
            let utterances = state.order.compactMap { state.utterances[$0] }.sorted { $0.utterance < $1.utterance }
            func percentiles(_ value: (LiveReport.Utterance) -> Double?) -> Percentiles? {
                Percentiles(utterances.compactMap(value))
            }
            let coverage = finished.coverage
            let lost =
                coverage.droppedMilliseconds.values.reduce(0, +) + coverage.failedMilliseconds.values.reduce(0, +)
            return LiveReport(
                conversation: conversation.id, seconds: finished.seconds, elapsedSeconds: elapsed,
                realTimeFactor: finished.seconds > 0 ? elapsed / finished.seconds : nil,
                voicedCoverage: coverage.voicedMilliseconds > 0
                    ? 1 - Double(lost) / Double(coverage.voicedMilliseconds) : nil,
                cost: cost,
                endpoint: percentiles(\.endpoint), request: percentiles(\.request), firstByte: percentiles(\.firstByte),
                text: percentiles(\.text), translation: percentiles(\.translation),
                firstAudio: percentiles(\.firstAudio),
                partial: Percentiles(state.partialLags),
                averageLagging: percentiles(\.averageLagging),
                lengthAdaptiveAverageLagging: percentiles(\.lengthAdaptiveAverageLagging),
                normalizedErasure: percentiles(\.normalizedErasure), revised: state.retractions,
                skippedVoices: state.skipped, utterances: utterances)
        }
    }
}
