import Configuration
import Interpreting
package import Language
package import Plumbing

extension Settings {
    /// Whether speech is translated, or only transcribed.
    package var translates: Bool { strings(.translator) != [NoTranslation.name] }

    /// Whether the translation is spoken.
    package var speaks: Bool { translates && strings(.synthesizer) != ["none"] }

    /// Leaves the voice out if nothing is there to hear it, because each voice costs time and perhaps money.
    ///
    /// - Returns: a sentence if the command names a voice all the same.
    package mutating func leaveVoiceOut(unless isHeard: Bool, because reason: String) -> String? {
        guard speaks, !isHeard else { return nil }
        let isNamed = value(.synthesizer).origin == "flag"
        set(.synthesizer, .stringArray(["none"]))
        return isNamed ? "nothing is spoken: \(reason)" : nil
    }

    /// Whether the language that is spoken is to be found out.
    package var findsLanguage: Bool { string(.from).lowercased() == "auto" }

    /// The same settings for speech in a language that was found out, without the target that it is spoken in already.
    package func spoken(in language: LanguageTag) -> Settings {
        var settings = self
        settings.set(.from, .string(language.rawValue))
        let others = targets.filter { (try? LanguageTag(parsing: $0))?.code != language.code }
        settings.set(.to, .string(others.joined(separator: ",")))
        if others.isEmpty, !targets.isEmpty { settings.set(.translator, .stringArray([NoTranslation.name])) }
        return settings
    }

    /// The target languages, as the settings write them.
    package var targets: [String] { ConfigContent.names(commaSeparated: string(.to)) }

    /// The languages from flags, environment or file, if several target languages or a transcript are possible.
    ///
    /// - Parameter twoWay: whether the language of each utterance is detected out of two.
    /// - Returns: a pair for each target language; one language if speech is only transcribed and no other language is given.
    /// - Throws: `Problem` of kind `usage` if one is missing, unknown or given twice, or both are the same.
    package func languagesHeard(twoWay: Bool) throws(Problem) -> [LanguagePair] {
        guard !translates, !twoWay, targets.count != 1 else {
            let pairs = try languagePairs()
            for (place, pair) in pairs.enumerated() where pairs[..<place].contains(pair) {
                throw Problem(
                    .usage, "language.repeated", "\(pair.target.englishName) is given twice", at: "--to",
                    cure: "name it once")
            }
            return pairs
        }
        guard let from = text(.from) else {
            throw Problem(
                .usage, "language.missing", "the language that is spoken is not given",
                cure: "add --from, for example --from en")
        }
        return [LanguagePair(only: try spoken(from))]
    }

    /// The same if only one target language is possible.
    package func languageHeard(twoWay: Bool) throws(Problem) -> LanguagePair {
        try one(of: languagesHeard(twoWay: twoWay))
    }

    /// The languages from flags, environment or file.
    ///
    /// - Throws: `Problem` of kind `usage` if one is missing or unknown, both are the same, or there are more than two.
    package func languagePair() throws(Problem) -> LanguagePair { try one(of: languagePairs()) }

    private func one(of pairs: [LanguagePair]) throws(Problem) -> LanguagePair {
        guard let pair = pairs.first, pairs.count == 1 else {
            throw Problem(
                .usage, "language.several", "this translates into one language at a time", at: "--to",
                cure: "name one; 'verbio translate' takes several for a recording")
        }
        return pair
    }

    /// The spoken language, which must be given.
    private func spoken(_ from: String) throws(Problem) -> LanguageTag {
        guard from.lowercased() != "auto" else {
            throw Problem(
                .usage, "language.automatic", "the language is found out only for recordings of one side",
                at: "--from auto",
                cure:
                    "name it, such as --from en; if it is one of two, add --two-way, and the language of each utterance is detected"
            )
        }
        return try LanguageTag(parsing: from)
    }

    private func languagePairs() throws(Problem) -> [LanguagePair] {
        guard let from = text(.from), !targets.isEmpty else {
            let (what, cure) =
                switch (text(.from) == nil, targets.isEmpty) {
                case (true, true): ("the languages are not given", "add --from and --to, for example --from en --to es")
                case (true, false): ("the language for --from is not given", "add it, for example --from en")
                case (false, _): ("the language for --to is not given", "add it, for example --to es")
                }
            throw Problem(.usage, "language.missing", what, cure: cure)
        }
        let source = try spoken(from)
        return try targets.map { (target) throws(Problem) in try LanguagePair(source, to: LanguageTag(parsing: target))
        }
    }

    /// - Throws: `Problem` of kind `usage` if there is no translator, for commands that need one.
    package func requireTranslator() throws(Problem) {
        guard translates else {
            throw Problem(
                .usage, "translator.none", "without a translator there is nothing to do here", at: "--mt none",
                cure: "name a translator, or transcribe recordings with 'verbio transcribe FILE'")
        }
    }
}
