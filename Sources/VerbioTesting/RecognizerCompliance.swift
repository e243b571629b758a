internal import Audio
package import Language
internal import Plumbing
package import Providers

/// The promises of every recognizer, whatever its provider. One test per engine runs all checks:
///
///     @Test(arguments: RecognizerCompliance.Check.allCases)
///     func complies(_ check: RecognizerCompliance.Check) async throws {
///         try await RecognizerCompliance(recognizer, language: .en, recordings: [samples]).run(check)
///     }
package struct RecognizerCompliance: Sendable {
    /// The promises, one test each.
    package enum Check: String, Sendable, CaseIterable {
        case answersSpeech, tellsWhatItUsed, hearsNoWordsInNoAudio, hypothesesComeOnlyWhereItStreams
        case answersToCancellation
        case neverMixesConcurrentCalls, refusesOtherLanguages, refusesAudioTooLong
    }

    private let recognizer: any SpeechRecognizer
    private let language: LanguageCode
    private let recordings: [[Float]]

    /// - Parameter recordings: short recordings of speech in the language, at 16 kHz; at least one.
    package init(_ recognizer: any SpeechRecognizer, language: LanguageCode, recordings: [[Float]]) {
        self.recognizer = recognizer
        self.language = language
        self.recordings = recordings
    }

    /// - Throws: ``ComplianceFailure`` that describes the deviation.
    package func run(_ check: Check) async throws {
        switch check {
        case .answersSpeech: try await answersSpeech()
        case .tellsWhatItUsed: try await tellsWhatItUsed()
        case .hearsNoWordsInNoAudio: try await hearsNoWordsInNoAudio()
        case .hypothesesComeOnlyWhereItStreams: try await hypotheses()
        case .answersToCancellation: try await answersToCancellation()
        case .neverMixesConcurrentCalls: try await neverMixesConcurrentCalls()
        case .refusesOtherLanguages: try await refusesOtherLanguages()
        case .refusesAudioTooLong: try await refusesAudioTooLong()
        }
    }

    private func request(_ audio: [Float], _ language: LanguageCode? = nil, utterance: Int = 1) -> RecognitionRequest {
        RecognitionRequest(
            audio: audio, language: language ?? self.language,
            context: CallContext(conversation: "compliance", utterance: utterance))
    }

    private func answersSpeech() async throws {
        for audio in recordings {
            let answer = try await recognizer.recognize(request(audio)) { _ in }
            try ComplianceCheck.require(!answer.text.allSatisfy(\.isWhitespace), "no words were heard in speech")
            try check(answer, seconds: Double(audio.count) / Double(speechSampleRate))
        }
    }

    private func check(_ answer: Recognition, seconds: Double) throws {
        let able = recognizer.capabilities
        try ComplianceCheck.require(
            able.wordTimes == !answer.words.isEmpty, "word times: stated \(able.wordTimes), \(answer.words.count) came")
        try ComplianceCheck.require(
            able.confidence == (answer.confidence != nil),
            "confidence: stated \(able.confidence), given \(answer.confidence.map { "\($0)" } ?? "none")")
        let confidences = [answer.confidence].compactMap { $0 } + answer.words.compactMap(\.confidence)
        try ComplianceCheck.require(confidences.allSatisfy((0...1).contains), "a confidence is not from 0 to 1")
        var last = 0.0
        for word in answer.words {
            try ComplianceCheck.require(
                word.start >= last && word.end >= word.start && word.end <= seconds + 0.05,
                "'\(word.text)' from \(word.start) to \(word.end) s is out of order or outside of \(seconds) s of audio"
            )
            last = word.start
        }
    }

    private func tellsWhatItUsed() async throws {
        let usage = try await recognizer.recognize(request(recordings[0])) { _ in }.usage
        try ComplianceCheck.require(
            usage.audioSeconds ?? 0 > 0, "recognitions are charged by the second, and the answer tells none: \(usage)")
        try ComplianceCheck.require(usage)
    }

    private func hearsNoWordsInNoAudio() async throws {
        do {
            let answer = try await recognizer.recognize(request([])) { _ in }
            try ComplianceCheck.require(
                answer.text.allSatisfy(\.isWhitespace), "words were heard in no audio: \(answer.text)")
        } catch let error as ProviderError {
            try ComplianceCheck.require(
                !error.failure.isRetryable, "no audio at all fails as if it might succeed later")
        }
    }

    private func hypotheses() async throws {
        let heard = Locked<[String]>([])
        _ = try await recognizer.recognize(request(recordings[0])) { text in heard.withLock { $0.append(text) } }
        let count = heard.withLock { $0.count }
        let streams = recognizer.capabilities.streams
        try ComplianceCheck.require(streams == (count > 0), "hypotheses: stated \(streams), \(count) came")
    }

    private func answersToCancellation() async throws {
        let request = request(recordings[0])
        try await ComplianceCheck.cancelBefore { sink in
            _ = try await recognizer.recognize(request, hypothesis: sink)
        }
        guard recognizer.capabilities.streams else { return }
        try await ComplianceCheck.cancelMidway { sink in
            _ = try await recognizer.recognize(request, hypothesis: sink)
        }
    }

    private func neverMixesConcurrentCalls() async throws {
        let requests = (0..<8).map { request(recordings[$0 % recordings.count], utterance: $0 + 1) }
        try await ComplianceCheck.concurrently(requests, most: recognizer.capabilities.maximumConcurrency) { request in
            try await recognizer.recognize(request) { _ in }
        }
    }

    private func refusesOtherLanguages() async throws {
        let known = recognizer.capabilities.languages
        try ComplianceCheck.require(known.contains(language), "\(language) is not among the stated languages")
        guard let other = LanguageCode.tested.first(where: { !known.contains($0) }) else { return }
        try await ComplianceCheck.expectUnsupported("recognizing \(other.englishName)") {
            _ = try await recognizer.recognize(request(recordings[0], other)) { _ in }
        }
    }

    private func refusesAudioTooLong() async throws {
        guard let most = recognizer.capabilities.maximumSeconds, most < 3_600 else { return }
        let audio = [Float](repeating: 0, count: (Int(exactly: most.rounded(.up)) ?? 0) * speechSampleRate + 1_600)
        try await ComplianceCheck.expectUnsupported("audio longer than \(most) s") {
            _ = try await recognizer.recognize(request(audio)) { _ in }
        }
    }
}
