package import Language
package import Providers

/// The guards in their order: form, emptiness, language, numbers, dates, glossary, length, echo, leftover, names, denial,
/// neighbour, chatter.
///
///     let guards = TranslationGuards()
///     let findings = guards.check(source: "Five apples", translation: "Cuatro manzanas", pair: pair)
///     // one finding, flag `numbers`
///
/// If an answer has findings, the translator is called again with ``hint(for:)``; ``best(of:)`` then says which of the
/// two is kept.
package struct TranslationGuards: Sendable {
    private let guards: [any TranslationGuard]

    package init() {
        self.init([
            FormGuard(), EmptinessGuard(), LanguageGuard(), NumberGuard(), DateGuard(), LostDayGuard(),
            GlossaryGuard(), LengthGuard(), EchoGuard(), LeftoverGuard(), InventedNameGuard(), DenialGuard(),
            NeighbourGuard(),
            ChatterGuard(),
        ])
    }

    init(_ guards: [any TranslationGuard]) { self.guards = guards }

    /// The guards that can check a clause on its own.
    var clauseGuards: [any TranslationGuard] { guards.filter(\.judgesClauses) }

    /// The names of the guards in their order.
    package var names: [String] { guards.map(\.name) }

    /// What is wrong with a translation, in the guards' order. If a finding makes the answer unusable (form, emptiness), the
    /// guards behind it are skipped.
    ///
    /// - Parameter neighbours: what the translator was shown besides the text.
    package func check(
        source: String, translation: String, pair: LanguagePair, glossary: [GlossaryTerm] = [],
        origin: TranslationOrigin = TranslationOrigin(), neighbours: Neighbours = Neighbours()
    ) -> [GuardFinding] {
        let answer = GuardedAnswer(
            source: source, translation: translation, pair: pair, glossary: glossary, origin: origin,
            neighbours: neighbours)
        var findings: [GuardFinding] = []
        for check in guards where check.knows(pair) {
            guard var finding = check.finding(in: answer) else { continue }
            finding.evidence = finding.evidence.map(answer.original)
            findings.append(finding)
            if check.isDecisive, finding.severity == .unusable { break }
        }
        return findings
    }

    /// The finding for an answer that declines to translate; nil if it does not decline.
    package func refusal(source: String, translation: String, pair: LanguagePair) -> GuardFinding? {
        let answer = GuardedAnswer(source: source, translation: translation, pair: pair)
        return guards.lazy.filter(\.findsRefusals).compactMap { $0.finding(in: answer) }.first(where: \.isRefusal)
    }

    /// One sentence for each finding, to be given to the translator with the second request; nil if there are no findings.
    package static func hint(for findings: [GuardFinding]) -> String? {
        findings.isEmpty ? nil : findings.map(\.hint).joined(separator: " ")
    }

    /// Which of the answers should be kept: the one whose worst finding is the least severe, then the one with fewer findings,
    /// then the earlier. A refusal counts as worse than everything else. Nil if there are no answers.
    package static func best(of answers: [[GuardFinding]]) -> Int? {
        answers.indices.min { left, right in
            let (one, other) = (rank(answers[left]), rank(answers[right]))
            return one == other ? left < right : one < other
        }
    }

    private static func rank(_ findings: [GuardFinding]) -> (Int, Int) {
        let worst = findings.map { $0.severity.rawValue + ($0.isRefusal ? 1 : 0) }.max() ?? 0
        return (worst, findings.map(\.severity.rawValue).reduce(0, +))
    }
}
