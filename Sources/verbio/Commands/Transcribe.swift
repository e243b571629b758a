import ArgumentParser
import Audio
import Configuration
import Delivery
import Interpreting
import Language
import Plumbing
import VerbioService

struct Transcribe: AsyncParsableCommand, Resumable {
    static let configuration = CommandConfiguration(
        commandName: "transcribe",
        abstract: "Writes the speech of recordings as text, without translating it.",
        discussion: """
            Prints each utterance as it is done and writes NAME.LANGUAGE.{json,srt,vtt,txt}. \
            The same command again continues an interrupted run and repeats no finished \
            call. A later 'verbio translate' of the same recording reuses the recognition.

            Two people who speak two languages: 'verbio translate FILE --mt none --from en \
            --to es --two-way'. Live: 'verbio live --mt none --from en'.

            EXAMPLES
              verbio transcribe talk.wav --from en
              verbio transcribe *.mp3 --from de --stt whisper -o captions --formats srt
              verbio transcribe call.wav --from en --speakers-by-channel
              verbio transcribe talk.wav --from en --formats txt -o -
            """)

    @OptionGroup var recording: RecordingOptions
    @OptionGroup var source: SourceLanguageOptions
    @OptionGroup var recognizer: RecognizerOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Input") var part: PartOptions
    @OptionGroup(title: "Input") var persons: PersonOptions
    @OptionGroup(title: "Output") var output: TranscriptOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        var settings = try await common.settings()
        source.apply(to: &settings)
        // The settings for translations are overridden.
        settings.set(.to, .string(""))
        settings.set(.translator, .stringArray([NoTranslation.name]))
        recognizer.apply(to: &settings)
        limits.apply(to: &settings)
        persons.apply(to: &settings)
        let names = try persons.names(settings)
        try output.apply(to: &settings)
        if output.place.burn { try FilmOptions.check(settings.formats(), for: "--burn") }
        let recordings = try recording.recordings(Assembly(settings))
        let captions = CaptionInputs(recordings.map(\.path))
        settings = captions.settings(settings)
        let assembly = Assembly(settings).keepingEngines
        var listening = try input.listening()
        listening.part = try part.part()
        try captions.check(
            listening, named: persons.named + (captions.areAll && recognizer.stt != nil ? ["--stt"] : []))
        let named = settings.findsLanguage ? settings.spoken(in: LanguageTag(.en)) : settings
        _ = try named.languagesHeard(twoWay: false)
        let spoken = try await RecordingLanguages(assembly, listening).settings(of: recordings, note: Console.tell)
        let plan = try OutputPlan(
            assembly, printing: output.standardOutput,
            admission: OutputGuard(
                for: assembly, inputs: recordings.map(\.path), overwrites: output.replacing.overwrite))
        let runs = RecordingRuns(
            assembly: assembly,
            recordings: try zip(recordings, spoken).map { one, settings in
                RequestedRecording(
                    one,
                    try settings.languagesHeard(twoWay: false).map { pair in
                        ConversationRequest(pair) {
                            ($0.listening, $0.title, $0.personNames) = (listening, recording.title, names)
                        }
                    })
            }, plan: plan, skipsExisting: recording.skipExisting)
        try await runs.perform { TerminalRun(console: Console(aside: plan.isPrinted), mode: output.mode) }.stop()
    }
}
