/// A page of measurements in Prometheus' text format, version 0.0.4, which OpenTelemetry collectors read, too.
///
/// It consists of families of samples, each sample with its labels.
struct MetricText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Labels in the order they are written.
    typealias Labels = [(name: String, value: String)]

    private(set) var text = ""

    /// The two lines that come before a family's samples.
    mutating func family(_ name: String, _ type: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    mutating func sample(_ name: String, _ labels: Labels = [], _ value: some LosslessStringConvertible) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(value)\n"
    }

    mutating func histogram(_ name: String, _ labels: Labels, _ histogram: Histogram) {
        var sum = 0
        for (bound, count) in zip(Histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
            sum += count
            sample("\(name)_bucket", labels + [("le", bound)], sum)
        }
        self.sample("\(name)_sum", labels, histogram.sum)
        self.sample("\(name)_count", labels, sum)
    }

    private static func escaped(_ value: String) -> String {
        value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

/// How often a duration fell into each of a few ranges.
struct Histogram: Sendable {
    /// The upper bounds of the ranges in seconds; longer durations have their own range.
    ///
    /// They reach from an engine of this machine, or finished work, to a call that ran into its deadline.
    static let bounds = [0.001, 0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

    /// One count for each bound and one for longer durations.
    private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// Seconds.
    private(set) var sum = 0.0

    mutating func record(seconds: Double) {
        guard seconds.isFinite else { return }
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }
}
