import ArgumentParser
import Audio
import Conversations
import Delivery
import Interpreting
import Language
import Plumbing
import VerbioService

struct Translate: AsyncParsableCommand, Resumable {
    static let configuration = CommandConfiguration(
        commandName: "translate",
        abstract: "Translates recordings: captions, transcript and a spoken track.",
        discussion: """
            Prints each utterance with its translation as it is done and writes \
            NAME.LANGUAGE.{json,srt,vtt,txt,wav}, the last one if anything is \
            spoken. The same command again continues an interrupted run and \
            repeats no finished call.

            EXAMPLES
              verbio translate talk.wav --from en --to es
              verbio translate *.mp3 --from en --to fr -o captions --formats srt
              verbio translate talk.wav --from en --to es,fr,pt
              verbio translate talks --recursive --from en --to es -o out --skip-existing
              verbio translate call.wav --from en --to es --speakers-by-channel
              verbio translate film.mkv --from en --to es --start 1:30 --end 10:00
              ffmpeg -i film.mkv -f wav - | \\
                verbio translate - --from en --to es --title film
            """)

    @OptionGroup var recording: RecordingOptions
    @OptionGroup(title: "Translation") var translation: TranslationOptions
    @OptionGroup(title: "Translation") var engines: EngineOptions
    @OptionGroup(title: "Translation") var batches: BatchOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Input") var part: PartOptions
    @OptionGroup(title: "Input") var speakers: SpeakerEventOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        var settings = try await common.settings()
        translation.apply(to: &settings)
        engines.apply(to: &settings)
        batches.apply(to: &settings)
        output.apply(to: &settings)
        let isHeard = try settings.formats().contains(where: \.isAudio)
        settings.leaveVoiceOut(unless: isHeard, because: "--formats names no format with sound")
            .map { Console.tell("verbio: \($0)") }
        let assembly = Assembly(settings)
        var listening = try input.listening()
        listening.part = try part.part()
        try translation.checkTwoWay(listening.channels)
        let pairs = try settings.languagesHeard(twoWay: translation.twoWay)
        try checkTargets(pairs, listening.channels)
        let recordings = try recording.recordings(assembly)
        let speakers = try speakerEvents(listening.channels, of: recordings.count)
        let asked = pairs.map { pair in
            ConversationRequest(pair) {
                ($0.speaker, $0.isTwoWay) = (translation.side, translation.twoWay)
                ($0.speakerEvents, $0.listening, $0.title) = (speakers, listening, recording.title)
            }
        }
        let (requests, lacks) = try TranscriptFallback(assembly).possible(asked)
        for lack in lacks { Console.tell(lack.transcriptNote(isForAll: lacks.count == asked.count)) }
        let inputs = recordings.map(\.path) + [self.speakers.speakerEvents].compactMap(\.self)
        let plan = try OutputPlan(
            settings, printing: output.standardOutput,
            admission: OutputGuard(for: assembly, inputs: inputs, overwrites: output.replacing.overwrite))
        let runs = RecordingRuns(
            assembly: assembly, recordings: recordings, plan: plan, skipsExisting: recording.skipExisting,
            requests: requests)
        try await runs.perform { TerminalRun(console: Console(aside: plan.isPrinted), mode: output.mode) }.stop()
        if !lacks.isEmpty { throw Stop(code: Exit.provider) }
    }

    /// Checks several target languages: only one side's speech can be translated into several.
    ///
    /// - Throws: `Problem` of kind `usage` if the other side speaks too, or if the audio can be read only once.
    private func checkTargets(_ pairs: [LanguagePair], _ channels: ChannelPolicy) throws(Problem) {
        guard pairs.count > 1 else { return }
        let others: [(String, Bool)] = [
            ("--two-way", translation.twoWay), ("--speaker other", translation.side == .other),
            ("--speakers-by-channel", channels == .speakersByChannel),
            ("--speaker-events", speakers.speakerEvents != nil),
        ]
        for (option, isGiven) in others where isGiven {
            throw Problem(
                .usage, "language.several", "\(option) needs one other language", at: "--to",
                cure: "name one language, or leave \(option) out")
        }
        for file in recording.files where file != "-" && FileState(following: file)?.kind == .other || file == "-" {
            throw Problem(
                .usage, "language.several", "it can be read only once, and several languages need it again", at: file,
                cure: "save it to a file first, or name one language")
        }
    }

    /// The speaker events of the only recording: events apply to one recording only, and those of a recording are all known.
    private func speakerEvents(_ channels: ChannelPolicy, of recordings: Int) throws(Problem) -> SpeakerEventInput? {
        let input = try speakers.input(channels)
        guard input == nil || recordings == 1 else {
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
}
