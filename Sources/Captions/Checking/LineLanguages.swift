package import Language

/// Finds the language of each line of a caption file: one language, or two in files that show both.
package struct LineLanguages: Sendable {
    /// One or two; a file in two languages has them in this order, or in the other.
    package let languages: [LanguageCode]

    package init(_ languages: [LanguageCode]) { self.languages = languages }

    private var first: LanguageCode { languages.first ?? .en }

    /// The language of each line of a cue.
    ///
    /// Letters decide if they can. Between two languages of one script, each has its lines together, so the likeliest place at
    /// which the cue changes from one to the other counts.
    package func languages(of lines: [String]) -> [LanguageCode] {
        guard languages.count == 2, let last = languages.last,
            !first.scripts.isDisjoint(with: last.scripts), lines.count > 1
        else { return byLetters(lines) }
        let identifier = LanguageIdentifier(candidates: [first, last])
        let shares = lines.map { line -> Double in
            let found = identifier.identify(line)
            guard found.language != nil, let own = found.probabilities[first], let other = found.probabilities[last]
            else { return 0 }
            return own - other
        }
        var best = (cut: lines.count / 2, isReversed: false, score: -Double.infinity)
        for cut in 0...lines.count {
            let upper = shares[..<cut].reduce(0, +)
            let score = upper - shares[cut...].reduce(0, +)
            // In the middle, unless the letters say something else.
            let bonus = cut * 2 == lines.count ? 0.01 : 0
            if score + bonus > best.score { best = (cut, false, score + bonus) }
            if -score > best.score { best = (cut, true, -score) }
        }
        let (upper, lower) = best.isReversed ? (last, first) : (first, last)
        return lines.indices.map { $0 < best.cut ? upper : lower }
    }

    /// The language of each line by its script. A line without letters is in the language of the line before it; of two lines in two
    /// languages, it is in the other one.
    private func byLetters(_ lines: [String]) -> [LanguageCode] {
        let found = lines.map(language(of:))
        guard let known = found.compactMap(\.self).first else { return lines.map { _ in first } }
        let isPair = languages.count == 2 && lines.count == 2
        let other = isPair ? languages.first { $0 != known } ?? known : known
        var last = other
        return found.map { language in
            last = language ?? (isPair ? other : last)
            return last
        }
    }

    /// - Returns: nil if the line has no letters.
    private func language(of line: String) -> LanguageCode? {
        let evidence = ScriptEvidence(line)
        guard evidence.letters > 0 else { return nil }
        func share(_ language: LanguageCode) -> Double { language.scripts.reduce(0) { $0 + evidence[$1] } }
        // A name in other letters makes no other language.
        if let own = languages.max(by: { share($0) < share($1) }), share(own) > 0 { return own }
        // A line in another script has the limits of that script.
        return switch Script.allCases.max(by: { evidence[$0] < evidence[$1] }) {
        case .han: .zh
        case .kana: .ja
        case .hangul: .ko
        case .arabic: .ar
        case .devanagari: .hi
        case .cyrillic: .ru
        case .latin: .en
        default: first
        }
    }
}

/// Lines of a cue in one language.
struct CueSide {
    var language: LanguageCode
    var lines: [StyledText]

    /// The lines of a cue, by their languages.
    static func all(of cue: ReadCue, _ languages: LineLanguages) -> [CueSide] {
        let lines = cue.shownLines
        var sides: [CueSide] = []
        for (line, language) in zip(lines, languages.languages(of: lines.map(\.text))) {
            if sides.last?.language == language {
                sides[sides.count - 1].lines.append(line)
            } else {
                sides.append(CueSide(language: language, lines: [line]))
            }
        }
        return sides
    }

    /// The columns of all its lines, with a space between two unless the language has none.
    func columns(_ profile: CaptionProfile) -> Int {
        let limits = profile.limits(of: language)
        return lines.reduce(0) { $0 + limits.width(of: $1.text) }
            + (language.isWrittenWithoutSpaces ? 0 : max(0, lines.count - 1))
    }
}
