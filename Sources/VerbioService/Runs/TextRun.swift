package import Audio
package import Conversations
import Delivery
package import Interpreting
import Plumbing
import Providers

/// Receives what a run over lines of text delivers.
package protocol TextObserver: Sendable {
    /// Takes a sentence about the work.
    func note(_ sentence: String)

    /// Does the work, and may end it early.
    func follow(
        _ control: RunControl, _ work: () async throws -> Event.ConversationFinished
    ) async throws -> Event.ConversationFinished

    /// Takes an event.
    func take(_ event: Event) throws

    /// Takes the result of a line: each once, in their order.
    ///
    /// - Parameter blanks: the number of blank lines before it.
    func line(_ text: String, blanks: Int) throws

    /// Takes a piece of speech.
    ///
    /// - Parameter place: the earliest place where it may be heard, in samples of the speech clock.
    func speech(_ audio: VoiceAudio, notBefore place: Int) async throws

    /// Takes the result, when all lines are delivered.
    ///
    /// - Parameter blanks: the number of blank lines after the last one.
    func conclude(_ finished: Event.ConversationFinished, blanks: Int) async throws

    /// Ends after an error.
    func fail() async
}

/// Translates lines of text, and delivers each as it comes.
package struct TextRun: Sendable {
    private let opened: OpenedConversation
    private let text: TextArgument
    private let places: LinePlaces
    /// The last line that was delivered.
    private let delivered = Locked(0)

    package init(_ opened: OpenedConversation, of text: TextArgument) {
        self.opened = opened
        self.text = text
        places = LinePlaces(lines: opened.lines)
    }

    /// - Throws: what the lines or the observer throw, and `Problem` if the text could not be read to its end.
    package func perform(_ observer: any TextObserver) async throws -> RunStatus {
        let control = RunControl()
        let finished: Event.ConversationFinished
        do {
            finished = try await observer.follow(control) {
                try await opened.run(control: control) { delivered in
                    if case .audio(let line, let audio) = delivered {
                        try await observer.speech(audio, notBefore: places.place(of: audio, in: line))
                    }
                    // A line that cannot be translated, because it is in another language or has no words, is delivered
                    // unchanged.
                    if case .texts(let record) = delivered {
                        try line(record.utterance.sequence, to: observer) { source in
                            record.translation?.text ?? (record.outcome.isFinal ? source : "")
                        }
                    }
                    if case .event(let event) = delivered { try show(event, to: observer) }
                }
            }
        } catch {
            await observer.fail()
            throw error
        }
        let isCut = finished.state == .interrupted
        try await observer.conclude(finished, blanks: isCut ? 0 : opened.lines?.blanks ?? 0)
        try note(finished, control, to: observer)
        switch finished.state {
        case .complete: return .complete
        case .partial: return .partial
        case .interrupted, .running: return control.outage == nil ? .interrupted : .partial
        }
    }

    private func note(
        _ finished: Event.ConversationFinished, _ control: RunControl, to observer: any TextObserver
    ) throws {
        let damaged = opened.lines?.damagedLines ?? []
        if !damaged.isEmpty {
            let more = damaged.count == TextLines.maximumDamaged ? " and perhaps more" : ""
            observer.note(
                "\(text.name): not UTF-8 in line \(damaged.map(String.init).joined(separator: ", "))\(more): what could "
                    + "not be read was translated as \u{FFFD}; save the text as UTF-8")
        }
        for note in opened.notes.failures { observer.note(note) }
        if let problem = opened.lines?.problem { throw problem }
        if let reason = control.earlyEnd { observer.note("\(text.name): ended early because \(reason)") }
        if case .standardInput = text, let left = opened.lines?.leftOver, left > 0 {
            observer.note("\(left) lines that had been read were not begun, and are not kept")
        }
        if finished.state != .complete { observer.note("continue with '\(opened.notes.resumeCommand)'") }
    }

    private func show(_ event: Event, to observer: any TextObserver) throws {
        try observer.take(event)
        if case .utteranceFinished(let body) = event.body, !body.isFinal {
            observer.note("utterance \(body.utterance): \(body.outcome): \(body.reason ?? "")")
        }
    }

    /// Delivers a line once.
    private func line(
        _ sequence: Int, to observer: any TextObserver, _ text: (_ source: String) -> String
    ) throws {
        let isNew = delivered.withLock { delivered in
            defer { delivered = max(delivered, sequence) }
            return sequence > delivered
        }
        guard isNew, let place = opened.lines?.place(of: sequence) else { return }
        let line = text(place.text).split(whereSeparator: \.isNewline).joined(separator: " ")
        try observer.line(line, blanks: place.blanks)
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
