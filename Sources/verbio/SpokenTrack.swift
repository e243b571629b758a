import Audio
import Glibc
import Plumbing

/// The spoken translation of a live conversation, one utterance after the other as they are done, in a WAV file that can be
/// listened to while it grows.
final class SpokenTrack: Sendable {
    private struct State {
        // One thread at a time writes: the lock is held around it.
        var writer: WAVWriter?
    }

    private let path: String
    private let descriptor: Int32
    private let worker = WorkerThread("spoken-track")
    private let state: Locked<State>

    /// - Throws: `Problem` of kind `usage` where the file cannot be written.
    init(path: String) throws(Problem) {
        self.path = path
        descriptor = path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw Problem(
                .usage, "output.unwritable", "the file cannot be written (\(String(cString: strerror(errno))))",
                at: path, cure: "name another place")
        }
        state = Locked(State())
    }

    deinit { if path != "-" { close(descriptor) } }

    /// Appends audio; the first decides the sample rate.
    func append(_ audio: VoiceAudio) async throws {
        try await worker.run { [self] in
            try state.withLock { state in
                let writer = try state.writer ?? writer(sampleRate: audio.sampleRate)
                state.writer = writer
                try writer.write(audio.samples)
            }
        }
    }

    /// Corrects the header. Where nothing could be spoken the file has one all the same, and no samples.
    func finish() async throws {
        try await worker.run { [self] in
            try state.withLock { state in
                _ = try (state.writer ?? writer(sampleRate: speechSampleRate)).finish()
            }
        }
    }

    private func writer(sampleRate: Int) throws(Problem) -> WAVWriter {
        try WAVWriter(descriptor: descriptor, name: path, sampleRate: sampleRate, channels: 1)
    }
}
