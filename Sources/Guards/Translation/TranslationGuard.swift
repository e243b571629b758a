package import Language
internal import Numerals
internal import Plumbing
package import Providers

/// One check of a translation before it is used.
///
/// A guard does not know about engines. It looks only at the two texts, so the same answer gets the same result from
/// every engine.
package protocol TranslationGuard: Sendable {
    /// Its name, as in `numbers`.
    var name: String { get }
    /// Whether it can check a clause before the rest of the translation is known. Most guards need the whole text.
    var judgesClauses: Bool { get }
    /// Whether the guards after it are skipped if it finds the answer unusable.
    var isDecisive: Bool { get }
    /// Whether its findings include refusals to translate.
    var findsRefusals: Bool { get }
    /// Whether it reads words that are known of the tested languages only.
    var readsWords: Bool { get }

    /// Whether it can check translations of a pair. A guard that reads words is skipped for pairs with a basic language.
    func knows(_ pair: LanguagePair) -> Bool

    /// What is wrong with the translation; nil if nothing is.
    func finding(in answer: GuardedAnswer) -> GuardFinding?
}

extension TranslationGuard {
    package var judgesClauses: Bool { false }
    package var isDecisive: Bool { false }
    package var findsRefusals: Bool { false }
    package var readsWords: Bool { false }
    package func knows(_ pair: LanguagePair) -> Bool { !(readsWords && pair.isBasic) }
}

/// An answer and what it answers. Chinese is in simplified characters in both texts, so that guards need to handle only one
/// script.
package struct GuardedAnswer: Sendable {
    package let source: String
    package let translation: String
    package let pair: LanguagePair
    package let glossary: [GlossaryTerm]
    /// What the engine reports about how it made the translation, as far as guards can use it.
    package let origin: TranslationOrigin
    /// What its translator was shown besides the text.
    package let neighbours: Neighbours
    /// The texts as they were written, and as they are compared.
    private let written: [(text: String, compared: String)]
    private let readOfSource = ReadNumbers()
    private let readOfTranslation = ReadNumbers()

    package init(
        source: String, translation: String, pair: LanguagePair, glossary: [GlossaryTerm] = [],
        origin: TranslationOrigin = TranslationOrigin(), neighbours: Neighbours = Neighbours()
    ) {
        self.neighbours = neighbours
        self.source = pair.from.comparable(source)
        self.translation = pair.to.comparable(translation)
        self.pair = pair
        self.glossary = glossary
        self.origin = origin
        written = [(source, self.source), (translation, self.translation)].filter { $0 != $1 }
    }

    /// A piece of the texts as it was written: findings are shown to people in the script of the original.
    func original(_ piece: String) -> String {
        for (text, compared) in written {
            guard let place = compared.firstRange(of: piece) else { continue }
            // Counted in scalars, because both forms of the text have the same number of them.
            let start = compared.unicodeScalars.distance(from: compared.startIndex, to: place.lowerBound)
            let count = piece.unicodeScalars.count
            return String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(start).prefix(count)))
        }
        return piece
    }

    /// The numbers of the source. They are read once and kept for all guards.
    var sourceNumbers: [NumberMention] { readOfSource.mentions(of: source, in: pair.from) }

    /// The numbers of the translation. They are read once and kept for all guards, too.
    var translationNumbers: [NumberMention] { readOfTranslation.mentions(of: translation, in: pair.to) }

    private final class ReadNumbers: Sendable {
        private let mentions = Locked<[NumberMention]?>(nil)

        func mentions(of text: String, in language: LanguageCode) -> [NumberMention] {
            if let known = mentions.withLock({ $0 }) { return known }
            let read = NumberReader(language).mentions(in: text)
            mentions.withLock { $0 = read }
            return read
        }
    }
}

extension GuardFinding {
    /// The failure of a translator that declined.
    ///
    /// - Parameter isAgain: whether the translator had declined before and the second request said so.
    package func failure(of provider: String, isAgain: Bool) -> ProviderError {
        let told = isAgain ? ", and again when it was told that the text is not addressed to it" : ""
        return failure(
            of: provider, "it declined to translate\(told) (\"\(evidence.joined(separator: " "))\")")
    }

    /// The failure of a translator, if its answer has this finding.
    ///
    /// - Parameter message: one clause, as in `ProviderError.message`.
    package func failure(of provider: String, _ message: String) -> ProviderError {
        var error = ProviderError(.unusable, stage: .translation, provider: provider, message)
        error.finding = self
        return error
    }

    /// The finding in the form that is stored with the translation.
    package var stored: TranslationFlag { TranslationFlag(name: flag, reason: reason, evidence: evidence) }
}
