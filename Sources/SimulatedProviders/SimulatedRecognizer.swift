internal import Audio
internal import Language
package import Plumbing
package import Providers

/// Hears words of the language in any audio that is not silent, about 2.5 a second.
///
/// The samples decide which words, and also which language if the request leaves it open.
package struct SimulatedRecognizer: SpeechRecognizer {
    static let wordsPerSecond = 2.5
    /// Below this peak (−60 dBFS) no words are heard.
    static let silencePeak: Float = 0.001

    let stage: SimulatedStage
    package let capabilities: RecognizerCapabilities
    package var descriptor: ProviderDescriptor { stage.descriptor }

    /// - Parameters:
    /// - time: passes while it answers as the scenario says.
    /// - log: takes each call; nil if none is needed.
    package init(_ scenario: Scenario, time: TimeSource, log: CallLog? = nil) {
        stage = SimulatedStage(.recognition, scenario, time: time, log: log)
        capabilities = RecognizerCapabilities(languages: scenario.languages) {
            $0.streams = scenario.recognition.pieces > 1
            $0.wordTimes = true
            $0.confidence = true
            $0.maximumSeconds = 600
            $0.maximumConcurrency = scenario.recognition.concurrency
            $0.detectsLanguage = true
        }
    }

    package func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let seconds = Double(request.audio.count) / Double(speechSampleRate)
        let possible = request.candidates.isEmpty ? [request.language] : request.candidates
        for language in possible where !capabilities.languages.contains(language) {
            throw stage.failure(.unsupported, "\(language.englishName) is not among its languages")
        }
        if let most = capabilities.maximumSeconds, seconds > most {
            throw stage.failure(.unsupported, "the audio is longer than \(Int(most)) seconds")
        }
        var hash = StableHash()
        for language in possible { hash.combine(language.rawValue) }
        hash.combine(request.audio)
        let language = possible[Int(hash.value >> 33) % possible.count]
        let silent = !request.audio.contains { abs($0) >= Self.silencePeak }
        return try await stage.call(request.context, request: hash, silent: silent) { call in
            let answer = answer(seconds, language, hash, silent: silent, fault: call.fault)
            try await call.stream(hypotheses(answer), to: hypothesis)
            return answer
        }
    }

    private func answer(
        _ seconds: Double, _ language: LanguageCode, _ request: StableHash, silent: Bool, fault: Fault?
    ) -> Recognition {
        let random = StableHash(stage.seed).with(request.value)
        var spoken = language
        var words: [String]
        var text: String
        switch fault {
        case .empty: (words, text) = ([], "")
        case .hallucinate(let given):
            text = given ?? Vocabulary.of(language).stockPhrase
            words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        default:
            if fault == .wrongLanguage { spoken = language.other }
            let vocabulary = Vocabulary.of(spoken)
            let count = silent ? 0 : max(1, Int((seconds * Self.wordsPerSecond).rounded()))
            words = vocabulary.sentence(of: count, random)
            text = vocabulary.joined(words)
        }
        let spacing = words.isEmpty ? 0 : seconds / Double(words.count)
        return Recognition(
            text: text, language: language,
            confidence: words.isEmpty ? nil : 0.8 + 0.19 * random.with("confidence").unit,
            words: words.enumerated().map { index, word in
                .init(
                    text: word, start: Double(index) * spacing, end: Double(index + 1) * spacing,
                    confidence: 0.8 + 0.19 * random.with("confidence").with(UInt64(index)).unit)
            },
            usage: Usage(audioSeconds: seconds))
    }

    /// Longer and longer beginnings of the text; the last one is the whole text.
    private func hypotheses(_ answer: Recognition) -> [String] {
        guard capabilities.streams, !answer.text.isEmpty else { return [] }
        let characters = Array(answer.text)
        let count = min(stage.behaviour.pieces, max(1, answer.words.count))
        return (1...count).map { String(characters[..<(characters.count * $0 / count)]) }
    }
}
