internal import Audio
internal import Glibc

extension HeardUtterance {
    /// The utterance as one for each person, cut at samples of its stream.
    ///
    /// - Parameter cuts: in order; those outside the speech are left out.
    package func divided(at cuts: [Int]) -> [HeardUtterance] {
        let cuts = cuts.filter { $0 > speech.start && $0 < speech.end }
        guard !cuts.isEmpty else { return [self] }
        let borders = [range.start] + cuts + [range.end]
        var parts = zip(borders, borders.dropFirst()).map { part(SampleRange(start: $0, end: $1)) }
        parts[parts.count - 1].end = end
        // What was counted in the whole is counted once in the parts.
        let voiced = parts.map { $0.stretches.reduce(0) { $0 + $1.count } }
        let all = max(1, voiced.reduce(0, +))
        var left = evidence.voicedMilliseconds
        for place in parts.indices {
            let share = place + 1 < parts.count ? evidence.voicedMilliseconds * voiced[place] / all : left
            parts[place].evidence.voicedMilliseconds = share
            left -= share
        }
        let loudest = parts.indices.max { parts[$0].evidence.peakDBFS < parts[$1].evidence.peakDBFS }
        for place in parts.indices where place != loudest { parts[place].evidence.clippedSamples = 0 }
        return parts
    }

    private func part(_ place: SampleRange) -> HeardUtterance {
        var part = self
        part.range = place
        part.samples = Array(samples[place.start - range.start..<place.end - range.start])
        part.speech = SampleRange(start: max(place.start, speech.start), end: min(place.end, speech.end))
        part.stretches = stretches.compactMap { stretch in
            let cut = SampleRange(start: max(stretch.start, place.start), end: min(stretch.end, place.end))
            return cut.start < cut.end ? cut : nil
        }
        if let first = part.stretches.first, let last = part.stretches.last {
            part.speech = SampleRange(start: first.start, end: last.end)
        }
        let said = part.samples[part.speech.start - place.start..<part.speech.end - place.start]
        let power = said.reduce(Float(0)) { $0 + $1 * $1 } / Float(max(1, said.count))
        part.evidence.rmsDBFS = decibels(power)
        part.evidence.peakDBFS = decibels(part.samples.reduce(Float(0)) { max($0, $1 * $1) })
        part.end = .speakerChange
        return part
    }

    private func decibels(_ power: Float) -> Double { power > 0 ? max(-120, 10 * log10(Double(power))) : -120 }
}
