// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import FoundationEssentials
internal import Language
internal import Plumbing
internal import Providers
internal import SocketClient

/// Speech to text by Soniox while it is being said: `/transcribe-websocket` of the host `stt-rt`, next to the host `api`.
///
/// Each utterance has its own socket. The first message has the key and what is asked for, an empty text ends the sound. Tokens
/// with `is_final` are settled; the others of a message replace those of the message before.
struct SonioxStream: StreamingRecognizer {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    let sockets: SocketClient
    /// The model of the session, such as `stt-rt-v5`.
    let model: String

    func hear(
        _ request: RecognitionRequest, _ sound: BoundedChannel<[Float]>,
        take: @escaping @Sendable (HeardWords) async throws -> Void
    ) async throws {
        let heard = Locked(Tokens())
        let finished = BoundedChannel<Void>(capacity: 1)
        var sockets = sockets
        // All words are there when the server says so.
        sockets.closingPatience = .zero
        let order = SessionOrder(request, declaration, model: model, key: exchange.endpoint.key?.credential(""))
        try await place.converse("/transcribe-websocket", over: sockets) { sender in
            try await sender.send(text: try JSONEncoder.sorted.text(order))
            while let samples = try await sound.next() {
                try await sender.send(binary: PCM16.littleEndianBytes(PCM16.quantized(samples)))
            }
            try await sender.send(text: "")
            _ = try await finished.next()
        } receiving: { message in
            guard case .text(let bytes) = message else { return }
            let result = try exchange.decode(SessionResult.self, bytes)
            if let code = result.error_code {
                throw exchange.error(
                    ErrorDialect.failure(status: code), "\(code) \(result.error_message ?? "an error without words")")
            }
            if let news = heard.withLock({ $0.take(result) }) { try await take(news) }
            if result.finished { _ = finished.trySend(()) }
        }
    }

    /// The host for streams. The key goes into the first message, and so into no header.
    private var place: Exchange {
        var endpoint = exchange.endpoint
        endpoint.url = endpoint.url.replacing("://api.", with: "://stt-rt.", maxReplacements: 1)
        return Exchange(
            endpoint: endpoint, stage: exchange.stage,
            access: WireAccess(credential: .none, dialect: exchange.access.dialect))
    }

    /// The text of one utterance, as its tokens come. Words begin with a space in the languages that have spaces.
    private struct Tokens {
        private var settled = ""
        private var shown = ("", "")

        /// - Returns: nil if nothing has changed.
        mutating func take(_ result: SessionResult) -> HeardWords? {
            let tokens = result.tokens.filter { !["<end>", "<fin>"].contains($0.text) }
            settled += tokens.filter(\.isFinal).map(\.text).joined()
            let open = tokens.filter { !$0.isFinal }.map(\.text).joined()
            let before = String(settled.withoutBrokenCharacters.drop(while: \.isWhitespace))
            let behind = open.withoutBrokenCharacters
            let news = (before, before.isEmpty ? String(behind.drop(while: \.isWhitespace)) : behind)
            guard news != shown, !(news.0 + news.1).isEmpty else { return nil }
            shown = news
            return HeardWords(settled: news.0, open: news.1, seconds: result.seconds)
        }
    }
}

/// The first message.
private struct SessionOrder: Encodable {
    var api_key: String?
    var model: String
    var audio_format = "pcm_s16le"
    var sample_rate = speechSampleRate
    var num_channels = 1
    var language_hints: [String]
    var language_hints_strict = true
    var context: SonioxContext?

    init(_ request: RecognitionRequest, _ declaration: RecognitionDeclaration, model: String, key: String?) {
        api_key = key
        self.model = model
        language_hints = [(request.knownLanguage ?? request.language).spokenCode]
        context = declaration.terms.map(SonioxContext.init)
    }
}

/// A message of the server. Unused fields are ignored.
private struct SessionResult: Decodable {
    struct Token: Decodable {
        var text: String
        var isFinal: Bool

        enum CodingKeys: String, CodingKey {
            case text
            case isFinal = "is_final"
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            text = try members.decode(String.self, forKey: .text)
            isFinal = members.readable(.isFinal) ?? false
        }
    }

    var tokens: [Token]
    var finished: Bool
    /// Seconds of the stream that have been heard.
    var seconds: Double?
    var error_code: Int?
    var error_message: String?

    enum CodingKeys: CodingKey { case tokens, finished, total_audio_proc_ms, error_code, error_message }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        tokens = members.readableList(.tokens) ?? []
        finished = members.readable(.finished) ?? false
        let heard: LenientNumber? = members.readable(.total_audio_proc_ms)
        seconds = heard?.milliseconds.flatMap { (0..<36_000).contains($0) ? $0 : nil }
        error_code = members.readable(.error_code)
        error_message = members.readable(.error_message)
    }
}
