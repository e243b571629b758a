internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Interpreting
internal import NIOCore
internal import Plumbing

/// A transcript as events: `transcript.text.delta` for each utterance, and `transcript.text.done` at the end. If speakers are
/// told apart, there is `transcript.text.segment` for each utterance, too.
struct TranscriptStream {
    private let run: AnsweredWork
    private var transcript: Transcript
    private let store: any ConversationStore
    private let format: TranscriptionOrder.Format

    init(
        _ run: AnsweredWork, _ transcript: Transcript, _ store: any ConversationStore,
        _ format: TranscriptionOrder.Format
    ) {
        self.run = run
        self.transcript = transcript
        self.store = store
        self.format = format
    }

    private struct Delta: Encodable {
        var type = "transcript.text.delta"
        var delta: String
        var segmentId: String?
    }

    private struct Done: Encodable {
        var type = "transcript.text.done"
        var text: String
    }

    /// The events of a text that is there.
    static func response(
        of transcript: Transcript, _ format: TranscriptionOrder.Format, _ persons: Persons?
    ) throws -> Response {
        var events = [try OpenAIAnswer.event(Delta(delta: transcript.text))]
        if format == .diarized { events += try transcript.diarizedSegments(persons).map(OpenAIAnswer.event) }
        events += [try OpenAIAnswer.event(Done(text: transcript.text)), "data: [DONE]\n\n"]
        return EventStream.response(.init(byteBuffer: ByteBuffer(string: events.joined())))
    }

    /// The first event of the run decides the status: a failure before it has its own status.
    func response() async throws -> Response {
        let first = try await run.first()
        let stream = self
        let body = ResponseBody { writer in
            var stream = stream
            var next: ListenerAnswers.Answer? = first
            do {
                while let answer = next {
                    if let text = try await stream.text(of: answer) { try await writer.write(ByteBuffer(string: text)) }
                    next = try await stream.run.answers.next()
                }
                guard let outcome = stream.run.work.outcome else { throw Refusal.truncated }
                try Transcriber.check(outcome)
                try await writer.write(ByteBuffer(string: try OpenAIAnswer.event(Done(text: stream.transcript.text))))
                try await writer.write(ByteBuffer(string: "data: [DONE]\n\n"))
            } catch {
                // The status was already sent, so the error is an event.
                try await writer.write(
                    ByteBuffer(string: "event: error\ndata: \(OpenAIError(Refusal(error)).json())\n\n"))
            }
            try await writer.finish(nil)
        }
        return EventStream.response(body)
    }

    private mutating func text(of answer: ListenerAnswers.Answer) async throws -> String? {
        switch answer {
        case .keepAlive: return ": \n\n"
        case .delivered(.event(let event), _):
            guard case .utteranceFinished(let finished) = event.body,
                let record = try await store.utterance(
                    UtteranceID(conversation: event.conversation, sequence: finished.utterance)),
                let delta = transcript.add(record)
            else { return nil }
            guard format == .diarized else { return try OpenAIAnswer.event(Delta(delta: delta)) }
            let persons = try await store.conversation(event.conversation)?.persons
            let segments = transcript.diarizedSegments(from: transcript.segments.count - 1, persons)
            return try OpenAIAnswer.event(Delta(delta: delta, segmentId: segments.first?.id))
                + segments.map(OpenAIAnswer.event).joined()
        case .delivered: return nil
        }
    }
}
