internal import Language

/// Lays the text of a cue out anew: on better lines, or over several cues if one does not hold it.
struct CueRelayout {
    let check: CaptionCheck
    private var profile: CaptionProfile { check.profile }

    init(_ check: CaptionCheck) { self.check = check }

    private static let ofLayout: Set<CaptionFinding.Rule> = [.lineLength, .lineCount, .lineBreak, .longestTime]

    /// The cue, or the cues that replace it. It stays as it is if nothing is wrong with its layout, or if what replaces it would
    /// break a rule that the cue keeps.
    ///
    /// - Parameter next: when the next cue in its place begins; nil if there is none.
    func cues(of cue: ReadCue, before next: Int?) -> [ReadCue] {
        let broken = Set(check.alone(cue).map(\.rule))
        guard !broken.isDisjoint(with: Self.ofLayout) else { return [cue] }
        let blocks = CueBlock.all(of: cue, check.languages)
        for candidate in [onLines(blocks, of: cue), split(blocks, cue, before: next)] {
            guard let candidate, keepsWords(candidate, of: blocks) else { continue }
            let left = Set(candidate.flatMap { check.alone($0).map(\.rule) })
            if left.isSubset(of: broken), left.intersection(Self.ofLayout) != broken.intersection(Self.ofLayout) {
                return candidate
            }
        }
        return [cue]
    }

    /// Whether no word is cut: a layout cuts those that are longer than a line.
    private func keepsWords(_ cues: [ReadCue], of blocks: [CueBlock]) -> Bool {
        guard !blocks.contains(where: { $0.language.isWrittenWithoutSpaces }) else { return true }
        func words(_ texts: [String]) -> [Substring] { texts.flatMap { $0.split(whereSeparator: \.isWhitespace) } }
        let shown = cues.flatMap { CueBlock.all(of: $0, check.languages) }
        let count = words(shown.flatMap { $0.lines.map(\.text) }).count
        return count == words(blocks.flatMap { $0.lines.map(\.text) }).count
    }

    /// All of it in one cue; nil if it has more lines then than a cue may have.
    private func onLines(_ blocks: [CueBlock], of cue: ReadCue) -> [ReadCue]? {
        var lines: [StyledText] = []
        for (_, own) in grouped(blocks) {
            let layouts = own.map { $0.layout(profile, lines: profile.lines) }
            guard layouts.allSatisfy({ $0.minimumParts <= 1 }) else { return nil }
            let rows = zip(own, layouts).map { $0.broken(into: $1.lines(0..<$1.atomCount)) }
            guard rows.reduce(0, { $0 + $1.count }) <= profile.lines else { return nil }
            lines += rows.joined()
        }
        return [cue.showing(lines)]
    }

    /// The blocks in each language, in the order of the cue.
    private func grouped(_ blocks: [CueBlock]) -> [(LanguageCode, [CueBlock])] {
        var groups: [(LanguageCode, [CueBlock])] = []
        for block in blocks {
            if groups.last?.0 == block.language {
                groups[groups.count - 1].1.append(block)
            } else {
                groups.append((block.language, [block]))
            }
        }
        return groups
    }

    // MARK: Several cues

    /// What one of several cues shows, and the columns by which it gets its share of the time.
    private struct Part {
        var lines: [StyledText]
        var columns: Int
        /// The least time to read it, in milliseconds.
        var needed: Int
    }

    private func split(_ blocks: [CueBlock], _ cue: ReadCue, before next: Int?) -> [ReadCue]? {
        let groups = grouped(blocks)
        let span = CueSpan(start: cue.start, end: cue.start + cue.shownFor, profile: profile)
        let parts: [Part]?
        switch groups.count {
        case 1: parts = groups.first.map { self.parts(of: $0.1, span) }
        // If nothing says that the file has two languages, a line in other letters may be a part of the text.
        case 2 where check.languages.languages.count == 2: parts = pairs(groups[0].1, groups[1].1, span)
        default: parts = nil
        }
        guard let parts, parts.count > 1 else { return nil }
        guard let times = times(of: parts, in: span, before: next) else { return nil }
        return parts.indices.map { index in
            var piece = cue.showing(parts[index].lines)
            (piece.start, piece.end) = (times[index], times[index + 1] - profile.gap)
            if index > 0 { piece.native["id"] = nil }
            return piece
        }
    }

    /// When each part begins, and the end of the last one with the gap behind it; nil if there is too little time.
    ///
    /// Time after the cue is used if its text needs it. If there is enough, each part has what it needs, and its share of the rest.
    private func times(of parts: [Part], in span: CueSpan, before next: Int?) -> [Int]? {
        let needed = parts.map { $0.needed + profile.gap }
        let all = needed.reduce(0, +)
        let wanted = span.start + all
        let end = max(span.end + profile.gap, min(wanted, next ?? wanted))
        let spare = end - wanted
        let columns = parts.map(\.columns)
        guard spare >= 0 else {
            guard end - span.start >= parts.count * (profile.shortest + profile.gap) else { return nil }
            return CueSpan(start: span.start, end: end, profile: profile).times(ofColumns: columns)
        }
        var times = [span.start]
        for (index, own) in needed.enumerated() {
            times.append(times[index] + own + spare * columns[index] / max(1, columns.reduce(0, +)))
        }
        times[parts.count] = end
        return times
    }

    /// The parts of blocks in one language. Parts of different blocks share a cue if it has the lines.
    private func parts(of blocks: [CueBlock], _ span: CueSpan) -> [Part] {
        var parts: [Part] = []
        for block in blocks {
            let layout = block.layout(profile, lines: profile.lines)
            // A text of one line is not divided only because it stays long.
            let isShort = blocks.count > 1 || layout.text.width <= layout.columns
            let ranges = layout.parts(
                atLeast: isShort ? 1 : span.minimumParts, comfortable: blocks.count > 1 ? 1 : span.comfortableParts)
            let rows = ranges.map { layout.lines($0) }
            var lines = block.broken(into: rows.flatMap { $0 })[...]
            for (index, range) in ranges.enumerated() {
                let own = Array(lines.prefix(rows[index].count))
                lines = lines.dropFirst(own.count)
                let columns = layout.text.width(range)
                let needed = profile.neededTime(columns: columns, in: block.language)
                if index == 0, ranges.count == 1, let last = parts.last, last.lines.count + own.count <= profile.lines {
                    parts[parts.count - 1] = Part(
                        lines: last.lines + own, columns: last.columns + columns,
                        needed: profile.neededTime(columns: last.columns + columns, in: block.language))
                } else {
                    parts.append(Part(lines: own, columns: columns, needed: needed))
                }
            }
        }
        return parts
    }

    /// The parts of a text and its translation, cut at places that correspond; nil if a side is no text of its own.
    private func pairs(_ upper: [CueBlock], _ lower: [CueBlock], _ span: CueSpan) -> [Part]? {
        guard upper.count == 1, lower.count == 1, let first = upper.first, let second = lower.first else { return nil }
        let layouts = (first.layout(profile, lines: profile.lines), second.layout(profile, lines: profile.lines))
        let cut = PairedLayout(layouts.0, layouts.1).parts(
            atLeast: span.minimumParts, comfortable: span.comfortableParts
        ) { _ in 0 }
        guard cut.source.count == cut.target.count else { return nil }
        let rows = (cut.source.map { layouts.0.lines($0) }, cut.target.map { layouts.1.lines($0) })
        var lines = (first.broken(into: rows.0.flatMap { $0 })[...], second.broken(into: rows.1.flatMap { $0 })[...])
        return cut.source.indices.map { index in
            let own = (lines.0.prefix(rows.0[index].count), lines.1.prefix(rows.1[index].count))
            lines = (lines.0.dropFirst(own.0.count), lines.1.dropFirst(own.1.count))
            let columns = (layouts.0.text.width(cut.source[index]), layouts.1.text.width(cut.target[index]))
            return Part(
                lines: Array(own.0 + own.1), columns: columns.0,
                needed: max(
                    profile.neededTime(columns: columns.0, in: first.language),
                    profile.neededTime(columns: columns.1, in: second.language)))
        }
    }
}

extension ReadCue {
    /// The same cue with other lines.
    func showing(_ lines: [StyledText]) -> ReadCue {
        var cue = self
        var text = StyledText()
        for (index, line) in lines.enumerated() {
            if index > 0 {
                let style = text.runs.last?.style
                text.append("\n", style == line.runs.first?.style ? style ?? TextStyle() : TextStyle())
            }
            text.append(line.singleSpaced)
        }
        cue.text = text
        cue.source = nil
        return cue
    }
}

extension StyledText {
    /// The text with one space instead of any white space.
    fileprivate var singleSpaced: StyledText {
        var text = StyledText()
        var isBehindSpace = false
        for run in runs {
            var piece = ""
            for character in run.text {
                let isSpace = character.isWhitespace && character != "\u{A0}" && character != "\u{202F}"
                if !isSpace { piece.append(character) } else if !isBehindSpace { piece.append(" ") }
                isBehindSpace = isSpace
            }
            text.append(piece, run.style)
        }
        return text
    }
}
