package import Captions
package import Conversations
internal import Language
internal import Providers

/// Makes the cues of a conversation that comes from a caption file. Each has the times, the place and the styles of its original.
///
/// A sentence that runs over several cues was translated as a whole, and is laid out over the same cues again (``CueDistribution``).
/// If a text could not be translated, its original is shown.
package struct GivenCueBuilder: CueMaking {
    /// What one part of a cue shows.
    private struct Shown {
        var part: CuePart
        var languages: [LanguageCode]
        /// The original's lines, then those of the translation; a side that is not shown is nil.
        var sides: [[StyledText]?]
    }

    private let style: CaptionStyle
    private let profile: CaptionProfile
    private let format: String?
    package private(set) var tally = CaptionTally()
    /// The parts of cues that may get more parts.
    private var open: [Shown] = []

    package init(style: CaptionStyle, profile: CaptionProfile, head: CaptionHead?) {
        self.style = style
        self.profile = profile
        format = head?.format
    }

    package mutating func add(_ record: UtteranceRecord) -> [CaptionCue] {
        let first = record.utterance.cues.first?.cue ?? 0
        let settled = close { $0 < first }
        open += shown(record)
        return settled
    }

    package mutating func finish() -> [CaptionCue] { close { _ in true } }

    /// Makes cues of the open parts if their numbers are settled.
    private mutating func close(where isSettled: (Int) -> Bool) -> [CaptionCue] {
        let count = open.firstIndex { !isSettled($0.part.cue) } ?? open.count
        defer { open.removeFirst(count) }
        var cues: [CaptionCue] = []
        var rest = open[..<count]
        while let number = rest.first?.part.cue {
            let parts = rest.prefix { $0.part.cue == number }
            rest = rest.dropFirst(parts.count)
            if let cue = cue(of: Array(parts)) { cues.append(cue) }
        }
        return cues
    }

    private mutating func cue(of parts: [Shown]) -> CaptionCue? {
        guard let first = parts.first else { return nil }
        let parts = withVoices(parts)
        // Of two languages in one cue, each stays together.
        let sides = first.languages.indices.compactMap { side -> (language: LanguageCode, lines: [StyledText])? in
            var lines: [StyledText] = []
            for shown in parts {
                for (index, line) in (shown.sides[side] ?? []).enumerated() {
                    if index == 0, !shown.part.beginsLine, var last = lines.popLast() {
                        last.append(line)
                        lines.append(last)
                    } else {
                        lines.append(line)
                    }
                }
            }
            return lines.isEmpty ? nil : (first.languages[side], lines)
        }
        let lines = sides.flatMap { side in side.lines.map { ($0, side.language) } }.filter { !$0.0.isEmpty }
        guard !lines.isEmpty || first.part.native["Raw"] != nil else { return nil }
        var cue = CaptionCue(
            start: first.part.start, end: first.part.end, lines: lines.map(\.0.text), voice: voice(of: parts),
            languages: lines.map(\.1))
        cue.styled = lines.map(\.0)
        (cue.alignment, cue.native, cue.nativeFormat) = (first.part.alignment, first.part.native, format)
        let columns = sides.map { side in
            (
                side.language,
                side.lines.reduce(0) { $0 + CaptionText($1.text, language: side.language, profile: profile).width }
            )
        }
        tally.add(columns, shownFor: first.part.end - first.part.start, by: profile)
        return cue
    }

    /// The parts with the names of their voices in their lines, if there are several voices.
    private func withVoices(_ parts: [Shown]) -> [Shown] {
        guard Set(parts.map(\.part.voice)).count > 1 else { return parts }
        return parts.map { shown in
            guard let voice = shown.part.voice else { return shown }
            var named = shown
            named.sides = shown.sides.map { lines in lines?.map { line in line.styled { $0.voice = voice } } }
            return named
        }
    }

    /// The voice of all parts; nil if they have different ones, which their lines name then.
    private func voice(of parts: [Shown]) -> String? {
        let voices = Set(parts.map(\.part.voice))
        return voices.count == 1 ? parts.first?.part.voice : nil
    }

    // MARK: Texts

    private mutating func shown(_ record: UtteranceRecord) -> [Shown] {
        let parts = record.utterance.cues
        let source = record.utterance.direction.pair.from
        let passage = CaptionPassage(parts: parts, line: 0)
        let translation = style == .source ? nil : record.translation
        let languages = [source, translation?.language ?? source]
        var shown = parts.map { Shown(part: $0, languages: languages, sides: [nil, nil]) }
        if translation == nil || style == .bilingual {
            // A user may have corrected the text.
            let said = record.saidText.flatMap { $0 == passage.text(in: source) ? nil : $0 }
            let own = said.map { lines(of: $0, in: source, over: parts, from: source) } ?? parts.map { original($0) }
            for index in shown.indices { shown[index].sides[0] = own[index] }
        }
        if let translation {
            let own = lines(of: translation.text, in: translation.language, over: parts, from: source)
            for index in shown.indices { shown[index].sides[1] = own[index] }
        }
        return shown
    }

    /// The lines of a part as the file has them.
    private func original(_ part: CuePart) -> [StyledText] {
        guard !part.text.isEmpty || !part.before.isEmpty || !part.after.isEmpty else { return [] }
        return enclosed(part.text.lines, part)
    }

    /// The lines with the signs around the part.
    private func enclosed(_ lines: [StyledText], _ part: CuePart) -> [StyledText] {
        var lines = lines.isEmpty ? [StyledText()] : lines
        let outer = part.text.wholeStyle?.look ?? TextStyle()
        if !part.before.isEmpty {
            var first = StyledText(part.before, outer)
            first.append(lines[0])
            lines[0] = first
        }
        lines[lines.count - 1].append(part.after, outer)
        return lines
    }

    /// The lines of a text over the parts.
    private mutating func lines(
        of text: String, in language: LanguageCode, over parts: [CuePart], from source: LanguageCode
    ) -> [[StyledText]] {
        let places = parts.indices.filter { !parts[$0].flat.isEmpty }
        let pieces = CueDistribution(
            text, in: language, over: places.map { parts[$0].flat }, from: source, profile: profile
        ).pieces
        var lines = parts.map { original($0) }
        for (place, piece) in zip(places, pieces) {
            let part = parts[place]
            let layout = CaptionLayout(
                piece, language: language, profile: profile, linesPerPart: profile.lines)
            lines[place] = enclosed(layout.allLines.map { styled($0, as: part) }, part)
        }
        return lines
    }

    /// A line of a translation in the styles of its original: all of it, or the words that both have.
    private mutating func styled(_ line: String, as part: CuePart) -> StyledText {
        if let style = part.text.wholeStyle { return StyledText(line, style.look) }
        var styled = StyledText(line)
        for run in part.text.runs where !run.style.look.isPlain {
            let word = run.text.trimmingSpaces
            guard !word.isEmpty else { continue }
            guard let found = line.uniqueRange(of: word), styled.runs.count == 1 else {
                tally.unplacedStyles += 1
                continue
            }
            styled = StyledText(String(line[..<found.lowerBound]))
            styled.append(word, run.style.look)
            styled.append(String(line[found.upperBound...]))
        }
        return styled
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The only place of a text in this one; nil if there is none, or several.
    fileprivate func uniqueRange(of text: String) -> Range<Index>? {
        let found = ranges(of: text)
        return found.count == 1 ? found.first : nil
    }
}
