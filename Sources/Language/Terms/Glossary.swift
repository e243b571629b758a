public import Plumbing

/// The terms and names of a conversation: what they are called on both sides, which stay as they are, and what recognizers
/// write for them.
///
/// A term holds both ways. Where it names no languages, it is one of side `user`'s language.
public struct Glossary: Sendable, Hashable, Codable {
    /// One entry.
    public struct Term: Sendable, Hashable, Codable {
        /// The term as it is written.
        public var source: String
        /// Its forms in the other language, the one wanted most first; empty where it stays as it is.
        public var targets: [String]
        /// What recognizers write where it was said.
        public var heardAs: [String]?
        /// The language of ``source``; nil for the one that the conversation's user speaks.
        public var from: LanguageCode?
        /// The language of ``targets``; nil for the other one.
        public var to: LanguageCode?
        public var note: String?

        public init(
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

        /// Whether it stays as it is.
        public var isKept: Bool { targets.isEmpty }

        /// Which way it is translated in a conversation; nil where it is for others.
        func direction(in pair: LanguagePair) -> LanguagePair? {
            let own = from ?? (to == pair.from ? pair.to : pair.from)
            guard own == pair.from || own == pair.to else { return nil }
            let way = own == pair.from ? pair : pair.reversed
            return to == nil || to == way.to ? way : nil
        }
    }

    public var terms: [Term]

    /// How much a glossary may hold. A conversation is stored with its own.
    public enum Limits {
        public static let terms = 5_000
        /// Characters of a term, a form or an alias.
        public static let form = 200
        /// Forms, and aliases, of one term.
        public static let forms = 16
        /// Characters of a note.
        public static let note = 500
        /// Bytes of a file.
        public static let bytes = 4 << 20
        /// Terms that go into the request for one utterance; the longest utterance has room for hardly more.
        public static let requested = 40
    }

    public init(_ terms: [Term]) { self.terms = terms }

    public var isEmpty: Bool { terms.isEmpty }

    /// What of it concerns a conversation.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `glossary.too-many`.
    public func restricted(to pair: LanguagePair) throws(Problem) -> Glossary {
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

/// A glossary made ready for one direction of a conversation.
public struct DirectedGlossary: Sendable {
    private let terms: [GlossaryTerm]
    private let finder: TermFinder
    private let replacements: [String]
    private let aliases: TermFinder

    /// - Parameters:
    ///   - pair: the direction.
    ///   - conversation: the languages in the direction of side `user`.
    public init(_ glossary: Glossary, for pair: LanguagePair, in conversation: LanguagePair) {
        var terms: [GlossaryTerm] = []
        var known: [[Character]: Int] = [:]
        func add(_ term: GlossaryTerm) {
            let name = TermFinder.folded(term.source)
            if let index = known[name] {
                // Kept wins over translated: both cannot be.
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

    /// The terms that are in a text, in the order in which they come, at most ``Glossary/Limits/requested``.
    public func terms(in text: String) -> [GlossaryTerm] {
        finder.terms(in: text).prefix(Glossary.Limits.requested).map { terms[$0] }
    }

    /// The text with the terms that a recognizer wrote otherwise; nil where there are none.
    public func corrected(_ text: String) -> CorrectedText? {
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

/// What was recognized, with the glossary's terms in the place of what a recognizer wrote for them.
public struct CorrectedText: Sendable, Hashable, Codable {
    public struct Replacement: Sendable, Hashable, Codable {
        /// What the recognizer wrote.
        public var heard: String
        /// The term it was taken for.
        public var term: String

        public init(heard: String, term: String) {
            self.heard = heard
            self.term = term
        }
    }

    public var text: String
    /// In the order of the text.
    public var replaced: [Replacement]

    public init(text: String, replaced: [Replacement]) {
        self.text = text
        self.replaced = replaced
    }
}
