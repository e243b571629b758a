package import Plumbing

/// The terms and names of a conversation.
///
/// A glossary holds their forms on both sides, which of them are kept unchanged, and what recognizers write for them.
///
/// A term applies in both directions. If it names no languages, it is in the language of side `user`.
package struct Glossary: Sendable, Hashable, Codable {
    /// One entry.
    package struct Term: Sendable, Hashable, Codable {
        /// The term as it is written.
        package var source: String
        /// Its forms in the other language, the preferred one first; empty if the term is kept unchanged.
        package var targets: [String]
        /// What recognizers write when the term was said.
        package var heardAs: [String]?
        /// The language of ``source``; nil for the one that the conversation's user speaks.
        package var from: LanguageCode?
        /// The language of ``targets``; nil for the other one.
        package var to: LanguageCode?
        package var note: String?

        package init(
            _ source: String, as targets: [String] = [], heardAs: [String] = [], from: LanguageCode? = nil,
            to: LanguageCode? = nil, note: String? = nil
        ) {
            self.source = source
            self.targets = targets
            self.heardAs = heardAs.isEmpty ? nil : heardAs
            self.from = from
            self.to = to
            self.note = note
        }

        /// Whether the term is kept unchanged.
        package var isKept: Bool { targets.isEmpty }

        /// The direction in which the term is translated in a conversation; nil if it is for other languages.
        func direction(in pair: LanguagePair) -> LanguagePair? {
            let own = from ?? (to == pair.from ? pair.to : pair.from)
            guard own == pair.from || own == pair.to else { return nil }
            let way = own == pair.from ? pair : pair.reversed
            return to == nil || to == way.to ? way : nil
        }
    }

    package var terms: [Term]

    /// The limits of a glossary. Each conversation is stored with its own glossary.
    package enum Limits {
        package static let terms = 5_000
        /// Characters of a term, a form or an alias.
        package static let form = 200
        /// The number of forms, and of aliases, of one term.
        package static let forms = 16
        /// Characters of a note.
        package static let note = 500
        /// Bytes of a file.
        package static let bytes = 4 << 20
        /// Terms that go into the request for one utterance; the longest utterance has room for hardly more.
        package static let requested = 40
    }

    package init(_ terms: [Term]) { self.terms = terms }

    package var isEmpty: Bool { terms.isEmpty }

    /// The part of the glossary that applies to a conversation.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `glossary.too-many`.
    package func restricted(to pair: LanguagePair) throws(Problem) -> Glossary {
        let kept = terms.filter { $0.direction(in: pair) != nil }
        guard kept.count <= Limits.terms else {
            throw Problem(
                .usage, "glossary.too-many",
                "the glossary has \(kept.count) terms for \(pair.from.englishName) and \(pair.to.englishName)",
                cure: "leave \(Limits.terms) at most")
        }
        return Glossary(kept)
    }
}

/// A glossary prepared for one direction of a conversation.
package struct DirectedGlossary: Sendable {
    private let terms: [GlossaryTerm]
    private let finder: TermFinder
    private let replacements: [String]
    private let aliases: TermFinder

    /// - Parameters:
    ///   - pair: the direction.
    ///   - conversation: the languages in the direction of side `user`.
    package init(_ glossary: Glossary, for pair: LanguagePair, in conversation: LanguagePair) {
        var terms: [GlossaryTerm] = []
        var known: [[Character]: Int] = [:]
        func add(_ term: GlossaryTerm) {
            let name = TermFinder.folded(term.source)
            if let index = known[name] {
                // A term that is kept takes precedence over its translation: both are impossible.
                if terms[index].isKept || term.isKept { return }
                terms[index].targets += term.targets.filter { !terms[index].targets.contains($0) }
            } else {
                known[name] = terms.count
                terms.append(term)
            }
        }
        var replacements: [String] = []
        var aliases: [String] = []
        for term in glossary.terms {
            guard let way = term.direction(in: conversation) else { continue }
            if term.isKept || way == pair {
                add(GlossaryTerm(term.source, as: term.targets, note: term.note))
                for alias in term.heardAs ?? [] {
                    aliases.append(alias)
                    replacements.append(term.source)
                }
            } else {
                for target in term.targets { add(GlossaryTerm(target, as: [term.source], note: term.note)) }
            }
        }
        self.terms = terms
        self.replacements = replacements
        finder = TermFinder(terms.map(\.source), in: pair.from, endings: .inflected)
        self.aliases = TermFinder(aliases, in: pair.from, endings: .none)
    }

    /// The terms that a text contains, in their order in the text, at most ``Glossary/Limits/requested``.
    package func terms(in text: String) -> [GlossaryTerm] {
        finder.terms(in: text).prefix(Glossary.Limits.requested).map { terms[$0] }
    }

    /// The text with each alias replaced by its term; nil if it contains none.
    package func corrected(_ text: String) -> CorrectedText? {
        let places = aliases.places(in: text)
        guard !places.isEmpty else { return nil }
        let characters = Array(text)
        var corrected = ""
        var done = 0
        var replaced: [CorrectedText.Replacement] = []
        for place in places {
            let heard = String(characters[place.range])
            let term = replacements[place.term]
            corrected += String(characters[done..<place.range.lowerBound]) + term
            done = place.range.upperBound
            if heard != term { replaced.append(.init(heard: heard, term: term)) }
        }
        guard !replaced.isEmpty else { return nil }
        return CorrectedText(text: corrected + String(characters[done...]), replaced: replaced)
    }
}

/// A recognized text in which the glossary's terms replace their aliases.
package struct CorrectedText: Sendable, Hashable, Codable {
    package struct Replacement: Sendable, Hashable, Codable {
        /// What the recognizer wrote.
        package var heard: String
        /// The term that replaces it.
        package var term: String

        package init(heard: String, term: String) {
            self.heard = heard
            self.term = term
        }
    }

    package var text: String
    /// In the order of the text.
    package var replaced: [Replacement]

    package init(text: String, replaced: [Replacement]) {
        self.text = text
        self.replaced = replaced
    }
}
