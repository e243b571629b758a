internal import Audio
internal import Hearing
internal import Plumbing

extension AudioReport {
    /// A picture for a report. Each lane has its waveform, with speech in colour and bands behind it, and the
    /// short-term loudness as a line over it. A time axis and the most important figures follow below.
    ///
    /// - Parameter width: points, limited to 480 … 4,000.
    package func picture(theme: Theme = .light, width: Int = 1_200) -> Picture {
        ReportPicture(report: self, theme: theme, width: min(4_000, max(480, width))).drawn()
    }
}

private struct ReportPicture {
    let report: AudioReport
    let theme: Theme
    let width: Int

    private let margin = 28.0
    private let gutter = 46.0
    private let header = 62.0
    private let panelHeight = 190.0
    private let gap = 14.0
    private let lineHeight = 22.0
    /// The time axis and the figures: one line, and one more for each lane if there are several.
    private var footer: Double { 74 + (report.lanes.count > 1 ? Double(report.lanes.count) * lineHeight : 0) }

    /// Loudness is drawn between these; a value below the lower one is drawn at the lower one.
    private let loudnessRange = (low: -54.0, high: 0.0)

    private var left: Double { margin + gutter }
    private var right: Double { Double(width) - margin - gutter }

    func drawn() -> Picture {
        let lanes = Double(max(1, report.lanes.count))
        let height = header + lanes * panelHeight + (lanes - 1) * gap + footer
        var picture = Picture(width: width, height: Int(height.rounded()))
        picture.shapes.append(
            .rectangle(at: .init(0, 0), width: Double(width), height: Double(picture.height), theme.background))
        title(&picture)
        let tops = report.lanes.indices.map { header + Double($0) * (panelHeight + gap) }
        for (lane, top) in zip(report.lanes, tops) { panel(lane, top: top, &picture) }
        let bottom = header + lanes * panelHeight + (lanes - 1) * gap
        timeAxis(top: header, bottom: bottom, &picture)
        for (index, top) in tops.enumerated() { contents(index, top: top, &picture) }
        figures(at: bottom + 54, &picture)
        return picture
    }

    // MARK: Text around the panels

    private func title(_ picture: inout Picture) {
        let source = report.source
        let channels = source.channels == 1 ? "mono" : source.channels == 2 ? "stereo" : "\(source.channels) channels"
        let format = "\(source.container) \(source.codec) · \(source.sampleRate) Hz · \(channels)"
        let kind = "\(format) · \(report.time(report.seconds))"
        let room = right - left - 20 - TextWidth.ofText(kind, size: 13)
        text(
            TextWidth.cut(source.name, size: 19, room: max(100, room)), at: .init(left, 40), size: 19, bold: true,
            theme.text,
            &picture)
        text(kind, at: .init(right, 40), size: 13, anchor: .end, theme.faintText, &picture)
    }

    private func figures(at y: Double, _ picture: inout Picture) {
        var parts: [String] = []
        if let loudness = report.loudness {
            if let integrated = loudness.integratedLUFS { parts.append("\(shown(integrated)) LUFS") }
            if let range = loudness.rangeLU { parts.append("range \(tenths(range)) LU") }
            parts.append("true peak \(level(loudness.truePeakDBTP)) dBTP")
        }
        let clipped = report.channels.reduce(0) { $0 + $1.clippedRuns }
        if clipped > 0 { parts.append("clipped \(clipped) ×") }
        var lines = [parts]
        for (index, lane) in report.lanes.enumerated() {
            let figures = speech(lane)
            if report.lanes.count > 1 {
                lines.append(["channel \(index + 1)"] + figures)
            } else {
                lines[0] += figures
            }
        }
        for (index, line) in lines.filter({ !$0.isEmpty }).enumerated() {
            let place = y + Double(index) * lineHeight
            text(line.joined(separator: "   ·   "), at: .init(left, place), size: 14, theme.text, &picture)
        }
    }

    /// How much speech there is in a lane, and how far it stands above the noise.
    private func speech(_ lane: AudioReport.Lane) -> [String] {
        let utterances = lane.utterances.count { $0.passes }
        let share = Int((lane.speechShare * 100).rounded())
        let amount = "speech \(share) % in \(utterances) \(utterances == 1 ? "utterance" : "utterances")"
        return [amount] + (lane.snrDB.map { ["SNR \(tenths($0)) dB"] } ?? [])
    }

    /// With a minus sign instead of a hyphen.
    private func shown(_ value: Double) -> String { tenths(value).replacing("-", with: "−") }

    private func level(_ value: Double) -> String { AudioReport.isSilence(value) ? "−∞" : shown(value) }

    // MARK: Panels

    private func panel(_ lane: AudioReport.Lane, top: Double, _ picture: inout Picture) {
        picture.shapes.append(.rectangle(at: .init(left, top), width: right - left, height: panelHeight, theme.panel))
        guard report.seconds > 0 else { return }
        for utterance in lane.utterances where utterance.passes {
            let start = x(utterance.start)
            picture.shapes.append(
                .rectangle(
                    at: .init(start, top), width: max(0.5, x(utterance.end) - start), height: panelHeight,
                    theme.speechBand))
        }
        levelScale(top: top, &picture)
    }

    private func contents(_ index: Int, top: Double, _ picture: inout Picture) {
        guard report.seconds > 0 else { return }
        wave(report.lanes[index], top: top, &picture)
        loudnessLine(report.lanes[index], top: top, &picture)
        if report.lanes.count > 1 {
            text("channel \(index + 1)", at: .init(left + 8, top + 18), size: 12, bold: true, theme.faintText, &picture)
        }
    }

    /// The waveform as one outline per stretch of speech or silence, on a linear scale of ±1.
    private func wave(_ lane: AudioReport.Lane, top: Double, _ picture: inout Picture) {
        let columns = lane.sketch.columns(max(1, Int(right - left)))
        let middle = top + panelHeight / 2
        let half = panelHeight / 2 - 4
        var start = 0
        while start < columns.count {
            let isSpeech = columns[start].isSpeech
            var end = start
            while end < columns.count, columns[end].isSpeech == isSpeech { end += 1 }
            var above: [Picture.Point] = []
            var below: [Picture.Point] = []
            // One more column, so that neighbouring stretches meet.
            for column in start...min(end, columns.count - 1) {
                let place = left + Double(column)
                // At least a hairline, so that silence is visible.
                above.append(.init(place, middle - max(0.4, half * Double(min(1, columns[column].maximum)))))
                below.append(.init(place, middle + max(0.4, half * Double(min(1, -columns[column].minimum)))))
            }
            picture.shapes.append(
                .polygon(above + below.reversed(), isSpeech ? theme.voicedWave : theme.wave))
            start = end
        }
    }

    private func levelScale(top: Double, _ picture: inout Picture) {
        let middle = top + panelHeight / 2
        let half = panelHeight / 2 - 4
        for (level, amplitude) in [(0, 1.0), (-6, 0.501), (-12, 0.251)] {
            for side in [-1.0, 1.0] {
                let y = middle + side * half * amplitude
                picture.shapes.append(.line([.init(left, y), .init(right, y)], width: 0.6, theme.grid))
            }
            text(
                level == 0 ? "0 dBFS" : "−\(-level)", at: .init(left - 6, middle - half * amplitude + 4), size: 10,
                anchor: .end, theme.faintText, &picture)
        }
        guard report.loudness != nil else { return }
        for level in stride(from: -12.0, through: -48, by: -12) {
            text(
                "−\(Int(-level))", at: .init(right + 6, y(ofLoudness: level, top) + 4), size: 10, theme.loudness,
                &picture)
        }
        text("LUFS", at: .init(right + 6, y(ofLoudness: 0, top) + 10), size: 10, theme.loudness, &picture)
    }

    private func loudnessLine(_ lane: AudioReport.Lane, top: Double, _ picture: inout Picture) {
        guard let line = lane.loudnessLine ?? report.loudness?.line, line.secondsPerPoint > 0 else { return }
        var stretch: [Picture.Point] = []
        func finish() {
            if stretch.count > 1 { picture.shapes.append(.line(stretch, width: 1.6, theme.loudness)) }
            stretch = []
        }
        for (index, value) in line.values.enumerated() {
            // A window of three seconds describes its middle best.
            let time = line.firstSeconds - 1.5 + Double(index) * line.secondsPerPoint
            guard value > loudnessRange.low, time <= report.seconds else {
                finish()
                continue
            }
            stretch.append(.init(min(right, x(time)), y(ofLoudness: value, top)))
        }
        finish()
    }

    private func timeAxis(top: Double, bottom: Double, _ picture: inout Picture) {
        guard report.seconds > 0 else { return }
        let step = ReportPicture.tick(for: report.seconds, count: Int(right - left) / 110)
        var time = 0.0
        while time <= report.seconds + 1e-9 {
            let place = x(time)
            picture.shapes.append(.line([.init(place, top), .init(place, bottom + 5)], width: 0.6, theme.grid))
            let label = step < 0.1 ? "\(hundredths(time)) s" : step < 1 ? "\(tenths(time)) s" : clockTime(time)
            text(label, at: .init(place, bottom + 20), size: 11, anchor: .middle, theme.faintText, &picture)
            time += step
        }
    }

    /// The shortest round step of time that gives at most this many steps.
    static func tick(for seconds: Double, count: Int) -> Double {
        let steps = [
            0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400,
            28_800,
        ]
        let wanted = seconds / Double(max(1, count))
        return steps.first { $0 >= wanted } ?? (wanted / 86_400).rounded(.up) * 86_400
    }

    // MARK: Places

    private func x(_ seconds: Double) -> Double {
        left + min(1, max(0, seconds / report.seconds)) * (right - left)
    }

    private func y(ofLoudness lufs: Double, _ top: Double) -> Double {
        let share =
            (min(loudnessRange.high, max(loudnessRange.low, lufs)) - loudnessRange.low)
            / (loudnessRange.high - loudnessRange.low)
        return top + 4 + (1 - share) * (panelHeight - 8)
    }

    private func text(
        _ text: some StringProtocol, at place: Picture.Point, size: Double, bold: Bool = false,
        anchor: Picture.Anchor = .start, _ colour: Colour, _ picture: inout Picture
    ) {
        picture.shapes.append(.text(String(text), at: place, size: size, anchor, isBold: bold, colour))
    }
}
