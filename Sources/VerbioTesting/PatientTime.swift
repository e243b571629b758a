package import Plumbing

extension TimeSource {
    /// A clock that is thirty times as slow, so that a busy machine does not look like a server that hangs. Tests of deadlines
    /// use a ``ManualTime``.
    package static let patient = TimeSource(
        now: { TimeSource.system.now() / 30 }, sleep: { try await TimeSource.system.sleep($0 * 30) },
        wallClockMilliseconds: TimeSource.system.wallClockMilliseconds)
}
