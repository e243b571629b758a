import Audio
import Plumbing

/// The line of a terminal that shows how loud a microphone is: `0:05  listening  ▮▮▮▮▮▯▯▯▯▯  -24 dBFS`.
struct LevelLine {
    /// Seconds of sound that have arrived.
    let heard: Double
    /// The newest peak; nil if no sound has arrived.
    let peakDBFS: Double?
    /// The engine that is being started; nil if none is.
    let starting: String?

    /// The level at which the meter is empty, and that of a step (dB).
    private static let floor = -60.0
    private static let step = 6.0

    var text: String {
        let work = starting.map { "starting \($0)…" } ?? "listening"
        guard let peakDBFS else { return "\(clockTime(heard))  \(work)  no sound yet" }
        let steps = Int(-Self.floor / Self.step)
        let filled = min(steps, max(0, Int(((peakDBFS - Self.floor) / Self.step).rounded(.up))))
        let meter = String(repeating: "▮", count: filled) + String(repeating: "▯", count: steps - filled)
        return "\(clockTime(heard))  \(work)  \(meter)  \(Int(peakDBFS.rounded())) dBFS"
    }
}
