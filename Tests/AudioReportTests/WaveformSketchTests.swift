import Audio
import AudioReport
import Testing
import VerbioTesting

struct WaveformSketchTests {
    private static func noise(_ count: Int) -> [Float] {
        var numbers = SplitMix64(seed: 1)
        return (0..<count).map { _ in Float(Int64(bitPattern: numbers.next()) >> 40) / Float(1 << 25) }
    }

    @Test("Given samples, when columns are made, then each has the extremes of its share", arguments: [1, 10, 64])
    func columnsAreExtremes(width: Int) {
        let samples = Self.noise(65_536)
        var sketch = WaveformSketch(resolution: 1_024)
        sketch.push(samples)
        let share = samples.count / width
        for (index, column) in sketch.columns(width).enumerated() where samples.count % width == 0 {
            let part = samples[(index * share)..<((index + 1) * share)]
            #expect(column.minimum == part.min() && column.maximum == part.max())
        }
    }

    @Test("Given samples, when they are pushed in any chunks, then the sketch is the same", arguments: [1, 160, 999])
    func isChunkInvariant(chunk: Int) {
        let samples = Self.noise(20_800)
        var whole = WaveformSketch(resolution: 64)
        whole.push(samples)
        var pieces = WaveformSketch(resolution: 64)
        for start in stride(from: 0, to: samples.count, by: chunk) {
            pieces.push(Array(samples[start..<min(start + chunk, samples.count)]))
        }
        #expect(pieces.columns(40) == whole.columns(40))
    }

    @Test("Given sounds of several levels, when they are drawn, then bars grow with them and speech is underlined")
    func picture() {
        var sketch = WaveformSketch()
        for level in [0, 0.01, 0.25, 1, 0.25, 0] as [Float] { sketch.push([Float](repeating: level, count: 1_600)) }
        sketch.mark(speech: SampleRange(start: 3_200, end: 8_000))
        #expect(
            sketch.rendered(width: 6, height: 2) == [
                "   █  ",
                " ▂███ ",
                "  ▔▔▔ ",
            ])
    }

    @Test(
        "Given a recording, when it is drawn, then its loudest part fills the picture unless it is softer than any voice",
        arguments: [(0.8, 0.8, 16), (-0.02, 0.02, 16), (0.01, 0.01, 16), (0.001, 0.01, 5), (0.000_03, 0.01, 1)])
    func top(sample: Float, top: Float, eighths: Int) {
        var sketch = WaveformSketch()
        sketch.push([Float](repeating: sample, count: 160))
        #expect(sketch.top == top)
        let bars = sketch.rendered(width: 1, height: 2).prefix(2).joined().unicodeScalars
        #expect(bars.reduce(0) { $0 + ($1 == " " ? 0 : Int($1.value) - 0x2580) } == eighths)
        #expect(WaveformSketch().top == nil)
        var silence = WaveformSketch()
        silence.push([0, 0])
        #expect(silence.top == nil && silence.rendered(width: 1, height: 2) == [" ", " ", " "])
    }

    @Test("Given a long recording, when bins are merged, then loud parts and marks keep their places")
    func longRecording() {
        var sketch = WaveformSketch(resolution: 512)
        let quiet = [Float](repeating: 0.1, count: 131_072)
        let loud = [Float](repeating: -0.4, count: 131_072)
        for block in 0..<40 {
            sketch.push(block == 10 || block == 11 ? loud : quiet)
            if block == 11 { sketch.mark(speech: SampleRange(start: 1_310_720, end: 1_572_864)) }
        }
        let columns = sketch.columns(20)
        #expect(columns.map(\.isSpeech) == (0..<20).map { $0 == 5 })
        #expect(columns.map(\.minimum) == (0..<20).map { $0 == 5 ? -0.4 : 0 })
    }

    @Test("Given no or few samples, when they are drawn, then there is no picture or columns repeat")
    func edges() {
        #expect(WaveformSketch().rendered(width: 80).isEmpty)
        var sketch = WaveformSketch()
        sketch.push([0.5, -0.5, 0.25])
        sketch.mark(speech: SampleRange(start: -5, end: 0))
        sketch.mark(speech: SampleRange(start: 7, end: 9))
        let lines = sketch.rendered(width: 30, height: 3)
        #expect(lines.map(\.count) == [30, 30, 30, 30])
        #expect(sketch.columns(30).allSatisfy { !$0.isSpeech })
        sketch.push([.nan, .infinity])
        #expect(sketch.rendered(width: 10).count == 5)
    }
}
