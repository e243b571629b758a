internal import Language

/// Repairs what breaks a profile: lines, cues that hold too much, times and gaps. The text never changes, only its white space.
///
/// ```swift
/// let repair = CaptionRepair(CaptionCheck(.netflix, languages: LineLanguages([.en])))
/// let repaired = repair.repaired(script.cues)
/// ```
package struct CaptionRepair: Sendable {
    private let check: CaptionCheck
    private let step: Int

    /// - Parameter step: the step of the format's times, in milliseconds.
    package init(_ check: CaptionCheck, step: Int = 1) {
        self.check = check
        self.step = max(1, step)
    }

    /// Cues settle in one round, unless one that moved leaves room for another.
    private static let rounds = 4

    /// The cues in the order of time. Those that keep the profile stay as they are, and so do comments and drawings.
    ///
    /// - Parameter cues: in the order of time, each with its end.
    package func repaired(_ cues: [ReadCue]) -> [ReadCue] {
        var cues = cues
        for _ in 0..<Self.rounds {
            let next = round(cues)
            if next == cues { break }
            cues = next
        }
        return cues
    }

    private func round(_ cues: [ReadCue]) -> [ReadCue] {
        var lanes: [CuePlace: [ReadCue]] = [:]
        var order: [CuePlace] = []
        for cue in cues where cue.isShown {
            let place = CuePlace(cue)
            if lanes[place] == nil { order.append(place) }
            lanes[place, default: []].append(cue)
        }
        let shown = order.flatMap { settled(lanes[$0] ?? []) }
        let all = cues.filter { !$0.isShown } + shown
        return all.enumerated().sorted {
            ($0.element.start, $0.element.line, $0.offset) < ($1.element.start, $1.element.line, $1.offset)
        }.map(\.element)
    }

    private func settled(_ lane: [ReadCue]) -> [ReadCue] {
        let relayout = CueRelayout(check)
        let merged = merged(lane)
        var cues: [ReadCue] = []
        for (index, cue) in merged.enumerated() {
            let next = index + 1 < merged.count ? merged[index + 1].start : nil
            cues += relayout.cues(of: cue, before: next).map { piece in
                var piece = piece
                (piece.start, piece.end) = (piece.start / step * step, piece.end.map { $0 / step * step })
                return piece
            }
        }
        return CueRetiming(check, step: step).settled(cues)
    }

    /// Cues of one place with the same times become one, if it has the lines. The lower of two languages is often such a cue.
    private func merged(_ lane: [ReadCue]) -> [ReadCue] {
        var cues: [ReadCue] = []
        for cue in lane {
            guard let last = cues.last, last.start == cue.start, last.shownFor == cue.shownFor, last.voice == cue.voice
            else {
                cues.append(cue)
                continue
            }
            let both = last.showing(last.shownLines + cue.shownLines)
            let broken = Set((check.alone(last) + check.alone(cue)).map(\.rule))
            if Set(check.alone(both).map(\.rule)).isSubset(of: broken) {
                cues[cues.count - 1] = both
            } else {
                cues.append(cue)
            }
        }
        return cues
    }
}
