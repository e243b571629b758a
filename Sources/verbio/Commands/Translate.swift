import ArgumentParser
import Audio
import Conversations
import Delivery
import Interpreting
import Plumbing

struct Translate: AsyncParsableCommand, Resumable {
    static let configuration = CommandConfiguration(
        commandName: "translate",
        abstract: "Translates recordings: captions, transcript and a spoken track.",
        discussion: """
            Prints each utterance with its translation as it is done and writes \
            NAME.LANGUAGE.{json,srt,vtt,txt,wav}, the last where anything is \
            spoken. The same command again goes on where an earlier one was cut \
            short and repeats no finished call.

            EXAMPLES
              verbio translate talk.wav --from en --to es
              verbio translate *.mp3 --from en --to fr -o captions --formats srt
              verbio translate call.wav --from en --to es --speakers-by-channel
              ffmpeg -i film.mkv -f wav - | \\
                verbio translate - --from en --to es --title film
            """)

    @Argument(help: ArgumentHelp("Recordings, or '-' for standard input.", valueName: "file"))
    var files: [String]

    @OptionGroup(title: "Translation") var translation: TranslationOptions
    @OptionGroup(title: "Translation") var batches: BatchOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Input") var speakers: SpeakerEventOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    @Option(help: ArgumentHelp("What to call the conversation.", valueName: "text"))
    var title: String?

    struct OutputOptions: ParsableArguments {
        @Option(
            name: [.customShort("o"), .customLong("output")],
            help: ArgumentHelp("Where the files go.", valueName: "folder"))
        var directory: String?

        @Option(help: ArgumentHelp("Files to write: json,srt,vtt,txt,wav,opus or none.", valueName: "list"))
        var formats: String?

        @Option(help: ArgumentHelp("Language of SRT and VTT: target, source or bilingual.", valueName: "which"))
        var captions: String?

        @Flag(help: "One event per line on standard output, nothing else.")
        var json = false

        @Flag(name: [.short, .long], help: "Print only the files written.")
        var quiet = false
    }

    func run() async throws {
        var settings = try await common.settings()
        translation.apply(to: &settings)
        batches.apply(to: &settings)
        output.apply(to: &settings)
        let assembly = Assembly(settings: settings)
        let pair = try settings.languagePair()
        let reading = try input.readingOptions(settings)
        try translation.checkTwoWay(reading.channels)
        let plan = try OutputPlan(settings)
        try refuseRepeatedNames(plan)
        let speakers = try speakerEvents(reading.channels)

        let store = try await assembly.store()
        let run = Run(console: Console(), mode: output.mode)
        var worst = Exit.success
        for file in files {
            do {
                let request = Session.Request(
                    input: AudioInput(argument: file), path: regularFile(file),
                    title: title, pair: pair, speaker: translation.side, twoWay: translation.twoWay,
                    speakers: speakers, reading: reading)
                let session = try await Session.open(request, assembly: assembly, store: store)
                if file == files.first { for notice in session.notices { run.console.note("verbio: \(notice)") } }
                let code = try await run.perform(session, outputs: plan)
                worst = max(worst, code)
            } catch let problem as Problem
                where problem.kind == .input || ChannelPolicy.misfits.contains(problem.code)
            {
                guard files.count > 1 else { throw problem.at(file) }
                // One bad recording does not cost the others.
                run.console.note("verbio: \(problem.at(file))")
                worst = max(worst, Exit.code(for: problem))
            }
            if run.interrupted, file != files.last {
                worst = max(worst, Exit.interrupted)
                break
            }
        }
        if worst != Exit.success { throw Stop(code: worst) }
    }

    /// One recording's events mean nothing for another, and those of a recording are all known.
    private func speakerEvents(_ channels: ChannelPolicy) throws(Problem) -> SpeakerEventInput? {
        let input = try speakers.input(channels)
        guard input == nil || files.count == 1 else {
            throw Problem(
                .usage, "speaker-events.several", "--speaker-events is for one recording", cure: "name one recording")
        }
        if case .coming = input {
            throw Problem(
                .usage, "speaker-events.pipe", "the speaker events are not a file", at: speakers.speakerEvents,
                cure: "give a file, or use 'verbio live'")
        }
        return input
    }

    /// Two recordings of one name would overwrite each other's files.
    private func refuseRepeatedNames(_ plan: OutputPlan) throws {
        var seen: Set<String> = []
        var owners: [String: String] = [:]
        for file in files {
            guard seen.insert(file).inserted else {
                throw Problem(
                    .usage, "translate.repeated", "the recording is given twice", at: file, cure: "name it once")
            }
            guard !plan.formats.isEmpty else { continue }
            let name = title ?? OutputPlan.baseName(ofRecording: file)
            if let owner = owners.updateValue(file, forKey: name) {
                throw Problem(
                    .usage, "translate.same-name", "its files would have the names of those of \(owner)", at: file,
                    cure: "translate them one by one, each with its own \(title == nil ? "-o or --title" : "--title")")
            }
        }
    }
}
