internal import Conversations
internal import Interpreting
internal import Jobs
internal import Logging
internal import Plumbing
internal import Providers
internal import Resilience

/// What the server has done since it started, in numbers that only grow, and what it is doing now, for monitoring.
///
/// Labels are stages, outcomes, classes of failures and the configured providers (`first+second` if two have spoken one
/// utterance). So there are a few dozen series, however much is translated, and none of them contains what was said.
final class ServiceMetrics: Sendable {
    /// A part of the time a stage takes, which is a family of its own.
    private enum Part: String, CaseIterable {
        case queue, connect
        case firstByte = "first_byte"
        case firstResult = "first_result"
        case total

        var help: String {
            switch self {
            case .queue: "Seconds an utterance waited for its place before a stage's first call."
            case .connect: "Seconds until the connection was open, 0 for an open one; calls over the network only."
            case .firstByte: "Seconds from a request's start to the answer's first byte, connecting included."
            case .firstResult: "Seconds from a stage's call to its first hypothesis, text or audio, where it streams."
            case .total: "Seconds from a stage's first call to its answer, retries included."
            }
        }

        /// Seconds; nil if the timing does not have this part.
        func seconds(_ timing: StageTiming) -> Double? {
            let milliseconds =
                switch self {
                case .queue: timing.queuedMilliseconds as Double?
                case .connect: timing.connection?.connectMilliseconds
                case .firstByte: timing.connection?.firstByteMilliseconds
                case .firstResult: timing.firstPartialMilliseconds
                case .total: timing.totalMilliseconds
                }
            return milliseconds.map { $0 / 1_000 }
        }
    }

    private struct Place: Hashable {
        var stage: String
        var provider: String

        var labels: MetricText.Labels { [("stage", stage), ("provider", provider)] }
    }

    /// What one provider did for one stage.
    private struct ProviderTally {
        var histograms: [Part: Histogram] = [:]
        /// Answers by their origin: `new` and `open` connections, `local` engines, `stored` work.
        var answers: [String: Int] = [:]
        mutating func add(_ timing: StageTiming) {
            let origin =
                timing.reused ? "stored" : timing.connection.map { $0.reused ? "open" : "new" } ?? "local"
            answers[origin, default: 0] += 1
            guard !timing.reused else { return }
            for part in Part.allCases {
                guard let seconds = part.seconds(timing) else { continue }
                histograms[part, default: Histogram()].record(seconds: seconds)
            }
        }
    }

    private struct State {
        var conversations: [String: Int] = [:]
        var utterances: [String: Int] = [:]
        var voicedSeconds = 0.0
        /// How long each utterance took after its end.
        var lag = Histogram()
        var work: [Place: ProviderTally] = [:]
        /// Calls that began, also those without an answer.
        var calls: [Place: Int] = [:]
        /// Calls without an answer, by the class of their failure.
        var failures: [Place: [String: Int]] = [:]
        /// The cost of the calls that were answered, whatever became of the answer.
        var dollars: [Place: Double] = [:]
    }

    private let state = Locked(State())
    private let report: FailureReport

    init(logger: Logger, time: TimeSource) { report = FailureReport(logger: logger, time: time) }

    /// The watch for the calls of every run.
    var watch: CallWatch { CallWatch { self.note($0) } }

    private func note(_ notice: CallWatch.Notice) {
        switch notice {
        case .began(let stage, let provider):
            state.withLock { $0.calls[Place(stage: stage.rawValue, provider: provider), default: 0] += 1 }
        case .answered(let stage, let provider): report.answered(stage, provider)
        case .charged(let stage, let provider, let cost):
            state.withLock { $0.dollars[Place(stage: stage.rawValue, provider: provider), default: 0] += cost.dollars }
        case .failed(let stage, let provider, let failure):
            let place = Place(stage: stage.rawValue, provider: provider)
            state.withLock { $0.failures[place, default: [:]][failure.rawValue, default: 0] += 1 }
            report.noted(stage, provider, failure)
        case .replaced(let stage, let provider, let failure): report.replaced(stage, provider, failure)
        case .held(let stage, let provider, let wait): report.held(stage, provider, wait)
        case .disbelieved(let stage, let provider, _): report.disbelieved(stage, provider)
        // The server does not let its clients wait for the end of an outage.
        case .awaited: break
        }
    }

    /// Counts an utterance that has come to its end.
    func record(_ measured: UtteranceMeasurement) {
        if case .failed(let failure) = measured.outcome { report.failed(failure) }
        state.withLock { state in
            state.utterances[measured.outcome.name, default: 0] += 1
            state.voicedSeconds += Double(measured.voicedMilliseconds) / 1_000
            let new = measured.timings.filter { !$0.reused }
            if !new.isEmpty {
                let lag = new.reduce(0.0) { $0 + Double($1.queuedMilliseconds) + Double($1.totalMilliseconds) }
                state.lag.record(seconds: lag / 1_000)
            }
            for timing in measured.timings {
                let place = Place(stage: timing.stage.rawValue, provider: timing.provider ?? "?")
                state.work[place, default: ProviderTally()].add(timing)
            }
        }
    }

    /// One sample for each provider and model of a stage. If one is named twice, the better value counts.
    private static func available(_ providers: [ProviderCondition]) -> [(labels: MetricText.Labels, value: Double)] {
        var values: [ProviderCondition: Double] = [:]
        var places: [ProviderCondition] = []
        for provider in providers {
            var place = provider
            (place.condition, place.addresses) = (.closed, [])
            let value =
                switch provider.condition {
                case .closed: 1.0
                case .probing: 0.5
                case .open: 0.0
                }
            if values[place] == nil { places.append(place) }
            values[place] = max(values[place] ?? 0, value)
        }
        return places.map { place in
            (
                [
                    ("stage", place.stage.rawValue), ("provider", place.provider.name),
                    ("model", place.provider.shownModel),
                ], values[place] ?? 0
            )
        }
    }

    /// Counts a translation or a correction that has ended.
    ///
    /// - Parameter end: the name of its state; `failed` if it was refused or broke off before it had one.
    func ended(_ end: String) { state.withLock { $0.conversations[end, default: 0] += 1 } }

    /// All measurements as text.
    ///
    /// - Parameters:
    ///   - load: translations in progress.
    ///   - sessions: live sessions by their state.
    ///   - providers: the configured providers, and whether they are called.
    ///   - jobs: of all servers on the store; nil if they are not known.
    ///   - droppedSpans: nil if nothing is traced.
    func text(
        load: ServiceLoad, sessions: [(state: String, count: Int)], jobs: JobLoad? = nil,
        providers: [ProviderCondition], droppedSpans: Int? = nil
    ) -> String {
        let state = state.withLock { $0 }
        var page = MetricText()
        page.family("verbio_translations_running", "gauge", "Translations and corrections in progress.")
        page.sample("verbio_translations_running", [], load.running)
        page.family("verbio_translations_limit", "gauge", "Translations and corrections that may run at once.")
        page.sample("verbio_translations_limit", [], load.limit)
        page.family("verbio_translations_waiting", "gauge", "Requests that wait until a translation has ended.")
        page.sample("verbio_translations_waiting", [], load.waiting)
        page.family("verbio_translations_refused_total", "counter", "Requests refused because the limit was reached.")
        page.sample("verbio_translations_refused_total", [], load.refused)
        page.family("verbio_live_sessions", "gauge", "Live sessions, with a connection and while their client is away.")
        for (state, count) in sessions { page.sample("verbio_live_sessions", [("state", state)], count) }
        if let jobs {
            page.family("verbio_jobs", "gauge", "Jobs that wait and that run, at all servers on the same store.")
            for (state, count) in [("queued", jobs.queued), ("running", jobs.running)] {
                page.sample("verbio_jobs", [("state", state)], count)
            }
        }
        func counter(_ name: String, _ help: String, by label: String, _ counts: [String: Int]) {
            page.family(name, "counter", help)
            for (value, count) in counts.sorted(by: { $0.key < $1.key }) { page.sample(name, [(label, value)], count) }
        }
        page.family(
            "verbio_provider_available", "gauge",
            "1 where a provider is called, 0 where its last calls failed and others are asked, 0.5 where it is tried again."
        )
        for (labels, value) in Self.available(providers) { page.sample("verbio_provider_available", labels, value) }
        counter(
            "verbio_translations_total", "Translations and corrections that have ended, by their state.", by: "state",
            state.conversations)
        counter(
            "verbio_utterances_total", "Finished utterances, by their outcome.", by: "outcome",
            state.utterances)
        page.family("verbio_voiced_seconds_total", "counter", "Seconds of voice in these utterances.")
        page.sample("verbio_voiced_seconds_total", [], state.voicedSeconds)
        page.family(
            "verbio_utterance_lag_seconds", "histogram",
            "Seconds from the end of an utterance to its last answer: the queues, calls and retries of all stages.")
        page.histogram("verbio_utterance_lag_seconds", [], state.lag)
        if let droppedSpans {
            page.family("verbio_spans_dropped_total", "counter", "Spans of traces that no collector has taken.")
            page.sample("verbio_spans_dropped_total", [], droppedSpans)
        }
        Self.stages(of: state, on: &page)
        return page.text
    }

    /// The calls, failures, answers, costs and times of each stage and provider.
    private static func stages(of state: State, on page: inout MetricText) {
        func sorted<Value>(_ values: [Place: Value]) -> [(key: Place, value: Value)] {
            values.sorted { ($0.key.stage, $0.key.provider) < ($1.key.stage, $1.key.provider) }
        }
        let places = sorted(state.work)
        page.family("verbio_calls_total", "counter", "Calls begun, those without an answer included.")
        for (place, count) in sorted(state.calls) { page.sample("verbio_calls_total", place.labels, count) }
        page.family(
            "verbio_failures_total", "counter",
            "Calls without an answer by the class of their failure, also where another call or provider then gave one.")
        for (place, counts) in sorted(state.failures) {
            for (failure, count) in counts.sorted(by: { $0.key < $1.key }) {
                page.sample("verbio_failures_total", place.labels + [("class", failure)], count)
            }
        }
        page.family(
            "verbio_answers_total", "counter",
            "Answers by how they were reached: a new connection, an open one, a local engine, finished work.")
        for (place, work) in places {
            for (origin, count) in work.answers.sorted(by: { $0.key < $1.key }) {
                page.sample("verbio_answers_total", place.labels + [("by", origin)], count)
            }
        }
        page.family(
            "verbio_cost_dollars_total", "counter",
            "US dollars of answered calls by the configured prices, where they are known.")
        for (place, dollars) in sorted(state.dollars) {
            page.sample("verbio_cost_dollars_total", place.labels, dollars)
        }
        for part in Part.allCases {
            let name = "verbio_stage_\(part.rawValue)_seconds"
            page.family(name, "histogram", part.help)
            for (place, work) in places {
                if let histogram = work.histograms[part] { page.histogram(name, place.labels, histogram) }
            }
        }
    }
}
