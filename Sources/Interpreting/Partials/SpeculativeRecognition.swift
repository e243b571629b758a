internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// Recognizes an utterance at the first silence in which it may end, and not only when that silence is long enough.
///
/// If speech continues, the answer is discarded. If the utterance ends there, its recognition is the same request, and
/// takes this answer in the place of a call. So results are those that they would be without it, and only the time
/// differs.
final class SpeculativeRecognition: Sendable {
    private struct Guess: Sendable {
        let request: RecognitionRequest
        let answer: BoundedChannel<Recognition>
        let call: Task<Void, Never>
    }

    private let recognizer: any SpeechRecognizer
    private let conversation: Conversation
    /// The guesses by the number of the utterance.
    private let guesses = Locked<[Int: Guess]>([:])

    /// Utterances that have ended and are not asked about yet, or never, at most.
    private static let maximumGuesses = 8

    init(_ recognizer: any SpeechRecognizer, conversation: Conversation) {
        self.recognizer = recognizer
        self.conversation = conversation
    }

    /// The utterance may end here.
    func begin(_ snapshot: PartialRecognition.Snapshot) {
        let request = snapshot.request(in: conversation)
        let answer = BoundedChannel<Recognition>(capacity: 1)
        let call = Task { [recognizer] in
            do {
                _ = answer.trySend(try await recognizer.recognize(request) { _ in })
                answer.finish()
            } catch {
                answer.finish(throwing: error)
            }
        }
        let sequence = snapshot.sequence
        let former = guesses.withLock { guesses in
            let oldest = guesses.count < Self.maximumGuesses ? nil : guesses.keys.min()
            let former = [guesses.removeValue(forKey: sequence), oldest.flatMap { guesses.removeValue(forKey: $0) }]
            guesses[sequence] = Guess(request: request, answer: answer, call: call)
            return former
        }
        for guess in former { guess?.call.cancel() }
    }

    /// The speech of an utterance continues, or it is not recognized.
    func discard(_ sequence: Int) {
        guesses.withLock { $0.removeValue(forKey: sequence) }?.call.cancel()
    }

    /// Ends the calls that are in flight.
    func stop() {
        let all = guesses.withLock { guesses in
            defer { guesses = [:] }
            return guesses.values.map(\.call)
        }
        for call in all { call.cancel() }
    }

    /// The answer to a request if it was made already, or is in flight.
    fileprivate func answer(to request: RecognitionRequest) async -> Recognition? {
        let guess = guesses.withLock { $0.removeValue(forKey: request.context.utterance) }
        guard let guess else { return nil }
        guard guess.request.asks(theSameAs: request) else {
            guess.call.cancel()
            return nil
        }
        return try? await guess.answer.next()
    }

    /// A recognizer that gives the answer that is there, and asks otherwise.
    struct Recognizer: SpeechRecognizer {
        let base: any SpeechRecognizer
        let speculation: SpeculativeRecognition

        var descriptor: ProviderDescriptor { base.descriptor }
        var capabilities: RecognizerCapabilities { base.capabilities }

        func recognize(
            _ request: RecognitionRequest, hypothesis: PartialSink<String>
        ) async throws -> Recognition {
            if let answer = await speculation.answer(to: request) { return answer }
            try Task.checkCancellation()
            return try await base.recognize(request, hypothesis: hypothesis)
        }
    }
}

extension RecognitionRequest {
    fileprivate func asks(theSameAs other: RecognitionRequest) -> Bool {
        language == other.language && candidates == other.candidates && varieties == other.varieties
            && prompt == other.prompt && audio == other.audio
    }
}

extension PartialRecognition.Snapshot {
    /// The request to a recognizer.
    func request(in conversation: Conversation) -> RecognitionRequest {
        let pair = direction.pair
        let isKnown = !conversation.settings.sides.isTwoWay || direction.isGiven
        return RecognitionRequest(
            audio: PCM16.floats(samples), language: pair.from, candidates: isKnown ? [] : [pair.from, pair.to],
            varieties: pair.varieties,
            context: CallContext(conversation: conversation.id.rawValue, utterance: sequence))
    }
}
