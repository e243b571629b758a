import Plumbing

/// Measures Verbio and prints one line per figure: the figure, its target, and what it was measured against.
///
///     swift run -c release Benchmarks [NAME…]
///
/// with the names below; all of them if none is given.
@main
struct Benchmarks {
    static func main() async throws {
        // `verbio` does the same: one heap costs a client of many threads more than it costs a reader of files.
        Allocator.keepFreedPages()
        let all: [(name: String, run: () async throws -> [Figure])] = [
            ("latency", AddedLatency.measure), ("stages", StageLatency.measure), ("burst", Burst.measure),
            ("file-mode", FileMode.measure), ("start", StartUp.measure), ("front-end", FrontEnd.measure),
            ("memory", AnalysisMemory.measure), ("vad", SpeechDetection.measure), ("client", ClientOverhead.measure),
            ("calls", ProviderCalls.measure), ("local", LocalRecognition.measure),
            ("tokens", TokenCheck.measure),
            ("offline", OfflineTranslation.measure),
        ]
        // What `front-end` runs in separate processes.
        if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "pass" {
            return try await FrontEnd.pass(CommandLine.arguments[2], CommandLine.arguments[3])
        }
        let chosen = Set(CommandLine.arguments.dropFirst())
        for benchmark in all where chosen.isEmpty || chosen.contains(benchmark.name) {
            for figure in try await benchmark.run() { print(figure.line) }
        }
    }
}

/// One measured figure.
struct Figure {
    var name: String
    var value: Double
    var unit: String
    var target: Double
    /// Whether more is better.
    var atLeast = false
    var note = ""

    var line: String {
        let met = atLeast ? value >= target : value <= target
        let relation = atLeast ? "≥" : "≤"
        return "\(met ? "met   " : "MISSED") \(name): \(rounded(value)) \(unit) (target \(relation) \(rounded(target)))"
            + (note.isEmpty ? "" : "; \(note)")
    }

    private func rounded(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let digits = abs(value) >= 100 ? 1.0 : 1_000.0
        let scaled = (value * digits).rounded() / digits
        return scaled == scaled.rounded() ? String(Int(scaled)) : String(scaled)
    }
}

extension Double {
    /// With two decimals.
    var brief: String { String((self * 100).rounded() / 100) }
}

extension [Double] {
    /// The value below which a share of the sorted values lies.
    func percentile(_ share: Double) -> Double {
        let sorted = self.sorted()
        guard !sorted.isEmpty else { return .nan }
        return sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}
