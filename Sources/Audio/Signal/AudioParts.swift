/// Where audio that is too long for one call is cut: in real pauses where there are some, and elsewhere at its quietest, with
/// both parts hearing what is around the cut. It depends on the samples alone.
public struct AudioPart: Sendable, Hashable {
    /// The part's samples.
    public var range: SampleRange
    /// What this part and the one before both have; nil where they only touch, in a pause, and for the first.
    public var overlap: SampleRange?
}

/// Cuts speech at 16 kHz.
public enum AudioParts {
    /// Levels are compared over so many samples, 20 ms.
    static let frame = speechSampleRate / 50
    /// Nobody speaks for so long between two words of a phrase: 300 ms. Closures within words last up to 150.
    static let pause = 15
    /// A pause is so many decibels below the loud parts of the speech, and soft words are not: 30, as a power.
    static let depth: Float = 1e-3
    /// What both parts have where there is no pause: two seconds, in which there are several words.
    static let overlap = 2 * speechSampleRate

    /// The parts, in order; one where the audio is short enough. All samples are in a part, and each part has at least a
    /// quarter of the longest allowed, so that none is a scrap in which words would be made up.
    ///
    /// - Parameter longest: how many samples a part may have.
    public static func cut(_ samples: [Float], longest: Int) -> [AudioPart] {
        let longest = max(longest, 8 * frame)
        guard samples.count > longest else {
            return [AudioPart(range: SampleRange(start: 0, end: samples.count))]
        }
        let powers = powers(samples)
        let quiet = loud(powers) * depth
        let shared = min(overlap, longest / 4)
        var parts: [AudioPart] = []
        var start = 0
        var before: SampleRange?
        while samples.count - start > longest {
            let latest = min(start + longest, samples.count - longest / 4)
            let earliest = start + longest / 2
            if let cut = middle(ofPauseIn: earliest..<latest, powers, quiet) {
                parts.append(AudioPart(range: SampleRange(start: start, end: cut), overlap: before))
                (start, before) = (cut, nil)
            } else {
                let cut = quietest(in: earliest..<max(earliest + frame, latest - shared / 2), powers)
                let common = SampleRange(start: cut - shared / 2, end: cut + shared / 2)
                parts.append(AudioPart(range: SampleRange(start: start, end: common.end), overlap: before))
                (start, before) = (common.start, common)
            }
        }
        parts.append(AudioPart(range: SampleRange(start: start, end: samples.count), overlap: before))
        return parts
    }

    /// How many parts so many samples are cut into at most, and how many samples these can have together.
    public static func most(samples: Int, longest: Int) -> (parts: Int, samples: Int) {
        let longest = max(longest, 8 * frame)
        guard samples > longest else { return (1, samples) }
        let shared = min(overlap, longest / 4)
        // Each part but the last is followed by one that begins as much later, if not more.
        let step = longest / 2 - shared / 2
        let cuts = (samples - longest + step - 1) / step
        return (cuts + 1, samples + cuts * shared)
    }

    /// The mean square of every whole frame.
    private static func powers(_ samples: [Float]) -> [Float] {
        samples.withUnsafeBufferPointer { samples in
            (0..<samples.count / frame).map { index in
                var sum: Float = 0
                for sample in samples[index * frame..<(index + 1) * frame] { sum += sample * sample }
                return sum / Float(frame)
            }
        }
    }

    /// What a tenth of the frames exceed.
    private static func loud(_ powers: [Float]) -> Float {
        powers.isEmpty ? 0 : powers.sorted()[powers.count * 9 / 10]
    }

    /// The middle of the longest pause, the later of two; nil where none is long enough.
    private static func middle(ofPauseIn range: Range<Int>, _ powers: [Float], _ quiet: Float) -> Int? {
        var best: Range<Int>?
        var start: Int?
        let last = min(range.upperBound / frame, powers.count)
        for index in range.lowerBound / frame + 1...max(last, range.lowerBound / frame + 1) {
            if index < last, powers[index] <= quiet {
                start = start ?? index
            } else if let first = start {
                if index - first >= max(pause, best?.count ?? 0) { best = first..<index }
                start = nil
            }
        }
        return best.map { ($0.lowerBound + $0.upperBound) * frame / 2 }
    }

    /// The middle of the quietest 100 ms.
    private static func quietest(in range: Range<Int>, _ powers: [Float]) -> Int {
        let width = 5
        var best = (index: range.lowerBound / frame + 1, power: Float.infinity)
        for index in best.index...max(best.index, range.upperBound / frame - width) {
            guard index + width <= powers.count else { break }
            let power = powers[index..<index + width].reduce(0, +)
            if power < best.power { best = (index, power) }
        }
        return best.index * frame + width * frame / 2
    }
}
