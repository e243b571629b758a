// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import Language
internal import Plumbing
internal import Providers
internal import SocketClient

/// Speech to text by Deepgram while it is being said: `GET /v1/listen` as a WebSocket.
///
/// Each utterance has its own socket, so a silence costs nothing and needs no `KeepAlive`. Results with `is_final` are
/// settled; the others replace each other.
struct DeepgramStream: StreamingRecognizer {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    let sockets: SocketClient

    func hear(
        _ request: RecognitionRequest, _ sound: BoundedChannel<[Float]>,
        take: @escaping @Sendable (HeardWords) async throws -> Void
    ) async throws {
        let heard = Locked(Transcript(words: StreamedWords(request.language)))
        try await exchange.converse("/v1/listen?\(query(request))", over: sockets) { sender in
            while let samples = try await sound.next() {
                try await sender.send(binary: PCM16.littleEndianBytes(PCM16.quantized(samples)))
            }
            try await sender.send(text: #"{"type":"CloseStream"}"#)
        } receiving: { message in
            guard case .text(let bytes) = message else { return }
            let results = try exchange.decode(Results.self, bytes)
            guard results.type == "Results", let text = results.text else { return }
            let news = heard.withLock { $0.take(text, isFinal: results.is_final ?? false, upTo: results.end) }
            if let news { try await take(news) }
        }
    }

    private func query(_ request: RecognitionRequest) -> String {
        var options = declaration.options ?? [:]
        let tag = request.knownTag ?? LanguageTag(request.language)
        options["model"] = declaration.model
        options["language"] =
            options["language"] ?? DeepgramRecognizer.name(of: tag)
        options["punctuate"] = options["punctuate"] ?? "true"
        options["interim_results"] = "true"
        options["encoding"] = "linear16"
        options["sample_rate"] = String(speechSampleRate)
        options["channels"] = "1"
        return FormFields(options.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).text
    }

    /// The text of one utterance, as its results come.
    private struct Transcript {
        private var words: StreamedWords
        private var settled: [String] = []

        init(words: StreamedWords) { self.words = words }

        /// - Returns: nil if nothing has changed.
        mutating func take(_ text: String, isFinal: Bool, upTo seconds: Double?) -> HeardWords? {
            if isFinal { settled.append(text) }
            return words.take(settled: settled, open: isFinal ? [] : [text], upTo: seconds)
        }
    }
}

/// A message of the server. All but `Results` is of no use here: `SpeechStarted`, `UtteranceEnd`, `Metadata`.
private struct Results: Decodable {
    struct Channel: Decodable {
        struct Alternative: Decodable {
            var transcript: String?
        }

        var alternatives: [Alternative]
    }

    var type: String
    var is_final: Bool?
    var text: String?
    /// Seconds from the beginning of the stream.
    var end: Double?

    enum CodingKeys: CodingKey { case type, is_final, channel, start, duration }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        type = try members.decode(String.self, forKey: .type)
        is_final = members.readable(.is_final)
        // `channel` is a list of numbers in other messages.
        let channel: Channel? = members.readable(.channel)
        let (start, length): (LenientNumber?, LenientNumber?) = (members.readable(.start), members.readable(.duration))
        if let start = start?.number, let length = length?.number, (0..<36_000).contains(start + length) {
            end = start + length
        }
        text = channel?.alternatives.first.map { $0.transcript ?? "" }
    }
}
