internal import Audio
internal import Plumbing

/// Mixes sounds at their times into one file. Sounds of different lanes may overlap.
///
/// Sounds come in the order of their voices, and each begins a little before its voice. So the last ``lead`` samples are in memory,
/// and earlier ones are in the file.
struct LaneMix {
    /// The maximum sound of an utterance before its voice, in samples: five seconds, several times the usual amount.
    static let lead = 5 * speechSampleRate

    private let file: any TrackFile
    /// Samples after those in the file.
    private var waiting: [Int16] = []
    private var written = 0
    /// The end of the last sound of each lane. Overlapping sounds of one lane are the same sound, and are written once.
    private var ends: [Int: Int] = [:]

    /// - Parameter file: has the rate of the speech clock.
    init(_ file: any TrackFile) { self.file = file }

    /// Adds a sound.
    ///
    /// - Parameter start: its first sample on the speech clock.
    mutating func add(_ samples: [Int16], at start: Int, lane: Int) throws(Problem) {
        let first = max(start, ends[lane] ?? 0, written)
        guard first - start < samples.count else { return }
        let sound = samples[(first - start)...]
        ends[lane] = first + sound.count
        try write(before: first - Self.lead)
        let offset = first - written
        let missing = offset + sound.count - waiting.count
        if missing > 0 { waiting += [Int16](repeating: 0, count: missing) }
        for (place, sample) in zip(offset..., sound) {
            waiting[place] = Int16(clamping: Int(waiting[place]) + Int(sample))
        }
    }

    /// Writes the rest, and silence up to a length in milliseconds.
    mutating func finish(milliseconds: Int) throws(Problem) {
        let length = (max(0, milliseconds) * speechSampleRate + 999) / 1_000
        try write(before: max(length, written + waiting.count))
    }

    private mutating func write(before sample: Int) throws(Problem) {
        guard sample > written else { return }
        let count = min(waiting.count, sample - written)
        try file.write(Array(waiting[..<count]))
        waiting.removeFirst(count)
        written += count
        try file.writeSilence(frames: sample - written)
        written = sample
    }
}
