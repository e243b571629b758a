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
        abstract: "Translates lines of text, each as it comes.",
        discussion: """
            Every line is an utterance that need not be recognized; all that follows is as for speech: context, \
            directions, glossary, guards, the store. Blank lines stay blank lines, and so does a line that could not be \
            translated.

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
    @OptionGroup(title: "Translation") var batches: BatchOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    @Option(help: "What to print: text, a line for a line; jsonl, one event a line; json, the document at the end.")
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
        batches.apply(to: &settings)
        try refuse()
        let text = try TextArgument(text)
        settings.set(.recognizer, .stringArray([GivenText().descriptor.name]))
        if audioOut == nil { settings.set(.synthesizer, .stringArray(["none"])) }
        let assembly = Assembly(settings)
        try settings.requireTranslator()
        let pair = try settings.languagePair()
        let admission = OutputGuard(for: assembly, inputs: [text.path ?? "/dev/stdin"], overwrites: replacing.overwrite)
        if let audioOut { try SpokenTrack.check(audioOut, admission, option: "--audio-out") }
        let store = try await assembly.store()
        let console = Console()
        let interrupts = Interrupts()
        let request = ConversationRequest(pair) {
            ($0.speaker, $0.isTwoWay, $0.title) = (translation.side, translation.twoWay, title)
        }
        let session = try await Session.open(request, from: .text(text), assembly: assembly, store: store)
        for notice in session.notes.all { console.note("verbio: \(notice)") }
        let voice = try audioOut.map { try SpokenTrack(path: $0, admission: admission) }
        let control = RunControl()
        let places = LinePlaces(lines: session.lines)
        let printer = LinePrinter(session: session, console: console, format: format)
        let finished: Event.ConversationFinished
        do {
            finished = try await interrupts.cuttingShort(control, saying: Interrupts.lastWord(session)) {
                try await console.watchingCalls(assembly.time) {
                    try await session.run(control: control) { delivered in
                        if case .audio(let line, let audio) = delivered {
                            try await voice?.append(audio, notBefore: places.place(of: audio, in: line))
                        }
                        if case .event(let event) = delivered { try printer.show(event) }
                    }
                }
            }
        } catch {
            // The speech up to this moment is left as a valid file.
            try? await voice?.finish()
            throw error
        }
        try await voice?.finish()
        try await printer.finish(finished)
        if format == .text { try await FlagTally.note(session, on: console) }
        noteDamage(session.lines?.damagedLines ?? [], in: text, console)
        for note in session.notes.failures { console.note("verbio: \(note)") }
        if let problem = session.lines?.problem { throw problem }
        if let outage = control.outage { console.note("verbio: \(text.name): ended before its time, as \(outage)") }
        if case .standardInput = text, let left = session.lines?.leftOver, left > 0 {
            console.note("verbio: \(left) lines that had been read were not begun, and are not kept")
        }
        if finished.state != .complete {
            console.note("verbio: go on with '\(session.notes.resumeCommand)'")
        }
        switch finished.state {
        case .complete: break
        case .partial: throw Stop(code: Exit.partial)
        case .interrupted, .running: throw Stop(code: control.outage == nil ? Exit.interrupted : Exit.partial)
        }
    }

    /// Reports the lines that could not be read exactly.
    private func noteDamage(_ lines: [Int], in text: TextArgument, _ console: Console) {
        guard !lines.isEmpty else { return }
        let more = lines.count == TextLines.mostDamaged ? " and perhaps more" : ""
        console.note(
            "verbio: \(text.name): not UTF-8 in line \(lines.map(String.init).joined(separator: ", "))\(more): what could not be "
                + "read was translated as \u{FFFD}; save the text as UTF-8")
    }

    /// Refuses options that have no meaning for text.
    private func refuse() throws(Problem) {
        guard translation.engines.stt == nil else {
            throw Problem(
                .usage, "text.recognizer", "text need not be recognized", at: "--stt", cure: "leave it out")
        }
        guard translation.speaker == nil || !translation.twoWay else {
            throw Problem(
                .usage, "direction.both", "--two-way and --speaker exclude each other",
                cure: "leave --speaker out: with --two-way each line tells who speaks")
        }
        guard audioOut == nil || translation.engines.tts != "none" else {
            throw Problem(
                .usage, "text.voiceless", "nothing can be spoken with --tts none", at: "--audio-out",
                cure: "leave one of them out")
        }
        guard !(audioOut.map(SpokenTrack.isStandardOutput) ?? false) else {
            throw Problem(
                .usage, "text.audio-out", "standard output is for the text", at: "--audio-out",
                cure: "name a file or a named pipe")
        }
        let asksForVoice = ![nil, "none"].contains(translation.engines.tts) || translation.engines.voice != nil
        guard audioOut != nil || !asksForVoice else {
            throw Problem(
                .usage, "text.silent", "nothing is spoken without a file for it", at: "--tts and --voice",
                cure: "add --audio-out, or leave them out")
        }
    }
}

/// The places at which spoken lines begin, as ``TrackTimeline`` computes them.
private final class LinePlaces: Sendable {
    private struct State {
        /// The line that was spoken last, and how much of it has been spoken.
        var line = 0
        var start = 0
        var sampleCount = 0
    }

    private let lines: TextLines?
    private let state = Locked(State())

    init(lines: TextLines?) { self.lines = lines }

    /// The earliest place for a piece of a line, in samples of the speech clock. A line may consist of several pieces.
    func place(of audio: VoiceAudio, in line: Int) -> Int {
        state.withLock { state in
            if state.line != line {
                let isParagraph = lines?.paragraphBegins(upTo: line) ?? false
                if state.line > 0 {
                    let rate = max(1, audio.sampleRate)
                    state.start += (state.sampleCount * speechSampleRate + rate - 1) / rate
                    state.start += isParagraph ? TrackTimeline.paragraphPause : TrackTimeline.linePause
                }
                (state.line, state.sampleCount) = (line, 0)
            }
            state.sampleCount += audio.samples.count
            return state.start
        }
    }
}

/// Prints the results of lines, in their order.
private final class LinePrinter: Sendable {
    private let session: Session
    private let console: Console
    private let format: Text.Format
    /// The last line that was printed.
    private let printed = Locked(0)

    init(session: Session, console: Console, format: Text.Format) {
        self.session = session
        self.console = console
        self.format = format
    }

    func show(_ event: Event) throws {
        if format == .jsonl { try console.record(EventLines.json(event)) }
        switch event.body {
        case .translated(let body): try line(body.utterance) { _ in body.text }
        case .utteranceFinished(let body):
            // If a line cannot be translated because it is in another language or has no words, it is printed unchanged.
            try line(body.utterance) { source in body.isFinal ? source : "" }
            if !body.isFinal {
                console.note("verbio: utterance \(body.utterance): \(body.outcome): \(body.reason ?? "")")
            }
        default: break
        }
    }

    func finish(_ finished: Event.ConversationFinished) async throws {
        switch format {
        case .jsonl: break
        case .text:
            guard finished.state != .interrupted, let blanks = session.lines?.blanks else { return }
            for _ in 0..<blanks { try console.out("") }
        case .json:
            var pieces = try await DocumentPieces(
                of: session.conversation, finished: finished, store: session.store)
            while let piece = try await pieces.next() { try console.write(String(decoding: piece, as: UTF8.self)) }
        }
    }

    /// Prints a line once, after the blank lines before it.
    private func line(_ sequence: Int, _ text: (_ source: String) -> String) throws {
        let isNew = printed.withLock { printed in
            defer { printed = max(printed, sequence) }
            return sequence > printed
        }
        guard isNew, let place = session.lines?.place(of: sequence), format == .text else { return }
        for _ in 0..<place.blanks { try console.out("") }
        try console.out(text(place.text).split(whereSeparator: \.isNewline).joined(separator: " "))
    }
}
