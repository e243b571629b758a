/// The time over which the parts of a text are shown one after the other.
package struct CueSpan: Sendable {
    /// Milliseconds from the beginning of the recording.
    package var start: Int
    package var end: Int
    package let profile: CaptionProfile

    /// A cue that lasts less than a second goes by too fast to be seen well.
    package static let brief = 1_000
    /// Cues of a second and a half do not flicker.
    private static let comfortable = 1_500

    package init(start: Int, end: Int, profile: CaptionProfile) {
        self.start = start
        self.end = max(start, end)
        self.profile = profile
    }

    /// The minimum number of cues, so that none lasts longer than the profile allows.
    package var minimumParts: Int { max(1, (end - start + profile.longest - 1) / profile.longest) }

    /// The maximum number of cues without flicker.
    package var comfortableParts: Int { (end - start) / Self.comfortable }

    /// The columns of a text that are said in a second.
    package func columnsOfASecond(_ text: CaptionText) -> Int {
        (text.columnsBefore.last ?? 0) * Self.brief / max(1, end - start)
    }

    /// The start of each part, and the end of the last one: one more time than there are parts. Every part gets at least the
    /// shortest time, and a second if the span is long enough for that. If the span is too short for the shortest times, it is
    /// extended.
    ///
    /// - Parameter spoken: the time at which what follows so many letters of so many is said; nil if that is not known.
    package func times(
        of parts: [Range<Int>], in text: CaptionText, spoken: (_ letters: Int, _ total: Int) -> Int? = { _, _ in nil }
    ) -> [Int] {
        let letters = text.lettersBefore.last ?? 0
        let columns = max(1, text.columnsBefore.last ?? 1)
        return settled(
            parts.map { part in
                spoken(text.lettersBefore[part.lowerBound], letters)
                    ?? start + (end - start) * text.columnsBefore[part.lowerBound] / columns
            })
    }

    /// The same for parts with so many columns each.
    package func times(ofColumns columns: [Int]) -> [Int] {
        let all = max(1, columns.reduce(0, +))
        var before = 0
        return settled(
            columns.map { own in
                defer { before += own }
                return start + (end - start) * before / all
            })
    }

    /// The times with room for each part.
    ///
    /// - Parameter wanted: the start of each part.
    private func settled(_ wanted: [Int]) -> [Int] {
        let count = wanted.count
        let end = max(self.end, start + count * profile.shortest)
        let least = max(profile.shortest, min(Self.brief + profile.gap, (end - start) / max(1, count)))
        var times = wanted + [end]
        if let first = times.indices.first { times[first] = start }
        for index in 1..<max(1, count) { times[index] = max(times[index], times[index - 1] + least) }
        for index in stride(from: count - 1, to: 0, by: -1) {
            times[index] = min(times[index], times[index + 1] - least)
        }
        return times
    }
}
