/// A text with the instructions of ASS in braces: `{\an8}{\i1}Hello{\i0}\Nthere`.
package struct OverrideText {
    package private(set) var text = StyledText()
    /// The text with tags of SRT for what styles can say.
    package private(set) var withTags = ""
    /// The place that it names; nil if none.
    package private(set) var alignment: Int?
    /// What stands before the first letter and is no style, in its braces; empty if there is nothing.
    package private(set) var head = ""
    /// Whether an instruction after the first letter was left out.
    package private(set) var hasOthers = false
    /// Whether it is a drawing, and no text.
    package private(set) var isDrawing = false

    package init(_ source: String) {
        var style = TextStyle()
        var rest = Substring(source)
        while let character = rest.first {
            if character == "{", let end = rest.firstIndex(of: "}") {
                take(rest[rest.index(after: rest.startIndex)..<end], &style)
                rest = rest[rest.index(after: end)...]
            } else if character == "\\", let next = rest.dropFirst().first, "Nnh".contains(next) {
                append(next == "h" ? "\u{A0}" : "\n", style)
                rest = rest.dropFirst(2)
            } else {
                append(String(character), style)
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func append(_ piece: String, _ style: TextStyle) {
        text.append(piece, style)
        withTags += piece
    }

    private mutating func take(_ block: Substring, _ style: inout TextStyle) {
        var kept = ""
        for instruction in Self.instructions(block) where !isStyle(instruction, &style) {
            kept += "\\" + instruction
        }
        guard !kept.isEmpty else { return }
        if text.isEmpty { head += "{\(kept)}" } else { hasOthers = true }
    }

    /// The instructions of a block, without their backslashes; those in parentheses stay together.
    private static func instructions(_ block: Substring) -> [String] {
        var found: [String] = []
        var depth = 0
        for character in block {
            if character == "\\", depth == 0 {
                found.append("")
            } else if !found.isEmpty {
                if character == "(" { depth += 1 }
                if character == ")" { depth = max(0, depth - 1) }
                found[found.count - 1].append(character)
            }
        }
        return found
    }

    /// Applies an instruction if it is a style; tells whether it was one.
    private mutating func isStyle(_ instruction: String, _ style: inout TextStyle) -> Bool {
        func isOn(_ name: String) -> Bool? {
            guard instruction.hasPrefix(name), let number = Int(instruction.dropFirst(name.count)) else { return nil }
            return number != 0
        }
        if let on = isOn("i") {
            withTags += on ? "<i>" : "</i>"
            style.isItalic = on
        } else if let on = isOn("b") {
            withTags += on ? "<b>" : "</b>"
            style.isBold = on
        } else if let on = isOn("u") {
            withTags += on ? "<u>" : "</u>"
            style.isUnderlined = on
        } else if instruction.hasPrefix("an"), let place = Int(instruction.dropFirst(2)), (1...9).contains(place) {
            alignment = place
        } else if let color = Self.color(instruction) {
            style.color = color
        } else {
            if instruction.hasPrefix("p"), let scale = Int(instruction.dropFirst()), scale > 0 { isDrawing = true }
            return false
        }
        return true
    }

    /// `c&HBBGGRR&` or `1c&H…&` as `#RRGGBB`.
    private static func color(_ instruction: String) -> String? {
        let body = instruction.hasPrefix("1c") ? instruction.dropFirst(2) : instruction.dropFirst(1)
        guard instruction.hasPrefix("c&H") || instruction.hasPrefix("1c&H"), body.hasPrefix("&H") else { return nil }
        let digits = body.dropFirst(2).prefix(while: \.isHexDigit)
        guard (1...8).contains(digits.count) else { return nil }
        let padded = (String(repeating: "0", count: max(0, 6 - digits.count)) + digits).suffix(6).uppercased()
        return "#" + padded.suffix(2) + padded.dropFirst(2).prefix(2) + padded.prefix(2)
    }
}
