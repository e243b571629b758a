import Audio
import Delivery
import Glibc
import Plumbing

/// The spoken translation of a live conversation, in a WAV file that can be listened to while it grows. Utterances are appended
/// one after the other as they are done.
final class SpokenTrack: Sendable {
    private struct State {
        // Only one thread at a time writes, because the lock is held during the write.
        var writer: WAVWriter?
        /// The voices in the file.
        var count = 0
    }

    /// The kind of file that the path leads to.
    private enum Destination {
        case standardOutput
        /// A pipe or a device, which is opened for writing.
        case stream
        /// A regular file, which is created.
        case file
    }

    private let path: String
    private let descriptor: Int32
    private let former: FormerFile?
    private let destination: Destination
    private let admission: OutputGuard
    private let worker = WorkerThread("spoken-track")
    private let state: Locked<State>

    /// - Throws: `Problem` of kind `usage` if the file cannot be written, or belongs to the user.
    init(path: String, admission: OutputGuard) throws(Problem) {
        self.path = path
        self.admission = admission
        destination = Self.destination(path)
        former = destination == .file ? try FormerFile(at: path, by: admission) : nil
        descriptor =
            switch destination {
            case .standardOutput: STDOUT_FILENO
            case .stream: open(path, O_WRONLY | O_CLOEXEC)
            // A new file: a link is not followed, and another name of the former file keeps the old contents.
            case .file: open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
            }
        guard descriptor >= 0 else {
            throw Problem(
                .usage, "output.unwritable", "the file cannot be written (\(String(cString: strerror(errno))))",
                at: path, cure: "name another place")
        }
        state = Locked(State())
    }

    deinit { if destination != .standardOutput { close(descriptor) } }

    private static func destination(_ path: String) -> Destination {
        if isStandardOutput(path) { return .standardOutput }
        return FileState(following: path)?.kind == .other ? .stream : .file
    }

    /// Whether the path is `-`, or another name of the file behind standard output.
    static func isStandardOutput(_ path: String) -> Bool {
        guard path != "-" else { return true }
        guard let there = FileState(following: path), there.kind != .folder else { return false }
        return there.identity == FileState(ofDescriptor: STDOUT_FILENO)?.identity
    }

    /// Checks whether a voice can be written to the path, before the work.
    ///
    /// - Parameter option: the option with which the user gave the path.
    /// - Throws: `Problem` of kind `usage`.
    static func check(_ path: String, _ admission: OutputGuard, option: String) throws(Problem) {
        switch destination(path) {
        case .standardOutput:
            guard isatty(STDOUT_FILENO) == 0 else {
                throw Problem(
                    .usage, "output.terminal", "a terminal cannot show a voice", at: option,
                    cure: "name a file, or pipe it")
            }
        case .stream: break
        case .file: _ = try admission.replacement(at: path)
        }
    }

    /// Appends audio; the first piece decides the sample rate.
    ///
    /// - Parameter position: the earliest place of the audio, in samples of the speech clock (16 kHz); silence fills the time
    ///   before it.
    func append(_ audio: VoiceAudio, notBefore position: Int = 0) async throws {
        try await worker.run { [self] in
            try state.withLock { state in
                let writer = try state.writer ?? writer(sampleRate: audio.sampleRate)
                state.writer = writer
                try writer.writeSilence(
                    frames: position * writer.sampleRate / speechSampleRate - writer.frameCount)
                try writer.write(audio.samples)
                state.count += 1
            }
        }
    }

    /// Completes the header. If nothing could be spoken, the file still has a header, and no samples.
    ///
    /// - Parameter isComplete: whether nothing of the voice is missing, so that it replaces a longer one of an earlier run.
    /// - Returns: a sentence if the file of an earlier run holds more, so that it stays.
    @discardableResult
    func finish(isComplete: Bool = false) async throws -> String? {
        try await worker.run { [self] in
            let count = try state.withLock { state in
                _ = try (state.writer ?? writer(sampleRate: speechSampleRate)).finish()
                return state.count
            }
            guard destination == .file, let state = FileState(ofDescriptor: descriptor) else { return nil }
            let content = OutputContent(answers: count, isComplete: isComplete)
            admission.recording(content).remember(path, as: state)
            return former?.settle(against: content)
        }
    }

    private func writer(sampleRate: Int) throws(Problem) -> WAVWriter {
        try WAVWriter(descriptor: descriptor, name: path, sampleRate: sampleRate, channels: 1)
    }
}
