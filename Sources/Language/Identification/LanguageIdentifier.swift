internal import Glibc

/// Identifies which of a few known languages a text is in, from the text alone; made for utterances, so for short texts.
///
/// The script decides first: of the 66 pairs among the tested languages, 50 share no script. Between those in Latin letters,
/// words and letters decide (``LatinModel``); between Chinese and Japanese, characters decide (``HanEvidence``). Between a
/// basic language and another one of its script nothing decides. A name, a number or a word that all candidates share is no evidence, and the result says so.
///
/// ```swift
/// let identifier = LanguageIdentifier(candidates: [.en, .es])
/// identifier.identify("¿dónde está la estación?").language  // .es, by .wording
/// identifier.identify("OK, 42").evidence                    // .none
/// ```
package struct LanguageIdentifier: Sendable {
    /// The languages that it can return.
    package let candidates: Set<LanguageCode>
    /// The candidates, grouped by the script they share, in a fixed order so that sums do not depend on a hash.
    private let groups: [[LanguageCode]]
    private let ownScripts: Set<Script>
    private let foreignScripts: Set<Script>

    package init(candidates: Set<LanguageCode>) {
        self.candidates = candidates
        var groups: [[LanguageCode]] = []
        for language in LanguageCode.known where candidates.contains(language) {
            if let group = groups.firstIndex(where: { $0.contains { !$0.scripts.isDisjoint(with: language.scripts) } })
            {
                groups[group].append(language)
            } else {
                groups.append([language])
            }
        }
        self.groups = groups
        ownScripts = Set(candidates.flatMap(\.scripts))
        foreignScripts = Set(Script.allCases).subtracting(ownScripts)
    }

    /// The languages that can be told apart in a text: the tested ones, and those that have a script of their own.
    package static let distinct = Set(
        LanguageCode.known.filter { one in
            !one.isBasic || LanguageCode.known.allSatisfy { $0 == one || $0.scripts.isDisjoint(with: one.scripts) }
        })

    package func identify(_ text: some StringProtocol) -> Identification {
        let script = ScriptEvidence(text)
        let evidence = TextEvidence(String(text))
        let own = evidence.units(of: ownScripts)
        let foreign = evidence.units(of: foreignScripts)
        if foreign >= Identification.minimumUnits, foreign > own { return undecided(.foreign, script) }
        guard own >= Identification.minimumUnits else { return undecided(.none, script) }

        var probabilities: [LanguageCode: Double] = [:]
        for group in groups {
            let units = evidence.units(of: group.reduce(into: []) { $0.formUnion($1.scripts) })
            // Squared, so that a name in another script adds hardly any doubt; 0.001 lets one word decide if nothing else does.
            let weight = units * units + 0.001
            for (language, share) in shares(within: group, evidence) { probabilities[language] = weight * share }
        }
        let sum = groups.joined().reduce(0) { $0 + probabilities[$1, default: 0] }
        probabilities = probabilities.mapValues { $0 / sum }

        let best = probabilities.max { $0.value < $1.value }
        guard let best, best.value >= Identification.minimumProbability else {
            return Identification(probabilities: probabilities, evidence: .none, script: script, language: nil)
        }
        let isAlone = groups.contains([best.key])
        return Identification(
            probabilities: probabilities, evidence: isAlone ? .script : .wording, script: script, language: best.key)
    }

    /// The share of a text's words that are ordinary words of a language; 0 if the language is not written in Latin letters.
    package static func share(ofWordsOf language: LanguageCode, in text: String) -> Double {
        guard let lane = LatinModel.languages.firstIndex(of: language) else { return 0 }
        let words = LatinWord.words(of: text)
        let listed = words.count { LatinModel.shared.judge($0.text).listed[lane] > 0 }
        return words.isEmpty ? 0 : Double(listed) / Double(words.count)
    }

    /// Whether a word is a well-known name of a person, a place or a firm, and no word of any language.
    package static func isName(_ word: String) -> Bool { CommonNames.all.contains(word.lowercased()) }

    /// Whether there is a word with Latin letters that none of the tested languages writes (`ş`, `ł`, `ě`).
    ///
    /// - Parameter ignoringNames: whether words with a capital are ignored, as names keep their letters in any language.
    package static func hasLettersOfNone(_ text: String, ignoringNames: Bool = false) -> Bool {
        LatinWord.words(of: text).contains { word in
            !LatinModel.isSpelled(word.text)
                && !(ignoringNames && (word.hasCapital || CommonNames.all.contains(word.text)))
        }
    }

    /// The probability of each language of a group, if the text is in one of them.
    private func shares(within group: [LanguageCode], _ evidence: TextEvidence) -> [(LanguageCode, Double)] {
        guard group.count > 1 else { return group.map { ($0, 1) } }
        // No words and letters are known of a basic language, so nothing speaks for it or against it.
        guard !group.contains(where: \.isBasic) else { return group.map { ($0, 1 / Double(group.count)) } }
        let logarithms = group.map { language -> Double in
            switch LatinModel.languages.firstIndex(of: language) {
            case let lane?: Double(evidence.latinLogOdds[lane])
            case nil: language == .zh ? evidence.oddsOfChinese : 0
            }
        }
        let largest = logarithms.max() ?? 0
        let weights = logarithms.map { exp($0 - largest) }
        let sum = weights.reduce(0, +)
        return zip(group, weights).map { ($0, $1 / sum) }
    }

    private func undecided(_ evidence: Identification.Evidence, _ script: ScriptEvidence) -> Identification {
        let share = 1 / Double(max(1, candidates.count))
        return Identification(
            probabilities: Dictionary(uniqueKeysWithValues: candidates.map { ($0, share) }), evidence: evidence,
            script: script, language: nil)
    }
}
