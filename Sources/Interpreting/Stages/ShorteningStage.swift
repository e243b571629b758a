internal import Audio
internal import Conversations
internal import Guards
internal import Language
internal import Providers
internal import Resilience

/// Asks for a shorter translation if a voice would need more time for it than its place in the dub has.
///
/// The question names the number of characters that fit. If the answer is still too long, or has lost a number, a name or a
/// term, there is one more question. An answer that has lost something, or is not shorter, is refused. If a call fails, the
/// translation stays as it is. All answers are stored and paid for, as those of guards are, and no call is ever repeated.
struct ShorteningStage: Sendable {
    let translators: TranslationCalls
    let rates: SpokenRates

    private static let mostQuestions = 2
    /// The tempo from which a shorter text is asked for, and the one at which it should fit. A listener notices 1.15, and estimates
    /// of voices err by a few percent.
    private static let (highestTempo, wantedTempo) = (1.12, 1.08)
    /// Silence before the next voice, as in the spoken track: 80 ms.
    private static let gap = 0.08
    /// A text of fewer characters says too little to be shortened.
    private static let fewestCharacters = 10

    /// The translation as it is spoken.
    ///
    /// - Parameter check: what the guards find in an answer to a request.
    func fitted(
        _ first: CheckedAnswer, of input: TranslationInput, _ work: UtteranceWork,
        check: (Translation, TranslationRequest) -> [GuardFinding]
    ) async throws -> CheckedAnswer {
        let longer = first.recorded.answer.text
        guard let call = first.call, let found = first.findings,
            let most = try await characters(of: longer, for: input, work)
        else { return first }
        let shown = try await translators.surroundings(of: input, work)
        var kept = first
        var hint: String?
        for _ in 1...Self.mostQuestions {
            var question = translators.question(to: call, input, shown, work)
            question.request.shorter = ShorterWish(longer: longer, characters: most)
            question.request.hint = hint
            let second: Recorded<Translation>
            do {
                second = try await translators.ask(question, work)
            } catch is ProviderError {
                // A call that the end of the run interrupts is made again by the next run.
                try Task.checkCancellation()
                return kept
            }
            let (text, findings) = (second.answer.text, check(second.answer, question.request))
            let losses = TranslationGuards.losses(
                of: text, findings, insteadOf: longer, found, source: input.recognition.text, pair: input.pair)
            guard losses.isEmpty, text.count < kept.recorded.answer.text.count else {
                hint = TranslationGuards.hint(for: losses) ?? Self.hint(text, most)
                kept.recorded = kept.recorded.preferred(over: second)
                kept.refused = (kept.refused ?? []) + losses
                continue
            }
            (kept.recorded, kept.findings) = (second, findings)
            guard text.count > most else { break }
            hint = Self.hint(text, most)
        }
        return kept
    }

    private static func hint(_ text: String, _ most: Int) -> String {
        "It has \(text.count) characters, and only \(most) fit."
    }

    /// How many characters a shorter translation may have; nil if this one fits. At most half of a text is left out.
    private func characters(
        of text: String, for input: TranslationInput, _ work: UtteranceWork
    ) async throws -> Int? {
        guard let place = input.place, text.count >= Self.fewestCharacters else { return nil }
        let needed = try await rates.seconds(for: text, in: input.pair.to, of: work.utterance) {
            try await work.journal.flush()
        }
        let room = max(0, Double(place) / Double(speechSampleRate) - Self.gap)
        guard needed > room * Self.highestTempo else { return nil }
        let fitting = Double(text.count) * room * Self.wantedTempo / needed
        return max(Int(fitting), (text.count + 1) / 2)
    }
}
