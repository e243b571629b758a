import ArgumentParser
import Captions
import Plumbing
import VerbioService

struct CaptionsShift: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shift",
        abstract: "Moves all cues later or earlier.",
        discussion: """
            The time is in seconds, or as H:MM:SS.mmm, with a sign. Nothing else of the cues changes. If a cue would begin \
            before the film, nothing is written.

            EXAMPLES
              verbio captions shift film.srt +1.5 -o film.later.srt
              verbio captions shift film.srt -0:01:02.250 -o film.earlier.srt
            """)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A caption file or '-', and the time, such as +1.5 or -0:02.", valueName: "file> <time"))
    var arguments: [String] = []

    @OptionGroup(title: "Output") var output: CaptionOutputOptions

    func run() async throws {
        if let option = arguments.first(where: { $0.hasPrefix("--") }) {
            throw Problem(
                .usage, "captions.shift", "there is no such option", at: option,
                cure: "see 'verbio captions shift --help'")
        }
        guard arguments.count == 2, let time = SignedTime.milliseconds(arguments[1]) else {
            throw Problem(
                .usage, "captions.shift", "a file and a time are needed, such as film.srt +1.5",
                at: arguments.count > 1 ? arguments[1] : nil, cure: "give the time in seconds or as H:MM:SS.mmm")
        }
        try await TimeMapping(shift: time).write(arguments[0], output)
    }
}

struct CaptionsRate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fps",
        abstract: "Moves all cues from one frame rate of the film to another.",
        discussion: """
            A film at 23.976 frames a second that runs at 25 is shorter, and all times become earlier by the same share.

            EXAMPLES
              verbio captions fps film.srt 23.976 25 -o film.pal.srt
            """)

    @Argument(help: ArgumentHelp("A caption file, or '-' for standard input.", valueName: "file"))
    var file: String

    @Argument(help: ArgumentHelp("Frames a second by which the times were made.", valueName: "from"))
    var from: Double

    @Argument(help: ArgumentHelp("Frames a second of the film.", valueName: "to"))
    var to: Double

    @OptionGroup(title: "Output") var output: CaptionOutputOptions

    func run() async throws { try await TimeMapping(framesAt: from, to: to).write(file, output) }
}

struct CaptionsSync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Moves all cues by times that are known to belong together.",
        discussion: """
            With one --at, all cues move by the same time. With several, times between two of them move in proportion, and \
            those outside as between the nearest two.

            EXAMPLES
              verbio captions sync film.srt --at 0:01:02=0:01:05 \\
                --at 1:30:00=1:30:12.5 -o film.synced.srt
            """)

    @Argument(help: ArgumentHelp("A caption file, or '-' for standard input.", valueName: "file"))
    var file: String

    @Option(
        name: .customLong("at"),
        help: ArgumentHelp(
            "A time in the file and the time in the film, such as 0:01:02=0:01:05.", valueName: "old=new"))
    var points: [String] = []

    @OptionGroup(title: "Output") var output: CaptionOutputOptions

    func run() async throws {
        var pairs: [(old: Int, new: Int)] = []
        for point in points {
            let times = point.split(separator: "=", omittingEmptySubsequences: false).map {
                SignedTime.milliseconds($0)
            }
            guard times.count == 2, let old = times[0], let new = times[1], old >= 0, new >= 0 else {
                throw Problem(
                    .usage, "captions.points", "'\(point)' has no two times", at: "--at",
                    cure: "give it as OLD=NEW, such as 0:01:02=0:01:05")
            }
            pairs.append((old, new))
        }
        try await TimeMapping(points: pairs).write(file, output)
    }
}

/// A time with a sign: seconds, or minutes and hours before colons.
enum SignedTime {
    /// - Returns: milliseconds; nil if the text is no time, or one of more than a year.
    static func milliseconds(_ text: some StringProtocol) -> Int? {
        var rest = Substring(text)
        let isNegative = rest.hasPrefix("-") || rest.hasPrefix("−")
        if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
        if rest.hasSuffix("s") { rest.removeLast() }
        guard let first = rest.first, first.isASCII, first.isNumber || first == "." else { return nil }
        // Seconds alone are minutes 0 and these seconds.
        let time = rest.contains(":") ? CueTime.parse(rest) : seconds(rest)
        return time.map { isNegative ? -$0 : $0 }
    }

    private static func seconds(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts[0].isEmpty ? 0 : CueTime.number(parts[0]), whole <= CueTime.latest / 1_000,
            let part = parts.count > 1 ? CueTime.milliseconds(fraction: parts[1]) : 0
        else { return nil }
        return whole * 1_000 + part
    }
}

extension TimeMapping {
    /// Writes a caption file with the times that this gives.
    fileprivate func write(_ file: String, _ output: CaptionOutputOptions) async throws {
        let writing = try CaptionWriting(output, try await output.common.settings(), replacing: file)
        let captions = try OpenedCaptions(file, needsLanguage: false)
        let format = try captions.format(writing: output.output)
        let cues: [ReadCue]
        do throws(Problem) { cues = try moved(captions.script.cues) } catch { throw error.at(captions.name) }
        try writing.write(cues, of: captions, in: format)
        if output.output != "-" { try Console().out(output.output) }
    }
}
