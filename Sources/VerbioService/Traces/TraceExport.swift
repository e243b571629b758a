package import CurlHTTP
import HTTPTypes
package import Plumbing

/// Sends spans to a collector: OTLP over HTTP, as JSON, in batches.
///
/// No work waits for it. Spans wait in a bounded queue, and are dropped and counted if the queue is full or the collector does not
/// take them in time.
package final class TraceExport: Sendable {
    private struct State {
        var waiting: [TraceSpan.Record] = []
        var isSending = false
        var isFinishing = false
        var dropped = 0
        /// Whether the last request failed, which was reported.
        var isFailing = false
    }

    /// What became of a request.
    private enum Outcome {
        case taken(rejected: Int)
        /// The collector refuses these spans for good.
        case refused(String)
        /// It may take them later.
        case failed(String, wait: Duration?)
    }

    /// How long the spans of the last moments may take when the server stops.
    private static let lastPatience = Duration.seconds(3)
    private static let (firstPause, longestPause) = (Duration.seconds(1), Duration.seconds(5))

    private let settings: TraceSettings
    private let client: HTTPClient
    private let time: TimeSource
    private let note: @Sendable (String) -> Void
    private let wake = BoundedChannel<Void>(capacity: 1)
    private let state = Locked(State())

    /// - Parameter note: takes a sentence when the collector begins or ceases to fail.
    package init(
        _ settings: TraceSettings, client: HTTPClient, time: TimeSource, note: @escaping @Sendable (String) -> Void
    ) {
        (self.settings, self.client, self.time, self.note) = (settings, client, time, note)
    }

    /// Begins traces and sends their spans.
    package var tracer: Tracer { Tracer(settings.sampler, time: time) { self.take($0) } }

    /// How many spans were not sent, since the start.
    package var dropped: Int { state.withLock { $0.dropped } }

    private func take(_ span: TraceSpan.Record) {
        let isFull = state.withLock { state in
            guard state.waiting.count < settings.queue else {
                state.dropped += 1
                return false
            }
            state.waiting.append(span)
            return state.waiting.count >= settings.batch && !state.isSending
        }
        if isFull { _ = wake.trySend(()) }
    }

    /// Sends spans while the body runs, and then what is left, for a bounded time.
    package func during<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let sending = Task { await self.run() }
        do {
            let result = try await body()
            await finish(sending)
            return result
        } catch {
            await finish(sending)
            throw error
        }
    }

    private func finish(_ sending: Task<Void, Never>) async {
        state.withLock { $0.isFinishing = true }
        _ = wake.trySend(())
        try? await withDeadline(Self.lastPatience, time: time) {
            await withTaskCancellationHandler {
                await sending.value
            } onCancel: {
                sending.cancel()
            }
        }
        drop(state.withLock { $0.waiting.count })
    }

    private func run() async {
        while true {
            await pause(settings.delay)
            let isLast = state.withLock { state in
                state.isSending = true
                return state.isFinishing
            }
            while let batch = next() {
                await send(batch)
                if Task.isCancelled { return }
            }
            state.withLock { $0.isSending = false }
            if isLast { return }
        }
    }

    /// The next batch; nil if nothing waits.
    private func next() -> [TraceSpan.Record]? {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(settings.batch))
            state.waiting.removeFirst(batch.count)
            return batch.isEmpty ? nil : batch
        }
    }

    /// Waits, but not if the server stops in the meantime.
    private func pause(_ most: Duration) async {
        guard !state.withLock({ $0.isFinishing }) else { return }
        _ = try? await withDeadline(most, time: time) { [wake] in try await wake.next() }
    }

    private func drop(_ count: Int) { state.withLock { $0.dropped += count } }

    // MARK: Requests

    /// Sends a batch, again if the collector may take it later. In the end it is taken or dropped.
    private func send(_ batch: [TraceSpan.Record]) async {
        let body = SpanDocument(batch, of: settings.resource).encoded()
        let end = time.now() + settings.patience
        var pause = Self.firstPause
        while true {
            switch await attempt(body, count: batch.count) {
            case .taken(let rejected):
                drop(rejected)
                return succeeded()
            case .refused(let reason):
                drop(batch.count)
                return failed(reason)
            case .failed(let reason, let asked):
                failed(reason)
                let wait = max(pause, asked ?? .zero)
                guard time.now() + wait < end, !state.withLock({ $0.isFinishing }), !Task.isCancelled else {
                    return drop(batch.count)
                }
                await self.pause(wait)
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }

    private func attempt(_ body: [UInt8], count: Int) async -> Outcome {
        var headers = settings.headers
        headers[.contentType] = "application/json"
        let limit = settings.timeout
        let request = ClientRequest(
            .post, settings.url, headers: headers, body: .bytes(body),
            deadlines: Deadlines(connect: limit, firstByte: limit, progress: limit, total: limit),
            limits: ResponseLimits(body: 64 << 10))
        do {
            let response = try await client.send(request)
            // The body says why, but may repeat what it was sent, so only the status is shown.
            let answer = (try? await response.body.collect()) ?? []
            switch response.status {
            case 200..<300: return .taken(rejected: SpanReceipt.rejected(answer, of: count))
            // The statuses that OTLP names for a later try.
            case 429, 502, 503, 504:
                let asked = response.headers[.retryAfter].flatMap { Int($0) }.map { Duration.seconds(max(0, $0)) }
                return .failed("it answers with status \(response.status)", wait: asked)
            default: return .refused("it answers with status \(response.status)")
            }
        } catch let failure as HTTPFailure {
            return .failed(failure.message, wait: nil)
        } catch {
            return .failed("the request was cancelled", wait: nil)
        }
    }

    private func failed(_ reason: String) {
        let isNew = state.withLock { state in
            defer { state.isFailing = true }
            return !state.isFailing && !state.isFinishing
        }
        if isNew { note("traces: the collector takes no spans: \(reason)") }
    }

    private func succeeded() {
        let dropped = state.withLock { state -> Int? in
            defer { state.isFailing = false }
            return state.isFailing ? state.dropped : nil
        }
        if let dropped { note("traces: the collector takes spans again; \(dropped) were dropped since the start") }
    }
}
