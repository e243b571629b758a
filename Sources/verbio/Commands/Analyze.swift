import ArgumentParser
import Audio
import FoundationEssentials
import Hearing
import Interpreting
import Plumbing

struct Analyze: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what a recording is and where speech is in it.",
        discussion: """
            EXAMPLES
              verbio analyze talk.wav
              verbio analyze talk.wav --json
            """)

    @Argument(help: ArgumentHelp("A recording, or '-' for standard input.", valueName: "file"))
    var file: String

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let settings = try await common.settings()
        let assembly = Assembly(settings: settings)
        let source: any SpeechSource
        do {
            source = try await openSpeechSource(
                file == "-" ? .descriptor(0, name: "-") : .file(file), options: try input.readingOptions(settings))
        } catch let problem as Problem { throw problem.at(file) }
        let model = try assembly.speechModel()
        let report = try await Report.of(
            source, segmentation: try assembly.segmentation(live: false, model: model), model: model)
        let console = Console()
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return try console.out(String(decoding: try encoder.encode(report), as: UTF8.self))
        }
        for line in report.lines(width: console.width) { try console.out(line) }
    }
}

/// What one pass over a recording tells. Encodes as the JSON that `verbio analyze --json` prints.
struct Report: Encodable {
    var source: SourceDescription
    var seconds: Double
    var lanes: [Lane]
    var damage: [AudioDamage]

    /// One speaker's channel, or the mix.
    struct Lane: Encodable {
        var levels: Levels
        var speechSeconds: Double
        /// From 0 to 1.
        var speechShare: Double
        var segments: [Segment]
        /// Not part of the JSON.
        var sketch: WaveformSketch

        enum CodingKeys: String, CodingKey { case levels, speechSeconds, speechShare, segments }
    }

    struct Levels: Encodable {
        var peakDBFS: Double
        var rmsDBFS: Double
        var dcOffset: Double
        var clippedSamples: Int
    }

    /// One utterance as the pipeline would take it.
    struct Segment: Encodable {
        var start: Double
        var end: Double
        var rmsDBFS: Double
        var snrDB: Double
        var voicedMilliseconds: Int
        /// `pass`, or why it would not be recognized.
        var gate: String
    }

    static func of(
        _ source: any SpeechSource, segmentation: SegmentationConfiguration, model: SpeechModel?
    ) async throws -> Report {
        var lanes = (0..<source.laneCount).map { _ in LaneListener(segmentation, model) }
        var position = 0
        while let block = try await source.next() {
            for index in block.lanes.indices { lanes[index].hear(block.lanes[index]) }
            position = block.start + (block.lanes.first?.count ?? 0)
        }
        return Report(
            source: source.source, seconds: thousandths(Double(position) / Double(speechSampleRate)),
            lanes: lanes.indices.map { lanes[$0].finish() }, damage: source.damage)
    }

    func lines(width: Int) -> [String] {
        var lines = [
            "\(source.name)  \(source.container) \(source.codec), \(source.sampleRate) Hz, "
                + (source.channels == 1 ? "mono" : "\(source.channels) channels") + ", \(clockTime(seconds))"
        ]
        for (index, lane) in self.lanes.enumerated() {
            lines.append("")
            if self.lanes.count > 1 { lines.append("channel \(index + 1)") }
            lines += lane.sketch.rendered(width: min(width, 100), height: 4)
            let levels = lane.levels
            lines.append(
                "peak \(tenths(levels.peakDBFS)) dBFS, RMS \(tenths(levels.rmsDBFS)) dBFS, "
                    + "DC \(tenths(levels.dcOffset * 100)) %, \(levels.clippedSamples) clipped samples, "
                    + "speech \(tenths(lane.speechSeconds)) s (\(Int((lane.speechShare * 100).rounded())) %)")
            let rows = lane.segments.enumerated().map { number, segment in
                [
                    String(number + 1), clockTime(segment.start), "\(tenths(segment.end - segment.start)) s",
                    "\(tenths(segment.rmsDBFS)) dBFS", "\(tenths(segment.snrDB)) dB", segment.gate,
                ]
            }
            if !rows.isEmpty { lines += [""] + table(["utterance", "at", "length", "level", "SNR", "gate"], rows) }
        }
        lines += damage.map { "damaged at \(clockTime($0.atSeconds)): \($0.what)" }
        return lines
    }
}

/// Everything that listens to one lane.
private struct LaneListener {
    private var meter = LevelMeter()
    private var segmenter: UtteranceSegmenter
    private var sketch = WaveformSketch()
    private var activity = SpeechActivity()
    private var segments: [Report.Segment] = []

    init(_ segmentation: SegmentationConfiguration, _ model: SpeechModel?) {
        segmenter = UtteranceSegmenter(configuration: segmentation, model: model)
    }

    mutating func hear(_ samples: [Float]) {
        meter.push(samples)
        sketch.push(samples)
        take(segmenter.push(samples))
    }

    mutating func finish() -> Report.Lane {
        take(segmenter.finish())
        let reading = meter.reading
        activity.totalSamples = reading.sampleCount
        return Report.Lane(
            levels: .init(
                peakDBFS: thousandths(reading.peakDBFS), rmsDBFS: thousandths(reading.rmsDBFS),
                dcOffset: reading.offset, clippedSamples: reading.clippedSamples),
            speechSeconds: thousandths(activity.speechSeconds), speechShare: thousandths(activity.share),
            segments: segments, sketch: sketch)
    }

    private mutating func take(_ heard: [HeardUtterance]) {
        for utterance in heard {
            activity.add(utterance)
            sketch.mark(speech: utterance.speech)
            segments.append(
                Report.Segment(
                    start: thousandths(utterance.speech.startSeconds), end: thousandths(utterance.speech.endSeconds),
                    rmsDBFS: thousandths(utterance.evidence.rmsDBFS), snrDB: thousandths(utterance.evidence.snrDB),
                    voicedMilliseconds: utterance.evidence.voicedMilliseconds, gate: utterance.gate.dropReason ?? "pass"
                ))
        }
    }
}

/// Rounded to three decimals; digital silence, whose level is minus infinity, becomes −200 dB.
private func thousandths(_ value: Double) -> Double {
    value.isFinite ? (value * 1_000).rounded() / 1_000 : -200
}
