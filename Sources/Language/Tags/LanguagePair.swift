package import Plumbing

/// A source language and a target language.
package struct LanguagePair: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The language translated from, with its variety.
    package private(set) var source: LanguageTag
    /// The language translated into, with its variety.
    package private(set) var target: LanguageTag

    /// The language translated from.
    package var from: LanguageCode { source.code }
    /// The language translated into.
    package var to: LanguageCode { target.code }

    /// The keys in stored settings, which are older than varieties.
    private enum CodingKeys: String, CodingKey {
        case source = "from"
        case target = "to"
    }

    /// - Throws: ``Problem`` of kind `usage`, code `language.same`, if both are varieties of one language.
    package init(_ source: LanguageTag, to target: LanguageTag) throws(Problem) {
        guard source.code != target.code else {
            let isOne = source == target
            throw Problem(
                .usage, "language.same",
                isOne
                    ? "both languages are \(source.englishName)"
                    : "\(source.preciseName) and \(target.preciseName) are one language",
                cure: "give two different languages with --from and --to")
        }
        self.init(unchecked: source, target)
    }

    /// - Throws: ``Problem`` of kind `usage`, code `language.same`, if both are the same.
    package init(from: LanguageCode, to: LanguageCode) throws(Problem) {
        try self.init(LanguageTag(from), to: LanguageTag(to))
    }

    /// All pairs of two of the languages, without varieties.
    package static let all = pairs(of: LanguageCode.known)

    /// All pairs of two of some languages, without varieties.
    package static func pairs(of languages: some Collection<LanguageCode>) -> [LanguagePair] {
        languages.flatMap { from in
            languages.compactMap { to in to == from ? nil : LanguagePair(unchecked: LanguageTag(from), LanguageTag(to))
            }
        }
    }

    /// All pairs of two of the languages that some directions have, without varieties: whatever else is translated by way of
    /// another language is among them.
    package static func pairs(within directions: some Collection<LanguagePair>) -> [LanguagePair] {
        let languages = Set(directions.flatMap { [$0.from, $0.to] })
        return pairs(of: LanguageCode.known.filter(languages.contains))
    }

    /// A pair of one language only, for speech that is heard and not translated.
    package init(only language: LanguageTag) { self.init(unchecked: language, language) }

    private init(unchecked source: LanguageTag, _ target: LanguageTag) {
        self.source = source
        self.target = target
    }

    /// The pair in the opposite direction.
    package var reversed: LanguagePair { LanguagePair(unchecked: target, source) }

    /// The pair of the two languages without their varieties.
    package var plain: LanguagePair { LanguagePair(unchecked: LanguageTag(from), LanguageTag(to)) }

    /// The pair with each tag replaced by another one of the same language.
    package func replacing(_ tag: (LanguageTag) -> LanguageTag) -> LanguagePair {
        let (source, target) = (tag(source), tag(target))
        return LanguagePair(
            unchecked: source.code == from ? source : self.source, target.code == to ? target : self.target)
    }

    /// The tag of one of the two languages; the language without a variety if it is neither.
    package func tag(of language: LanguageCode) -> LanguageTag {
        language == from ? source : language == to ? target : LanguageTag(language)
    }

    /// Whether it is one language only, see ``init(only:)``.
    package var isOne: Bool { source == target }

    /// Whether one of its languages is basic, see ``LanguageCode/isBasic``.
    package var isBasic: Bool { from.isBasic || to.isBasic }

    /// Its two languages.
    package var tags: [LanguageTag] { isOne ? [source] : [source, target] }

    /// The varieties of its languages, if they have any.
    package var varieties: [LanguageVariety] { tags.compactMap(\.variety) }

    /// `en → es`; `en` if it is one language only.
    package var description: String { isOne ? "\(source)" : "\(source) → \(target)" }
}
