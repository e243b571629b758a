import ArgumentParser
import Audio
import Plumbing
import VerbioService

/// Options for reading the input.
struct InputOptions: ParsableArguments {
    @Flag(help: "Two-channel recording with one speaker on each: the first is the user, the second the other side.")
    var speakersByChannel = false

    @Flag(help: "Continue with --speakers-by-channel even if each voice is loud in both channels.")
    var despiteCrosstalk = false

    @Option(help: ArgumentHelp("Listen to one channel only, counted from 1.", valueName: "number"))
    var channel: Int?

    @OptionGroup var track: TrackOptions

    @OptionGroup var raw: RawOptions

    /// - Throws: `Problem` of kind `usage` that names the option.
    func listening() throws(Problem) -> ConversationRequest.Listening {
        var listening = ConversationRequest.Listening()
        let limits = DecodingLimits()
        if speakersByChannel {
            guard channel == nil else {
                throw Problem(
                    .usage, "channels.both", "--channel and --speakers-by-channel exclude each other",
                    cure: "give one of them")
            }
            listening.channels = .speakersByChannel
            listening.allowsCrosstalk = despiteCrosstalk
        } else if despiteCrosstalk {
            throw Problem(
                .usage, "channels.crosstalk", "crosstalk matters only if each speaker has a channel",
                at: "--despite-crosstalk", cure: "add --speakers-by-channel, or leave it out")
        } else if let channel {
            try checkNumber("--channel", channel, 1...limits.channels, cure: "count channels from 1")
            listening.channels = .channel(channel)
        }
        listening.track = try track.choice()
        listening.raw = try raw.format(limits)
        return listening
    }
}

/// The option that selects the audio track.
struct TrackOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Audio track: its number, counted from 1, its language, or all-mixed for all at once. If not given: the one in the spoken language, or the default track.",
            valueName: "track"))
    var track: String?

    /// - Throws: `Problem` of kind `usage` if the value names no track.
    func choice() throws(Problem) -> TrackChoice {
        guard let track else { return .automatic }
        do { return try TrackChoice(parsing: track) } catch { throw error.at("--track") }
    }
}

/// The options that select a part of a recording.
struct PartOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Begin at this time: 90, 1:30 or 0:01:30.5. Times in the files stay those of the whole recording.",
            valueName: "time"))
    var start: String?

    @Option(help: ArgumentHelp("Stop at this time.", valueName: "time"))
    var end: String?

    /// - Throws: `Problem` of kind `usage` that names the option.
    func part() throws(Problem) -> RecordingPart? {
        do { return try RecordingPart.parsing(start: start, end: end) } catch {
            var problem = error
            problem.place = problem.place.map { "--" + $0 }
            throw problem
        }
    }
}

/// The options that describe headerless samples.
struct RawOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The input is raw PCM: \(samples.joined(separator: ", ")).", valueName: "format"))
    var raw: String?

    @Option(help: ArgumentHelp("Sample rate of raw PCM (\(usualRate) if not given).", valueName: "hertz"))
    var rate: Int?

    @Option(help: ArgumentHelp("Channels of raw PCM (1 if not given).", valueName: "number"))
    var channels: Int?

    private static let samples = RawFormat.Sample.allCases.map(\.rawValue)
    private static let usualRate = 16_000

    /// - Throws: `Problem` of kind `usage` that names the option.
    func format(_ limits: DecodingLimits) throws(Problem) -> RawFormat? {
        guard let raw else {
            for (option, value) in [("--rate", rate), ("--channels", channels)] where value != nil {
                throw Problem(
                    .usage, "audio.raw-format", "\(option) is of raw PCM, and --raw is not given",
                    cure: "add --raw s16le or the like, or leave it out: files declare their format themselves")
            }
            return nil
        }
        guard let sample = RawFormat.Sample(rawValue: raw.lowercased()) else {
            let kind = raw.split(separator: ":", omittingEmptySubsequences: false).first.map { $0.lowercased() } ?? ""
            guard raw.contains(":"), Self.samples.contains(kind) else {
                throw Problem(
                    .usage, "audio.raw-format", "--raw '\(raw)' is no kind of sample",
                    cure: "use one of: \(Self.samples.joined(separator: " "))")
            }
            throw Problem(
                .usage, "audio.raw-format", "--raw '\(raw)' says more than the kind of sample",
                cure: "write --raw \(kind), and the rest as --rate and --channels")
        }
        let (rate, channels) = (rate ?? Self.usualRate, channels ?? 1)
        try checkNumber("--rate", rate, limits.rates, cure: "give the sample rate in hertz, such as 16000")
        try checkNumber("--channels", channels, 1...limits.channels, cure: "give 1 to \(limits.channels)")
        return RawFormat(sample: sample, rate: rate, channels: channels)
    }
}

/// - Throws: `Problem` of kind `usage` if an option's number is out of bounds.
private func checkNumber(
    _ option: String, _ value: Int, _ allowed: ClosedRange<Int>, cure: String
) throws(Problem) {
    guard !allowed.contains(value) else { return }
    throw Problem(
        .usage, "audio.raw-format",
        "\(option) \(value) is too \(value < allowed.lowerBound ? "small" : "large")", cure: cure)
}
