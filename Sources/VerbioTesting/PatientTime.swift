public import Plumbing

extension TimeSource {
    /// A clock that goes thirty times as slowly: what a busy machine takes long for is not taken for a server that hangs.
    /// Tests of deadlines use a ``ManualTime``.
    public static let patient = TimeSource(
        now: { TimeSource.system.now() / 30 }, sleep: { try await TimeSource.system.sleep($0 * 30) },
        wallClockMilliseconds: TimeSource.system.wallClockMilliseconds)
}
