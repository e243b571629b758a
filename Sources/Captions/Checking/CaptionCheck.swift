internal import FoundationEssentials
internal import Language

/// Finds the cues that break a profile.
///
/// Times are compared to half a frame. A viewer of two languages reads one of them, so lines and reading speed count in each
/// language by itself.
package struct CaptionCheck: Sendable {
    package let profile: CaptionProfile
    package let languages: LineLanguages

    package init(_ profile: CaptionProfile, languages: LineLanguages) {
        self.profile = profile
        self.languages = languages
    }

    /// - Parameter cues: in the order of time, each with its end.
    package func findings(in cues: [ReadCue]) -> CaptionFindings {
        var findings: [CaptionFinding] = []
        for (index, cue) in cues.enumerated() where cue.isShown {
            findings += alone(cue, number: index + 1)
        }
        findings += between(cues)
        return CaptionFindings(
            all: findings.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
                .map(\.element),
            cues: cues.count(where: \.isShown))
    }

    // MARK: A cue by itself

    /// What a cue breaks whatever is around it.
    func alone(_ cue: ReadCue, number: Int = 1) -> [CaptionFinding] {
        let sides = CueSide.all(of: cue, languages)
        return lines(of: cue, sides, number) + breaks(in: cue, number) + times(of: cue, sides, number)
    }

    private func lines(of cue: ReadCue, _ sides: [CueSide], _ number: Int) -> [CaptionFinding] {
        var findings: [CaptionFinding] = []
        var row = 0
        for side in sides {
            let limits = profile.limits(of: side.language)
            for line in side.lines {
                row += 1
                let width = limits.width(of: line.text)
                guard width > limits.columns else { continue }
                let (value, limit) = (limits.characters(width), limits.characters(limits.columns))
                findings.append(
                    finding(
                        .lineLength, cue, number, value, limit, "characters",
                        "line \(row) has \(value.short) characters, at most \(limit.short)"))
            }
        }
        for language in Set(sides.map(\.language)).sorted(by: { $0.rawValue < $1.rawValue }) {
            let count = sides.filter { $0.language == language }.reduce(0) { $0 + $1.lines.count }
            guard count > profile.lines else { continue }
            findings.append(
                finding(
                    .lineCount, cue, number, Double(count), Double(profile.lines), "lines",
                    "\(count) lines, at most \(profile.lines)"))
        }
        return findings
    }

    private func breaks(in cue: ReadCue, _ number: Int) -> [CaptionFinding] {
        var row = 0
        var findings: [CaptionFinding] = []
        for block in CueBlock.all(of: cue, languages) {
            defer { row += block.lines.count }
            guard let place = block.badBreak(profile) else { continue }
            let word = block.lines[place].text.split(separator: " ").last ?? ""
            findings.append(
                finding(
                    .lineBreak, cue, number, nil, nil, "",
                    "line \(row + place + 1) ends with '\(word)', which belongs to what follows"))
        }
        return findings
    }

    private func times(of cue: ReadCue, _ sides: [CueSide], _ number: Int) -> [CaptionFinding] {
        var findings: [CaptionFinding] = []
        let length = cue.shownFor
        let fastest = sides.map { side -> (speed: Double, limit: Double, language: LanguageCode) in
            let limits = profile.limits(of: side.language)
            return (
                limits.characters(side.columns(profile)) * 1_000 / max(1, Double(length)),
                limits.characters(limits.columnsPerSecond), side.language
            )
        }.max { $0.speed / $0.limit < $1.speed / $1.limit }
        if let fastest, fastest.speed * max(1, Double(length)) > fastest.limit * (Double(length) + profile.frame / 2) {
            findings.append(
                finding(
                    .readingSpeed, cue, number, fastest.speed, fastest.limit, "characters a second",
                    "\(fastest.speed.short) characters a second, at most \(fastest.limit.short) in "
                        + fastest.language.englishName))
        }
        let seconds = Double(length) / 1_000
        if Double(length) + profile.frame / 2 < Double(profile.shortest) {
            let limit = Double(profile.shortest) / 1_000
            findings.append(
                finding(
                    .shortestTime, cue, number, seconds, limit, "seconds",
                    "\(seconds.exact) s on the screen, at least \(limit.exact)"))
        }
        if Double(length) - profile.frame / 2 > Double(profile.longest) {
            let limit = Double(profile.longest) / 1_000
            findings.append(
                finding(
                    .longestTime, cue, number, seconds, limit, "seconds",
                    "\(seconds.exact) s on the screen, at most \(limit.exact)"))
        }
        return findings
    }

    // MARK: Cues and their neighbours

    private func between(_ cues: [ReadCue]) -> [CaptionFinding] {
        var findings: [CaptionFinding] = []
        // The cue of each place that ends last so far.
        var last: [CuePlace: Int] = [:]
        for (index, cue) in cues.enumerated() where cue.isShown {
            let place = CuePlace(cue)
            let end = cue.start + cue.shownFor
            if let before = last[place] {
                let earlier = cues[before]
                let pause = cue.start - earlier.start - earlier.shownFor
                let frames = (Double(pause) / profile.frame).rounded()
                if pause < 0 {
                    let overlap = Double(-pause) / 1_000
                    findings.append(
                        finding(
                            .overlap, cue, index + 1, overlap, 0, "seconds",
                            "begins \(overlap.exact) s before the end of cue \(before + 1)"))
                } else if Int(frames) < profile.gapFrames {
                    findings.append(
                        finding(
                            .gap, earlier, before + 1, frames, Double(profile.gapFrames), "frames",
                            "\(frames.short) \(frames == 1 ? "frame" : "frames") before cue \(index + 1), at least "
                                + "\(profile.gapFrames)"))
                }
                if end < earlier.start + earlier.shownFor { continue }
            }
            last[place] = index
        }
        return findings
    }

    private func finding(
        _ rule: CaptionFinding.Rule, _ cue: ReadCue, _ number: Int, _ value: Double?, _ limit: Double?, _ unit: String,
        _ what: String
    ) -> CaptionFinding {
        CaptionFinding(
            rule: rule, number: number, line: cue.line, start: cue.start, end: cue.start + cue.shownFor, value: value,
            limit: limit, unit: unit, what: what)
    }
}

extension CaptionLimits {
    /// Columns as the characters that the guides count.
    package func characters(_ columns: Int) -> Double { Double(columns) / Double(columnsPerCharacter) }
}

extension Double {
    /// With one digit after the point, unless it is 0.
    fileprivate var short: String {
        let tenths = Int((self * 10).rounded(.up))
        return tenths.isMultiple(of: 10) ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }

    /// With all digits of a millisecond.
    fileprivate var exact: String {
        let thousandths = Int((self * 1_000).rounded())
        var text = "\(thousandths / 1_000).\(CueTime.padded(thousandths % 1_000, to: 3))"
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
