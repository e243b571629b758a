internal import Language
internal import Providers

/// What the text denies, the translation must not affirm: "I have not paid the bill." → "He pagado la cuenta."
///
/// Only a translation without any word that may deny something is suspected, and only for a statement that can hardly be said
/// otherwise (`Words/denials.txt`): "It is not far" is rightly said as "it is near". Questions are not judged.
struct DenialGuard: TranslationGuard {
    let name = "denial"
    let readsWords = true

    /// Shorter texts are often set phrases: "Never mind." In longer ones, a part of the text may deny and be said otherwise.
    private static let words = 3...16

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        guard let source = Lists.all[answer.pair.from], !source.denies.isEmpty,
            let target = Lists.all[answer.pair.to], !answer.source.contains(where: { "?¿;:\"«„“".contains($0) })
        else { return nil }
        let said = Self.words(answer.source)
        guard Self.words.contains(said.count), let denial = source.denial(in: said),
            !said.contains(where: source.open.contains), !target.mayDeny(answer.translation),
            answer.translation.contains(where: \.isLetter)
        else { return nil }
        return GuardFinding(
            flag: name, severity: .meaning, reason: "the text denies what the translation says", evidence: [denial],
            hint: "The text says what is not so (\(denial)): keep the denial.")
    }

    /// The words in lower case. An apostrophe belongs to its word.
    private static func words(_ text: String) -> [String] {
        text.lowercased().replacing("’", with: "'").split { !$0.isLetter && $0 != "'" }.map(String.init)
    }

    /// The words of one language.
    private struct Lists: Sendable {
        var denies: [String] = []
        var beside: Set<String> = []
        var open: Set<String> = []
        private var any: Set<String> = []
        private var begins: [String] = []
        private var parts: [String] = []

        /// Shorter words with such a beginning are other words: in, under.
        private static let fewestLetters = 5

        static let all = WordFile("Guards/denials.txt").sectionsByLanguage.mapValues(Lists.init)

        init(_ section: WordFile.Section) {
            for (name, value) in section.fields {
                let words = value.split(separator: " ").map(String.init)
                switch name {
                case "denies": denies = words
                case "beside": beside = Set(words)
                case "open": open = Set(words)
                case "any": any = Set(words)
                case "begins": begins = words
                default: parts = words
                }
            }
        }

        func denial(in words: [String]) -> String? {
            let pieces = words.flatMap { $0.split(separator: "'").map(String.init) }
            guard beside.isEmpty || pieces.contains(where: beside.contains) else { return nil }
            return words.first { word in denies.contains { $0 == word || $0.contains("'") && word.hasSuffix($0) } }
        }

        func mayDeny(_ text: String) -> Bool {
            guard parts.isEmpty else { return parts.contains(where: text.contains) }
            return DenialGuard.words(text).contains { word in
                word.split(separator: "'").contains { any.contains(String($0)) } || any.contains(word)
                    || word.hasSuffix("n't")
                    || word.count >= Self.fewestLetters && begins.contains(where: word.hasPrefix)
            }
        }
    }
}
