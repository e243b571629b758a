internal import Audio
internal import Hearing
internal import Plumbing

extension AudioReport {
    /// The report as lines for a terminal of so many columns.
    public func lines(width: Int) -> [String] {
        var lines = [
            "\(source.name)  \(source.container) \(source.codec), \(source.sampleRate) Hz, "
                + (source.channels == 1 ? "mono" : "\(source.channels) channels") + ", \(clockTime(seconds))"
        ]
        for (index, lane) in lanes.enumerated() {
            lines.append("")
            if lanes.count > 1 { lines.append("channel \(index + 1)") }
            lines += lane.sketch.rendered(width: min(max(20, width), 100), height: 4)
            lines.append(axis(width: min(max(20, width), 100)))
        }
        lines += [""] + levels()
        for (index, lane) in lanes.enumerated() {
            lines.append("")
            let share = "\(tenths(lane.speechSeconds)) s (\(Int((lane.speechShare * 100).rounded())) %)"
            let noise = lane.snrDB.map { ", \(tenths($0)) dB above the noise" } ?? ""
            lines.append((lanes.count > 1 ? "channel \(index + 1): " : "") + "speech \(share)\(noise)")
            let rows = lane.utterances.enumerated().map { number, utterance in
                [
                    String(number + 1), clockTime(utterance.start), "\(tenths(utterance.end - utterance.start)) s",
                    "\(tenths(utterance.rmsDBFS)) dBFS", "\(tenths(utterance.snrDB)) dB",
                    utterance.clippedSamples > 0 ? "clipped" : "", utterance.gate,
                ]
            }
            if !rows.isEmpty { lines += table(["utterance", "at", "length", "level", "SNR", "", "gate"], rows) }
        }
        lines += damage.map { "damaged at \(clockTime($0.atSeconds)): \($0.what)" }
        return lines
    }

    private func levels() -> [String] {
        var lines: [String] = []
        if let loudness {
            var parts: [String] = []
            if let value = loudness.integratedLUFS { parts.append("\(tenths(value)) LUFS") }
            if let value = loudness.rangeLU { parts.append("range \(tenths(value)) LU") }
            if let value = loudness.maximumShortTermLUFS { parts.append("loudest 3 s \(tenths(value)) LUFS") }
            if parts.isEmpty { parts.append("too quiet or too short for LUFS") }
            parts.append("true peak \(tenths(loudness.truePeakDBTP)) dBTP")
            lines.append("loudness  " + parts.joined(separator: ", "))
        }
        for (index, channel) in channels.enumerated() {
            let name = channels.count > 1 ? "channel \(index + 1)" : "levels   "
            let clipping =
                channel.clippedRuns > 0
                ? "clipped \(channel.clippedRuns) × (\(channel.clippedSamples) samples)" : "no clipping"
            lines.append(
                "\(name) peak \(tenths(channel.peakDBFS)) dBFS, RMS \(tenths(channel.rmsDBFS)) dBFS, "
                    + "DC \(tenths(channel.dcOffset * 100)) %, \(clipping)")
        }
        return lines
    }

    /// The beginning, the middle and the end in clock time.
    private func axis(width: Int) -> String {
        let marks = [clockTime(0), clockTime(seconds / 2), clockTime(seconds)]
        let room = width - marks.reduce(0) { $0 + $1.count }
        guard room >= 4 else { return "" }
        let first = max(1, width / 2 - marks[0].count - marks[1].count / 2)
        return marks[0] + String(repeating: " ", count: first) + marks[1]
            + String(repeating: " ", count: max(1, room - first)) + marks[2]
    }
}
