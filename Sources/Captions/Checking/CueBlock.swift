internal import Language

/// Lines of a cue that are one text: one language, and one line of a dialogue, one voice or one description. Its line breaks may
/// move, and no others.
struct CueBlock {
    var language: LanguageCode
    var lines: [StyledText]
    /// The marks of direction around its lines; empty if there are none.
    private var marks: (before: String, after: String)

    static func all(of cue: ReadCue, _ languages: LineLanguages) -> [CueBlock] {
        CueSide.all(of: cue, languages).flatMap { side in
            let bare = side.lines.map(\.withoutMarks)
            let marks = bare.first { !$0.before.isEmpty }.map { ($0.before, $0.after) } ?? ("", "")
            return CueSplitting.blocks(of: bare.map(\.0)).filter { !$0.isEmpty }.map {
                CueBlock(language: side.language, lines: $0.lines, marks: marks)
            }
        }
    }

    private init(language: LanguageCode, lines: [StyledText], marks: (String, String)) {
        self.language = language
        self.lines = lines
        self.marks = marks
    }

    /// The text on one line.
    var text: StyledText {
        var text = StyledText()
        var last: Character?
        for line in lines {
            let own = line.text
            if let last, let next = own.first {
                // Beside characters of scripts without spaces, a line break stands for nothing.
                let isTight = last.breaksAnywhere || next.breaksAnywhere
                let style = text.runs.last?.style == line.runs.first?.style ? text.runs.last?.style : nil
                if !isTight { text.append(" ", style ?? TextStyle()) }
            }
            text.append(line)
            last = own.last ?? last
        }
        return text
    }

    func layout(_ profile: CaptionProfile, lines: Int) -> CaptionLayout {
        CaptionLayout(text.text, language: language, profile: profile, linesPerPart: lines)
    }

    /// Its text on other lines.
    ///
    /// - Parameter lines: the text in pieces, which differ in white space only.
    func broken(into lines: [String]) -> [StyledText] {
        text.pieces(as: lines).map { line in
            guard !marks.before.isEmpty else { return line }
            var marked = StyledText(marks.before, line.runs.first?.style ?? TextStyle())
            marked.append(line)
            marked.append(marks.after, line.runs.last?.style ?? TextStyle())
            return marked
        }
    }

    /// The line that ends at a bad place although there is a better one; nil if there is none.
    func badBreak(_ profile: CaptionProfile) -> Int? {
        guard lines.count > 1 else { return nil }
        let layout = layout(profile, lines: max(lines.count, profile.lines))
        guard layout.minimumParts == 1 else { return nil }
        let costs = layout.breakCosts(of: lines.dropLast().map(\.text))
        guard let worst = costs.max(), worst >= CaptionText.BreakCost.tight, let place = costs.firstIndex(of: worst)
        else { return nil }
        let better = layout.breakCosts(of: Array(layout.lines(0..<layout.atomCount).dropLast())).max() ?? 0
        return better < worst ? place : nil
    }
}

extension StyledText {
    /// The line without marks of direction at its ends, and these marks.
    fileprivate var withoutMarks: (StyledText, before: String, after: String) {
        func isMark(_ scalar: Unicode.Scalar) -> Bool {
            (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
        let scalars = Array(text.unicodeScalars)
        let before = scalars.prefix(while: isMark).count
        guard before > 0, before < scalars.count else { return (self, "", "") }
        let after = scalars.reversed().prefix(while: isMark).count
        func piece(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        return (
            part(before..<scalars.count - after), piece(0..<before), piece(scalars.count - after..<scalars.count)
        )
    }

    /// The text cut into pieces that have the same characters, apart from white space.
    fileprivate func pieces(as wanted: [String]) -> [StyledText] {
        let scalars = Array(text.unicodeScalars)
        var at = 0
        return wanted.map { piece in
            var left = piece.unicodeScalars.count(where: \.isInk)
            while at < scalars.count, !scalars[at].isInk { at += 1 }
            let start = at
            while at < scalars.count, left > 0 {
                if scalars[at].isInk { left -= 1 }
                at += 1
            }
            return part(start..<at)
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is neither white space nor a control character, which a layout may leave out.
    package var isInk: Bool {
        guard !properties.isWhitespace, self != "\u{FEFF}" else { return false }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .spaceSeparator: false
        default: true
        }
    }
}

extension CaptionLayout {
    /// What the breaks after these pieces of the text cost, which follow each other from its beginning.
    func breakCosts(of pieces: [String]) -> [Int] {
        var ink = 0
        let wanted = pieces.map { piece in
            ink += piece.unicodeScalars.count(where: \.isInk)
            return ink
        }
        var ends: [Int: Int] = [:]
        var sum = 0
        for atom in text.atoms {
            sum += atom.text.unicodeScalars.count(where: \.isInk)
            ends[sum] = atom.breakCost
        }
        return wanted.map { ends[$0] ?? CaptionText.BreakCost.cut }
    }
}
