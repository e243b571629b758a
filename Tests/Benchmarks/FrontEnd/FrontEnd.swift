import Audio
import AudioReport
import Foundation
import Hearing

/// What hearing an hour of audio costs, as a ratio of CPU time to the peer's on the same file, in turns within one run.
/// Both are whole processes; ours is this program again, with an option for one pass.
enum FrontEnd {
    /// Rounds continue until both together have run for so many seconds. A run of a few hundredths of a second differs by a
    /// fifth from one to the next.
    private static let measured = 3.0
    private static let rounds = 3...15

    static func measure() async throws -> [Figure] {
        let programme = try Programme()
        defer { programme.remove() }
        var figures: [Figure] = []
        for line in lines where programme.has(line.file) {
            if let figure = try figure(line, programme) { figures.append(figure) }
        }
        return figures + (try LoudnessCost.measure(programme))
    }

    private struct Line {
        var name: String
        var pass: String
        var file: String
        /// Programs whose time together is the peer's; alternatives, of which the best counts. What is not installed is left
        /// out, and said to be.
        var peers: [[[String]]]
        var target: Double
    }

    private static let null = ["-f", "null", "-"]
    private static let waveform = [
        "audiowaveform", "-q", "-i", "FILE", "-o", "OUT.dat", "-z", "\(PeakPass.samplesPerPixel)", "-b", "8",
    ]

    private static let lines = [
        Line(
            name: "decode WAV", pass: "speech", file: "m16.wav", peers: [[["sox", "FILE", "-n"]]], target: 0.35),
        Line(name: "decode FLAC", pass: "speech", file: "m16.flac", peers: [[["flac", "-ts", "FILE"]]], target: 0.75),
        Line(
            name: "decode MP3", pass: "speech", file: "m16.mp3",
            peers: [[["mpg123", "-qt", "FILE"]], [["ffmpeg", "-nostdin", "-i", "FILE"] + null]], target: 1.05),
        Line(
            name: "decode Ogg Opus to 16 kHz mono", pass: "speech", file: "m16.opus",
            peers: [[["ffmpeg", "-nostdin", "-i", "FILE"] + null]], target: 0.6),
        Line(
            name: "decode, mix, 16 kHz of 44.1 kHz stereo WAV", pass: "speech", file: "s44.wav",
            peers: [[["ffmpeg", "-nostdin", "-i", "FILE", "-ac", "1", "-ar", "16000"] + null]], target: 0.75),
        Line(name: "peaks of WAV", pass: "peaks", file: "m16.wav", peers: [[waveform]], target: 0.1),
        Line(name: "peaks of FLAC", pass: "peaks", file: "m16.flac", peers: [[waveform]], target: 0.75),
        Line(name: "peaks of MP3", pass: "peaks", file: "m16.mp3", peers: [[waveform]], target: 0.6),
        Line(
            name: "everything in one pass, 44.1 kHz stereo WAV", pass: "analysis", file: "s44.wav",
            peers: [
                [
                    waveform,
                    ["ffmpeg", "-nostdin", "-i", "FILE", "-af", "ebur128"] + null,
                    ["ffmpeg", "-nostdin", "-i", "FILE", "-af", "silencedetect"] + null,
                ]
            ], target: 0.25),
    ]

    private static func figure(_ line: Line, _ programme: Programme) throws -> Figure? {
        let file = programme.path(line.file)
        let peers = line.peers.map { $0.filter { ChildRun.find($0[0]) != nil } }.filter { !$0.isEmpty }
        let missing = Set(line.peers.joined().map { $0[0] }).filter { ChildRun.find($0) == nil }.sorted()
        guard !peers.isEmpty else {
            print("\(line.name): there is no peer to compare with")
            return nil
        }
        var ours: [Double] = []
        var theirs = [[Double]](repeating: [], count: peers.count)
        while ours.count < rounds.lowerBound
            || (ours.count < rounds.upperBound && (ours + theirs.joined()).reduce(0, +) < measured)
        {
            let run = try ChildRun.of(CommandLine.arguments[0], ["pass", line.pass, file])
            guard run.status == 0 else { throw Failed(pass: line.pass, status: run.status) }
            ours.append(run.cpuSeconds)
            for (index, programs) in peers.enumerated() {
                var sum = 0.0
                for program in programs {
                    let path = ChildRun.find(program[0]) ?? program[0]
                    let arguments = program.dropFirst().map { argument in
                        argument == "FILE" ? file : argument.replacing("OUT", with: programme.path("peer"))
                    }
                    sum += try ChildRun.of(path, arguments).cpuSeconds
                }
                theirs[index].append(sum)
            }
        }
        let mine = ours.percentile(0.5)
        let best = theirs.map { $0.percentile(0.5) }.min() ?? .nan
        return Figure(
            name: line.name, value: mine / best, unit: "× peer", target: line.target,
            note: "\(mine.brief) s against \(best.brief) s CPU an hour"
                + (missing.isEmpty ? "" : "; without \(missing.joined(separator: ", ")), not installed"))
    }

    struct Failed: Error {
        let pass: String
        let status: Int32
    }

    /// One pass over a file, in its own process.
    static func pass(_ name: String, _ file: String) async throws {
        switch name {
        case "speech":
            let source = try await openSpeechSource(.file(file))
            try await source.hear { _ in .goOn }
        case "peaks": try await PeakPass.run(file)
        case "analysis":
            _ = try await Analysis(segmentation: .file, peaks: PeaksRequest()).run(
                .file(file), options: ReadingOptions())
        default: throw Failed(pass: name, status: -1)
        }
    }
}
