// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import FoundationEssentials
internal import Language
internal import Plumbing
internal import Providers
internal import SocketClient

/// Speech to text by AssemblyAI while it is being said: `/v3/ws` of the host `streaming`, next to the host `api`.
///
/// Each utterance has its own session. `Begin` opens it, each `Turn` replaces the one with its number, `Terminate` ends the sound,
/// and `Termination` ends the session. A turn that has ended is settled. In the others, the words with `word_is_final` are.
struct AssemblyAIStream: StreamingRecognizer {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    let sockets: SocketClient
    /// The model of the session, such as `universal-3-5-pro`.
    let model: String

    /// Samples of a message: the server refuses messages of less than 50 ms, and of more than a second.
    private static let (shortest, longest) = (speechSampleRate / 20, speechSampleRate)

    func hear(
        _ request: RecognitionRequest, _ sound: BoundedChannel<[Float]>,
        take: @escaping @Sendable (HeardWords) async throws -> Void
    ) async throws {
        let turns = Locked(Turns(request.language))
        let finished = BoundedChannel<Void>(capacity: 1)
        var sockets = sockets
        // All words are there when the server says so.
        sockets.closingPatience = .zero
        try await place.converse("/v3/ws?\(try query(request))", over: sockets) { sender in
            do {
                try await sendAll(sound, over: sender)
            } catch is ServerGone {
                // What it has said before decides.
            }
            _ = try await finished.next()
        } receiving: { message in
            guard case .text(let bytes) = message else { return }
            let event = try exchange.decode(StreamMessage.self, bytes)
            switch event.type {
            case "Error": throw failure(event)
            case "Turn":
                if let news = turns.withLock({ $0.take(event) }) { try await take(news) }
            case "Termination": _ = finished.trySend(())
            default: break
            }
        }
    }

    /// The host for streams, with the same key.
    private var place: Exchange {
        Exchange(endpoint: exchange.endpoint.streaming, stage: exchange.stage, access: exchange.access)
    }

    // MARK: Up

    /// The socket takes nothing more.
    private struct ServerGone: Error {}

    private func sendAll(_ sound: BoundedChannel<[Float]>, over sender: SocketSender) async throws {
        var waiting: [Float] = []
        while let samples = try await sound.next() {
            waiting += samples
            guard waiting.count >= Self.shortest else { continue }
            try await send(waiting, over: sender)
            waiting = []
        }
        if !waiting.isEmpty {
            waiting += [Float](repeating: 0, count: max(0, Self.shortest - waiting.count))
            try await send(waiting, over: sender)
        }
        try await reaching { try await sender.send(text: #"{"type":"Terminate"}"#) }
    }

    private func reaching(_ send: () async throws -> Void) async throws {
        do {
            try await send()
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw ServerGone()
        }
    }

    private func send(_ samples: [Float], over sender: SocketSender) async throws {
        let bytes = PCM16.littleEndianBytes(PCM16.quantized(samples))
        // Messages of equal length, so that the last one is not too short.
        let count = (samples.count + Self.longest - 1) / Self.longest
        let size = (samples.count + count - 1) / count * 2
        for start in stride(from: 0, to: bytes.count, by: size) {
            try await reaching { try await sender.send(binary: Array(bytes[start..<min(bytes.count, start + size)])) }
        }
    }

    private func query(_ request: RecognitionRequest) throws -> String {
        let options = declaration.options ?? [:]
        let languages = try JSONEncoder.sorted.text([(request.knownLanguage ?? request.language).spokenCode])
        let terms = try declaration.terms.map { try JSONEncoder.sorted.text($0) }
        let isOlder = model.hasPrefix("universal-streaming")
        return FormFields([
            ("sample_rate", "\(speechSampleRate)"), ("encoding", "pcm_s16le"), ("speech_model", model),
            // The older models know no list of languages, and write without marks unless they are asked for them.
            ("language_codes", isOlder ? nil : languages), ("format_turns", isOlder ? "true" : nil),
            ("end_of_turn_confidence_threshold", options["end-of-turn-confidence"]),
            ("min_turn_silence", options["min-turn-silence"]), ("max_turn_silence", options["max-turn-silence"]),
            ("keyterms_prompt", terms),
        ]).text
    }

    // MARK: Down

    /// The failure that an error message reports. Its code is the one with which the server closes the socket after it.
    private func failure(_ event: StreamMessage) -> ProviderError {
        let text = event.error ?? "an error without words"
        let words = text.lowercased()
        let failure: ProviderError.Failure =
            switch event.error_code {
            case 3_009: .throttled
            case 1_008 where words.contains("concurrent"): .throttled
            case 1_008 where words.contains("funds") || words.contains("balance"): .quota
            case 1_008: .unauthorized
            case 3_006, 3_007: .rejected
            // 3005: the session was cancelled by an error of the server's; 3008: it has expired.
            default: .transient
            }
        return exchange.error(failure, (event.error_code.map { "\($0) " } ?? "") + text)
    }

    /// The turns of one utterance, by their numbers.
    private struct Turns {
        private var texts: [Int: (settled: String, open: String, isOver: Bool)] = [:]
        private var words: StreamedWords
        private let joiner: String
        private var seconds: Double?

        init(_ language: LanguageCode) {
            words = StreamedWords(language)
            joiner = language.isWrittenWithoutSpaces ? "" : " "
        }

        /// - Returns: nil if no word has changed.
        mutating func take(_ turn: StreamMessage) -> HeardWords? {
            let number = turn.turn_order ?? texts.count
            // A turn that is over may come once more with its marks, but never again without them.
            if texts[number]?.isOver ?? false, !(turn.end_of_turn ?? false) { return nil }
            let transcript = turn.transcript ?? ""
            if turn.end_of_turn ?? false {
                texts[number] = (transcript, "", true)
            } else {
                func joined(_ words: [StreamMessage.Word]) -> String { words.map(\.text).joined(separator: joiner) }
                let settled = turn.words.prefix { $0.isFinal }
                // Newer models send a text whose words all may still change.
                texts[number] =
                    turn.words.isEmpty
                    ? ("", transcript, false)
                    : (joined(Array(settled)), joined(Array(turn.words.dropFirst(settled.count))), false)
            }
            seconds = turn.words.last?.end ?? seconds
            let ordered = texts.sorted { $0.key < $1.key }.map(\.value)
            let over = ordered.prefix { $0.isOver }
            let rest = ordered.dropFirst(over.count)
            return words.take(
                settled: over.map(\.settled) + (rest.first.map { [$0.settled] } ?? []),
                open: (rest.first.map { [$0.open] } ?? []) + rest.dropFirst().flatMap { [$0.settled, $0.open] },
                upTo: seconds)
        }
    }
}

extension Endpoint {
    /// The same place with its host for streams.
    fileprivate var streaming: Endpoint {
        var copy = self
        copy.url = url.replacing("://api.", with: "://streaming.", maxReplacements: 1)
        return copy
    }
}

/// A message of the server. Unused fields and kinds are ignored.
private struct StreamMessage: Decodable {
    struct Word: Decodable {
        var text: String
        var isFinal: Bool
        /// Seconds.
        var end: Double?

        enum CodingKeys: String, CodingKey {
            case text, end
            case isFinal = "word_is_final"
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            text = try members.decode(String.self, forKey: .text)
            isFinal = members.readable(.isFinal) ?? false
            let told: LenientNumber? = members.readable(.end)
            end = told?.milliseconds.flatMap { (0..<36_000).contains($0) ? $0 : nil }
        }
    }

    var type: String
    var turn_order: Int?
    var end_of_turn: Bool?
    var transcript: String?
    var words: [Word]
    var error_code: Int?
    var error: String?

    enum CodingKeys: CodingKey { case type, turn_order, end_of_turn, transcript, words, error_code, error }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        type = try members.decode(String.self, forKey: .type)
        turn_order = members.readable(.turn_order)
        end_of_turn = members.readable(.end_of_turn)
        transcript = members.readable(.transcript)
        words = members.readableList(.words) ?? []
        error_code = members.readable(.error_code)
        error = members.readable(.error)
    }
}
