/// Gives the cues of one place their times anew: into the room that there is, with gaps, and never overlapping.
///
/// A cue that keeps the profile stays as it is. The end of a cue moves first. The beginning of the next one moves only by time
/// that this one can spare, so that no delay adds up.
struct CueRetiming {
    let check: CaptionCheck
    /// The step of the format's times, in milliseconds.
    let step: Int
    private var profile: CaptionProfile { check.profile }

    /// How much later than in the file a cue may begin, in milliseconds: three frames, by which Netflix lets it differ from the
    /// sound at need (Timed Text Style Guide, General Requirements).
    private var latest: Int { Int(3 * profile.frame) }

    init(_ check: CaptionCheck, step: Int) {
        self.check = check
        self.step = step
    }

    /// - Parameter cues: all in one place, in the order of time.
    func settled(_ given: [ReadCue]) -> [ReadCue] {
        var cues = given
        for index in cues.indices {
            let start = cues[index].start
            let end = start + cues[index].shownFor
            let wanted = wantedEnd(of: cues[index])
            guard index + 1 < cues.count else {
                cues[index].end = wanted
                continue
            }
            let next = cues[index + 1]
            let limit = down(next.start - profile.gap)
            if wanted <= limit {
                cues[index].end = wanted
                continue
            }
            let needed = up(start + self.needed(cues[index]))
            let spare = self.spare(cues, at: index + 1)
            var settled: Int
            if end <= limit {
                settled = max(end, needed <= limit + spare ? needed : limit)
            } else if needed <= limit {
                settled = limit
            } else if min(needed, end) <= limit + spare {
                settled = min(max(needed, limit), limit + spare)
            } else if end <= next.start {
                // Without time to spare, the gap stays too short rather than the text unread.
                settled = end
            } else {
                settled = max(limit + spare, min(next.start, start + profile.shortest))
                if settled <= start {
                    settled = start + max(up(Int(profile.frame)), min(profile.shortest, down(next.shownFor / 2)))
                }
            }
            settled = max(settled, start + (end > start ? 0 : step))
            cues[index].end = settled
            if settled > next.start { cues[index + 1].start = settled }
            if settled > limit, settled <= limit + spare { cues[index + 1].start = up(settled + profile.gap) }
            cues[index + 1].end = max(next.start + next.shownFor, cues[index + 1].start + step)
        }
        return cues
    }

    /// When the cue would disappear if nothing followed.
    private func wantedEnd(of cue: ReadCue) -> Int {
        let end = cue.start + cue.shownFor
        let needed = up(cue.start + needed(cue))
        let longest = down(cue.start + profile.longest)
        if end > longest, Double(end - longest) > profile.frame / 2, needed <= longest { return longest }
        let broken = check.alone(cue).contains { $0.rule == .readingSpeed || $0.rule == .shortestTime }
        return broken ? max(end, min(needed, longest)) : end
    }

    /// The least time on the screen that the profile asks for, in milliseconds.
    private func needed(_ cue: ReadCue) -> Int {
        CueSide.all(of: cue, check.languages).map {
            profile.neededTime(columns: $0.columns(profile), in: $0.language)
        }.max() ?? profile.shortest
    }

    /// By how much a cue may begin later and still be read.
    private func spare(_ cues: [ReadCue], at index: Int) -> Int {
        let cue = cues[index]
        let last =
            index + 1 < cues.count
            ? cues[index + 1].start - profile.gap : cue.start + max(cue.shownFor, needed(cue) + latest)
        let room = down(last - cue.start) - up(needed(cue))
        return down(max(0, min(latest, room)))
    }

    private func down(_ time: Int) -> Int { Int((Double(time) / Double(step)).rounded(.down)) * step }
    private func up(_ time: Int) -> Int { Int((Double(time) / Double(step)).rounded(.up)) * step }
}
