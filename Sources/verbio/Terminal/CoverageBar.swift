import Conversations

/// What became of every voiced millisecond, as a bar: `█` spoken, `▒` text only, `·` dropped, `×` failed, and a blank for what
/// is still pending.
struct CoverageBar {
    static let width = 30

    let text: String

    init(_ coverage: Coverage) {
        let parts: [(Character, Int)] = [
            ("█", coverage.spokenMilliseconds), ("▒", coverage.textOnlyMilliseconds),
            ("·", coverage.droppedMilliseconds.values.reduce(0, +)),
            ("×", coverage.failedMilliseconds.values.reduce(0, +)),
        ]
        let total = max(1, coverage.voicedMilliseconds)
        var bar = ""
        var passed = 0
        for (mark, milliseconds) in parts where milliseconds > 0 {
            passed += milliseconds
            let end = min(Self.width, Int((Double(passed) / Double(total) * Double(Self.width)).rounded()))
            // Whatever there is can be seen, be it ever so short.
            bar += String(repeating: mark, count: max(bar.count < Self.width ? 1 : 0, end - bar.count))
        }
        text = bar + String(repeating: " ", count: max(0, Self.width - bar.count))
    }
}
