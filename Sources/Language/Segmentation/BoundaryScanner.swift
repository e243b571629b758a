/// Finds the ends of sentences and clauses in a text that may still grow.
struct BoundaryScanner: Sendable {
    enum Finding {
        /// A sentence or clause ends before the position.
        case boundary(Int, TextSegment.Boundary)
        /// There was no boundary before the position at which the search must stop.
        case stopped
        /// More text is needed before the search can continue.
        case starved
    }

    /// The result of looking at one position.
    enum Verdict {
        /// A boundary; the next segment begins at the position.
        case boundary(Int, TextSegment.Boundary)
        /// No boundary; the search continues at the position.
        case goOn(Int)
    }

    let language: LanguageCode
    let granularity: SentenceSplitter.Granularity
    let abbreviations: Abbreviations

    /// The position at which the current sentence or clause begins.
    private(set) var start = 0
    private var position = 0
    private var enclosures = Enclosures()
    /// Whether the current segment has a letter or digit.
    private(set) var hasContent = false
    /// Whether the first letter that has a case is a small one, so that small letters are no evidence.
    private(set) var isUncased: Bool?

    init(language: LanguageCode, granularity: SentenceSplitter.Granularity) {
        self.language = language
        self.granularity = granularity
        abbreviations = Abbreviations[language]
    }

    /// Begins a sentence or clause. If only a clause ended, open quotations and parentheses stay open.
    mutating func begin(at position: Int, after boundary: TextSegment.Boundary) {
        start = position
        self.position = position
        hasContent = false
        if boundary != .clause { enclosures = Enclosures() }
        if boundary == .sentence { isUncased = nil }
    }

    mutating func next(in window: TextWindow, until stop: Int) -> Finding {
        while position < window.end {
            guard position < stop else { return .stopped }
            var ahead = TextLookahead(window, from: position)
            let verdict = judge(window, &ahead)
            if ahead.isStarved { return .starved }
            switch verdict {
            case .boundary(let end, let kind):
                for passed in position..<end { pass(passed, in: window) }
                return .boundary(end, kind)
            case .goOn(let next):
                // No further than the stop, so that the boundaries do not depend on how much is read at once.
                for passed in position..<min(next, stop) { pass(passed, in: window) }
                position = min(next, stop)
            }
        }
        return .starved
    }

    private mutating func pass(_ position: Int, in window: TextWindow) {
        let scalar = window[position]
        enclosures.pass(scalar, after: position > start ? window[position - 1] : nil, at: position)
        if !hasContent { hasContent = scalar.isLetter || scalar.isDigit }
        if isUncased == nil, scalar.isUpper || scalar.isLower { isUncased = scalar.isLower }
    }

    private func judge(_ window: TextWindow, _ ahead: inout TextLookahead) -> Verdict {
        let scalar = window[position]
        if scalar.isSpace { return judgeSpace(window, &ahead) }
        guard hasContent else { return .goOn(position + 1) }
        if Punctuation.terminals.contains(scalar) || Punctuation.dots.contains(scalar) || isDanda(window) {
            return judgeTerminal(window, &ahead)
        }
        if scalar == ":", language == .ar, enclosures.isOutside(at: position), ahead[position + 1]?.isSpace == true {
            // Arabic ends the introduction of a quotation, a heading or a question with a colon.
            return .boundary(ahead.skip(from: position + 1, while: \.isSpace), .sentence)
        }
        if isGreekQuestionMark(scalar), enclosures.isOutside(at: position), ahead[position + 1]?.isSpace == true {
            return .boundary(ahead.skip(from: position + 1, while: \.isSpace), .sentence)
        }
        if granularity == .clause { return judgeClauseMark(window, &ahead) }
        return .goOn(position + 1)
    }

    /// Greek asks with a semicolon, or with a sign of its own that looks the same.
    private func isGreekQuestionMark(_ scalar: Unicode.Scalar) -> Bool {
        (scalar == ";" || scalar == "\u{37E}") && language.scripts == [.greek]
    }

    /// Hindi is also typed with a vertical line instead of its full stop.
    private func isDanda(_ window: TextWindow) -> Bool {
        guard window[position] == "|", position > start else { return false }
        return window.text(start..<position).unicodeScalars.last { !$0.isSpace }.flatMap(Script.init(of:))
            == .devanagari
    }

    // MARK: White space

    private func judgeSpace(_ window: TextWindow, _ ahead: inout TextLookahead) -> Verdict {
        let next = ahead.skip(from: position, while: \.isSpace)
        guard hasContent, ahead[next] != nil else { return .goOn(max(next, position + 1)) }
        var breaks = 0
        for passed in position..<next {
            // A carriage return and its line feed are one line break.
            if window[passed].isLineBreak, !(window[passed] == "\n" && passed > position && window[passed - 1] == "\r")
            {
                breaks += 1
            }
        }
        let isItem = ListMarker(at: next, &ahead) != nil || ahead[next].map(Punctuation.bullets.contains) == true
        if breaks > 1 || (breaks == 1 && isItem) { return .boundary(next, .sentence) }
        if enclosures.isOutside(at: position), beginsNextItem(at: next, window, &ahead) {
            return .boundary(next, .sentence)
        }
        if language == .ko, enclosures.isOutside(at: position),
            endsInKorean(window),
            !KoreanEnding.continues(from: next, &ahead)
        {
            return .boundary(next, .sentence)
        }
        if granularity == .clause, let dash = ahead[next], Punctuation.dashes.contains(dash),
            ahead[next + 1]?.isSpace == true
        {
            return .boundary(ahead.skip(from: next + 1, while: \.isSpace), .clause)
        }
        return .goOn(next)
    }

    /// Whether `2.` follows in a sentence that began with `1.`, or a second bullet in one that began with a bullet.
    private func beginsNextItem(at next: Int, _ window: TextWindow, _ ahead: inout TextLookahead) -> Bool {
        var here = TextLookahead(window, from: start)
        if let bullet = here[start], Punctuation.itemBullets.contains(bullet), ahead[next] == bullet { return true }
        guard let own = ListMarker(at: start, &here), let other = ListMarker(at: next, &ahead) else { return false }
        return own.precedes(other)
    }

    private func endsInKorean(_ window: TextWindow) -> Bool {
        guard language == .ko else { return false }
        // A run of laughter may be long.
        let tail = window.text(max(start, position - 24)..<position)
        return KoreanEnding.ends(tail, isEnclosed: Punctuation.opening.contains(window[start]))
    }

    // MARK: Sentences

    private func judgeTerminal(_ window: TextWindow, _ ahead: inout TextLookahead) -> Verdict {
        let terminal = Terminal(at: position, isAttached: position > start && !window[position - 1].isSpace, &ahead)
        let (closed, inside) = closers(behind: terminal.end, window, &ahead)
        let hasClosers = closed > terminal.end
        guard let follower = ahead[closed] else { return .goOn(terminal.end) }
        let next = ahead.skip(from: closed, while: \.isSpace)
        guard let first = ahead[next] else { return .goOn(terminal.end) }

        if next == closed {
            let before = position > start ? window[position - 1] : nil
            let mayTouch =
                terminal.isIdeographic || before?.isIdeographic == true || follower.isIdeographic
                || (terminal.kind == .mark && Punctuation.inverted.contains(follower))
            let countsOn = before?.isDigit == true && follower.isDigit
            guard mayTouch, !countsOn, terminal.kind != .ellipsis, !Punctuation.ideographicClauseMarks.contains(first)
            else { return .goOn(terminal.end) }
        }
        // The last of several marks decides, and white space before it is part of the run.
        if Punctuation.terminals.contains(first) || (terminal.kind != .stop && Punctuation.dots.contains(first)) {
            return .goOn(terminal.end)
        }
        // "So it is." (Plato)
        if hasClosers, next > closed, first == "(" { return .goOn(terminal.end) }
        let ends: Bool
        let start = SentenceStart(at: next, &ahead)
        switch terminal.kind {
        case .mark:
            if terminal.isIdeographic, hasClosers {
                ends = !IdeographicQuotation.goesOn(at: next, language, &ahead)
            } else {
                ends = start.kind != .lower || (isUncased == true && !hasClosers)
            }
        case .ellipsis:
            // `[...]` marks an omission.
            let isBracketed = position > self.start && "[(".unicodeScalars.contains(window[position - 1])
            ends =
                endsInKorean(window)
                || (start.kind == .upper && !isBracketed && !(language == .en && start.word(&ahead) == "i"))
        case .stop:
            ends = FullStop(self, window, at: position, hasClosers: hasClosers).endsSentence(before: start, &ahead)
        }
        guard ends else { return .goOn(terminal.end) }
        if inside { return granularity == .clause ? .boundary(next, .clause) : .goOn(terminal.end) }
        return .boundary(next, .sentence)
    }

    /// Where the quotation marks and brackets behind a sentence's end stop, and whether others are still open there.
    private func closers(behind end: Int, _ window: TextWindow, _ ahead: inout TextLookahead) -> (Int, isInside: Bool) {
        var open = enclosures
        var end = end
        while let scalar = ahead[end] {
            if open.closes(scalar) {
                open.pass(scalar, after: ".", at: end)
                end += 1
            } else if scalar == "'" || scalar == "’" || scalar == "\u{FE0F}" || isStray(scalar, at: end, &ahead) {
                end += 1
            } else if scalar.isSpace, case let mark = ahead.skip(from: end, while: \.isSpace), ahead[mark] == "»",
                open.closes("»")
            {
                // « Bonjour ! »
                open.pass("»", after: " ", at: mark)
                end = mark + 1
            } else {
                break
            }
        }
        return (end, !open.isOutside(at: end))
    }

    /// Whether a mark closes an enclosure that was never opened, or was opened too long ago.
    private func isStray(_ scalar: Unicode.Scalar, at position: Int, _ ahead: inout TextLookahead) -> Bool {
        guard Punctuation.closing.contains(scalar) else { return false }
        switch scalar {
        case "\"", "“", "«": return ahead[position + 1]?.isSpace ?? true
        default: return true
        }
    }

    // MARK: Clauses

    private func judgeClauseMark(_ window: TextWindow, _ ahead: inout TextLookahead) -> Verdict {
        let scalar = window[position]
        let isIdeographic = Punctuation.ideographicClauseMarks.contains(scalar)
        if !isIdeographic, !Punctuation.spacedClauseMarks.contains(scalar) {
            // Only the longest dash needs no space around it.
            guard scalar == "—", let follower = ahead[position + 1], follower != "—" else { return .goOn(position + 1) }
            return .boundary(ahead.skip(from: position + 1, while: \.isSpace), .clause)
        }
        let closed = closers(behind: position + 1, window, &ahead).0
        let next = ahead.skip(from: closed, while: \.isSpace)
        guard let first = ahead[next], isIdeographic || next > closed else { return .goOn(position + 1) }
        // 1, 2 and 3; １，０００
        if position > start, window[position - 1].isDigit, first.isDigit { return .goOn(position + 1) }
        return .boundary(next, .clause)
    }
}
