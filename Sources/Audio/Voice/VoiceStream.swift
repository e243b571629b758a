internal import Plumbing

/// Reads the audio of a voice provider while it arrives, as mono with 16 bits. The audio is one WAV, several in a row,
/// or any other recording that can be decoded.
///
/// Its first bytes show its kind.
///
/// The caller gives bytes as they arrive, and after each piece takes audio until there is none.
package final class VoiceStream {
    private enum Kind {
        /// Too few bytes have arrived to know the kind.
        case unknown
        case wave(WaveStream)
        case recording(VoiceDecoding, VoiceMix)
    }

    private let ffmpegPath: String?
    private var kind = Kind.unknown
    private var waiting: [UInt8] = []
    /// All bytes so far, as long as another decoder may need them.
    private var begun: [UInt8] = []
    private var watch = ContainerWatch()
    private var isOver = false
    private var isFinished = false

    /// Why it cannot be read.
    package struct Failure: Error, Hashable, Sendable {
        /// One clause about the provider that gave it: "its WAV has no header".
        package var what: String
        package var cure: String?
        /// Whether it could be read if another program were installed.
        package var needsProgram = false
    }

    /// - Parameter ffmpegPath: as ``ReadingOptions/ffmpegPath``.
    package init(ffmpegPath: String? = nil) { self.ffmpegPath = ffmpegPath }

    /// Hz, once audio has been taken.
    package private(set) var sampleRate: Int?

    /// Hands over the next bytes.
    package func append(_ bytes: [UInt8]) { waiting += bytes }

    /// Marks the end of the bytes.
    package func end() { isOver = true }

    /// The proof that the answer broke off, as one clause about the provider that gave it; nil if there is none.
    ///
    /// The caller asks for it once all audio has been taken.
    package var cut: String? {
        switch kind {
        case .unknown: nil
        case .wave(let wave):
            wave.missingBytes == 0
                ? nil : "its WAV broke off: \(wave.missingBytes) bytes of those that its header states did not come"
        case .recording(let decoding, _):
            (decoding.damage.first(where: \.isCut)?.what ?? watch.cut).map { "its audio broke off: \($0)" }
        }
    }

    /// The next audio from the bytes that were given; nil if it needs more bytes, and at the end.
    ///
    /// - Throws: ``Failure`` if it cannot be read, `CancellationError`.
    package func next() async throws -> VoiceAudio? {
        while true {
            if case .unknown = kind { decide() }
            var samples: [Int16]?
            switch kind {
            case .unknown: return nil
            case .wave(var wave):
                // The stream is not shared while it works.
                kind = .unknown
                do throws(WaveStream.Failure) {
                    samples = try read(&wave)
                    kind = .wave(wave)
                } catch .packed {
                    decode()
                    continue
                } catch {
                    throw Failure(what: error.what)
                }
                sampleRate = wave.sampleRate
            case .recording(let decoding, var mix):
                kind = .unknown
                defer { kind = .recording(decoding, mix) }
                samples = try await read(decoding, &mix)
                sampleRate = mix.rate
            }
            guard let samples else { return nil }
            if !samples.isEmpty, let sampleRate { return VoiceAudio(sampleRate: sampleRate, samples: samples) }
        }
    }

    private func decide() {
        guard waiting.count >= 12 || isOver, !waiting.isEmpty else { return }
        if waiting.starts(with: "RIFX".utf8) || !WaveHeader.isWave(waiting) {
            decode()
        } else {
            kind = .wave(WaveStream())
        }
    }

    private func decode() {
        kind = .recording(VoiceDecoding(ffmpegPath: ffmpegPath), VoiceMix())
        waiting = begun + waiting
        begun = []
    }

    // MARK: WAV

    /// - Returns: nil if there are no samples.
    private func read(_ wave: inout WaveStream) throws(WaveStream.Failure) -> [Int16]? {
        if !waiting.isEmpty {
            let bytes = waiting
            // For other decoders, if the samples turn out to be packed.
            if wave.sampleRate == nil { begun += bytes }
            waiting = []
            let samples = try wave.samples(from: bytes)
            if wave.sampleRate != nil { begun = [] }
            return samples
        }
        guard isOver, !isFinished else { return nil }
        isFinished = true
        return try wave.finish()
    }

    // MARK: Anything else

    private func read(_ decoding: VoiceDecoding, _ mix: inout VoiceMix) async throws -> [Int16]? {
        decoding.append(waiting)
        watch.read(waiting)
        waiting = []
        if isOver { decoding.end() }
        do {
            if let chunk = try await decoding.next() { return try mix.push(chunk) }
        } catch let problem as Problem {
            throw Failure(
                what: problem.code == "audio.truncated"
                    ? "its audio broke off: \(problem.what)" : "its audio cannot be read: \(problem.what)",
                cure: problem.cure, needsProgram: problem.code == "audio.unsupported-format")
        }
        guard isOver, !isFinished else { return nil }
        isFinished = true
        return mix.finish()
    }
}
