internal import Plumbing

/// A bounded number of decoders, each loaded when it is first needed and kept. Callers wait in the order they came.
final class DecoderPool: Sendable {
    private let limiter: Limiter
    private let idle = Locked<[PocketSphinxDecoder]>([])
    private let load: @Sendable () async throws -> PocketSphinxDecoder

    init(limit: Int, load: @escaping @Sendable () async throws -> PocketSphinxDecoder) {
        limiter = Limiter(limit: limit)
        self.load = load
    }

    /// Loads one decoder, unless one is there already or at work.
    func prepare() async throws {
        try await limiter.run {
            guard idle.withLock({ $0.isEmpty }) else { return }
            let decoder = try await load()
            idle.withLock { $0.append(decoder) }
        }
    }

    /// Decodes with the first decoder that is free.
    ///
    /// A search cannot be interrupted. When the task is cancelled the caller is let go at once; the decoder finishes what
    /// it was given, unheard, and only then serves the next one.
    func decode(_ samples: [Int16]) async throws -> [PocketSphinxDecoder.Word]? {
        try await limiter.acquire()
        let answer = Pending<[PocketSphinxDecoder.Word]?>()
        Task { [self] in
            defer { limiter.release() }
            do {
                let decoder: PocketSphinxDecoder
                if let free = idle.withLock({ $0.popLast() }) {
                    decoder = free
                } else {
                    decoder = try await load()
                }
                defer { idle.withLock { $0.append(decoder) } }
                answer.settle(.success(try await decoder.decode(samples)))
            } catch {
                answer.settle(.failure(error))
            }
        }
        return try await withTaskCancellationHandler {
            try await answer.value()
        } onCancel: {
            answer.settle(.failure(CancellationError()))
        }
    }
}
