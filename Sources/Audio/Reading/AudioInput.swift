internal import Glibc
package import Plumbing

/// The source of a recording's bytes.
package struct AudioInput: Sendable {
    enum Origin: Sendable {
        case file(String)
        case descriptor(Int32)
        case bytes(BytePipe)
        case source(any ByteSource)
        case kept(KeptBytes)
    }

    let origin: Origin
    /// The name of the input in problems.
    let place: String
    /// The name of the input in the description of the source.
    package let name: String
    /// Whether a client sends it.
    private(set) var isSent = false

    /// A file, or anything else that has a path, such as a named pipe.
    package static func file(_ path: String) -> AudioInput {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return AudioInput(origin: .file(path), place: path, name: name)
    }

    /// An open descriptor, read from its current position; it is not closed.
    package static func descriptor(_ descriptor: Int32, name: String = "-") -> AudioInput {
        AudioInput(origin: .descriptor(descriptor), place: name, name: name)
    }

    /// Whether it is read from a descriptor that was open already, such as standard input.
    package var isDescriptor: Bool { if case .descriptor = origin { true } else { false } }

    /// Bytes that a client sends.
    package static func bytes(_ pipe: BytePipe, name: String) -> AudioInput {
        var input = AudioInput(origin: .bytes(pipe), place: name, name: name)
        input.isSent = true
        return input
    }

    /// Whether it can be heard several times although it came only once.
    package var isKept: Bool { if case .kept = origin { true } else { false } }

    /// The same input, kept on the disk to its end, so that it can be heard several times. It vanishes with its last reader.
    ///
    /// - Throws: `Problem` of kind `store` if there is no room for it; why its bytes end early; `CancellationError`.
    package func kept() async throws -> AudioInput {
        let bytes = try openBytes()
        let place = place
        return try await withTaskCancellationHandler {
            let kept = try await WorkerThread("audio.\(name)").run {
                do {
                    return try KeptBytes(bytes)
                } catch let problem as Problem {
                    bytes.cancel()
                    throw problem.kind == .input ? problem.at(input: place) : problem
                }
            }
            try Task.checkCancellation()
            var input = AudioInput(origin: .kept(kept), place: place, name: name)
            input.isSent = isSent
            return input
        } onCancel: {
            bytes.cancel()
        }
    }

    /// The same input for two readers: one that hears its beginning, and then one that hears all of it.
    ///
    /// - Parameter limit: the most bytes that are kept for the second one, and that the first one reads.
    /// - Throws: `Problem` of kind `input` if it cannot be opened.
    package func heardTwice(keeping limit: Int = 64 << 20) throws(Problem) -> (first: AudioInput, all: AudioInput) {
        if case .file(let path) = origin, FileState(following: path)?.kind == .regular { return (self, self) }
        if isKept { return (self, self) }
        let bytes = RereadBytes(try openBytes(), keeping: limit)
        func reading(_ source: any ByteSource) -> AudioInput {
            var input = AudioInput(origin: .source(source), place: place, name: name)
            input.isSent = isSent
            return input
        }
        return (reading(bytes.first), reading(bytes.second))
    }

    /// Ends every read of it.
    package func cancel() { if case .source(let source) = origin { source.cancel() } }

    func openBytes() throws(Problem) -> any ByteSource {
        switch origin {
        case .file(let path): try DescriptorSource(path: path)
        case .descriptor(let descriptor): try DescriptorSource(descriptor, ownsDescriptor: false)
        case .bytes(let pipe): pipe
        case .source(let source): source
        case .kept(let bytes): try bytes.opened()
        }
    }
}

/// Opens a recording or a live stream of any kind as speech at 16 kHz.
///
/// The call returns once the kind of the input is known and its first audio has been decoded. Raw samples need no such proof.
/// Cancelling the task while it waits for a silent pipe ends the wait.
///
/// - Throws: ``Problem`` of kind `input`. Codes: `audio.not-found`, `audio.is-directory`, `audio.unreadable`, `audio.empty`,
///   `audio.not-audio`, `audio.unsupported-format`, `audio.malformed`, `audio.truncated`, `audio.no-samples`,
///   `audio.sample-rate`, `audio.sample-width`, `audio.channels`, `audio.same-channels`, `audio.unknown-codec`. Of kind
///   `usage`, if the recording does not have the requested channels or track: `audio.no-such-channel`, `audio.one-channel`,
///   `audio.more-channels`, `audio.no-such-track`. `CancellationError` if the task was cancelled.
package func openSpeechSource(_ input: AudioInput, options: ReadingOptions = ReadingOptions()) async throws
    -> any SpeechSource
{
    do {
        let bytes = try input.openBytes()
        let worker = WorkerThread("audio.\(input.name)")
        return try await withTaskCancellationHandler {
            let reader = SpeechReader(bytes, name: input.name, options: options)
            let opened = try await worker.run {
                do {
                    return try reader.open()
                } catch {
                    bytes.cancel()
                    throw error
                }
            }
            try Task.checkCancellation()
            // A client that sends bytes has no terminal for this message.
            if input.isSent, let unheard = opened.tracks.unheard { reader.remark(unheard) }
            return DecodedSpeechSource(opened, reader: reader, place: input.place, worker: worker)
        } onCancel: {
            bytes.cancel()
        }
    } catch let problem as Problem {
        try Task.checkCancellation()
        throw problem.at(input: input.place)
    }
}

extension Problem {
    /// The problem at an input. If standard input ends before any sound, no recording is at fault, but the program before the
    /// pipe.
    func at(input place: String) -> Problem {
        guard place == "-", ["audio.empty", "audio.no-samples"].contains(code) else { return at(place) }
        return Problem(
            kind, code, "standard input ended before any sound came",
            cure: "see what the program before the pipe printed, or give a recording with speech in it")
    }
}
