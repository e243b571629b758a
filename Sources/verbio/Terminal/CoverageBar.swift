import Conversations
import Providers

/// The outcome of every voiced millisecond, as a bar: `█` spoken, `▒` both texts, `░` source text only, `·` dropped, `×`
/// failed, and a blank for what is still pending.
struct CoverageBar {
    static let width = 30

    let text: String

    init(_ coverage: Coverage) {
        func failed(_ stage: Stage) -> Int { coverage.failedMilliseconds[stage.rawValue] ?? 0 }
        let parts: [(Character, Int)] = [
            ("█", coverage.spokenMilliseconds), ("▒", coverage.textOnlyMilliseconds + failed(.synthesis)),
            ("░", failed(.translation)), ("·", coverage.droppedMilliseconds.values.reduce(0, +)),
            ("×", failed(.recognition)),
        ]
        let total = max(1, coverage.voicedMilliseconds)
        var bar = ""
        var passed = 0
        for (mark, milliseconds) in parts where milliseconds > 0 {
            passed += milliseconds
            let end = min(Self.width, Int((Double(passed) / Double(total) * Double(Self.width)).rounded()))
            // Each part that is not zero gets at least one mark, however short it is.
            bar += String(repeating: mark, count: max(bar.count < Self.width ? 1 : 0, end - bar.count))
        }
        text = bar + String(repeating: " ", count: max(0, Self.width - bar.count))
    }
}
