/// A part of audio that is too long for one call.
///
/// It is cut in real pauses if there are some, and elsewhere at its quietest. In the second case both parts contain the audio
/// around the cut. The cuts depend on the samples alone.
package struct AudioPart: Sendable, Hashable {
    /// The part's samples.
    package var range: SampleRange
    /// The samples that this part shares with the one before; nil if they only touch, in a pause, and for the first.
    package var overlap: SampleRange?
}

/// Cuts speech at 16 kHz.
package enum AudioParts {
    /// Levels are compared over this many samples, 20 ms.
    static let frame = speechSampleRate / 50
    /// A pause has no speech for this long: 300 ms, longer than between two words of a phrase. Closures within words last up to
    /// 150.
    static let pause = 15
    /// A pause is this far below the loud parts of the speech, and soft words are not: 30 dB, as a power.
    static let depth: Float = 1e-3
    /// The samples that both parts share if there is no pause: two seconds, which contain several words.
    static let overlap = 2 * speechSampleRate

    /// The parts, in order; one if the audio is short enough.
    ///
    /// All samples are in a part. Each part has at least a quarter of the longest allowed length, so that none is a scrap in
    /// which a recognizer would invent words.
    ///
    /// - Parameter longest: the largest number of samples in a part.
    package static func cut(_ samples: [Float], longest: Int) -> [AudioPart] {
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

    /// The largest number of parts that this many samples are cut into, and the largest number of samples that these have
    /// together.
    package static func most(samples: Int, longest: Int) -> (parts: Int, samples: Int) {
        let longest = max(longest, 8 * frame)
        guard samples > longest else { return (1, samples) }
        let shared = min(overlap, longest / 4)
        // Each part except the last is followed by one that begins at least this much later.
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

    /// The power that a tenth of the frames exceed.
    private static func loud(_ powers: [Float]) -> Float {
        powers.isEmpty ? 0 : powers.sorted()[powers.count * 9 / 10]
    }

    /// The middle of the longest pause, the later of two; nil if none is long enough.
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
