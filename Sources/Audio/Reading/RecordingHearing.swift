internal import Plumbing

/// Reads a recording as it was made, from its beginning to its end or until the body needs no more audio.
///
/// The audio is neither mixed nor resampled, so the options for channels, length of blocks and listener have no effect.
///
/// The body is called on a thread that blocks for it, with consecutive audio, a second or two at once. The rate and the
/// channels can change within the recording.
///
/// - Returns: the description of the recording, its audio tracks, and the damage that was found.
/// - Throws: ``Problem`` as ``openSpeechSource(_:options:)`` does, except for requests about channels; what the body throws;
///   `CancellationError` if the task was cancelled.
package func hearRecording(
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
        throw problem.at(input: input.place)
    }
}
