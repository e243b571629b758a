/// Cuts the text of a cue into the parts that are translated by themselves: lines of a dialogue, descriptions in brackets, songs.
struct CueSplitting {
    private static let dashes: Set<Character> = ["-", "–", "—", "‐", "‑", "−"]
    private static let notes: Set<Character> = ["♪", "♫", "♩", "♬", "¶"]
    private static let brackets: [Character: Character] = ["[": "]", "(": ")", "（": "）", "【": "】", "［": "］"]

    let cue: ReadCue
    let number: Int

    /// - Parameter number: of the cue, from 1.
    init(_ cue: ReadCue, number: Int) {
        self.cue = cue
        self.number = number
    }

    /// The parts in their order; one without text if the cue has none.
    var parts: [CuePart] {
        var parts: [CuePart] = []
        for (index, block) in Self.blocks(of: cue.text.lines).enumerated() {
            for (place, part) in split(block).enumerated() {
                var part = part
                part.beginsLine = index > 0 && place == 0
                parts.append(part)
            }
        }
        return parts.isEmpty ? [part(StyledText())] : parts
    }

    private func part(_ text: StyledText) -> CuePart {
        var part = CuePart(cue: number, start: cue.start, end: cue.end ?? cue.start, text: text)
        (part.voice, part.alignment, part.native) = (cue.voice, cue.alignment, cue.native)
        return part
    }

    /// Lines that belong together: a dash, another voice or a bracket around a whole line begins a block.
    static func blocks(of lines: [StyledText]) -> [StyledText] {
        var blocks: [StyledText] = []
        for line in lines {
            let line = line.trimmed
            guard let last = blocks.last else {
                blocks.append(line)
                continue
            }
            let isNew =
                Self.hasDash(line.text) || line.runs.first?.style.voice != last.runs.last?.style.voice
                || Self.isBracketed(line.text) || Self.isBracketed(last.text) || Self.label(line.text) != nil
            guard !isNew, !line.isEmpty else {
                if !line.isEmpty { blocks.append(line) }
                continue
            }
            if last.isEmpty {
                blocks[blocks.count - 1] = line
            } else {
                blocks[blocks.count - 1].append("\n", Self.bridge(last, line))
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }

    /// The style of a line break between two lines of one style, so that they stay one stretch.
    private static func bridge(_ last: StyledText, _ next: StyledText) -> TextStyle {
        guard let style = last.runs.last?.style, next.runs.first?.style == style else { return TextStyle() }
        return style
    }

    /// `- Hello`, but not `-5 degrees`.
    private static func hasDash(_ text: String) -> Bool {
        guard let first = text.first, dashes.contains(first), let next = text.dropFirst().first else { return false }
        return !next.isNumber && !dashes.contains(next)
    }

    /// Whether all of a line is in one pair of brackets.
    private static func isBracketed(_ text: String) -> Bool {
        guard let first = text.first, let close = brackets[first], text.last == close else { return false }
        return text.dropFirst().firstIndex(of: close) == text.index(before: text.endIndex)
    }

    /// The name before a colon if it is in capital letters: `JOHN: `.
    private static func label(_ text: String) -> String? {
        let head = text.prefix(31)
        guard let colon = head.firstIndex(of: ":") else { return nil }
        let name = head[..<colon]
        let letters = name.filter(\.isLetter)
        guard letters.count >= 2, letters.allSatisfy(\.isUppercase),
            name.allSatisfy({ $0.isLetter || $0.isNumber || " .'’#-".contains($0) })
        else { return nil }
        let behind = text[text.index(after: colon)...]
        guard behind.first?.isWhitespace == true || behind.isEmpty else { return nil }
        return String(name) + ":" + behind.prefix(while: \.isWhitespace)
    }

    /// The parts of a block, with the signs around each.
    private func split(_ block: StyledText) -> [CuePart] {
        var rest = block
        var before = ""
        var parts: [CuePart] = []
        func take(_ sign: String) {
            before += sign
            rest = rest.part(sign.unicodeScalars.count..<rest.text.unicodeScalars.count)
        }
        let whole = rest.text
        if Self.hasDash(whole), let first = whole.first {
            take(String(first) + whole.dropFirst().prefix(while: \.isWhitespace))
        }
        if let label = Self.label(rest.text), !rest.text.dropFirst(label.count).isEmpty { take(label) }
        // A description before what is said.
        if let first = rest.text.first, let close = Self.brackets[first], !Self.isBracketed(rest.text),
            let end = rest.text.firstIndex(of: close)
        {
            let inside = rest.text[..<rest.text.index(after: end)]
            let behind = rest.text[rest.text.index(after: end)...].prefix(while: \.isWhitespace)
            if !rest.text.dropFirst(inside.count + behind.count).isEmpty {
                let length = inside.unicodeScalars.count
                var description = part(rest.part(1..<length - 1).trimmed)
                (description.before, description.after) = (before + String(first), String(close) + behind)
                parts.append(description)
                before = ""
                rest = rest.part(length + behind.unicodeScalars.count..<rest.text.unicodeScalars.count)
                if let label = Self.label(rest.text), !rest.text.dropFirst(label.count).isEmpty { take(label) }
            }
        }
        parts.append(unwrapped(rest, before))
        return parts
    }

    /// A part without the brackets or notes around it.
    private func unwrapped(_ text: StyledText, _ before: String) -> CuePart {
        var (text, before, after) = (text, before, "")
        if Self.isBracketed(text.text), let first = text.text.first, let last = text.text.last {
            before.append(first)
            after = String(last)
            text = text.part(1..<text.text.unicodeScalars.count - 1)
        } else {
            let opening = text.text.prefix { Self.notes.contains($0) || $0.isWhitespace }
            if opening.contains(where: Self.notes.contains), opening.count < text.text.count {
                before += opening
                text = text.part(opening.unicodeScalars.count..<text.text.unicodeScalars.count)
            }
            let closing = String(text.text.reversed().prefix { Self.notes.contains($0) || $0.isWhitespace }.reversed())
            if closing.contains(where: Self.notes.contains), closing.count < text.text.count {
                after = closing
                text = text.part(0..<text.text.unicodeScalars.count - closing.unicodeScalars.count)
            }
        }
        var part = part(text)
        (part.before, part.after) = (before, after)
        if let voice = text.wholeStyle?.voice {
            part.voice = voice
            part.text = text.styled { $0.voice = nil }
        }
        return part
    }
}
