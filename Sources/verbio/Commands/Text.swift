import ArgumentParser
import Audio
import Configuration
import Conversations
import Delivery
import Interpreting
import Plumbing
import Providers
import VerbioService

struct Text: AsyncParsableCommand, Resumable {
    static let configuration = CommandConfiguration(
        commandName: "text",
        abstract: "Translates lines of text, each as it arrives.",
        discussion: """
            Every line is an utterance without recognition. The other steps are as for speech: context, directions, \
            glossary, checks, the store. Blank lines stay blank. A line that could not be translated becomes blank, too.

            EXAMPLES
              echo "Where is the station?" | verbio text --from en --to es
              verbio text "Where is the station?" --from en --to es
              verbio text letter.txt --from en --to es --glossary terms.csv
              verbio text --from en --to de --two-way --formality formal --mt groq
              verbio text chat.txt --from en --to es --format jsonl
            """)

    @Argument(
        help: ArgumentHelp("A text file in UTF-8, the text itself, or '-' for standard input.", valueName: "file"))
    var text: [String] = []

    @OptionGroup(title: "Translation") var translation: TranslationOptions
    @OptionGroup(title: "Translation") var engines: EngineOptions
    @OptionGroup(title: "Translation") var batches: BatchOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    @Option(
        help: "What to print: text, a line for each line; jsonl, one event per line; json, the document at the end.")
    var format = Format.text

    @Option(help: ArgumentHelp("What to call the conversation.", valueName: "name"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "A WAV file that the spoken translation is written to as it comes, with pauses between the lines.",
            valueName: "file"))
    var audioOut: String?

    @OptionGroup var replacing: ReplacingOptions

    enum Format: String, ExpressibleByArgument, CaseIterable { case text, jsonl, json }

    func run() async throws {
        var settings = try await common.settings()
        translation.apply(to: &settings)
        engines.apply(to: &settings)
        batches.apply(to: &settings)
        try refuse()
        let text = try TextArgument(text)
        settings.set(.recognizer, .stringArray([GivenText().descriptor.name]))
        if audioOut == nil { settings.set(.synthesizer, .stringArray(["none"])) }
        let assembly = Assembly(settings)
        try settings.requireTranslator()
        let pair = try settings.languagePair()
        let admission = try OutputGuard(
            for: assembly, inputs: [text.path ?? "/dev/stdin"], overwrites: replacing.overwrite)
        if let audioOut { try SpokenTrack.check(audioOut, admission, option: "--audio-out") }
        let store = try await assembly.store()
        let console = Console()
        let interrupts = Interrupts()
        let request = ConversationRequest(pair) {
            ($0.speaker, $0.isTwoWay, $0.title) = (translation.side, translation.twoWay, title)
        }
        let opened = try await OpenedConversation.open(request, from: .text(text), assembly: assembly, store: store)
        for notice in opened.notes.all { console.note("verbio: \(notice)") }
        let voice = try audioOut.map { try SpokenTrack(path: $0, admission: admission) }
        let printer = LinePrinter(opened: opened, console: console, format: format, voice: voice, interrupts)
        try await TextRun(opened, of: text).perform(printer).stop()
    }

    /// Refuses options that have no meaning for text.
    private func refuse() throws(Problem) {
        guard engines.stt == nil else {
            throw Problem(
                .usage, "text.recognizer", "text is not recognized", at: "--stt", cure: "leave it out")
        }
        guard translation.speaker == nil || !translation.twoWay else {
            throw Problem(
                .usage, "direction.both", "--two-way and --speaker exclude each other",
                cure: "leave --speaker out: with --two-way each line shows which side speaks")
        }
        guard audioOut == nil || engines.tts != "none" else {
            throw Problem(
                .usage, "text.voiceless", "nothing can be spoken with --tts none", at: "--audio-out",
                cure: "leave one of them out")
        }
        guard !(audioOut.map(SpokenTrack.isStandardOutput) ?? false) else {
            throw Problem(
                .usage, "text.audio-out", "standard output is for the text", at: "--audio-out",
                cure: "name a file or a named pipe")
        }
        let asksForVoice = ![nil, "none"].contains(engines.tts) || engines.voice != nil
        guard audioOut != nil || !asksForVoice else {
            throw Problem(
                .usage, "text.silent", "nothing is spoken without a file for it", at: "--tts and --voice",
                cure: "add --audio-out, or leave them out")
        }
    }
}

/// Prints the results of lines, and writes their speech.
private final class LinePrinter: TextObserver {
    private let opened: OpenedConversation
    private let console: Console
    private let format: Text.Format
    private let voice: SpokenTrack?
    private let interrupts: Interrupts

    init(
        opened: OpenedConversation, console: Console, format: Text.Format, voice: SpokenTrack?, _ interrupts: Interrupts
    ) {
        self.opened = opened
        self.console = console
        self.format = format
        self.voice = voice
        self.interrupts = interrupts
    }

    func note(_ sentence: String) { console.note("verbio: \(sentence)") }

    func follow(
        _ control: RunControl, _ work: () async throws -> Event.ConversationFinished
    ) async throws -> Event.ConversationFinished {
        try await interrupts.cuttingShort(control, saying: Interrupts.lastWord(opened)) {
            try await console.watchingCalls(opened.assembly.time) { try await work() }
        }
    }

    func take(_ event: Event) throws {
        if format == .jsonl { try console.record(EventLines.json(event)) }
    }

    func line(_ text: String, blanks: Int) throws {
        guard format == .text else { return }
        for _ in 0..<blanks { try console.out("") }
        try console.out(text)
    }

    func speech(_ audio: VoiceAudio, notBefore place: Int) async throws {
        try await voice?.append(audio, notBefore: place)
    }

    func conclude(_ finished: Event.ConversationFinished, blanks: Int) async throws {
        try await voice?.finish(isComplete: finished.state == .complete).map(note)
        switch format {
        case .jsonl: break
        case .text:
            for _ in 0..<blanks { try console.out("") }
            try await FlagTally.note(opened, on: console)
        case .json:
            var pieces = try await DocumentPieces(
                of: opened.conversation, finished: finished, store: opened.store)
            while let piece = try await pieces.next() { try console.write(String(decoding: piece, as: UTF8.self)) }
        }
    }

    /// The speech up to this moment is left as a valid file.
    func fail() async { try? await voice?.finish().map(note) }
}
