internal import Audio
internal import Hummingbird
internal import NIOCore
internal import Plumbing
internal import Providers

/// A text that is being spoken for a client that hears it at the same time.
///
/// The speech does not wait for the client, so that a slow one does not exceed the deadline of a provider. What it has not
/// heard is held: at most the longest text. If it leaves, the speech is finished, because it may be paid for.
struct HeardSpeech: Sendable {
    private let pieces = BoundedChannel<VoiceAudio>(capacity: 1 << 20)
    private let work: Task<Void, Never>

    /// - Parameter speak: speaks the text; its argument takes the speech as it comes.
    init(_ speak: @escaping @Sendable (@escaping PartialSink<VoiceAudio>) async throws -> Void) {
        work = Task { [pieces] in
            do {
                try await speak { try await pieces.send($0) }
                pieces.finish()
            } catch {
                pieces.finish(throwing: error)
            }
        }
    }

    /// The first piece decides the status: a failure before it has its own status.
    func response(as format: SpeechFormat, inEvents: Bool) async throws -> Response {
        let first = try await withTaskCancellationHandler {
            try await pieces.next()
        } onCancel: {
            work.cancel()
        }
        guard let first else { throw Refusal.truncated }
        let body = ResponseBody { writer in
            var messages = Messages(first, then: pieces, as: format, inEvents: inEvents)
            do {
                while let message = try await messages.next() { try await writer.write(message) }
            } catch {
                // The status was already sent. Audio that breaks off differs from complete audio by the missing end of
                // the body.
                if Task.isCancelled { work.cancel() }
                await work.value
                guard inEvents else { throw error }
                try await writer.write(
                    ByteBuffer(string: "event: error\ndata: \(OpenAIError(Refusal(error)).json())\n\n"))
            }
            try await writer.finish(nil)
        }
        guard !inEvents else { return EventStream.response(body) }
        return Response(status: .ok, headers: [.contentType: format.mediaType], body: body)
    }

    /// What is written to the client, one after the other.
    private struct Messages {
        private let pieces: BoundedChannel<VoiceAudio>
        private let inEvents: Bool
        private var stream: SpeechStream
        /// The samples that were received and are not encoded.
        private var waiting: ArraySlice<Int16>
        private let sampleRate: Int
        private var isOver = false

        init(
            _ first: VoiceAudio, then pieces: BoundedChannel<VoiceAudio>, as format: SpeechFormat, inEvents: Bool
        ) {
            self.pieces = pieces
            self.inEvents = inEvents
            stream = SpeechStream(format)
            waiting = first.samples[...]
            sampleRate = first.sampleRate
        }

        /// The next one, which is not empty; nil after the last one.
        mutating func next() async throws -> ByteBuffer? {
            while !isOver {
                if waiting.isEmpty {
                    guard let piece = try await pieces.next() else { break }
                    waiting = piece.samples[...]
                }
                // A second at a time, so that a long piece does not keep its thread.
                let part = Array(waiting.prefix(max(1, sampleRate)))
                waiting = waiting.dropFirst(part.count)
                let bytes = try stream.bytes(adding: VoiceAudio(sampleRate: sampleRate, samples: part))
                if !bytes.isEmpty { return try message(bytes) }
            }
            guard !isOver else { return nil }
            isOver = true
            var last = try message(try stream.end())
            if inEvents { last.writeString(try SpeechEvents.end()) }
            return last.readableBytes > 0 ? last : nil
        }

        private func message(_ bytes: [UInt8]) throws -> ByteBuffer {
            inEvents ? ByteBuffer(string: try SpeechEvents.text(of: bytes)) : ByteBuffer(bytes: bytes)
        }
    }
}
