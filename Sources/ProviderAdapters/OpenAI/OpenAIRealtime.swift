// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import FoundationEssentials
internal import Language
internal import Plumbing
internal import Providers
internal import SocketClient

/// Speech to text by OpenAI while it is being said: a transcription session of `GET /realtime` as a WebSocket.
///
/// Each utterance has its own session. Verbio finds its end, so the server's own detection of turns is off, and one
/// `commit` makes the utterance one item. What the server sends of it may be replaced by the completed text.
struct OpenAIRealtime: StreamingRecognizer {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    let sockets: SocketClient
    /// The model of the session, such as `gpt-live-transcribe`.
    let model: String

    /// The only rate that the session takes, in Hz.
    private static let rate = 24_000

    func hear(
        _ request: RecognitionRequest, _ sound: BoundedChannel<[Float]>,
        take: @escaping @Sendable (HeardWords) async throws -> Void
    ) async throws {
        let items = Locked(Items(words: StreamedWords(request.language)))
        let completed = BoundedChannel<Void>(capacity: 1)
        var sockets = sockets
        // The server never closes a session by itself.
        sockets.closingPatience = .zero
        try await exchange.converse("/realtime?\(FormFields([("model", model)]).text)", over: sockets) { sender in
            try await sender.send(text: try JSONEncoder.sorted.text(Update(session: session(request))))
            let resampler = try Resampler(from: speechSampleRate, to: Self.rate)
            while let samples = try await sound.next() { try await append(resampler.push(samples), over: sender) }
            try await append(resampler.finish(), over: sender)
            try await sender.send(text: #"{"type":"input_audio_buffer.commit"}"#)
            _ = try await completed.next()
        } receiving: { message in
            guard case .text(let bytes) = message else { return }
            let event = try exchange.decode(Event.self, bytes)
            if let error = event.error, event.type == "error" || event.type.hasSuffix(".failed") {
                guard !isOfTooLittleSound(error) else {
                    _ = completed.trySend(())
                    return
                }
                throw exchange.error(within: error)
            }
            let (news, isComplete) = items.withLock { ($0.take(event), $0.areComplete) }
            if let news { try await take(news) }
            if isComplete { _ = completed.trySend(()) }
        }
    }

    /// Whether the server refuses to commit, because the utterance has less than the tenth of a second that it wants.
    private func isOfTooLittleSound(_ error: JSONValue) -> Bool {
        error["code"] == .string("input_audio_buffer_commit_empty")
    }

    // MARK: Up

    private func append(_ samples: [Float], over sender: SocketSender) async throws {
        guard !samples.isEmpty else { return }
        let bytes = PCM16.littleEndianBytes(PCM16.quantized(samples))
        // Base64 needs no escapes in JSON.
        try await sender.send(text: "{\"type\":\"input_audio_buffer.append\",\"audio\":\"\(Base64.encode(bytes))\"}")
    }

    private func session(_ request: RecognitionRequest) -> Session {
        let language = (request.knownLanguage ?? request.language).spokenCode
        let takesList = declaration.options?["language-field"]?.hasSuffix("[]") ?? false
        return Session(
            audio: Session.Audio(
                input: Session.Input(
                    format: Session.Format(rate: Self.rate),
                    transcription: Session.Transcription(
                        model: model, language: takesList ? nil : language, languages: takesList ? [language] : nil,
                        prompt: declaration.prompt(for: request)))))
    }

    // MARK: Down

    /// The items of a session, in the order in which the server first names them.
    private struct Items {
        private var texts: [(id: String, text: String, isComplete: Bool)] = []
        private var committed: Set<String> = []
        private var words: StreamedWords

        init(words: StreamedWords) { self.words = words }

        /// Whether all that was committed has been recognized.
        var areComplete: Bool {
            !committed.isEmpty
                && committed.allSatisfy { id in texts.contains { $0.id == id && $0.isComplete } }
        }

        /// - Returns: nil if no word has changed.
        mutating func take(_ event: Event) -> HeardWords? {
            guard let id = event.item_id else { return nil }
            switch event.type {
            case "input_audio_buffer.committed": committed.insert(id)
            case "conversation.item.input_audio_transcription.delta":
                let index = index(of: id)
                if !texts[index].isComplete { texts[index].text += event.delta ?? "" }
            case "conversation.item.input_audio_transcription.completed":
                let index = index(of: id)
                texts[index] = (id, event.transcript ?? texts[index].text, true)
            default: return nil
            }
            return words.take(
                settled: texts.prefix { $0.isComplete }.map(\.text), open: texts.drop { $0.isComplete }.map(\.text))
        }

        private mutating func index(of id: String) -> Int {
            if let index = texts.firstIndex(where: { $0.id == id }) { return index }
            texts.append((id, "", false))
            return texts.count - 1
        }
    }
}

// MARK: - Messages

private struct Update: Encodable {
    var type = "session.update"
    var session: Session
}

private struct Session: Encodable {
    struct Format: Encodable {
        var type = "audio/pcm"
        var rate: Int
    }

    struct Transcription: Encodable {
        var model: String
        var language: String?
        var languages: [String]?
        var prompt: String?
    }

    struct Input: Encodable {
        var format: Format
        var transcription: Transcription

        enum CodingKeys: CodingKey { case format, transcription, turn_detection }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(format, forKey: .format)
            try members.encode(transcription, forKey: .transcription)
            // Without it, the server would find turns by itself.
            try members.encodeNil(forKey: .turn_detection)
        }
    }

    struct Audio: Encodable {
        var input: Input
    }

    var type = "transcription"
    var audio: Audio
}

/// A message of the server. Unused fields and kinds are ignored.
private struct Event: Decodable {
    var type: String
    var item_id: String?
    var delta: String?
    var transcript: String?
    var error: JSONValue?

    enum CodingKeys: CodingKey { case type, item_id, delta, transcript, error }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        type = try members.decode(String.self, forKey: .type)
        item_id = members.readable(.item_id)
        delta = members.readable(.delta)
        transcript = members.readable(.transcript)
        error = members.readable(.error)
    }
}
