/// How a stretch of a caption is written, in terms that all formats share.
package struct TextStyle: Sendable, Hashable, Codable {
    package var isItalic = false
    package var isBold = false
    package var isUnderlined = false
    /// `#RRGGBB`, in upper case; nil for the colour of the player.
    package var color: String?
    /// The speaker that a voice span names; nil if it names none.
    package var voice: String?

    package init() {}

    package var isPlain: Bool { self == TextStyle() }

    /// The style without its voice.
    package var look: TextStyle {
        var copy = self
        copy.voice = nil
        return copy
    }
}

/// A text with the styles of its stretches. Lines are separated by LF.
package struct StyledText: Sendable, Hashable, Codable {
    /// A stretch with one style.
    package struct Run: Sendable, Hashable, Codable {
        package var text: String
        package var style: TextStyle

        package init(_ text: String, _ style: TextStyle = TextStyle()) {
            self.text = text
            self.style = style
        }
    }

    /// Neighbours have different styles, and no run is empty.
    package private(set) var runs: [Run] = []

    package init(_ text: String = "", _ style: TextStyle = TextStyle()) { append(text, style) }

    /// The text without styles.
    package var text: String { runs.map(\.text).joined() }
    package var isEmpty: Bool { runs.isEmpty }

    /// The style that all of it has; nil if parts differ.
    package var wholeStyle: TextStyle? {
        let visible = runs.filter { $0.text.contains { !$0.isWhitespace } }
        guard let first = visible.first else { return TextStyle() }
        return visible.allSatisfy { $0.style == first.style } ? first.style : nil
    }

    package mutating func append(_ text: String, _ style: TextStyle = TextStyle()) {
        guard !text.isEmpty else { return }
        if runs.last?.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append(Run(text, style))
        }
    }

    package mutating func append(_ other: StyledText) {
        for run in other.runs { append(run.text, run.style) }
    }

    /// The lines, without their line breaks.
    package var lines: [StyledText] {
        var lines = [StyledText()]
        for run in runs {
            for (index, piece) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { lines.append(StyledText()) }
                lines[lines.count - 1].append(String(piece), run.style)
            }
        }
        return lines
    }

    /// A part of it, in Unicode scalars of ``text``.
    package func part(_ range: Range<Int>) -> StyledText {
        var part = StyledText()
        var start = 0
        for run in runs {
            let scalars = run.text.unicodeScalars
            let end = start + scalars.count
            let (from, to) = (max(start, range.lowerBound), min(end, range.upperBound))
            if from < to {
                let piece = scalars.dropFirst(from - start).prefix(to - from)
                part.append(String(String.UnicodeScalarView(piece)), run.style)
            }
            start = end
        }
        return part
    }

    /// The same text without white space at its ends.
    package var trimmed: StyledText {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return StyledText() }
        return part(first..<last + 1)
    }

    /// The same text in other styles.
    package func styled(_ change: (inout TextStyle) -> Void) -> StyledText {
        var copy = StyledText()
        for run in runs {
            var style = run.style
            change(&style)
            copy.append(run.text, style)
        }
        return copy
    }
}
