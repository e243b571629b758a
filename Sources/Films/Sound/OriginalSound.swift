internal import Audio
internal import Plumbing

extension SoundMix.Original {
    /// Hears the whole recording as stereo at 48 kHz, as fast as it is taken.
    ///
    /// Its times are those of the speech clock, because it is decoded as it was for its speech.
    ///
    /// - Parameter between: called after some of it was taken.
    /// - Throws: what these throw, `CancellationError`, or ``Problem`` of kind `input`.
    func listen(
        _ consume: @escaping ([Float]) throws -> Void, between: () async throws -> Void = {}
    ) async throws {
        let listener = StereoListener(consume)
        var options = options
        // The picture is that of the whole film, also if only a part was translated.
        (options.part, options.channels, options.listener) = (nil, .mix, listener)
        let source = try await openSpeechSource(.file(path), options: options)
        defer { source.stop() }
        while try await source.next() != nil {
            try Task.checkCancellation()
            if listener.failure != nil { break }
            try await between()
        }
        try listener.finish()
    }
}

/// `@unchecked`: it is called by the thread that decodes, and by its owner after that.
private final class StereoListener: NativeAudioListener, @unchecked Sendable {
    private var sound = StereoSound()
    private let consume: ([Float]) throws -> Void
    private let failed = Locked<(any Error)?>(nil)

    var failure: (any Error)? { failed.withLock { $0 } }

    init(_ consume: @escaping ([Float]) throws -> Void) { self.consume = consume }

    func hear(_ audio: NativeAudio) {
        guard failure == nil else { return }
        do { try give(sound.push(audio)) } catch { failed.withLock { $0 = error } }
    }

    func finish() throws {
        if let failure { throw failure }
        try give(sound.finish())
    }

    private func give(_ samples: [Float]) throws { if !samples.isEmpty { try consume(samples) } }
}
