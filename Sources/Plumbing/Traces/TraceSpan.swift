/// A part of a trace: a request, its work, or the call of a provider.
///
/// The spans of one task form a tree, because each new one is a child of ``current``. Without a span there, nothing is
/// measured, and it costs nothing:
///
/// ```swift
/// let span = TraceSpan.current?.child("translation", .work)
/// try await TraceSpan.running(span) { try await work() }
/// ```
package final class TraceSpan: Sendable {
    /// The span that the current task works for; nil if nothing is traced.
    @TaskLocal package static var current: TraceSpan?

    /// The numbers of OpenTelemetry's span kinds.
    package enum Kind: Int, Sendable {
        case work = 1
        case request = 2
        case call = 3
    }

    package enum Value: Sendable, Hashable {
        case text(String)
        case number(Int)
    }

    /// A span that has ended.
    package struct Record: Sendable, Hashable {
        package var name: String
        package var kind: Kind
        package var context: TraceContext
        /// The span that it is a part of; nil if it begins the trace.
        package var parent: String?
        /// Whether the parent is a span of another program.
        package var isParentRemote: Bool
        /// Nanoseconds since 1970.
        package var start: UInt64
        /// Nanoseconds since 1970.
        package var end: UInt64
        package var attributes: [String: Value]
        /// The class of the failure with which it ended; nil if it did not fail.
        package var failure: String?
    }

    /// The wall clock and the monotonic clock at the same moment. A trace has one pair, so that its times fit together even if the
    /// wall clock is set in between.
    private struct Clock {
        let wall: UInt64
        let origin: Duration
    }

    private struct State {
        var attributes: [String: Value] = [:]
        var hasEnded = false
    }

    /// The longest text of an attribute, in characters.
    private static let longestText = 200

    package let context: TraceContext
    private let name: String
    private let kind: Kind
    private let parent: (span: String, isRemote: Bool)?
    private let tracer: Tracer
    private let clock: Clock
    private let start: UInt64
    private let state = Locked(State())

    /// Begins a trace, or continues that of another program.
    init(_ name: String, _ kind: Kind, after remote: TraceContext?, _ tracer: Tracer) {
        let wall = UInt64(max(0, tracer.time.wallClockMilliseconds()))
        clock = Clock(wall: wall * 1_000_000, origin: tracer.time.now())
        let trace = remote?.trace ?? tracer.digits() + tracer.digits()
        context = TraceContext(
            trace: trace, span: tracer.digits(), isSampled: tracer.sampler.keeps(trace, from: remote),
            state: remote?.state ?? "")
        parent = remote.map { ($0.span, true) }
        start = clock.wall
        (self.name, self.kind, self.tracer) = (name, kind, tracer)
    }

    private init(_ name: String, _ kind: Kind, within parent: TraceSpan) {
        (clock, tracer) = (parent.clock, parent.tracer)
        context = TraceContext(
            trace: parent.context.trace, span: tracer.digits(), isSampled: parent.context.isSampled,
            state: parent.context.state)
        self.parent = (parent.context.span, false)
        start = Self.now(clock, tracer)
        (self.name, self.kind) = (name, kind)
    }

    private static func now(_ clock: Clock, _ tracer: Tracer) -> UInt64 {
        let passed = max(.zero, tracer.time.now() - clock.origin).components
        return clock.wall + UInt64(passed.seconds) * 1_000_000_000 + UInt64(passed.attoseconds / 1_000_000_000)
    }

    /// Begins a part of this span.
    package func child(_ name: String, _ kind: Kind) -> TraceSpan { TraceSpan(name, kind, within: self) }

    /// Notes a fact about the span. It must contain nothing that was said and no key.
    package func note(_ name: String, _ value: Value) {
        guard context.isSampled else { return }
        var value = value
        if case .text(let text) = value { value = .text(String(text.prefix(Self.longestText))) }
        state.withLock { $0.attributes[name] = value }
    }

    package func note(_ name: String, _ text: String) { note(name, .text(text)) }

    package func note(_ name: String, _ number: Int) { note(name, .number(number)) }

    /// Ends the span. Only the first call has an effect.
    ///
    /// - Parameter failure: the class of the failure with which it ended; nil if it did not fail.
    package func end(failure: String? = nil) {
        guard context.isSampled else { return }
        let attributes = state.withLock { state -> [String: Value]? in
            defer { state.hasEnded = true }
            return state.hasEnded ? nil : state.attributes
        }
        guard let attributes else { return }
        tracer.take(
            Record(
                name: name, kind: kind, context: context, parent: parent?.span,
                isParentRemote: parent?.isRemote ?? false, start: start, end: Self.now(clock, tracer),
                attributes: attributes, failure: failure))
    }

    /// Does work for a span; without one it only does the work.
    package static func running<Result>(
        _ span: TraceSpan?, _ work: () async throws -> Result
    ) async rethrows -> Result {
        guard let span else { return try await work() }
        return try await $current.withValue(span) { try await work() }
    }
}

/// Begins traces, and receives their spans when they have ended.
package struct Tracer: Sendable {
    let sampler: TraceSampler
    let time: TimeSource
    private let random: @Sendable () -> UInt64
    let take: @Sendable (TraceSpan.Record) -> Void

    /// - Parameters:
    ///   - random: gives the names of traces and spans; not 0.
    ///   - take: takes each span that is kept. It must not wait.
    package init(
        _ sampler: TraceSampler, time: TimeSource,
        random: @escaping @Sendable () -> UInt64 = { .random(in: 1...(.max)) },
        take: @escaping @Sendable (TraceSpan.Record) -> Void
    ) {
        (self.sampler, self.time, self.random, self.take) = (sampler, time, random, take)
    }

    /// Begins the first span of this program in a trace.
    ///
    /// - Parameter remote: the span of another program that it is a part of; nil if the trace begins here.
    package func begin(_ name: String, _ kind: TraceSpan.Kind, after remote: TraceContext? = nil) -> TraceSpan {
        TraceSpan(name, kind, after: remote, self)
    }

    /// 16 hexadecimal digits.
    func digits() -> String {
        let digits = String(random(), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
