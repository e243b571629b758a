internal import Audio
internal import Hearing
internal import Plumbing

extension AudioReport {
    /// Utterances of a lane that are listed. A recording of hours has thousands, too many to read on a terminal.
    private static let maximumListed = 40

    /// The report as lines for a terminal with this many columns.
    package func lines(width: Int) -> [String] {
        let width = max(8, width)
        let drawn = min(width, 100)
        var lines = wrapped(
            "\(source.name.printableOnOneLine)  \(source.container) \(source.codec), \(source.sampleRate) Hz, "
                + (source.channels == 1 ? "mono" : "\(source.channels) channels") + ", \(time(seconds))", width)
        if let tracks {
            lines += tracks.flatMap { wrapped("\($0.isHeard ? "track" : "not heard: track") \($0.phrase)", width) }
        }
        for (index, lane) in lanes.enumerated() {
            if lanes.count > 1 { lines.append("") }
            lines.append(heading(lanes.count > 1 ? "channel \(index + 1)" : "", top: lane.sketch.top, width: drawn))
            lines += lane.sketch.rendered(width: drawn, height: 4)
            lines.append(axis(width: drawn))
        }
        lines += [""] + levels().flatMap { wrapped($0, width) }
        for (index, lane) in lanes.enumerated() {
            lines.append("")
            let share = "\(tenths(lane.speechSeconds)) s (\(Int((lane.speechShare * 100).rounded())) %)"
            let noise = lane.snrDB.map { ", \(tenths($0)) dB above the noise" } ?? ""
            lines += wrapped((lanes.count > 1 ? "channel \(index + 1): " : "") + "speech \(share)\(noise)", width)
            lines += list(lane.utterances, width)
        }
        lines += damage.map { "\($0.isRemark ? "noticed" : "damaged") at \(time($0.atSeconds)): \($0.what)" }
        return lines
    }

    /// A point in the recording, with a precision that depends on the recording's length.
    func time(_ at: Double) -> String {
        seconds < 1 ? "\(hundredths(at)) s" : seconds < 10 ? "\(tenths(at)) s" : clockTime(at)
    }

    /// Whether a level stands for no sound at all.
    static func isSilence(_ level: Double) -> Bool { level <= Decibels.silence }

    private func level(_ value: Double) -> String { Self.isSilence(value) ? "−∞" : tenths(value) }

    /// The first utterances as a table, without levels if the terminal is too narrow for them. The number of clipped samples of
    /// each is listed if any utterance has some.
    private func list(_ utterances: [Utterance], _ width: Int) -> [String] {
        guard !utterances.isEmpty else { return [] }
        let listed = utterances.prefix(Self.maximumListed)
        let isClipped = listed.contains { $0.clippedSamples > 0 }
        let places = listed.enumerated().map { number, utterance in
            [String(number + 1), time(utterance.start), "\(tenths(utterance.end - utterance.start)) s"]
        }
        let levels = listed.map { utterance in
            ["\(level(utterance.rmsDBFS)) dBFS", "\(tenths(utterance.snrDB)) dB"]
                + (isClipped ? [grouped(utterance.clippedSamples)] : [])
        }
        var lines = table(
            ["utterance", "at", "length", "level", "SNR"] + (isClipped ? ["clipped"] : []) + ["gate"],
            zip(zip(places, levels), listed).map { $0.0 + $0.1 + [$1.gate] })
        if lines.contains(where: { $0.count > width }) {
            lines = table(["", "at", "length", "gate"], zip(places, listed).map { $0 + [$1.gate] })
        }
        let more = utterances.count - listed.count
        return lines + (more > 0 ? ["… \(grouped(more)) more; --json has them all"] : [])
    }

    private func levels() -> [String] {
        var lines: [String] = []
        if let loudness {
            var parts: [String] = []
            if let value = loudness.integratedLUFS { parts.append("\(tenths(value)) LUFS") }
            if let value = loudness.rangeLU { parts.append("range \(tenths(value)) LU") }
            if let value = loudness.maximumShortTermLUFS { parts.append("loudest 3 s \(tenths(value)) LUFS") }
            if parts.isEmpty { parts.append("too quiet or too short for LUFS") }
            parts.append("true peak \(level(loudness.truePeakDBTP)) dBTP")
            lines.append("loudness  " + parts.joined(separator: ", "))
        }
        for (index, channel) in channels.enumerated() {
            let name = channels.count > 1 ? "channel \(index + 1)" : "levels   "
            guard !Self.isSilence(channel.peakDBFS) else {
                lines.append("\(name) digital silence")
                continue
            }
            // A single sample at full scale may be a correct peak, but it is counted if samples are counted.
            let full = channel.clippedSamples
            let clipping =
                (channel.clippedRuns > 0 ? "clipped \(grouped(channel.clippedRuns)) ×" : "no clipping")
                + (full > 0 ? ", \(grouped(full)) \(full == 1 ? "sample" : "samples") at full scale in all" : "")
            lines.append(
                "\(name) peak \(level(channel.peakDBFS)) dBFS, RMS \(level(channel.rmsDBFS)) dBFS, "
                    + "DC \(tenths(channel.dcOffset * 100)) %, \(clipping)")
        }
        return lines
    }

    /// The line above a waveform, with the level that fills the height at its end, if there is room.
    private func heading(_ name: String, top: Float?, width: Int) -> String {
        guard let top else { return name }
        let scale = "top \(tenths(Decibels.ofAmplitude(Double(top)))) dBFS"
        let room = width - name.count - scale.count
        return room < (name.isEmpty ? 0 : 2) ? name : name + String(repeating: " ", count: room) + scale
    }

    /// The line as several lines, broken after commas if it is too wide.
    private func wrapped(_ line: String, _ width: Int) -> [String] {
        guard line.count > width else { return [line] }
        let parts = line.split(separator: ", ").map(String.init)
        let margin = String(repeating: " ", count: min(10, width / 4))
        var lines: [String] = []
        for (index, part) in parts.enumerated() {
            let piece = index + 1 < parts.count ? part + "," : part
            if let last = lines.last, last.count + 1 + piece.count <= width {
                lines[lines.count - 1] = last + " " + piece
            } else {
                lines.append((lines.isEmpty ? "" : margin) + piece)
            }
        }
        return lines
    }

    /// The beginning, the middle and the end in clock time; without the middle if there is no room for it.
    private func axis(width: Int) -> String {
        let marks = [time(0), time(seconds / 2), time(seconds)]
        let room = width - marks.reduce(0) { $0 + $1.count }
        guard room >= 4 else {
            return marks[0] + String(repeating: " ", count: max(1, room + marks[1].count)) + marks[2]
        }
        let first = max(1, width / 2 - marks[0].count - marks[1].count / 2)
        return marks[0] + String(repeating: " ", count: first) + marks[1]
            + String(repeating: " ", count: max(1, room - first)) + marks[2]
    }
}
