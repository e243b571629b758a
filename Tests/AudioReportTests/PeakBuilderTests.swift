import AudioReport
import Testing
import VerbioTesting

struct PeakBuilderTests {
    /// What audiowaveform does, sample by sample.
    private func plainPeaks(
        _ samples: [Float], channels: Int, zoom: Int, split: Bool, source: PeakBuilder.Source
    ) -> [Int16] {
        let shorts = samples.map { sample -> Int in
            let scaled =
                switch source {
                case .floatingPoint: (sample * 32_767).rounded(.towardZero)
                case .rounded: (sample * 32_767).rounded(.toNearestOrEven)
                case .integer, .integer16: (sample * 32_768).rounded(.down)
                }
            return Int(max(-32_768, min(32_767, scaled)))
        }
        let frames = stride(from: 0, to: shorts.count - channels + 1, by: channels).map { start -> [Int] in
            let frame = Array(shorts[start..<(start + channels)])
            return split ? frame : [frame.reduce(0, +) / channels]
        }
        return stride(from: 0, to: frames.count, by: zoom).flatMap { start -> [Int16] in
            let pixel = frames[start..<min(start + zoom, frames.count)]
            return (0..<(split ? channels : 1)).flatMap { channel in
                [Int16(pixel.map { $0[channel] }.min() ?? 0), Int16(pixel.map { $0[channel] }.max() ?? 0)]
            }
        }
    }

    private func builder(
        channels: Int, zoom: Int, split: Bool = false, limit: Int? = nil
    ) -> PeakBuilder {
        PeakBuilder(
            sampleRate: 44_100, channels: channels, samplesPerPixel: zoom, splitChannels: split, limit: limit)
    }

    @Test(
        "Given a stream, when its rate and channels change, then pixels keep their length in time",
        arguments: [8_000, 16_000, 22_050, 48_000, 96_000], [2, 77, 441])
    func changed(rate: Int, zoom: Int) {
        var builder = builder(channels: 2, zoom: zoom)
        let (first, second) = (Float(0.25), Float(-0.5))
        // A tenth of a second and a bit, then a fifth, then the first rate again.
        let lead = 4_410 + 13
        builder.push([Float](repeating: first, count: 2 * lead), from: .integer)
        builder.resume(sampleRate: rate, channels: 1)
        let samples = [Float](repeating: second, count: rate / 5)
        for start in stride(from: 0, to: samples.count, by: 333) {
            builder.push(Array(samples[start..<min(start + 333, samples.count)]), from: .integer)
        }
        builder.resume(sampleRate: 44_100, channels: 6)
        builder.push([Float](repeating: first, count: 6 * 4_410), from: .integer)
        let pixels = builder.peaks.values
        let frames = lead + 8_820 + 4_410
        #expect(abs(pixels.count / 2 - (frames + zoom - 1) / zoom) <= 1 + 44_100 / rate / zoom)
        // Each is of the one or of the other, and the two in which it changes may be of both.
        let pairs = stride(from: 0, to: pixels.count, by: 2).map { (pixels[$0], pixels[$0 + 1]) }
        let (quiet, loud) = (Int16(8_192), Int16(-16_384))
        #expect(pairs.allSatisfy { [quiet, loud].contains($0.0) && [quiet, loud].contains($0.1) })
        #expect(pairs.count { $0.0 != $0.1 } <= 2 + 44_100 / rate / zoom)
        let change = pairs.firstIndex { $0.0 == loud }
        #expect(abs((change ?? 0) - lead / zoom) <= 1)
    }

    /// Values of 24 bits, some out of range.
    private func samples(_ count: Int, seed: UInt64, loudness: Float = 1.05) -> [Float] {
        var numbers = SplitMix64(seed: seed)
        var level: Float = 0
        return (0..<count).map { index in
            if index % 37 == 0 { level = Float(numbers.next() % 1_000) / 1_000 }
            let step = Float(numbers.next() >> 40) / Float(1 << 23) - 1
            return (step * level * loudness * 8_388_608).rounded() / 8_388_608
        }
    }

    @Test(
        "Given samples, when peaks are built, then they equal the plain rules bit for bit",
        arguments: [1, 2, 3, 4, 6, 8], [2, 7, 64, 256, 1_000, 9_000])
    func plainRules(channels: Int, zoom: Int) {
        for source in [PeakBuilder.Source.integer, .floatingPoint, .rounded] {
            for split in [false, true] {
                for loudness in [0.001, 0.9, 1.05] as [Float] {
                    let samples = samples(channels * 2_517, seed: UInt64(zoom + channels), loudness: loudness)
                    var builder = builder(channels: channels, zoom: zoom, split: split)
                    builder.push(samples, from: source)
                    let expected = plainPeaks(samples, channels: channels, zoom: zoom, split: split, source: source)
                    #expect(builder.peaks.values == expected)
                }
            }
        }
    }

    @Test(
        "Given 16-bit samples, when peaks are built without rounding, then they are the same", arguments: [1, 2, 3],
        [2, 8, 9, 500])
    func shortIntegers(channels: Int, zoom: Int) {
        let samples = samples(channels * 3_001, seed: 17, loudness: 1).map { ($0 * 32_768).rounded(.down) / 32_768 }
        for split in [false, true] {
            var short = builder(channels: channels, zoom: zoom, split: split)
            short.push(samples, from: .integer16)
            var long = builder(channels: channels, zoom: zoom, split: split)
            long.push(samples, from: .integer)
            #expect(short.peaks == long.peaks)
        }
        var wrong = builder(channels: channels, zoom: 16)
        wrong.push([Float](repeating: .infinity, count: 32) + [Float](repeating: .nan, count: 32), from: .integer16)
        wrong.push([Float](repeating: -3e38, count: 32) + [1e-30, -1e-30], from: .integer16)
        #expect(wrong.peaks.length > 0)
    }

    @Test(
        "Given whole numbers, when they are pushed in any chunks, then peaks equal those of floating point",
        arguments: 1...3, [2, 8, 100, 499])
    func wholeNumbers(channels: Int, zoom: Int) {
        var numbers = SplitMix64(seed: UInt64(channels * 1_000 + zoom))
        let samples = (0..<channels * 6_001 + 1).map { index -> Int16 in
            switch index % 997 {
            case 0: .min
            case 1: .max
            default: Int16(truncatingIfNeeded: numbers.next())
            }
        }
        for split in [false, true] {
            var floating = builder(channels: channels, zoom: zoom, split: split)
            floating.push(samples.map { Float($0) / 32_768 }, from: .integer)
            for longest in [1, 5, 300, 5_000, samples.count] {
                var whole = builder(channels: channels, zoom: zoom, split: split)
                var start = 0
                while start < samples.count {
                    let end = min(samples.count, start + 1 + Int(numbers.next() % UInt64(longest)))
                    samples[start..<end].withUnsafeBufferPointer { whole.push($0) }
                    start = end
                }
                #expect(whole.peaks == floating.peaks, "pieces of up to \(longest)")
            }
        }
    }

    @Test("Given values at the edges, when they are quantized, then each is rounded the right way")
    func rounding() {
        let edges: [(Float, Int16, Int16)] = [
            (1, 32_767, 32_767), (-1, -32_768, -32_767), (2, 32_767, 32_767), (-2, -32_768, -32_768),
            (.infinity, 32_767, 32_767), (-.infinity, -32_768, -32_768), (1e-30, 0, 0), (-1e-30, -1, 0), (0, 0, 0),
            (-0.0, 0, 0), (32_767 / 32_768, 32_767, 32_766), (-1.000_000_1, -32_768, -32_767),
            (1e30, 32_767, 32_767), (0.5 / 32_768, 0, 0), (-0.5 / 32_768, -1, 0), (1.5 / 32_768, 1, 1),
            (-1.5 / 32_768, -2, -1), (.nan, 0, 0),
        ]
        for (sample, whole, floating) in edges {
            // In one channel alone, and in two that are averaged, in the loop and in its rest.
            for (channels, count) in [(1, 2), (1, 64), (2, 4), (2, 64), (3, 9)] {
                for (source, expected) in [(PeakBuilder.Source.integer, whole), (.floatingPoint, floating)] {
                    var builder = builder(channels: channels, zoom: 64)
                    builder.push([Float](repeating: sample, count: count), from: source)
                    #expect(builder.peaks.values == [expected, expected], "\(sample) in \(channels) channels")
                }
            }
        }
    }

    @Test("Given samples that are not numbers, when peaks are built, then they are ignored")
    func damage() {
        var mono = builder(channels: 1, zoom: 4)
        mono.push([.nan, 0.5, .nan, -0.25, .nan, .nan, .nan, .nan, 0.125], from: .integer)
        #expect(mono.peaks.values == [-8_192, 16_384, 0, 0, 4_096, 4_096])
        // The same pixels, of which some lie in the pushes as a whole and some do not.
        for cut in 1..<9 {
            var pieces = builder(channels: 1, zoom: 4)
            pieces.push([Float](repeating: .nan, count: cut), from: .rounded)
            pieces.push([Float](repeating: .nan, count: 12 - cut) + [.infinity, .nan, -2, 0.25], from: .rounded)
            #expect(pieces.peaks.values == [0, 0, 0, 0, 0, 0, -32_768, 32_767], "cut at \(cut)")
        }
        var stereo = builder(channels: 2, zoom: 64)
        stereo.push([Float](repeating: 0.5, count: 62) + [.nan, 1], from: .integer)
        #expect(stereo.peaks.values == [16_384, 16_384])
    }

    @Test(
        "Given samples, when they are pushed in any chunks, then the peaks are the same",
        arguments: [1, 2, 5, 97, 1_024], [1, 2, 3])
    func isChunkInvariant(chunk: Int, channels: Int) {
        let samples = samples(6_001, seed: 4)
        for split in [false, true] {
            var whole = builder(channels: channels, zoom: 100, split: split)
            whole.push(samples, from: .integer)
            var pieces = builder(channels: channels, zoom: 100, split: split)
            var taken: [Int16] = []
            for start in stride(from: 0, to: samples.count, by: chunk) {
                pieces.push(Array(samples[start..<min(start + chunk, samples.count)]), from: .integer)
                if start % 3 == 0 { taken += pieces.take() }
            }
            #expect(taken + pieces.finish() == whole.peaks.values)
        }
    }

    @Test(
        "Given peaks, when they are made coarser, then they equal those of the recording at that zoom",
        arguments: [1, 2, 3, 7, 100])
    func coarser(factor: Int) throws {
        let samples = samples(20_002, seed: 8)
        for split in [false, true] {
            var fine = builder(channels: 2, zoom: 32, split: split)
            fine.push(samples, from: .integer)
            var coarse = builder(channels: 2, zoom: 32 * factor, split: split)
            coarse.push(samples, from: .integer)
            #expect(fine.peaks.coarser(by: factor) == coarse.peaks)
        }
        let peaks = builder(channels: 1, zoom: 2).peaks
        #expect(peaks.coarser(by: 0) == nil && peaks.coarser(by: -1) == nil && peaks.coarser(by: .max) == nil)
        #expect(peaks.coarser(by: 5)?.length == 0)
    }

    @Test(
        "Given a limit of pixels, when there are more, then they are merged and nothing is lost", arguments: [1, 2],
        [333, 50_000])
    func limit(channels: Int, piece: Int) {
        let samples = samples(50_000, seed: 21)
        var limited = builder(channels: channels, zoom: 10, split: true, limit: 64)
        for start in stride(from: 0, to: samples.count, by: piece) {
            limited.push(Array(samples[start..<min(start + piece, samples.count)]), from: .integer)
            #expect(limited.peaks.length <= 64)
        }
        var plain = builder(channels: channels, zoom: limited.samplesPerPixel, split: true)
        plain.push(samples, from: .integer)
        #expect(limited.peaks == plain.peaks)
        #expect(limited.peaks.length > 32)
    }

    @Test(
        "Given the longest pixel, when samples at any rate follow, then it keeps its length",
        arguments: [1_000, 768_000])
    func longest(rate: Int) throws {
        let zoom = Int(Int32.max)
        var builder = PeakBuilder(sampleRate: rate, channels: 2, samplesPerPixel: zoom, splitChannels: true)
        builder.push([0.5, -0.25, -0.5, 0.25], from: .integer)
        builder.resume(sampleRate: 768_000, channels: 2)
        builder.push([0.25, 0.75], from: .integer)
        #expect(builder.samplesPerPixel == zoom)
        #expect(builder.peaks.values == [-16_384, 16_384, -8_192, 24_576])
        let file = PeakFile(builder.peaks, resolution: .sixteen)
        for format in PeakFile.Format.allCases { #expect(try PeakFile(file.bytes(format)) == file) }
    }

    @Test("Given impossible formats, when peaks are built, then the nearest one is used")
    func impossible() {
        for number in [Int.min, -1, 0, 1, Int.max] {
            var builder = PeakBuilder(
                sampleRate: number, channels: number, samplesPerPixel: number, splitChannels: true, limit: number)
            builder.push([0.5, 0.25, 0.125], from: .integer)
            #expect(builder.peaks.length <= 2)
            #expect(PeakBuilder.zooms.contains(builder.samplesPerPixel))
        }
    }
}
