import AudioReport
import Foundation
import Glibc

/// The cost and the results of the loudness measurement, against libebur128 over the same samples in memory, on the
/// same thread in turns.
///
/// libebur128 computes the same: integrated loudness and range from histograms, so its memory does not grow either. In a
/// second pair it also computes true peaks. Its results are compared in the mode that keeps everything, because its
/// histograms have steps of a tenth of a decibel.
enum LoudnessCost {
    private static let rounds = 5
    /// The length that is kept in memory; an hour repeats it.
    private static let seconds = 300
    private static let header = 44

    private struct Sound {
        var name: String
        var file: String
        var rate: Int
        var channels: Int
    }

    static func measure(_ programme: Programme) throws -> [Figure] {
        guard let library = Libebur128() else {
            print("loudness: libebur128 is not installed, so there is nothing to compare with")
            return []
        }
        var figures: [Figure] = []
        for sound in [
            Sound(name: "44.1 kHz stereo", file: "s44.wav", rate: 44_100, channels: 2),
            Sound(name: "16 kHz mono", file: "m16.wav", rate: 16_000, channels: 1),
        ] where programme.has(sound.file) {
            let samples = try samples(of: sound, programme)
            for truePeaks in [false, true] { figures += compare(samples, sound, library, truePeaks: truePeaks) }
        }
        return figures
    }

    /// Interleaved, the beginning of a 16-bit WAV that ``Programme`` wrote.
    private static func samples(of sound: Sound, _ programme: Programme) throws -> [Float] {
        let file = try FileHandle(forReadingFrom: URL(filePath: programme.path(sound.file)))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(header))
        let bytes = try file.read(upToCount: seconds * sound.rate * sound.channels * 2) ?? Data()
        return bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { index in
                Float(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self))) / 32_768
            }
        }
    }

    private static func compare(
        _ samples: [Float], _ sound: Sound, _ library: Libebur128, truePeaks: Bool
    ) -> [Figure] {
        var ours: [Double] = []
        var theirs: [Double] = []
        var reading = Reading()
        for _ in 0..<rounds {
            ours.append(
                threadSeconds {
                    var meter = LoudnessMeter(
                        sampleRate: sound.rate, channels: sound.channels, truePeaks: truePeaks)
                    forEachChunk(of: samples, sound) { meter.push($0) }
                    reading = Reading(meter.reading)
                })
            theirs.append(
                threadSeconds {
                    _ = library.read(sound.rate, sound.channels, truePeaks ? [.histogram, .truePeak] : .histogram) {
                        meter in forEachChunk(of: samples, sound) { meter.push($0) }
                    }
                })
        }
        let (mine, other) = (ours.percentile(0.5), theirs.percentile(0.5))
        let hours = Double(seconds) / 3_600
        let what = "loudness\(truePeaks ? " and true peaks" : "") of \(sound.name)"
        var figures = [
            Figure(
                name: what, value: mine / other, unit: "× libebur128", target: 0.25,
                note: "\((mine / hours).brief) s against \((other / hours).brief) s CPU an hour")
        ]
        if !truePeaks {
            let exact = library.read(sound.rate, sound.channels, []) { meter in
                forEachChunk(of: samples, sound) { meter.push($0) }
            }
            figures.append(
                Figure(
                    name: "\(what), difference", value: reading.difference(from: exact), unit: "LU", target: 0.02,
                    note: "\(reading.integrated.brief) LUFS, range \(reading.range.brief) LU"))
        }
        return figures
    }

    /// Chunks as a decoder delivers them: a quarter of a second at a time.
    private static func forEachChunk(of samples: [Float], _ sound: Sound, _ body: (UnsafeBufferPointer<Float>) -> Void)
    {
        let size = sound.rate / 4 * sound.channels
        samples.withUnsafeBufferPointer { samples in
            for start in stride(from: 0, to: samples.count, by: size) {
                body(UnsafeBufferPointer(rebasing: samples[start..<min(start + size, samples.count)]))
            }
        }
    }

    private static func threadSeconds(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        body()
        return now() - start
    }
}

/// The results of both.
private struct Reading {
    /// LUFS.
    var integrated = Double.nan
    /// LU.
    var range = Double.nan

    init() {}

    init(integrated: Double, range: Double) {
        self.integrated = integrated
        self.range = range
    }

    init(_ reading: LoudnessMeter.Reading) {
        self.init(integrated: reading.integratedLUFS ?? .nan, range: reading.rangeLU ?? .nan)
    }

    /// The largest difference, in LU.
    func difference(from other: Reading) -> Double { max(abs(integrated - other.integrated), abs(range - other.range)) }
}

/// The parts of libebur128 1.2 that are needed, found when the program runs: nothing is built against it.
private struct Libebur128 {
    typealias State = UnsafeMutableRawPointer
    typealias Start = @convention(c) (UInt32, UInt, Int32) -> State?
    typealias Add = @convention(c) (State, UnsafePointer<Float>, Int) -> Int32
    typealias Tell = @convention(c) (State, UnsafeMutablePointer<Double>) -> Int32
    typealias End = @convention(c) (UnsafeMutablePointer<State?>) -> Void

    private let start: Start
    fileprivate let add: Add
    fileprivate let global: Tell
    fileprivate let range: Tell
    fileprivate let end: End

    /// nil if it is not installed.
    init?() {
        guard let library = dlopen("libebur128.so.1", RTLD_NOW) else { return nil }
        func function<Function>(_ name: String, _: Function.Type) -> Function? {
            dlsym(library, "ebur128_\(name)").map { unsafeBitCast($0, to: Function.self) }
        }
        guard let start = function("init", Start.self), let add = function("add_frames_float", Add.self),
            let global = function("loudness_global", Tell.self), let range = function("loudness_range", Tell.self),
            let end = function("destroy", End.self)
        else { return nil }
        (self.start, self.add, self.global, self.range, self.end) = (start, add, global, range, end)
    }

    /// The modes of `ebur128.h`.
    struct Mode: OptionSet {
        var rawValue: Int32

        /// Momentary, short-term and integrated loudness, and the range.
        static let loudness = Mode(rawValue: 1 | 2 | 4 | 8)
        /// And that of samples.
        static let truePeak = Mode(rawValue: 16 | 32)
        static let histogram = Mode(rawValue: 64)
    }

    /// The results for everything that is pushed.
    func read(_ rate: Int, _ channels: Int, _ mode: Mode, pushing push: (Meter) -> Void) -> Reading {
        guard let state = start(UInt32(channels), UInt(rate), mode.union(.loudness).rawValue) else {
            fatalError("libebur128 has no memory")
        }
        let meter = Meter(library: self, state: state, channels: channels)
        defer { meter.end() }
        push(meter)
        return meter.reading
    }

    struct Meter {
        let library: Libebur128
        let state: State
        let channels: Int

        func push(_ samples: UnsafeBufferPointer<Float>) {
            guard let first = samples.baseAddress else { return }
            precondition(library.add(state, first, samples.count / channels) == 0)
        }

        var reading: Reading {
            var told = Reading()
            precondition(library.global(state, &told.integrated) == 0 && library.range(state, &told.range) == 0)
            return told
        }

        func end() {
            var state: State? = state
            library.end(&state)
        }
    }
}
