internal import Access
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// Passes a stream of events on until its key is revoked or its session ends.
///
/// The principal is looked at before an event, at most once in ``interval``. A stream without events has signs of life, so it
/// ends with the next of these.
struct StandingWriter: ResponseBodyWriter {
    static let interval = Duration.seconds(2)

    private var inner: any ResponseBodyWriter
    private let principal: Principal
    private let check: PrincipalCheck
    private let time: TimeSource
    private var lookedAt: Duration

    init(_ inner: any ResponseBodyWriter, principal: Principal, check: PrincipalCheck, time: TimeSource) {
        self.inner = inner
        self.principal = principal
        self.check = check
        self.time = time
        lookedAt = time.now()
    }

    /// - Throws: ``Refusal`` if the principal may not have the stream any more. Its producer ends then.
    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        let now = time.now()
        if now - lookedAt >= Self.interval {
            lookedAt = now
            if case .over(let refusal) = await check.standing(of: principal) { throw refusal }
        }
        try await inner.write(buffer)
    }

    @concurrent consuming func finish(_ trailers: HTTPFields?) async throws { try await inner.finish(trailers) }
}
