import Audio
import Conversations
import Delivery
import Interpreting
import Language
import Plumbing
import Providers
import VerbioService

/// Shows a conversation while it is interpreted: a progress line on a terminal, the transcript on standard output, or one
/// event per line.
final class Progress: Sendable {
    private struct State {
        /// What was said in utterances that have not ended.
        var said: [Int: Event.Recognized] = [:]
        var utterances = 0
        /// Seconds of audio up to the end of the last finished utterance.
        var finishedTo = 0.0
        var line = ""
        /// Where this run has begun to work, behind what an earlier run had done.
        var begun = (heard: 0.0, at: Duration.zero)
        /// Whether this run has done something.
        var hasWorked = false
        /// The last utterance with a shown translation, or with shown source text if nothing is translated.
        var shown = 0
        /// Why the last failed utterance failed.
        var reason: String?
        /// Whether the user knows that the store cannot be written.
        var isWarned = false
        /// Whether results wait in memory.
        var isBehind = false
        /// Whether the line shows words of live speech, which are not to be replaced.
        var showsWords = false
        /// The engine that is being started; nil if none is.
        var starting: String?
    }

    private let conversation: Conversation
    private let expectedSeconds: Double?
    private let console: Console
    private let mode: PrintMode
    /// Whether the conversation is spoken at this moment.
    private let isLive: Bool
    private let clock: LiveClock?
    private let time: TimeSource
    private let started: Duration
    private let state = Locked(State())

    init(opened: OpenedConversation, console: Console, mode: PrintMode) {
        conversation = opened.conversation
        expectedSeconds = opened.source?.expectedSeconds
        time = opened.assembly.time
        clock = opened.clock
        isLive = opened.clock != nil
        started = time.now()
        self.console = console
        self.mode = mode
    }

    func show(_ delivered: Delivered) async throws {
        switch delivered {
        case .event(let event):
            if mode == .events {
                try console.record(EventLines.json(event))
            } else {
                try show(event)
            }
        case .hypothesis(_, let text):
            redraw("… " + text)
        case .partial(let partial):
            if mode == .events {
                try console.record(EventLines.json(partial, in: conversation.id))
            } else {
                draw(partial)
            }
        case .revised(let utterance):
            guard mode == .events else { return }
            try console.record(EventLines.json(revised: utterance, in: conversation.id))
        case .acknowledged(let acknowledged):
            if mode == .events {
                try console.record(EventLines.json(acknowledged, in: conversation.id))
            } else if !acknowledged.durable {
                warn()
            }
        case .refused(let utterance, let problem):
            clear()
            console.note("verbio: \(problem.at("utterance \(utterance)"))")
        case .measured(let measured):
            // An earlier run has done all of it.
            guard measured.timings.isEmpty else { return state.withLock { $0.hasWorked = true } }
        case .texts, .audio: break
        }
    }

    /// Reports once that nothing can be stored.
    private func warn() {
        let isFirst = state.withLock { state in
            defer { state.isWarned = true }
            return !state.isWarned
        }
        guard isFirst else { return }
        clear()
        console.note(
            "verbio: the store cannot be written, its disk may be full; what is said is still translated, and kept in "
                + "memory: free some space, or it is lost when Verbio ends")
    }

    /// Reports that results wait in memory, and when they no longer do.
    private func note(durable: Bool) {
        let isNew = state.withLock { state in
            defer { state.isBehind = !durable }
            return state.isBehind == durable
        }
        guard isNew else { return }
        guard durable else { return warn() }
        clear()
        console.note("verbio: the store can be written again, and everything that was said until now is in it")
    }

    private func draw(_ partial: Partial) {
        guard console.isTerminal, mode == .text else { return }
        state.withLock { $0.showsWords = true }
        let lag = clock.flatMap { clock in
            clock.arrival(of: Int(partial.end * Double(speechSampleRate)) - 1).map { (clock.time.now() - $0).seconds }
        }
        console.draw("\r\u{1B}[K" + PartialLine(partial: partial, lag: lag ?? 0, width: console.width).text)
    }

    /// Shows what was said in place of its partial words, until the translation arrives.
    private func drawSaid(_ body: Event.Recognized) {
        guard console.isTerminal, mode == .text else { return }
        state.withLock { $0.showsWords = true }
        let label = label(body.language, at: place(body.utterance, at: body.start))
        console.draw("\r\u{1B}[K" + (label + body.text.printableOnOneLine).clipped(to: console.width - 1))
    }

    /// Removes the progress line.
    func clear() {
        guard console.isTerminal, mode == .text else { return }
        state.withLock { $0.showsWords = false }
        console.draw("\r\u{1B}[K")
    }

    /// Does the work, and redraws the progress line each second meanwhile.
    ///
    /// - Parameter recognizer: an engine that is loaded meanwhile, so that the first utterance does not wait for it.
    func ticking<Result>(
        loading recognizer: (any SpeechRecognizer)? = nil, _ work: () async throws -> Result
    ) async rethrows -> Result {
        state.withLock { $0.starting = recognizer?.descriptor.name }
        async let _: Void = load(recognizer)
        async let _: Void = tick()
        return try await work()
    }

    private func load(_ recognizer: (any SpeechRecognizer)?) async {
        await recognizer?.warm()
        state.withLock { $0.starting = nil }
    }

    private func tick() async {
        guard console.isTerminal, mode == .text else { return }
        while !Task.isCancelled {
            if isLive { drawListening() } else { redraw(nil) }
            do { try await time.sleep(.seconds(1)) } catch { return }
        }
    }

    /// Shows that live sound arrives, while no words of it are shown.
    private func drawListening() {
        guard let clock else { return }
        let (isFree, starting) = state.withLock { (!$0.showsWords, $0.starting) }
        guard isFree else { return }
        let line = LevelLine(
            heard: Double(clock.heardTo) / Double(speechSampleRate), peakDBFS: clock.peakDBFS, starting: starting)
        console.draw("\r\u{1B}[K" + line.text.clipped(to: console.width - 1))
    }

    private func show(_ event: Event) throws {
        switch event.body {
        case .conversationStarted(let body):
            guard mode == .text else { return }
            let source = body.source
            clear()
            let pair = conversation.settings.namedPair
            guard !conversation.kind.isGiven else {
                let captions = conversation.captionFile.map { ", with the text of \($0.name.printableOnOneLine)" } ?? ""
                return console.note("\(body.title.printableOnOneLine): \(source.container)\(captions), \(pair)")
            }
            console.note(
                "\(body.title.printableOnOneLine): \(source.container) \(source.codec), \(source.sampleRate) Hz, "
                    + "\(source.channels == 1 ? "mono" : "\(source.channels) channels")"
                    + (expectedSeconds.map { ", \(clockTime($0))" } ?? "") + ", \(pair)")
        case .recognized(let body):
            state.withLock { $0.said[body.utterance] = body }
            if isLive { drawSaid(body) } else { redraw(body.text) }
        case .translated(let body):
            guard mode == .text, let source = state.withLock({ $0.said[body.utterance] }) else { return }
            clear()
            let at = place(source.utterance, at: source.start)
            try show(Self.said(source) + Self.described(body.lag, body.late), in: source.language, at: at)
            try show(body.text, in: body.language, at: Self.margin(at))
            state.withLock { $0.shown = body.utterance }
        case .spoken:
            break
        case .utteranceFinished(let body):
            let said = state.withLock { state in
                state.utterances += 1
                state.finishedTo = max(state.finishedTo, body.end)
                if !state.hasWorked { state.begun = (state.finishedTo, time.now() - started) }
                return state.said.removeValue(forKey: body.utterance)
            }
            if mode == .text { try show(finished: body, said) }
            if mode == .quiet { tellReason(body) }
            if mode == .text, isLive { note(durable: body.durable ?? true) }
            redraw(nil)
        case .utteranceReopened(let body):
            guard mode == .text, isLive else { return }
            clear()
            state.withLock { $0.utterances -= 1 }
            console.note("utterance \(body.utterance) is corrected (\(body.from) to \(body.to)):")
        case .speakersCorrected(let body):
            guard mode == .text else { return }
            clear()
            let moved = body.utterances.map { "\(place($0.utterance, at: $0.start)) is said by (\($0.person))" }
            console.note(moved.joined(separator: ", "))
        case .conversationFinished:
            break
        }
    }

    /// Reports in a quiet run why utterances failed; the reason of the one before is not repeated.
    private func tellReason(_ body: Event.UtteranceFinished) {
        guard !body.isFinal, body.reason != "other-language", let reason = body.reason else { return }
        let isKnown = state.withLock { state in
            defer { state.reason = reason }
            return state.reason == reason
        }
        if !isKnown {
            console.note("verbio: \(conversation.source.name.printableOnOneLine): \(body.outcome): \(reason)")
        }
    }

    /// What was said, after the number of the person if the people are told apart.
    private static func said(_ body: Event.Recognized) -> String {
        (body.person.map { "(\($0)) " } ?? "") + body.text
    }

    /// Shows the source text if it could not be translated, and, below a translation, the findings of the guards.
    private func show(finished body: Event.UtteranceFinished, _ said: Event.Recognized?) throws {
        let at = place(body.utterance, at: body.start)
        if !conversation.settings.isTranslated, body.outcome == Outcome.textOnly.name, let said {
            clear()
            try show(Self.said(said) + Self.described(said.lag, said.late), in: said.language, at: at)
            state.withLock { $0.shown = body.utterance }
        }
        let mark = FlagTally.mark(body.flags ?? [])
        if !mark.isEmpty, said != nil {
            clear()
            // If another line has been shown since, the mark names its own.
            try console.out((state.withLock { $0.shown } == body.utterance ? Self.margin(at) : at) + mark)
        }
        let isOutside = body.reason == "other-language"
        guard !body.isFinal || isOutside else { return }
        clear()
        if isOutside || body.outcome == Outcome.name(failedAt: .translation), let said {
            try show(Self.said(said), in: said.language, at: at)
        }
        guard !isOutside else {
            let rest = conversation.settings.isTranslated ? ", not translated" : ""
            return console.note("\(at) in neither language\(rest)", under: at.count + 1)
        }
        // If an utterance fails for the same reason as the one before, the reason is not repeated.
        let isKnown = state.withLock { state in
            defer { state.reason = body.reason }
            return state.reason == body.reason
        }
        console.note(
            "\(at) \(body.outcome)" + (isKnown ? ", as the one before" : ": \(body.reason ?? "")"), under: at.count + 1)
    }

    /// Shows a text of the transcript after its time and its language.
    private func show(_ text: String, in language: LanguageTag?, at place: String) throws {
        let label = label(language, at: place)
        try console.out(label + text, under: label.columns)
    }

    /// What stands before a text of the transcript.
    private func label(_ language: LanguageTag?, at place: String) -> String { "\(place) \(Self.name(language))  " }

    /// The place of an utterance: its time, or its line if the conversation is written.
    private func place(_ utterance: Int, at start: Double) -> String {
        "[" + (conversation.isWritten ? String(utterance) : clockTime(start)) + "]"
    }

    /// How far a text came behind the speaker, if that is more than a second.
    private static func described(_ lag: Double?, _ late: Bool?) -> String {
        lag.map { "  (+\($0) s\(late ?? false ? ", late" : ""))" } ?? ""
    }

    private static func margin(_ at: String) -> String { String(repeating: " ", count: at.count) }

    private static func name(_ language: LanguageTag?) -> String { language?.rawValue ?? "?" }

    private func redraw(_ text: String?) {
        guard console.isTerminal, mode == .text else { return }
        let (line, utterances, heard, begun) = state.withLock { state in
            if let text { state.line = text }
            return (state.line, state.utterances, state.finishedTo, state.begun)
        }
        let spent = time.now() - started
        let elapsed = spent.seconds
        let total = expectedSeconds.map { "/" + clockTime($0) } ?? ""
        let pace =
            expectedSeconds.flatMap {
                RunPace(heard: heard, of: $0, since: begun.heard, in: (spent - begun.at).seconds)
            }.map { "  \($0)" } ?? ""
        let head = "\(clockTime(elapsed))\(pace)  audio \(clockTime(heard))\(total)  \(utterances) done  "
        console.draw("\r\u{1B}[K" + (head + line).clipped(to: console.width - 1))
    }
}
