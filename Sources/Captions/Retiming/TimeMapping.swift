package import Plumbing

/// Where the times of captions move: a shift, another frame rate, or points that are known to belong together.
package struct TimeMapping: Sendable, Hashable {
    /// Old and new times in milliseconds, both in ascending order. Between two points, times move in proportion; before the first
    /// and after the last one as between the nearest two.
    private let points: [Point]

    private struct Point: Hashable {
        var old: Double
        var new: Double
    }

    /// All times later by so many milliseconds, or earlier.
    package init(shift: Int) { points = [Point(old: 0, new: Double(shift))] }

    /// Times that were counted in frames at one rate, at another rate.
    ///
    /// - Throws: `Problem` of kind `usage`, code `captions.frame-rate`.
    package init(framesAt old: Double, to new: Double) throws(Problem) {
        for rate in [old, new] where !(1...1_000).contains(rate) {
            throw Problem(
                .usage, "captions.frame-rate", "\(rate) is no number of frames a second",
                cure: "give a rate from 1 to 1000, such as 23.976 or 25")
        }
        points = [Point(old: 0, new: 0), Point(old: 1_000_000, new: 1_000_000 * old / new)]
    }

    /// - Parameter points: old and new times in milliseconds; one point shifts all times.
    /// - Throws: `Problem` of kind `usage`, code `captions.points`, if there is none, or times go back.
    package init(points: [(old: Int, new: Int)]) throws(Problem) {
        let sorted = points.sorted { $0.old < $1.old }
        guard !sorted.isEmpty else {
            throw Problem(
                .usage, "captions.points", "there is no point to go by",
                cure: "give --at OLD=NEW, such as --at 1:00=1:02")
        }
        for (one, next) in zip(sorted, sorted.dropFirst()) where next.old <= one.old || next.new <= one.new {
            throw Problem(
                .usage, "captions.points",
                "\(CueTime.clock(one.old, separator: "."))=\(CueTime.clock(one.new, separator: ".")) and "
                    + "\(CueTime.clock(next.old, separator: "."))=\(CueTime.clock(next.new, separator: ".")) are not in "
                    + "the same order",
                cure: "give later new times to later old times")
        }
        self.points = sorted.map { Point(old: Double($0.old), new: Double($0.new)) }
    }

    /// The new time, in milliseconds, rounded.
    package func callAsFunction(_ time: Int) -> Int {
        guard points.count > 1 else { return time + Int((points[0].new - points[0].old).rounded()) }
        let index = points.dropFirst().dropLast().firstIndex { $0.old > Double(time) } ?? points.count - 1
        let (from, to) = (points[index - 1], points[index])
        let moved = from.new + (Double(time) - from.old) * (to.new - from.new) / (to.old - from.old)
        return Int(max(-1e12, min(1e12, moved)).rounded())
    }

    /// The cues at their new times. Nothing else of them changes; times between words move too.
    ///
    /// - Throws: `Problem` of kind `usage`, code `captions.negative-time` or `captions.late-time`, if a cue would be outside of a film.
    package func moved(_ cues: [ReadCue]) throws(Problem) -> [ReadCue] {
        var moved: [ReadCue] = []
        for (index, given) in cues.enumerated() {
            var cue = given
            (cue.start, cue.end) = (self(given.start), given.end.map { self($0) })
            guard cue.start >= 0 else {
                throw Problem(
                    .usage, "captions.negative-time",
                    "cue \(index + 1) would begin \(CueTime.clock(-cue.start, separator: ".")) before the film",
                    cure: "move the times by less, or take out the cue of line \(cue.line)")
            }
            guard cue.start < CueTime.latest, cue.end ?? 0 < CueTime.latest else {
                throw Problem(
                    .usage, "captions.late-time", "cue \(index + 1) would end more than a year after the beginning",
                    cure: "move the times by less")
            }
            cue.source = cue.source.map(inner)
            moved.append(cue)
        }
        return moved
    }

    /// The text of a cue with its times between words moved: `<00:00:01.500>`.
    private func inner(_ source: String) -> String {
        var text = ""
        var rest = Substring(source)
        while let open = rest.firstIndex(of: "<") {
            text += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: ">"),
                let time = CueTime.parse(rest[rest.index(after: open)..<close])
            else {
                text += "<"
                rest = rest.dropFirst()
                continue
            }
            let separator = rest[..<close].contains(",") ? "," : "."
            text += "<\(CueTime.clock(self(time), separator: separator))>"
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}
