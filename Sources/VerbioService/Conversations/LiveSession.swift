package import Audio
package import Conversations
package import Interpreting
package import Plumbing

/// One live conversation: sound and orders go in, and one ordered stream of answers comes out.
///
/// The command line and the server are thin users of it. The sound is either heard from a source, such as a microphone, or
/// pushed with ``feed(_:)`` in pieces of any size. If the conversation has no room for more sound, `feed` waits; if the listener
/// takes no answers, the conversation waits.
///
/// ```swift
/// let live = service.live(request, control: RunControl())
/// async let ending = live.run { answer in … }
/// try await live.feed(bytes)
/// try live.obey(.speaker(.other, at: nil))
/// live.end()
/// ```
package final class LiveSession: Sendable {
    /// What a listener asks for while the conversation runs.
    package enum Order: Sendable, Hashable {
        /// Who speaks from a second of the audio on, or from now on; nil for neither side.
        case speaker(Speaker?, at: Double?)
        /// Takes the sound that comes as silence, until ``proceed``.
        case pause
        case proceed
        /// The speech has ended: what was said is finished.
        case end
    }

    /// The conversation as it was interpreted, and how it ended.
    package typealias Outcome = (Conversation, Event.ConversationFinished)

    /// Interprets the conversation to its end, and delivers to the sink that it is given.
    package typealias Work = @Sendable (LiveSession, @escaping DeliverySink) async throws -> Outcome

    /// Bytes of pushed sound that wait at most.
    private static let capacity = 256 << 10

    package let request: ConversationRequest
    package let control: RunControl
    /// Sound that is pushed.
    package let pipe = BytePipe(capacity: LiveSession.capacity)
    /// Whether the conversation hears the pipe, and no source of its own.
    private let isPushed: Bool
    private let work: Work

    /// A conversation whose sound is pushed.
    ///
    /// - Parameter work: opens the conversation with the bytes of ``pipe``, and interprets it.
    package init(_ request: ConversationRequest, control: RunControl, by work: @escaping Work) {
        (self.request, self.control, self.work, isPushed) = (request, control, work, true)
    }

    /// A conversation that hears the source of an open session.
    package init(_ session: Session, for request: ConversationRequest, control: RunControl) {
        (self.request, self.control, isPushed) = (request, control, false)
        work = { live, deliver in
            (session.conversation, try await session.run(control: live.control, deliver: deliver))
        }
    }

    // MARK: In

    /// Gives the next bytes of the sound. While there is no room for them, the caller waits.
    ///
    /// - Throws: `BytePipeClosed` if no more is taken, or the conversation hears a source of its own; `CancellationError`.
    package func feed(_ bytes: [UInt8]) async throws {
        guard isPushed else { throw BytePipeClosed() }
        try await pipe.send(bytes)
    }

    /// Carries out an order. May be called from any thread, before and during the run.
    ///
    /// - Throws: `Problem` of kind `usage` if the order cannot be carried out; the conversation goes on.
    package func obey(_ order: Order) throws(Problem) {
        switch order {
        case .speaker(let speaker, let second):
            guard let line = request.speakerEvents?.coming else {
                throw Problem(
                    .usage, "live.speakers", "this conversation takes no speakers",
                    cure: "connect with speaker-events=live")
            }
            let time = second.map { "\($0)" } ?? "\"now\""
            line.send("{\"at\":\(time),\"speaker\":\(speaker.map { "\"\($0.rawValue)\"" } ?? "null")}")
        case .pause: control.isPaused = true
        case .proceed: control.isPaused = false
        case .end: end()
        }
    }

    /// The speech has ended: what was said is finished, and the run ends.
    package func end() {
        if isPushed { pipe.finish() } else { control.drain() }
    }

    /// No more sound comes, although the speech has not ended.
    ///
    /// - Parameter problem: why; nil if the sound up to now is to be taken as a whole.
    package func cutOff(_ problem: Problem?) { pipe.finish(problem) }

    // MARK: Out

    /// Runs the conversation to its end.
    ///
    /// - Parameter deliver: takes the answers one after the other, in order: events, words of the utterance that is being said,
    ///   acknowledgements, and speech.
    /// - Throws: what the work and the listener throw. The conversation stays resumable.
    package func run(_ deliver: @escaping DeliverySink) async throws -> Outcome { try await work(self, deliver) }
}
