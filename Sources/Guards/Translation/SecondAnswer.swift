package import Providers

/// The answer that counts, if a translator was called once or twice.
package struct SettledAnswer<Answer: Sendable>: Sendable {
    package var answer: Answer
    package var findings: [GuardFinding]
    /// Whether it is the second answer.
    package var isSecond = false
    /// The answer that does not count; nil if there was only one.
    package var other: Answer?
    package var otherFindings: [GuardFinding]?
}

extension TranslationGuards {
    /// Decides on a translator's answer. If the guards have found a defect in it, the translator is called again, and
    /// the better of the two answers counts.
    ///
    /// - Parameter askAgain: asks with a hint, and checks the second answer. The finding is the refusal, if the first answer
    ///   was one. It returns nil if the translator takes no hints.
    /// - Throws: what `askAgain` throws if the first answer was a refusal, and `CancellationError`. If the first answer was
    ///   none, it counts even if the second call fails.
    package static func settle<Answer: Sendable>(
        _ first: Answer, _ findings: [GuardFinding],
        askAgain: (_ hint: String, _ refusal: GuardFinding?) async throws -> (Answer, [GuardFinding])?
    ) async throws -> SettledAnswer<Answer> {
        let only = SettledAnswer(answer: first, findings: findings)
        guard let hint = hint(for: findings) else { return only }
        let refusal = findings.first(where: \.isRefusal)
        let answer: (Answer, [GuardFinding])?
        do {
            answer = try await askAgain(hint, refusal)
        } catch let error as ProviderError {
            guard refusal == nil else { throw error }
            // A second call that the end of the run interrupts is made again by the next run.
            try Task.checkCancellation()
            return only
        }
        guard let (second, findingsAgain) = answer else { return only }
        return best(of: [findings, findingsAgain]) == 1
            ? SettledAnswer(
                answer: second, findings: findingsAgain, isSecond: true, other: first, otherFindings: findings)
            : SettledAnswer(answer: first, findings: findings, other: second, otherFindings: findingsAgain)
    }
}
