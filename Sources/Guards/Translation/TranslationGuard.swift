public import Language
internal import Numerals
internal import Plumbing
public import Providers

/// One question asked of a translation before it is believed.
///
/// A guard knows nothing of engines: it looks at the two texts alone, so the same answer is judged alike whoever gave it.
public protocol TranslationGuard: Sendable {
    /// Its name, as in `numbers`.
    var name: String { get }
    /// Whether it can judge a clause before the rest of the translation is known. Most guards need the whole text.
    var judgesClauses: Bool { get }
    /// Whether an answer that it finds unusable has nothing left for the guards behind it to judge.
    var isDecisive: Bool { get }
    /// Whether its findings include refusals to translate.
    var findsRefusals: Bool { get }

    /// What is wrong with the translation; nil where nothing is.
    func finding(in answer: GuardedAnswer) -> GuardFinding?
}

extension TranslationGuard {
    public var judgesClauses: Bool { false }
    public var isDecisive: Bool { false }
    public var findsRefusals: Bool { false }
}

/// An answer and what it answers. Chinese is in simplified characters in both texts, so that guards need know one script.
public struct GuardedAnswer: Sendable {
    public let source: String
    public let translation: String
    public let pair: LanguagePair
    public let glossary: [GlossaryTerm]
    /// What the engine says of how the translation came about, as far as guards can use it.
    public let origin: TranslationOrigin
    /// The texts as they were written, and as they are compared.
    private let written: [(text: String, compared: String)]
    private let readOfSource = ReadNumbers()
    private let readOfTranslation = ReadNumbers()

    public init(
        source: String, translation: String, pair: LanguagePair, glossary: [GlossaryTerm] = [],
        origin: TranslationOrigin = TranslationOrigin()
    ) {
        self.source = pair.from.comparable(source)
        self.translation = pair.to.comparable(translation)
        self.pair = pair
        self.glossary = glossary
        self.origin = origin
        written = [(source, self.source), (translation, self.translation)].filter { $0 != $1 }
    }

    /// A piece of the texts as it was written: what people are shown is in their script.
    func original(_ piece: String) -> String {
        for (text, compared) in written {
            guard let place = compared.firstRange(of: piece) else { continue }
            // Scalar for scalar, so places are the same in both.
            let start = compared.unicodeScalars.distance(from: compared.startIndex, to: place.lowerBound)
            let count = piece.unicodeScalars.count
            return String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(start).prefix(count)))
        }
        return piece
    }

    /// The numbers of the source. They are read once, however many guards ask.
    var sourceNumbers: [NumberMention] { readOfSource.mentions(of: source, in: pair.from) }

    /// The numbers of the translation, likewise.
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

/// What a guard found wrong.
public struct GuardFinding: Sendable, Hashable, Codable {
    /// How much worse an answer is for it; of two answers the one with the lesser worst finding is kept.
    public enum Severity: Int, Sendable, Hashable, Codable, Comparable {
        /// A detail is wrong or missing.
        case detail = 1
        /// Something of the meaning is wrong or missing.
        case meaning = 2
        /// It is no translation.
        case unusable = 3

        public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    /// The flag, `numbers`; one of the guards' names, so few that they can be counted.
    public var flag: String
    public var severity: Severity
    /// What was found, in English, for the record.
    public var reason: String
    /// The pieces of the two texts it rests on.
    public var evidence: [String]
    /// What to tell a translator that is asked once more.
    public var hint: String
    /// Whether somebody declines to translate: a failure of who does, and no answer.
    public var isRefusal: Bool

    public init(
        flag: String, severity: Severity, reason: String, evidence: [String] = [], hint: String,
        isRefusal: Bool = false
    ) {
        self.flag = flag
        self.severity = severity
        self.reason = reason
        self.evidence = evidence
        self.hint = hint
        self.isRefusal = isRefusal
    }
}

extension GuardFinding {
    /// The failure of a translator that declined.
    ///
    /// - Parameter isAgain: whether it had declined before, and was told so.
    public func failure(of provider: String, isAgain: Bool) -> ProviderError {
        let told = isAgain ? ", and again when it was told that the text is not addressed to it" : ""
        return ProviderError(
            .unusable, stage: .translation, provider: provider,
            "it declined to translate\(told) (\"\(evidence.joined(separator: " "))\")")
    }

    /// As it is kept with the translation.
    public var stored: TranslationFlag { TranslationFlag(name: flag, reason: reason, evidence: evidence) }
}
