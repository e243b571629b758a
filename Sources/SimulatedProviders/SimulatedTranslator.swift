internal import Language
package import Plumbing
package import Providers

/// Translates word by word: known words become their counterparts.
///
/// Their letters decide which words of the target language other words become. Numbers stay as they are.
package struct SimulatedTranslator: Translator {
    let stage: SimulatedStage
    package let capabilities: TranslatorCapabilities
    package var descriptor: ProviderDescriptor { stage.descriptor }

    /// - Parameters:
    /// - time: passes while it answers as the scenario says.
    /// - log: takes each call; nil if none is needed.
    package init(_ scenario: Scenario, time: TimeSource, log: CallLog? = nil) {
        stage = SimulatedStage(.translation, scenario, time: time, log: log)
        let pairs = scenario.languages.flatMap { from in
            scenario.languages.compactMap { to in try? LanguagePair(from: from, to: to) }
        }
        capabilities = TranslatorCapabilities(pairs: Set(pairs)) {
            $0.streams = scenario.translation.pieces > 1
            $0.contextPairs = scenario.translation.contextPairs
            $0.maximumCharacters = 20_000
            $0.maximumConcurrency = scenario.translation.concurrency
            $0.takesHints = scenario.translation.hints
            $0.takesLater = scenario.translation.takesLater
            if scenario.translation.instructions {
                ($0.termLanguages, $0.addressedLanguages) = (scenario.languages, scenario.languages)
            }
        }
    }

    package var summarizer: (any ConversationSummarizer)? {
        stage.behaviour.summaries ? SimulatedSummarizer(stage: stage) : nil
    }

    package var batcher: (any BatchTranslator)? { stage.behaviour.batches ? SimulatedBatcher(stage: stage) : nil }

    package func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        guard capabilities.pairs.contains(request.pair.plain) else {
            throw stage.failure(.unsupported, "\(request.pair) is not among its pairs")
        }
        if let most = capabilities.maximumCharacters, request.text.count > most {
            throw stage.failure(.unsupported, "the text is longer than \(most) characters")
        }
        var hash = StableHash()
        hash.combine(request.pair.from.rawValue)
        hash.combine(request.pair.to.rawValue)
        hash.combine(request.text)
        let context = request.earlier.suffix(capabilities.contextPairs)
        if let hint = request.hint { hash.combine(hint) }
        if let shorter = request.shorter {
            for text in [shorter.longer, "\(shorter.characters)"] { hash.combine(text) }
        }
        for term in request.terms { for text in [term.source] + term.targets { hash.combine(text) } }
        if let formality = request.formality { hash.combine(formality.rawValue) }
        var contextHash = StableHash()
        for earlier in context {
            for text in [earlier.speaker, earlier.source, earlier.translation] { contextHash.combine(text) }
        }
        if let summary = request.summary { contextHash.combine(summary) }
        if capabilities.contextPairs > 0 { hash.combine(contextHash.value) }
        var laterHash = StableHash()
        for line in request.later { for text in [line.speaker, line.source] { laterHash.combine(text) } }
        if capabilities.takesLater { hash.combine(laterHash.value) }
        return try await stage.call(request.context, request: hash) { [laterHash] call in
            var answer = try answer(request, fault: call.fault)
            if capabilities.contextPairs > 0 {
                answer.notes.append("context:\(context.count):\(contextHash.hexadecimal)")
            }
            if capabilities.takesLater {
                answer.notes.append("later:\(request.later.count):\(laterHash.hexadecimal)")
            }
            let pieces = capabilities.streams ? answer.text.inPieces(stage.behaviour.pieces) : []
            try await call.stream(pieces, to: piece)
            return answer
        }
    }

    private func answer(_ request: TranslationRequest, fault: Fault?) throws -> Translation {
        var translated = WordByWord(request.pair, seed: stage.seed).translate(request.text)
        switch fault {
        case .empty where !request.text.allSatisfy(\.isWhitespace):
            throw stage.failure(.unusable, "the translation of a text is empty")
        case .wrongLanguage where request.hint == nil: translated = (request.text, 0)
        default: break
        }
        if let shorter = request.shorter { translated.text = translated.text.shortened(to: shorter.characters) }
        let words = translated.text.split(whereSeparator: \.isWhitespace).count
        return Translation(
            text: translated.text, tag: request.pair.target,
            notes: translated.unknownWords > 0 ? ["unknown-words:\(translated.unknownWords)"] : [],
            usage: Usage(
                characters: request.text.count,
                inputTokens: request.text.split(whereSeparator: \.isWhitespace).count, outputTokens: words))
    }
}

extension String {
    /// The text without as many of its words as it takes to have at most `most` characters. Its first word, and words with numbers or
    /// capitals, stay. A text without spaces stays.
    fileprivate func shortened(to most: Int) -> String {
        var words = split(whereSeparator: \.isWhitespace)
        var count = words.reduce(words.count - 1) { $0 + $1.count }
        for place in words.indices.dropFirst().reversed() where count > most {
            let word = words[place]
            guard !word.contains(where: { $0.isNumber || $0.isUppercase }) else { continue }
            count -= word.count + 1
            words.remove(at: place)
        }
        return words.joined(separator: " ")
    }

    /// The text in at most `most` pieces of about the same length; joined they are the text.
    fileprivate func inPieces(_ most: Int) -> [String] {
        let characters = Array(self)
        let count = Swift.min(most, characters.count)
        return (0..<count).map {
            String(characters[characters.count * $0 / count..<characters.count * ($0 + 1) / count])
        }
    }
}
