/// How fast this machine is at the moment, so that a time can be compared with one measured elsewhere or at another hour.
///
/// The yardstick is the CPU time of `ffmpeg -version`, nearly all of it loading and linking. It took 49 to 57 ms on the
/// quiet machine on which the targets in milliseconds were set and pipecat's figures measured. A machine shared with others
/// changes its speed by a factor of two within minutes, so it is taken before and after each measurement.
struct MachineSpeed {
    static let reference = 0.053

    /// CPU seconds of the yardstick, or nil if ffmpeg is not installed.
    static func yardstick() throws -> Double? {
        guard let ffmpeg = ChildRun.find("ffmpeg") else { return nil }
        return try (0..<7).map { _ in try ChildRun.of(ffmpeg, ["-version"]).cpuSeconds }.percentile(0.5)
    }

    /// How much longer everything took during the measurement than on the reference machine; 1 if that is not known.
    static func slowness(during measurement: () async throws -> Void) async throws -> Double {
        let before = try yardstick()
        try await measurement()
        guard let before, let after = try yardstick() else { return 1 }
        return (before + after) / 2 / reference
    }
}
