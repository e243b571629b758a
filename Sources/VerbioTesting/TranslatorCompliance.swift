package import Language
internal import Plumbing
package import Providers

/// The promises of every translator, whatever its provider. Used like ``RecognizerCompliance``.
package struct TranslatorCompliance: Sendable {
    /// The promises, one test each.
    package enum Check: String, Sendable, CaseIterable {
        case answersText, tellsWhatItUsed, answersAwkwardText, answersNoTextWithNone, piecesJoinedAreTheAnswer,
            answersToCancellation
        case neverMixesConcurrentCalls, refusesOtherPairs, refusesTextTooLong
    }

    /// An answer and the pieces it came in.
    private struct Answer: Sendable, Equatable {
        var translation: Translation
        var pieces: [String]
    }

    private let translator: any Translator
    private let pair: LanguagePair
    private let texts: [String]

    /// - Parameter texts: sentences in the pair's first language, at least one, all different.
    package init(_ translator: any Translator, pair: LanguagePair, texts: [String]) {
        self.translator = translator
        self.pair = pair
        self.texts = texts
    }

    /// - Throws: ``ComplianceFailure`` that describes the deviation.
    package func run(_ check: Check) async throws {
        switch check {
        case .answersText: try await answers(texts)
        case .tellsWhatItUsed: try await tellsWhatItUsed()
        case .answersAwkwardText: try await answers(ComplianceCheck.awkwardTexts)
        case .answersNoTextWithNone: try await answersNoTextWithNone()
        case .piecesJoinedAreTheAnswer: try await piecesJoinedAreTheAnswer()
        case .answersToCancellation: try await answersToCancellation()
        case .neverMixesConcurrentCalls: try await neverMixesConcurrentCalls()
        case .refusesOtherPairs: try await refusesOtherPairs()
        case .refusesTextTooLong: try await refusesTextTooLong()
        }
    }

    private func request(_ text: String, _ pair: LanguagePair? = nil, utterance: Int = 1) -> TranslationRequest {
        TranslationRequest(
            text: text, pair: pair ?? self.pair,
            context: CallContext(conversation: "compliance", utterance: utterance))
    }

    private func answer(_ request: TranslationRequest) async throws -> Answer {
        let pieces = Locked<[String]>([])
        let translation = try await translator.translate(request) { piece in pieces.withLock { $0.append(piece) } }
        return Answer(translation: translation, pieces: pieces.withLock { $0 })
    }

    private func answers(_ texts: [String]) async throws {
        for text in texts {
            let translation = try await answer(request(text)).translation
            try ComplianceCheck.require(
                !translation.text.allSatisfy(\.isWhitespace), "the translation of '\(text)' is empty")
            try ComplianceCheck.require(
                translation.language == pair.to, "a translation \(pair) is stated to be \(translation.language)")
        }
    }

    private func tellsWhatItUsed() async throws {
        let usage = try await answer(request(texts[0])).translation.usage
        try ComplianceCheck.require(
            usage.characters ?? usage.inputTokens ?? 0 > 0 && (usage.inputTokens == nil || usage.outputTokens != nil),
            "translations are charged by characters, or by tokens there and back; the answer tells \(usage)")
        try ComplianceCheck.require(usage)
    }

    private func answersNoTextWithNone() async throws {
        for text in ["", " \n\t"] {
            do {
                let answer = try await answer(request(text))
                try ComplianceCheck.require(
                    (answer.pieces + [answer.translation.text]).allSatisfy { $0.allSatisfy(\.isWhitespace) },
                    "no text was translated into '\(answer.translation.text)'")
            } catch let error as ProviderError {
                try ComplianceCheck.require(
                    !error.failure.isRetryable, "no text at all fails as if it might succeed later")
            }
        }
    }

    private func piecesJoinedAreTheAnswer() async throws {
        let streams = translator.capabilities.streams
        for text in texts + ComplianceCheck.awkwardTexts {
            let answer = try await answer(request(text))
            try ComplianceCheck.require(
                streams == !answer.pieces.isEmpty, "pieces: stated \(streams), \(answer.pieces.count) came")
            try ComplianceCheck.require(
                !streams || answer.pieces.joined().utf8.elementsEqual(answer.translation.text.utf8),
                "the pieces '\(answer.pieces.joined())' are not the answer '\(answer.translation.text)'")
        }
    }

    private func answersToCancellation() async throws {
        let request = request(texts[0])
        try await ComplianceCheck.cancelBefore { sink in _ = try await translator.translate(request, piece: sink) }
        guard translator.capabilities.streams else { return }
        try await ComplianceCheck.cancelMidway { sink in _ = try await translator.translate(request, piece: sink) }
    }

    private func neverMixesConcurrentCalls() async throws {
        let requests = (0..<8).map { request(texts[$0 % texts.count], utterance: $0 + 1) }
        try await ComplianceCheck.concurrently(requests, most: translator.capabilities.maximumConcurrency) { request in
            try await answer(request)
        }
    }

    private func refusesOtherPairs() async throws {
        let known = translator.capabilities.pairs
        try ComplianceCheck.require(known.contains(pair), "\(pair) is not among the stated pairs")
        for from in LanguageCode.tested {
            for to in LanguageCode.tested where from != to {
                let other = try LanguagePair(from: from, to: to)
                guard !known.contains(other) else { continue }
                return try await ComplianceCheck.expectUnsupported("translating \(other)") {
                    _ = try await answer(request(texts[0], other))
                }
            }
        }
    }

    private func refusesTextTooLong() async throws {
        guard let most = translator.capabilities.maximumCharacters, most < 1_000_000 else { return }
        let text = String(repeating: "word ", count: most / 5 + 1)
        try await ComplianceCheck.expectUnsupported("a text of more than \(most) characters") {
            _ = try await answer(request(text))
        }
    }
}
