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
        abstract: "Translates recordings and caption files: captions, transcript and a spoken track.",
        discussion: """
            Prints each utterance with its translation as it is done and writes \
            NAME.LANGUAGE.{json,srt,vtt,txt,wav}, the last one if anything is \
            spoken. The same command again continues an interrupted run and \
            repeats no finished call. Captions (SRT, WebVTT, ASS, TTML, SBV, LRC, lines with times) keep their times, \
            places and styles, and become NAME.LANGUAGE of the same format unless --formats names others.

            EXAMPLES
              verbio translate talk.wav --from en --to es
              verbio translate *.mp3 --from en --to fr -o captions --formats srt
              verbio translate talk.wav --from en --to es,fr,pt
              verbio translate film.srt --from en --to es,ja
              verbio translate film.mkv --captions film.srt --from en --to es -o es.mkv
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
    @OptionGroup(title: "Translation") var fit: FitOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Input") var part: PartOptions
    @OptionGroup(title: "Input") var speakers: SpeakerEventOptions
    @OptionGroup(title: "Input") var persons: PersonOptions
    @OptionGroup(title: "Input") var languages: PersonLanguageOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        var settings = try await common.settings()
        translation.apply(to: &settings)
        engines.apply(to: &settings)
        batches.apply(to: &settings)
        fit.apply(to: &settings)
        persons.apply(to: &settings)
        let (names, languages) = (try persons.names(settings), try self.languages.languages())
        let file = try output.applyTakingCaptions(to: &settings)
        try CaptionInputs.check(recording.files, beside: file)
        let recordings = try recording.recordings(Assembly(settings))
        let captions = try CaptionInputs(recordings.map(\.path), beside: file)
        settings = captions.settings(settings)
        try output.films.check(settings.formats(), burns: output.place.burn)
        let formats = try settings.formats()
        let (isHeard, isForFilm) = (formats.contains(where: \.hasVoice), formats.contains { $0.film != nil })
        settings.leaveVoiceOut(unless: isHeard, because: "--formats names no format with sound")
            .map { Console.tell($0) }
        let assembly = Assembly(settings).keepingEngines
        var listening = try input.listening()
        listening.part = try part.part()
        try translation.checkTwoWay(listening.channels)
        try captions.check(
            listening,
            named: (speakers.speakerEvents == nil ? [] : ["--speaker-events"]) + persons.named + self.languages.named
                + (captions.areAll && engines.stt != nil ? ["--stt"] : []))
        let findsLanguage = settings.findsLanguage && isOneSided(listening.channels)
        // Without a language there are no pairs to check yet.
        let named = findsLanguage ? settings.spoken(in: LanguageTag(.en)) : settings
        try checkTargets(try named.languagesHeard(twoWay: translation.twoWay), listening.channels)
        let events = try speakerEvents(listening.channels, of: recordings.count)
        let spoken = try await RecordingLanguages(assembly, listening, captions: captions.file).settings(
            of: recordings, note: Console.tell)
        let (requested, lacks) = try requested(Array(zip(recordings, spoken)), translates: settings.translates) {
            pair, path in
            ConversationRequest(pair) {
                ($0.isSpoken, $0.captions) = (captions.speaks(path, settings), captions.file)
                $0.isForFilm = isForFilm
                ($0.speaker, $0.isTwoWay) = (translation.side, translation.twoWay)
                ($0.speakerEvents, $0.listening, $0.title) = (events, listening, recording.title)
                ($0.personNames, $0.personLanguages) = (names, languages)
            }
        }
        let inputs = recordings.map(\.path) + [speakers.speakerEvents, captions.file].compactMap(\.self)
        let plan = try OutputPlan(
            assembly, printing: output.standardOutput,
            admission: OutputGuard(for: assembly, inputs: inputs, overwrites: output.replacing.overwrite))
        let runs = RecordingRuns(
            assembly: assembly, recordings: requested, plan: plan, skipsExisting: recording.skipExisting)
        try await runs.perform { TerminalRun(console: Console(aside: plan.isPrinted), mode: output.mode) }.stop()
        if lacks { throw Stop(code: Exit.provider) }
    }

    /// Whether only the user speaks, so that there is one language to be found out.
    private func isOneSided(_ channels: ChannelPolicy) -> Bool {
        !translation.twoWay && translation.side == .user && channels != .speakersByChannel
            && speakers.speakerEvents == nil
    }

    /// What is asked for each recording.
    ///
    /// - Parameters:
    ///   - recordings: each with its settings.
    ///   - translates: whether the command translates.
    /// - Returns: the requests that are possible here, and whether there are others; these are reported.
    private func requested(
        _ recordings: [(RecordingArguments.Recording, Settings)], translates: Bool,
        _ request: (LanguagePair, _ path: String) -> ConversationRequest
    ) throws -> ([RequestedRecording], lacks: Bool) {
        var told: Set<String> = []
        let requested = try recordings.map { recording, settings in
            if translates, !settings.translates {
                let name = recording.path.printableOnOneLine
                let language = try LanguageTag(parsing: settings.string(.from)).englishName
                Console.tell("\(name) is in \(language) already, so only the transcript is written")
            }
            let asked = try settings.languagesHeard(twoWay: translation.twoWay).map {
                request($0, recording.path).allowed(by: settings)
            }
            let (requests, lacks) = try TranscriptFallback(Assembly(settings)).possible(asked)
            for lack in lacks where told.insert(lack.what).inserted {
                Console.tell(lack.transcriptNote(isForAll: lacks.count == asked.count))
            }
            return RequestedRecording(recording, requests)
        }
        return (requested, !told.isEmpty)
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
