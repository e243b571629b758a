import Foundation

/// What `verbio analyze` keeps in memory: more than the program itself has at its start, and whether it grows with the
/// recording.
enum AnalysisMemory {
    private static let minutes = (short: 10, long: 240)
    /// The same run differs by a megabyte, as threads come and go.
    private static let rounds = 7

    static func measure() async throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-memory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let start = try peak(["--version"])
        let short = try peak(minutes: minutes.short, in: folder)
        let long = try peak(minutes: minutes.long, in: folder)
        let note = "\(start.brief) MB at the start, \(short.brief) for 10 min, \(long.brief) for 4 h"
        return [
            Figure(
                name: "analyze, memory beyond the start", value: max(short, long) - start, unit: "MB", target: 24,
                note: note),
            Figure(name: "analyze, memory for 4 h against 10 min", value: long / short, unit: "×", target: 1.02),
        ]
    }

    /// With waveform data, as fine as pictures have it.
    private static func peak(minutes: Int, in folder: URL) throws -> Double {
        let recording = folder.appending(path: "\(minutes).wav")
        try RecordedHours.write(seconds: minutes * 60, to: recording)
        defer { try? FileManager.default.removeItem(at: recording) }
        return try peak(["analyze", recording.path, "--peaks", folder.appending(path: "\(minutes).dat").path])
    }

    /// Megabytes, the median.
    private static func peak(_ arguments: [String]) throws -> Double {
        try (0..<rounds).map { _ in
            let run = try ChildRun.withMemory(ChildRun.verbio, arguments)
            guard run.status == 0 else { throw Failed(status: run.status) }
            return run.peakMegabytes
        }.percentile(0.5)
    }

    struct Failed: Error { let status: Int32 }
}
