internal import Language
internal import Providers

/// If the source has a glossary term, the translation must have one of its forms, inflected or as part of a compound.
struct GlossaryGuard: TranslationGuard {
    let name = "glossary"

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        guard !answer.glossary.isEmpty else { return nil }
        let finder = TermFinder(answer.glossary.map(\.source), in: answer.pair.from, endings: .inflected)
        let missed = finder.terms(in: answer.source).map { answer.glossary[$0] }.filter { term in
            let forms = term.isKept ? [term.source] : term.targets
            return TermFinder(forms, in: answer.pair.to, endings: .any).terms(in: answer.translation).isEmpty
        }
        guard !missed.isEmpty else { return nil }
        let wanted = missed.map { "\($0.source) = \($0.wanted)" }
        return GuardFinding(
            flag: name, severity: .detail, reason: "terms not rendered as asked: \(wanted.joined(separator: ", "))",
            evidence: missed.map(\.source), hint: "Use these terms: \(wanted.joined(separator: ", ")).")
    }
}
