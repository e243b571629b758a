package import Audio
package import Conversations
package import Interpreting
package import Plumbing

/// One live conversation: sound and orders go in, and one ordered stream of answers comes out.
///
/// The sound is either read from a source, such as a microphone, or pushed with ``feed(_:)`` in pieces of any size. If the
/// conversation has no room for more sound, `feed` waits. If the listener does not read the answers, the conversation waits.
/// The command line and the server both use this type.
///
/// ```swift
/// let live = service.live(request, control: RunControl())
/// async let ending = live.run { answer in … }
/// try await live.feed(bytes)
/// try live.perform(.speaker(.other, at: nil))
/// live.end()
/// ```
package final class LiveRun: Sendable {
    /// An order of the listener while the conversation runs.
    package enum Order: Sendable, Hashable {
        /// The side that speaks from a second of the audio on, or from now on; nil for neither side.
        case speaker(Speaker?, at: Double?)
        /// Replaces arriving sound by silence, until ``proceed``.
        case pause
        case proceed
        /// Corrects the side of an utterance; nil for the side to which it was not attributed.
        case flip(Int, to: Speaker?)
        /// The corrected texts of an utterance.
        case rewrite(Int, as: CorrectedTexts)
        /// The client plays a piece of an utterance's speech from a second of the audio on.
        case played(Int, piece: Int, at: Double)
        /// The speech has ended. Utterances in flight are finished.
        case end
    }

    /// The conversation as it was interpreted, and how it ended.
    package typealias Outcome = (Conversation, Event.ConversationFinished)

    /// Interprets the conversation to its end, and delivers to the sink that it is given.
    package typealias Work = @Sendable (LiveRun, @escaping DeliverySink) async throws -> Outcome

    /// The maximum number of bytes of pushed sound that wait.
    private static let capacity = 256 << 10

    package let request: ConversationRequest
    package let control: RunControl
    /// Sound that is pushed.
    package let pipe = BytePipe(capacity: LiveRun.capacity)
    /// Whether the conversation reads the pipe, and not a source of its own.
    private let isPushed: Bool
    /// Takes corrections while the conversation runs.
    package let corrections = CorrectionQueue()
    /// The speech that the client plays; nil without an echo guard.
    private let played: PlayedPieces?
    private let work: Work

    /// A conversation whose sound is pushed.
    ///
    /// - Parameter work: opens the conversation with the bytes of ``pipe``, and interprets it.
    package init(_ request: ConversationRequest, control: RunControl, by work: @escaping Work) {
        (self.request, self.control, self.work, isPushed) = (request, control, work, true)
        played = request.isEchoGuarded ? PlayedPieces() : nil
    }

    /// A conversation that hears the source of an opened conversation.
    package init(_ opened: OpenedConversation, for request: ConversationRequest, control: RunControl) {
        (self.request, self.control, isPushed) = (request, control, false)
        played = nil
        work = { live, deliver in try await live.run(opened, deliver) }
    }

    // MARK: In

    /// Gives the next bytes of the sound. While there is no room for them, the caller waits.
    ///
    /// - Throws: `BytePipeClosed` if no more is taken, or the conversation hears its own source; `CancellationError`.
    package func feed(_ bytes: [UInt8]) async throws {
        guard isPushed else { throw BytePipeClosed() }
        try await pipe.send(bytes)
    }

    /// Carries out an order. May be called from any thread, before and during the run.
    ///
    /// - Throws: `Problem` of kind `usage` if the order cannot be carried out; the conversation continues.
    package func perform(_ order: Order) throws(Problem) {
        switch order {
        case .speaker(let speaker, let second):
            guard let line = request.speakerEvents?.coming else {
                throw Problem(
                    .usage, "live.speakers", "this conversation takes no speakers",
                    cure: "connect with speaker-events=live")
            }
            line.send(SpeakerLine(at: second.map(SpeakerLine.Time.seconds) ?? .now, speaker))
        case .pause: control.isPaused = true
        case .proceed: control.isPaused = false
        case .flip(let utterance, let speaker): try correct(.init(.direction(to: speaker), of: utterance))
        case .rewrite(let utterance, let texts): try correct(.init(.texts(texts), of: utterance))
        case .played(let utterance, let piece, let second):
            guard let played else {
                throw Problem(
                    .usage, "live.order", "this conversation has no echo guard", cure: "connect with echo-guard=true")
            }
            played.play(piece, of: utterance, at: second)
        case .end: end()
        }
    }

    private func correct(_ correction: CorrectionQueue.Correction) throws(Problem) {
        do {
            try corrections.send(correction)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(
                .usage, "live.ended", "the conversation takes no corrections now",
                cure: "wait until it has begun; if it has ended, correct it in the store")
        }
    }

    /// Corrects an utterance, and returns when the correction is carried out.
    ///
    /// - Returns: the events of the utterance that were delivered for it; empty if nothing had to be changed.
    /// - Throws: as `CorrectionQueue/perform(_:)`; `CorrectionQueue.Closed` if the conversation does not run.
    package func perform(_ correction: CorrectionQueue.Correction) async throws -> [Event] {
        try await corrections.perform(correction)
    }

    /// The speech has ended. Utterances in flight are finished, and the run ends.
    package func end() {
        if isPushed { pipe.finish() } else { control.drain() }
    }

    /// Ends the sound in the middle of the speech.
    ///
    /// - Parameter problem: the reason; nil if the sound up to now counts as complete.
    package func cutOff(_ problem: Problem?) { pipe.finish(problem) }

    // MARK: Out

    /// Runs the conversation to its end.
    ///
    /// - Parameter deliver: takes the answers one after the other, in order: events, words of the utterance that is being said,
    ///   acknowledgements, and speech.
    /// - Throws: what the work and the listener throw. The conversation stays resumable.
    package func run(_ deliver: @escaping DeliverySink) async throws -> Outcome {
        // A sender must not wait after the end of the run, or if the run could not begin.
        defer { pipe.finish() }
        return try await work(self, deliver)
    }

    /// Runs an opened conversation, and carries out the orders that arrive.
    func run(_ opened: OpenedConversation, _ deliver: @escaping DeliverySink) async throws -> Outcome {
        var opened = opened
        opened.corrections = corrections
        opened.clock = opened.clock ?? LiveClock(time: opened.assembly.time)
        guard let played else {
            let finished = try await opened.run(control: control, deliver: deliver)
            return (try await opened.withFoundPersons(), finished)
        }
        opened.ownVoice = played.ownVoice
        let finished = try await opened.run(control: control) { delivered in
            if case .audio(let utterance, let voice) = delivered { played.take(voice, of: utterance) }
            try await deliver(delivered)
        }
        return (try await opened.withFoundPersons(), finished)
    }
}

extension OpenedConversation {
    /// Checks whether the speakers of a request can be told apart, if it asks for that.
    ///
    /// - Throws: `Problem`: `config.value`, `speakers.channels` or `speakers.missing`.
    package static func checkSpeakers(_ request: ConversationRequest, assembly: Assembly) throws {
        let search = PersonSearch(assembly.applying(request))
        if try search.count(request.listening.channels) != nil { try search.requireModel() }
    }
}
