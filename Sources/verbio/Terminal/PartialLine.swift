import Conversations
import Glibc
import Language
import Plumbing

/// The line of a terminal with the words that are being said.
///
/// Stable words are shown as usual and tentative ones dim, unless `NO_COLOR` is set. If the words do not fit, their end is shown.
struct PartialLine {
    let partial: Partial
    /// Seconds by which the words are behind the speaker; shown if more than one.
    var lag = 0.0
    let width: Int
    var dims = getenv("NO_COLOR") == nil

    var text: String {
        let behind = lag > 1 ? " +\((lag * 10).rounded() / 10) s" : ""
        let head = "[\(clockTime(partial.start))\(behind)] \(partial.language?.rawValue ?? "?")  "
        let room = max(1, width - head.columns - 1)
        let (stable, tentative) = (partial.stable.printableOnOneLine, partial.tentative.printableOnOneLine)
        let shown = Self.end(of: stable + tentative, columns: room)
        let newest = String(shown.suffix(tentative.count))
        let known = String(shown.dropLast(newest.count))
        return head + known + (dims && !newest.isEmpty ? "\u{1B}[2m\(newest)\u{1B}[0m" : newest)
    }

    private static func end(of text: String, columns: Int) -> String {
        guard text.columns > columns else { return text }
        var (kept, used): ([Character], Int) = ([], 1)
        for character in text.reversed() {
            let wide = String(character).columns
            guard used + wide <= columns else { break }
            used += wide
            kept.append(character)
        }
        return "…" + String(kept.reversed())
    }
}
