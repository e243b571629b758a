internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Interpreting
internal import NIOCore
internal import Plumbing

/// A transcript as events: `transcript.text.delta` for each utterance, and `transcript.text.done` at the end.
struct TranscriptStream {
    private let run: AnsweredWork
    private var transcript: Transcript
    private let store: any ConversationStore

    init(_ run: AnsweredWork, _ transcript: Transcript, _ store: any ConversationStore) {
        self.run = run
        self.transcript = transcript
        self.store = store
    }

    private struct Delta: Encodable {
        var type = "transcript.text.delta"
        var delta: String
    }

    private struct Done: Encodable {
        var type = "transcript.text.done"
        var text: String
    }

    /// The events of a text that is there.
    static func response(of transcript: Transcript) throws -> Response {
        let events = [
            try OpenAIAnswer.event(Delta(delta: transcript.text)), try OpenAIAnswer.event(Done(text: transcript.text)),
            "data: [DONE]\n\n",
        ]
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
            return try OpenAIAnswer.event(Delta(delta: delta))
        case .delivered: return nil
        }
    }
}
