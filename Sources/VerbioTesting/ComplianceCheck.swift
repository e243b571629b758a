internal import Plumbing
internal import Providers

/// A deviation of an engine from its protocol.
package struct ComplianceFailure: Error, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
}

/// Code that the compliance suites of the three protocols share.
package enum ComplianceCheck {
    package static func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        guard condition else { throw ComplianceFailure(what()) }
    }

    /// Requires plausible amounts: not below zero, not above what a call can use, and no more cached tokens than input tokens.
    static func require(_ usage: Usage) throws {
        let counts = [usage.characters, usage.inputTokens, usage.cachedInputTokens, usage.outputTokens]
        try require(
            counts.compactMap { $0 }.allSatisfy { (0...1_000_000_000).contains($0) }
                && (0...1e6).contains(usage.audioSeconds ?? 0)
                && usage.cachedInputTokens ?? 0 <= usage.inputTokens ?? .max, "nobody can have used \(usage)")
    }

    /// Texts that are not plain words: accents as separate marks, emoji of several scalars, right-to-left marks,
    /// markup, placeholders and line breaks.
    static let awkwardTexts = [
        "Zoe\u{308} said: “¿Qué?” in the naïve café, on the 3rd", "Thanks 👩‍👩‍👧 and 👍🏽 for all 😀",
        "five\u{00A0}o'clock\u{200F} or\u{202E} later\u{202C}", "<b>bold</b> &amp; \\n %s {0} $HOME `ls`",
        "first line\nsecond line\r\nthird\tcolumn", "ＡＢＣ １２３ ١٢٣ ½ №5",
    ]

    /// Cancels a call before it begins: it must neither answer nor give any part of an answer.
    static func cancelBefore<Partial: Sendable>(
        _ call: @escaping @Sendable (PartialSink<Partial>) async throws -> Void
    ) async throws {
        let partials = Locked(0)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await call { _ in partials.withLock { $0 += 1 } }
        }
        try expectCancellation(await task.result)
        try require(partials.withLock { $0 } == 0, "a call that was cancelled before it began gave a partial answer")
    }

    /// Cancels a call while its first partial answer is taken: no other part may come, and no answer.
    static func cancelMidway<Partial: Sendable>(
        _ call: @escaping @Sendable (PartialSink<Partial>) async throws -> Void
    ) async throws {
        let partials = Locked(0)
        let (first, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let task = Task {
            defer { signal.finish() }
            try await call { _ in
                partials.withLock { $0 += 1 }
                signal.yield()
                // The sleep ends by cancellation at once; it never lasts the hour.
                try await Task.sleep(for: .seconds(3_600))
            }
        }
        for await _ in first { break }
        task.cancel()
        try expectCancellation(await task.result)
        let count = partials.withLock { $0 }
        try require(count == 1, "\(count) partial answers were given though the call was cancelled during the first")
    }

    private static func expectCancellation(_ result: Result<Void, any Error>) throws {
        switch result {
        case .success: throw ComplianceFailure("a cancelled call answered as if nothing had happened")
        case .failure(is CancellationError): return
        case .failure(let error): throw ComplianceFailure("a cancelled call threw \(error), not CancellationError")
        }
    }

    /// Requires that the call fails as unsupported.
    static func expectUnsupported(_ what: String, _ call: () async throws -> Void) async throws {
        do {
            try await call()
        } catch let error as ProviderError {
            try require(error.failure == .unsupported, "\(what) failed as \(error.failure), not as unsupported")
            return
        } catch {
            throw ComplianceFailure("\(what) threw \(error), not a ProviderError")
        }
        throw ComplianceFailure("\(what) is not among the capabilities and was answered all the same")
    }

    /// Sends every request alone, then all at once as far as the engine allows: the answers must be the same.
    static func concurrently<Request: Sendable, Answer: Sendable & Equatable>(
        _ requests: [Request], most: Int?, _ call: @escaping @Sendable (Request) async throws -> Answer
    ) async throws {
        var alone: [Answer] = []
        for request in requests { alone.append(try await call(request)) }
        let limiter = Limiter(limit: min(requests.count, most ?? requests.count))
        let together = try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask { (index, try await limiter.run { try await call(request) }) }
            }
            var answers: [Int: Answer] = [:]
            for try await (index, answer) in group { answers[index] = answer }
            return answers
        }
        for (index, answer) in alone.enumerated() {
            try require(
                together[index] == answer,
                "request \(index + 1) of \(requests.count) was answered differently among others: "
                    + "\(together[index].map { "\($0)" } ?? "nothing") instead of \(answer)")
        }
    }
}
