import Audio
import AudioReport
import Foundation
import Hearing
import Plumbing
import Testing
import VerbioTesting

@Suite("What one pass over a recording measures")
struct ReportTests {
    static let welcome = SpeechFixtures.packageRoot + "/Samples/welcome.wav"

    static let chain = SpeechFixtures.packageRoot + "/../shared/corpus/format/gen/vorbis-chained-rates.ogg"

    private func report(_ input: AudioInput, _ options: ReadingOptions = ReadingOptions()) async throws -> AudioReport {
        try await Analysis(segmentation: .file).run(input, options: options).report
    }

    /// 16-bit WAV bytes as a pipe.
    private func pipe(_ samples: [Int16], rate: Int, channels: Int) async throws -> AudioInput {
        let pipe = BytePipe()
        let bytes = SpeechFixtures.wav(samples, rate: rate, channels: channels)
        Task {
            try await pipe.send(bytes)
            pipe.finish()
        }
        return .bytes(pipe, name: "made.wav")
    }

    @Test("Given the bundled sample, when it is analyzed, then levels, loudness and six utterances are as known")
    func sample() async throws {
        let report = try await report(.file(Self.welcome))
        #expect(report.channels.count == 1)
        #expect(abs(report.channels[0].peakDBFS + 5.85) < 0.01)
        #expect(report.channels[0].clippedRuns == 0)
        // ffmpeg's ebur128 says -21.0 LUFS, 4.0 LU and -5.8 dBFS.
        let loudness = try #require(report.loudness)
        #expect(abs(try #require(loudness.integratedLUFS) + 21) < 0.1)
        #expect(abs(try #require(loudness.rangeLU) - 4) < 0.15)
        #expect(abs(loudness.truePeakDBTP + 5.8) < 0.1)
        #expect(report.lanes[0].utterances.count { $0.passes } == 6)
        #expect((50..<80).contains(try #require(report.lanes[0].snrDB)))
        let lines = report.lines(width: 100)
        let header = try #require(lines.first { $0.hasPrefix("utterance") })
        #expect(header.split(separator: " ") == ["utterance", "at", "length", "level", "SNR", "gate"])
    }

    @Test(
        "Given clipped samples, when a report is printed, then the table has a column with their number for each utterance"
    )
    func clippedColumn() async throws {
        let speech = try SpeechFixtures.sample()
        // The second half is too loud for its microphone.
        let loud = speech.enumerated().map { index, sample in
            index < speech.count / 2 ? sample : Int16(clamping: Int(sample) * 8)
        }
        let report = try await report(try await pipe(loud, rate: 16_000, channels: 1))
        let lines = report.lines(width: 100)
        let header = try #require(lines.first { $0.hasPrefix("utterance") })
        #expect(header.split(separator: " ") == ["utterance", "at", "length", "level", "SNR", "clipped", "gate"])
        let place = try #require(header.range(of: "clipped")).lowerBound.utf16Offset(in: header)
        let utterances = report.lanes[0].utterances
        #expect(utterances.contains { $0.clippedSamples > 0 } && utterances.contains { $0.clippedSamples == 0 })
        for (utterance, line) in zip(utterances, lines.drop { !$0.hasPrefix("─────────  ") }.dropFirst()) {
            #expect(line.dropFirst(place).prefix { $0 != " " } == grouped(utterance.clippedSamples), "\(line)")
        }
    }

    @Test(
        "Given a chained Ogg that changes its format, when it is analyzed, then it is measured to its end",
        .enabled(if: FileManager.default.fileExists(atPath: chain), "needs the test corpus beside the package"))
    func chained() async throws {
        for splits in [false, true] {
            let (report, peaks) = try await Analysis(
                segmentation: .file, peaks: PeaksRequest(splitsChannels: splits)
            ).run(.file(Self.chain), options: ReadingOptions())
            #expect(report.damage.isEmpty && abs(report.seconds - 6.28) < 0.01)
            let waveform = try PeakFile(#require(peaks).bytes(.binary)).peaks
            let seconds = Double(waveform.length * waveform.samplesPerPixel) / Double(waveform.sampleRate)
            #expect(abs(seconds - report.seconds) < 0.05)
            #expect(waveform.channels == (splits ? report.source.channels : 1))
            // The second part is as loud as the first, in one or in two channels.
            let half = waveform.values.count / 2
            #expect(
                waveform.values[half...].contains { $0 > 3_000 } && waveform.values[..<half].contains { $0 > 3_000 })
        }
    }

    @Test(
        "Given telephone audio, when samples are at the largest value, then they count as clipped",
        arguments: [("mulaw", UInt8(0x80)), ("mulaw", 0x00), ("alaw", 0xAA), ("alaw", 0x2A), ("u8", 0xFF), ("u8", 0)])
    func telephone(format: String, largest: UInt8) async throws {
        let pipe = BytePipe()
        let quiet: UInt8 = ["mulaw": 0xFF, "alaw": 0xD5, "u8": 0x80][format] ?? 0
        let bytes = (0..<16_000).map { $0 % 100 < 4 ? largest : quiet }
        Task {
            try await pipe.send(bytes)
            pipe.finish()
        }
        let options = ReadingOptions(raw: try RawFormat(parsing: format + ":8000"))
        let report = try await report(.bytes(pipe, name: "call"), options)
        #expect(report.channels[0].clippedRuns == 160 && report.channels[0].clippedSamples == 640)
    }

    @Test("Given a DC offset, when the noise is measured, then the SNR is the same")
    func offset() async throws {
        let samples = (0..<16_000 * 4).map { index -> Int16 in
            let voice =
                (16_000..<32_000).contains(index) ? 8_000 * sin(Double(index) / 20) * sin(Double(index) / 900) : 0
            return Int16(voice + Double(index * 7_919 % 41 - 20))
        }
        var ratios: [Double] = []
        for offset in [Int16(0), 6_000] {
            let report = try await report(try await pipe(samples.map { $0 + offset }, rate: 16_000, channels: 1))
            ratios.append(try #require(report.lanes[0].snrDB))
        }
        #expect(abs(ratios[0] - ratios[1]) < 1 && ratios[0] > 40, "\(ratios)")
    }

    @Test("Given two channels, when they are analyzed, then each is measured as recorded")
    func channels() async throws {
        // A full-scale square wave next to a sine at −20 dBFS with an offset, at 44.1 kHz.
        var samples: [Int16] = []
        for frame in 0..<44_100 * 2 {
            let phase = 2 * Double.pi * 100 * Double(frame) / 44_100
            samples.append(sin(phase) >= 0 ? 32_767 : -32_768)
            samples.append(Int16((0.1 * sin(phase) + 0.01) * 32_768))
        }
        let report = try await report(try await pipe(samples, rate: 44_100, channels: 2))
        #expect(report.channels.count == 2)
        #expect(report.channels[0].clippedSamples == 44_100 * 2)
        #expect(abs(report.channels[0].rmsDBFS) < 0.01)
        #expect(report.channels[1].clippedSamples == 0)
        #expect(abs(report.channels[1].dcOffset - 0.01) < 0.0001)
        #expect(abs(report.channels[1].peakDBFS - 20 * log10(0.11)) < 0.02)
    }

    @Test(
        "Given a clipped channel, when it is mixed and resampled, then utterances still report the clipping",
        arguments: [ChannelPolicy.mix, .channel(1), .channel(2), .speakersByChannel], [44_100, 16_000, 8_000])
    func clippedUtterance(policy: ChannelPolicy, rate: Int) async throws {
        // On the left a second far too loud; on the right, later, one that is quiet.
        let samples = (0..<rate * 6).flatMap { frame -> [Int16] in
            let tone = sin(2 * Double.pi * 300 * Double(frame) / Double(rate)) * sin(Double(frame) / Double(rate) * 9)
            let (left, right) = (frame / rate == 1 ? tone * 4 : 0, frame / rate == 4 ? tone * 0.2 : 0)
            return [Int16(max(-1, min(1, left)) * 32_767), Int16(right * 32_767)]
        }
        let options = ReadingOptions(channels: policy)
        let report = try await report(try await pipe(samples, rate: rate, channels: 2), options)
        let clipped = report.channels[0].clippedSamples
        #expect(clipped > rate / 4 && report.channels[1].clippedSamples == 0)
        let counted = report.lanes.map { $0.utterances.map(\.clippedSamples).reduce(0, +) }
        switch policy {
        case .mix: #expect(counted == [clipped] && report.lanes[0].utterances.count == 2)
        case .channel(let number): #expect(counted == [number == 1 ? clipped : 0])
        case .speakersByChannel: #expect(counted == [clipped, 0])
        }
    }

    @Test("Given silence, when it is analyzed, then there are levels, no loudness, and a text that says so")
    func silence() async throws {
        let report = try await report(try await pipe([Int16](repeating: 0, count: 16_000), rate: 16_000, channels: 1))
        #expect(report.channels[0].peakDBFS == -120)
        #expect(report.loudness?.integratedLUFS == nil)
        #expect(report.lanes[0].snrDB == nil)
        #expect(report.lines(width: 80).contains { $0.contains("too quiet or too short for LUFS") })
        #expect(!report.picture().svg(title: "silence").isEmpty)
    }

    /// The noise is 80 dB below the voice, and the energy of all of it is a thousand-millionth of the voice's.
    @Test("Given faint noise, when a recording arrives in any pieces, then the SNR is right")
    func faintNoise() async throws {
        // The first utterance.
        let voice = try SpeechFixtures.sample()[12_480..<58_080].map { Float($0) / 32_768 }
        func ratio(_ amplitude: Float, pieces: Int) async throws -> Double {
            var numbers = SplitMix64(seed: 7)
            let noise = (0..<96_000).map { _ in numbers.next() & 1 == 0 ? amplitude : -amplitude }
            let bytes = (noise[..<48_000] + voice + noise[48_000...]).flatMap { sample in
                (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) }
            }
            let pipe = BytePipe()
            Task {
                for start in stride(from: 0, to: bytes.count, by: pieces) {
                    try await pipe.send(Array(bytes[start..<min(start + pieces, bytes.count)]))
                }
                pipe.finish()
            }
            let raw = ReadingOptions(raw: RawFormat(sample: .f32le, rate: 16_000, channels: 1))
            return try #require(try await report(.bytes(pipe, name: "noisy"), raw).lanes[0].snrDB)
        }
        let (one, two) = (try await ratio(1e-5, pieces: 100_000), try await ratio(2e-5, pieces: 100_000))
        // Twice the amplitude is 6.02 dB.
        #expect(abs(one - two - 6.02) < 0.05, "\(one) and \(two) dB")
        #expect(try await ratio(1e-5, pieces: 6_401) == one)
    }

    @Test("Given two equal channels, when they are analyzed, then the advice names options of analyze")
    func equalChannels() async throws {
        let samples = try SpeechFixtures.sample().flatMap { [$0, $0] }
        let input = try await pipe(samples, rate: 16_000, channels: 2)
        let report = try await report(input, ReadingOptions(channels: .speakersByChannel))
        #expect(report.damage.map(\.what).contains { $0.hasSuffix("heard twice: leave --speakers-by-channel out") })
    }

    @Test("Given a recording without speech, when it is measured, then no sound rises above the noise")
    func noVoice() async throws {
        // Sounds that pass no gate: five clicks of 10 ms.
        let samples = (0..<16_000 * 6).map { index -> Int16 in
            let click = index % 16_000 < 160 ? 8_000 : 0
            return Int16(click + index * 7_919 % 401 - 200)
        }
        let report = try await report(try await pipe(samples, rate: 16_000, channels: 1))
        #expect(report.lanes[0].utterances.allSatisfy { !$0.passes })
        #expect(report.lanes[0].snrDB == nil)
        #expect(report.lines(width: 100).contains("speech 0.0 s (0 %)"))
    }

    @Test("Given a stream that changes its rate, when it comes in pieces of any size, then the clipping is the same")
    func clippingOfAStream() async throws {
        let loud = try SpeechFixtures.sample().map { Int16(clamping: Int($0) * 12) }
        let bytes = SpeechFixtures.wav(loud) + SpeechFixtures.wav(loud.flatMap { [$0, $0] }, rate: 32_000)
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).wav").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(filePath: path))
        let whole = try await report(.file(path)).lanes[0].utterances
        #expect(whole.contains { $0.clippedSamples > 0 })
        for size in [15_000, 400_000] {
            let pipe = BytePipe()
            Task {
                for start in stride(from: 0, to: bytes.count, by: size) {
                    try await pipe.send(Array(bytes[start..<min(bytes.count, start + size)]))
                }
                pipe.finish()
            }
            let found = try await report(.bytes(pipe, name: "a")).lanes[0].utterances
            #expect(found.map(\.clippedSamples) == whole.map(\.clippedSamples), "pieces of \(size)")
        }
    }

    @Test(
        "Given Opus, when it is analyzed, then it is measured at its own rate, and speech is found at 16 kHz",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "needs ffmpeg"))
    func opus() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).opus").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        // Above what 16 kHz can hold.
        let tone = "sine=frequency=12000:sample_rate=48000:duration=4,volume=12dB,aformat=channel_layouts=stereo"
        let encoder = try Program(
            "/usr/bin/ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", tone, "-c:a", "libopus", "-b:a", "128k", "-f", "ogg", path])
        #expect(await encoder.end() == 0)
        let (report, peaks) = try await Analysis(
            segmentation: .file, peaks: PeaksRequest(samplesPerPixel: 240)
        ).run(.file(path), options: ReadingOptions())
        #expect(report.channels.count == 2 && report.channels.allSatisfy { abs($0.peakDBFS + 8.5) < 1 })
        #expect(abs(report.seconds - 4) < 0.001)
        let waveform = try #require(peaks)
        #expect(waveform.sampleRate == 48_000 && waveform.length == 800)
        let source = try await openSpeechSource(.file(path))
        var samples = 0
        while let block = try await source.next() { samples += block.lanes[0].count }
        #expect(Double(samples) / 16_000 == report.seconds)
    }

    private static let canCompare = ["/usr/local/bin/audiowaveform", "/usr/bin/ffmpeg"].allSatisfy { program in
        FileManager.default.isExecutableFile(atPath: program)
    }

    @Test(
        "Given Vorbis or Opus, when waveform data is written, then the bytes are audiowaveform's",
        .enabled(if: canCompare, "needs audiowaveform and ffmpeg"),
        arguments: [
            ("libvorbis", 44_100), ("libopus", 48_000), ("libopus", 24_000), ("libopus", 16_000), ("libopus", 8_000),
        ],
        [1, 2])
    func xiphPeaks(kind: (codec: String, rate: Int), channels: Int) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)").path
        let (recording, data) = (path + (kind.codec == "libopus" ? ".opus" : ".ogg"), path + ".dat")
        defer { for file in [recording, data] { try? FileManager.default.removeItem(atPath: file) } }
        let encoder = try Program(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-i", Self.welcome, "-t", "8.0003", "-ar", "\(kind.rate)", "-ac",
                "\(channels)", "-c:a", kind.codec, "-f", "ogg", recording,
            ])
        #expect(await encoder.end() == 0)
        let program = try Program(
            "/usr/local/bin/audiowaveform", ["-q", "-i", recording, "-o", data, "-z", "256", "-b", "16"])
        #expect(await program.end() == 0)
        let (report, peaks) = try await Analysis(segmentation: .file, peaks: PeaksRequest()).run(
            .file(recording), options: ReadingOptions())
        #expect(report.source.sampleRate == kind.rate)
        #expect(report.lanes[0].utterances.allSatisfy { $0.sourceSamples.rate == kind.rate })
        #expect(try #require(peaks).bytes(.binary) == Array(try Data(contentsOf: URL(filePath: data))))
    }

    @Test("Given a report, when it is encoded, then the JSON has figures and no pictures")
    func json() async throws {
        let report = try await report(.file(Self.welcome))
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any]
        let keys = Set(try #require(object).keys)
        #expect(keys == ["source", "seconds", "channels", "loudness", "lanes", "damage"])
        let lane = (object?["lanes"] as? [[String: Any]])?.first
        #expect(Set(lane?.keys.map { $0 } ?? []) == ["speechSeconds", "speechShare", "snrDB", "utterances"])
    }

    @Test("Given a report, when it is encoded, then each utterance has its samples at both rates")
    func places() async throws {
        let voice = try SpeechFixtures.sample()
        // The same three times as fast: 48 kHz are three samples for each of 16 kHz.
        let wide = voice.flatMap { [$0, $0, $0] }
        for (samples, rate) in [(voice, 16_000), (wide, 48_000)] {
            let report = try await report(try await pipe(samples, rate: rate, channels: 1))
            let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any]
            let lane = try #require((object?["lanes"] as? [[String: Any]])?.first)
            let utterances = try #require(lane["utterances"] as? [[String: Any]])
            #expect(utterances.count == 6)
            for utterance in utterances {
                let (start, end) = (
                    try #require(utterance["start"] as? Double), try #require(utterance["end"] as? Double)
                )
                let heard = try #require(utterance["samples"] as? [String: Int])
                #expect(heard["rate"] == 16_000 && Set(heard.keys) == ["start", "end", "rate"])
                let (first, next) = (try #require(heard["start"]), try #require(heard["end"]))
                // Seconds are reported to the millisecond, which is 16 samples.
                #expect(abs(Double(first) / 16_000 - start) <= 0.000_5 && abs(Double(next) / 16_000 - end) <= 0.000_5)
                let own = try #require(utterance["sourceSamples"] as? [String: Int])
                #expect(own == ["start": first * (rate / 16_000), "end": next * (rate / 16_000), "rate": rate])
            }
            guard rate == 16_000 else { continue }
            var segmenter = UtteranceSegmenter(configuration: .file)
            let cut = segmenter.push(voice.map { Float($0) / 32_768 }) + segmenter.finish()
            #expect(
                cut.map { [$0.speech.start, $0.speech.end] }
                    == utterances.compactMap { ($0["samples"] as? [String: Int]).map { [$0["start"], $0["end"]] } })
        }
    }

    @Test("Given a width, when the report is printed, then each line fits", arguments: [30, 40, 80, 120])
    func text(width: Int) async throws {
        let lines = try await report(.file(Self.welcome)).lines(width: width)
        #expect(lines.count { $0.contains("▔") || $0.contains("█") } == 5)
        #expect(lines.allSatisfy { $0.count <= max(34, width) }, "\(lines)")
    }

    @Test("Given a recording below a second, when it is reported, then its times are in hundredths")
    func short() async throws {
        let tone = (0..<5_600).map { Int16(9_000 * sin(Double($0) / 8)) }
        let report = try await report(try await pipe(tone, rate: 16_000, channels: 1))
        let lines = report.lines(width: 80)
        #expect(lines[0].hasSuffix("mono, 0.35 s"), "\(lines[0])")
        #expect(lines.contains { $0.hasPrefix("0.00 s ") && $0.contains(" 0.18 s ") && $0.hasSuffix(" 0.35 s") })
        let texts = report.picture().texts
        #expect(texts.contains { $0.hasSuffix("mono · 0.35 s") } && texts.contains("0.05 s"), "\(texts)")
    }

    @Test("Given digital silence, when it is reported, then the text says so")
    func digitalSilence() async throws {
        let report = try await report(try await pipe([Int16](repeating: 0, count: 32_000), rate: 16_000, channels: 1))
        let lines = report.lines(width: 80)
        #expect(lines.contains("levels    digital silence") && lines.contains { $0.hasSuffix("true peak −∞ dBTP") })
        #expect(!lines.contains { $0.contains("120") })
        #expect(report.picture().texts.contains { $0.contains("true peak −∞ dBTP") })
    }

    @Test("Given thousands of utterances, when they are listed, then forty are shown with the number of the others")
    func manyUtterances() async throws {
        var report = try await report(.file(Self.welcome))
        let one = try #require(report.lanes[0].utterances.first)
        report.lanes[0].utterances = Array(repeating: one, count: 2_352)
        let lines = report.lines(width: 80)
        #expect(lines.count { $0.hasSuffix("pass") } == 40 && lines.contains("… 2,312 more; --json has them all"))
    }

    @Test("Given several findings of damage, when they are ordered, then that is by time, in whole milliseconds")
    func damageInOrder() throws {
        let found = [
            AudioDamage(atSeconds: 3, what: "c"), AudioDamage(atSeconds: 1.2120000000000002, what: "a"),
            AudioDamage(atSeconds: 1.212, what: "b"),
        ]
        #expect(found.inOrder.map(\.what) == ["a", "b", "c"] && found.inOrder[0].atSeconds == 1.212)
    }

    @Test("Given two speakers, when a picture is drawn, then each has its own figures")
    func figuresOfLanes() async throws {
        let voice = try SpeechFixtures.sample()
        let samples = voice.enumerated().flatMap { [$1, $0 < voice.count / 2 ? 0 : $1 / 4] }
        let report = try await report(
            try await pipe(samples, rate: 16_000, channels: 2), ReadingOptions(channels: .speakersByChannel))
        let texts = report.picture().texts
        for (number, lane) in report.lanes.enumerated() {
            let count = lane.utterances.count { $0.passes }
            let share = Int((lane.speechShare * 100).rounded())
            let line = try #require(texts.first { $0.hasPrefix("channel \(number + 1)   ·") })
            #expect(line.contains("speech \(share) % in \(count) utterance"), "\(line)")
        }
        #expect(texts.count { $0.contains("speech ") } == 2)
        let one = try await self.report(.file(Self.welcome)).picture().texts
        #expect(one.count { $0.contains("LUFS   ·") && $0.contains("% in 6 utterances   ·   SNR") } == 1, "\(one)")
    }
}
