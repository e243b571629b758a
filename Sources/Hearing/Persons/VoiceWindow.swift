internal import Audio

/// The windows of 1.5 s of which voice vectors are made.
///
/// Lengths and steps are those of a measurement on 69 recordings of one to five people.
enum VoiceWindow {
    static let length = speechSampleRate * 3 / 2
    static let step = speechSampleRate * 3 / 4
    /// A shorter sound has no vector.
    static let shortest = speechSampleRate / 4

    /// The windows of a stretch of speech, in order. The last one ends with the speech.
    static func windows(of speech: SampleRange) -> [SampleRange] {
        guard speech.count > length else { return speech.count < shortest ? [] : [speech] }
        var windows = stride(from: speech.start, to: speech.end - length, by: step)
            .map { SampleRange(start: $0, end: $0 + length) }
        windows.append(SampleRange(start: speech.end - length, end: speech.end))
        return windows
    }
}
