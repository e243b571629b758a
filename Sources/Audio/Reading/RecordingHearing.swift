internal import Plumbing

/// Reads a recording as it was made, from its beginning to its end or until the body has heard enough. Nothing is mixed and
/// nothing is resampled, so of the options the channels, the length of blocks and the listener play no part.
///
/// The body is called on a thread that blocks for it, with consecutive audio, a second or two at once; the recording may change
/// its rate and its channels on the way.
///
/// - Returns: what the recording is, its audio tracks, and what was found wrong with it.
/// - Throws: ``Problem`` as ``openSpeechSource(_:options:)`` does, but for what the channels are asked to be; what the body
///   throws; `CancellationError` where the task was cancelled.
public func hearRecording(
    _ input: AudioInput, options: ReadingOptions = ReadingOptions(), _ body: (NativeAudio) throws -> Listening
) async throws -> (source: SourceDescription, tracks: [AudioTrack], damage: [AudioDamage]) {
    do {
        let reader = RecordingReader(try input.openBytes(), options: options)
        return try await withTaskCancellationHandler {
            try await withTaskExecutorPreference(WorkerThread("audio.\(input.name)")) {
                defer { reader.cancel() }
                let opened = try reader.open(name: input.name, isHeardAsRecorded: true)
                while let chunk = try reader.read() {
                    try Task.checkCancellation()
                    guard try body(NativeAudio(chunk, reader.format)) == .goOn else { break }
                }
                try Task.checkCancellation()
                return (opened.source, opened.tracks, reader.damage)
            }
        } onCancel: {
            reader.cancel()
        }
    } catch let problem as Problem {
        try Task.checkCancellation()
        throw problem.at(input.place)
    }
}
