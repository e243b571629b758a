internal import Audio
internal import Plumbing
internal import Providers

/// Separates errors that the consumer of partial answers throws from those that the provider throws.
final class PartialConsumer: Sendable {
    private let failure = Locked<ConsumerFailure?>(nil)

    func give<Partial>(_ partial: Partial, to sink: PartialSink<Partial>) async throws {
        do {
            try await sink(partial)
        } catch {
            // The consumer runs inside the call. A call that exceeds its deadline is cancelled together with whatever the
            // consumer waits for. That does not make the consumer the part that failed.
            if !(error is CancellationError && Task.isCancelled) {
                failure.withLock { $0 = ConsumerFailure(error: error) }
            }
            throw error
        }
    }

    fileprivate func cause(of error: any Error) -> any Error { failure.withLock { $0 } ?? error }
}

/// An error of the consumer, in a form that is not mistaken for a failure of the provider.
private struct ConsumerFailure: Error {
    let error: any Error
}

extension Retry {
    /// As ``run(_:deadline:_:)``, but a consumer that fails ends the call. What it throws and how the adapter reports it make
    /// no difference: a retry would not bring the listener back.
    func run<Answer>(
        _ context: CallContext, for consumer: PartialConsumer, _ call: (_ attempt: Int) async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await run(context) { attempt in
                do {
                    return try await call(attempt)
                } catch {
                    throw consumer.cause(of: error)
                }
            }
        } catch let failure as ConsumerFailure {
            throw failure.error
        }
    }
}

/// Hypotheses over several attempts.
final class RetriedHypotheses: Sendable {
    private struct State {
        var attempt = 1
        var shown = ""
    }

    let consumer = PartialConsumer()
    private let state = Locked(State())

    func take(_ hypothesis: String, attempt: Int, to sink: PartialSink<String>) async throws {
        let isNews = state.withLock { state in
            let catchingUp = attempt > state.attempt && state.shown.hasPrefix(hypothesis)
            if catchingUp { return false }
            state.attempt = attempt
            state.shown = hypothesis
            return true
        }
        if isNews { try await consumer.give(hypothesis, to: sink) }
    }
}

/// Pieces of a text over several attempts.
///
/// They are compared byte by byte: a letter and its accent may come in different pieces.
final class RetriedPieces: Sendable {
    private struct State {
        var attempt = 1
        var delivered: [UInt8] = []
        /// How much of the delivered text this attempt has repeated.
        var repeated = 0
        var diverged = false

        /// The new part of the piece.
        mutating func take(_ piece: String, attempt: Int) -> String {
            if attempt != self.attempt {
                self.attempt = attempt
                repeated = 0
            }
            guard !diverged else { return "" }
            let bytes = Array(piece.utf8)
            let overlap = min(bytes.count, delivered.count - repeated)
            guard bytes[..<overlap].elementsEqual(delivered[repeated..<repeated + overlap]) else {
                diverged = true
                return ""
            }
            delivered.append(contentsOf: bytes[overlap...])
            repeated += bytes.count
            return String(decoding: bytes[overlap...], as: UTF8.self)
        }
    }

    let consumer = PartialConsumer()
    private let state = Locked(State())

    func take(_ piece: String, attempt: Int, to sink: PartialSink<String>) async throws {
        let news = state.withLock { $0.take(piece, attempt: attempt) }
        if !news.isEmpty { try await consumer.give(news, to: sink) }
    }

    /// Whether pieces were delivered that differ from the text.
    func isSuperseded(by text: String) -> Bool {
        state.withLock { !$0.delivered.isEmpty && !$0.delivered.elementsEqual(text.utf8) }
    }
}

/// Audio over several attempts.
final class RetriedAudio: Sendable {
    private struct State {
        var attempt = 1
        var sampleRate: Int?
        var delivered = 0
        /// How many samples this attempt has given.
        var repeated = 0
    }

    let consumer = PartialConsumer()
    private let state = Locked(State())

    /// How many samples were delivered.
    var sampleCount: Int { state.withLock { $0.delivered } }

    /// - Returns: false if the chunk's rate is not that of the audio delivered before.
    func take(_ chunk: VoiceAudio, attempt: Int, to sink: PartialSink<VoiceAudio>) async throws -> Bool {
        let news: ArraySlice<Int16>? = state.withLock { state in
            if attempt != state.attempt {
                state.attempt = attempt
                state.repeated = 0
            }
            guard state.sampleRate ?? chunk.sampleRate == chunk.sampleRate else { return nil }
            state.sampleRate = chunk.sampleRate
            let skipped = min(chunk.samples.count, state.delivered - state.repeated)
            state.repeated += chunk.samples.count
            state.delivered = max(state.delivered, state.repeated)
            return chunk.samples[skipped...]
        }
        guard let news else { return false }
        if !news.isEmpty {
            let audio = VoiceAudio(sampleRate: chunk.sampleRate, samples: Array(news))
            try await consumer.give(audio, to: sink)
        }
        return true
    }
}
