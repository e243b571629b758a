import Audio

/// What a detector made of a track.
struct Detection {
    /// For each frame of 10 ms: whether it was classified as speech.
    var frames: [Bool]
    /// In frames: where each utterance's audio begins and ends with what is kept around it.
    var kept: [Range<Int>]

    /// By the rule that all detectors share. Gaps of at most 500 ms belong to the utterance, and less than 100 ms is
    /// dropped. 300 ms are kept before it and 200 ms after it.
    init(decisions: [Bool]) {
        var runs = Runs.of(Runs.filled(decisions, gaps: Timeline.mergedGap)).filter { $0.count >= 10 }
        frames = [Bool](repeating: false, count: decisions.count)
        for run in runs { for frame in run { frames[frame] = true } }
        for index in runs.indices {
            runs[index] = max(0, runs[index].lowerBound - 30)..<(runs[index].upperBound + 20)
        }
        kept = runs
    }

    init(frames: [Bool], kept: [Range<Int>]) {
        self.frames = frames
        self.kept = kept
    }
}

/// How a detection compares with the labels.
struct Score {
    var f1 = 0.0
    /// The share of the speech that was missed, and of the rest that was classified as speech.
    var missed = 0.0
    var falseAlarm = 0.0
    /// Median of how far the begin and the end of an utterance are from its label, in milliseconds, and the median delay.
    var onset = 0.0
    var offset = 0.0
    var bias = 0.0
    var offsetBias = 0.0
    /// Share of the utterances whose begin is within the audio that is kept.
    var onsetsKept = 0.0

    init(_ detection: Detection, labels: [Bool]) {
        let pairs = zip(detection.frames, labels)
        let hits = Double(pairs.count { $0 && $1 })
        let misses = Double(pairs.count { !$0 && $1 })
        let wrong = Double(pairs.count { $0 && !$1 })
        f1 = 2 * hits / max(1, 2 * hits + misses + wrong)
        missed = misses / max(1, hits + misses)
        falseAlarm = wrong / max(1, Double(labels.count) - hits - misses)
        let spoken = Runs.of(labels)
        let found = Runs.of(detection.frames)
        var onsets: [Double] = []
        var offsets: [Double] = []
        var kept = 0
        for utterance in spoken {
            if detection.kept.contains(where: { $0.contains(utterance.lowerBound) }) { kept += 1 }
            let overlap = { (run: Range<Int>) in run.clamped(to: utterance).count }
            guard let match = found.max(by: { overlap($0) < overlap($1) }), overlap(match) > 0 else { continue }
            onsets.append(Double(match.lowerBound - utterance.lowerBound) * 10)
            offsets.append(Double(match.upperBound - utterance.upperBound) * 10)
        }
        onset = onsets.map { abs($0) }.percentile(0.5)
        offset = offsets.map { abs($0) }.percentile(0.5)
        bias = onsets.percentile(0.5)
        offsetBias = offsets.percentile(0.5)
        onsetsKept = Double(kept) / Double(max(1, spoken.count))
    }
}
