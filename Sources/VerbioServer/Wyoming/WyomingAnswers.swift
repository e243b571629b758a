internal import Audio
internal import Conversations
internal import Hummingbird
internal import Language
internal import NIOCore
internal import Plumbing
internal import Providers
internal import VerbioService

/// Answers the events of one connection.
struct WyomingAnswers: Sendable {
    let service: any ConversationService
    let work: ScopedWork
    let version: String
    let place: WyomingPlace
    let write: @Sendable (ByteBuffer) async throws -> Void
    /// What there is, once a client has asked for it: finding it out takes longer than sending it.
    private let described = Locked<ByteBuffer?>(nil)

    init(
        service: any ConversationService, work: ScopedWork, version: String, place: WyomingPlace,
        write: @escaping @Sendable (ByteBuffer) async throws -> Void
    ) {
        (self.service, self.work, self.version, self.place, self.write) = (service, work, version, place, write)
    }

    /// The bytes of sound in one event.
    private static let chunk = 16 << 10

    private struct Nothing: Encodable {}

    /// Answers until the client disconnects. What cannot be done is answered with an `error` event, and the connection stays.
    ///
    /// - Throws: `Problem` if an event cannot be read, after the client was told; what the connection throws.
    func run(_ reader: inout WyomingReader<some AsyncIteratorProtocol>) async throws {
        var language: String?
        do {
            while let event = try await place.idling({ try await reader.next() }) {
                do {
                    switch event.type {
                    case "describe": try await describe()
                    case "ping": try await send("pong", Text(text: event.fields.text))
                    case "transcribe": language = event.fields.language
                    case "audio-start":
                        let format = try Self.format(event.fields)
                        let text = try await transcribe(format, in: language, from: &reader)
                        try await send("transcript", text)
                    case "synthesize": try await speak(event.fields)
                    // Events of other services mean nothing here, as the protocol wants it.
                    default: break
                    }
                } catch let problem as Problem where problem.code == "wyoming.event" {
                    throw problem
                } catch let error where !(error is CancellationError) {
                    try await refuse(error)
                }
            }
        } catch let problem as Problem where problem.code == "wyoming.event" {
            try await refuse(problem)
            throw problem
        }
    }

    private struct Text: Encodable {
        var text: String?
        var language: String?
    }

    private struct Failure: Encodable {
        var text: String
        var code: String
    }

    /// Tells the client why something cannot be done.
    func refuse(_ error: any Error) async throws {
        let problem = Refusal(error).problem
        try await send("error", Failure(text: problem.description, code: problem.code))
    }

    private func send(_ type: String, _ data: some Encodable, payload: [UInt8] = []) async throws {
        try await write(try WyomingEvent.bytes(type, data, payload: payload))
    }

    // MARK: Speech to text

    private static func format(_ fields: WyomingEvent.Fields) throws(Problem) -> RawFormat {
        let samples: [Int: RawFormat.Sample] = [1: .u8, 2: .s16le, 3: .s24le, 4: .s32le]
        guard let sample = samples[fields.width ?? 2], let rate = fields.rate, (8_000...192_000).contains(rate),
            let channels = fields.channels, (1...8).contains(channels)
        else {
            throw Problem(
                .usage, "wyoming.audio", "the format of the sound is not possible",
                cure: "send rate, width and channels, such as 16000, 2 and 1")
        }
        return RawFormat(sample: sample, rate: rate, channels: channels)
    }

    /// Recognizes the sound up to `audio-stop`, as a conversation like any other.
    private func transcribe(
        _ format: RawFormat, in language: String?, from reader: inout WyomingReader<some AsyncIteratorProtocol>
    ) async throws -> Text {
        let request = try Self.request(format, language)
        let sound = BoundedChannel<ByteBuffer>(capacity: 16)
        let running = Task { [self] in try await recognize(request, sound) }
        do {
            while let event = try await place.waiting({ try await reader.next() }) {
                if event.type == "audio-stop" { break }
                guard event.type == "audio-chunk" else { continue }
                // If the work has failed, the rest is read all the same, so that the client can read why.
                try? await sound.send(ByteBuffer(bytes: event.payload))
            }
            sound.finish()
        } catch {
            sound.finish(throwing: error)
            _ = await running.result
            throw error
        }
        return try await running.value
    }

    private static func request(_ format: RawFormat, _ language: String?) throws(Problem) -> ConversationRequest {
        let tag = try language.map { (name) throws(Problem) in try LanguageTag(parsing: String(name.prefix(40))) }
        var request = ConversationRequest(LanguagePair(only: tag ?? LanguageTag(.en)))
        request.findsLanguage = tag == nil
        (request.isTranslated, request.isSpoken, request.listening.raw) = (false, false, format)
        return request
    }

    private func recognize(_ request: ConversationRequest, _ sound: BoundedChannel<ByteBuffer>) async throws -> Text {
        defer { sound.finish() }
        let run = try await work.begin(.translation(request, RequestBody(asyncSequence: SoundPieces(channel: sound))))
        let outcome = try await run.end()
        try Transcriber.check(outcome)
        let language = outcome.conversation.settings.pair.source
        var transcript = Transcript(in: language, isTranslated: false)
        try await transcript.add(outcome.conversation.id, from: service.store)
        return Text(text: transcript.text, language: language.rawValue)
    }

    /// The sound as the body of a request.
    private struct SoundPieces: AsyncSequence, Sendable {
        let channel: BoundedChannel<ByteBuffer>

        struct AsyncIterator: AsyncIteratorProtocol {
            let channel: BoundedChannel<ByteBuffer>
            mutating func next() async throws -> ByteBuffer? { try await channel.next() }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(channel: channel) }
    }

    // MARK: Text to speech

    private struct SoundFormat: Encodable {
        var rate: Int
        private(set) var width = 2
        private(set) var channels = 1
    }

    private func speak(_ fields: WyomingEvent.Fields) async throws {
        guard let text = fields.text, !text.isEmpty, text.count <= 10_000 else {
            throw Problem(
                .usage, "wyoming.text", "there is no text, or more than 10,000 characters", cure: "send some sentences")
        }
        let named = service.voices.first { $0.id == fields.voice?.name }
        let language =
            try fields.voice?.language.map { (name) throws(Problem) in try LanguageTag(parsing: name) }
            ?? named.map { LanguageTag($0.language) } ?? LanguageTag(.en)
        let voice = try await work.permitted { permit in
            try await service.speak(text, in: language, voice: named?.id, within: permit, heard: nil)
        }
        let format = SoundFormat(rate: voice.sampleRate)
        try await send("audio-start", format)
        let bytes = PCM16.littleEndianBytes(voice.samples)
        for start in stride(from: 0, to: bytes.count, by: Self.chunk) {
            let piece = Array(bytes[start..<min(start + Self.chunk, bytes.count)])
            try await send("audio-chunk", format, payload: piece)
        }
        try await send("audio-stop", Nothing())
    }

    // MARK: What there is

    private struct Info: Encodable {
        struct Source: Encodable {
            private(set) var name = "Verbio"
            /// No address is known.
            private(set) var url = ""
        }

        struct Model: Encodable {
            var name: String
            var description: String
            var languages: [String]
            private(set) var attribution = Source()
            private(set) var installed = true
            var version: String
        }

        struct Recognition: Encodable {
            private(set) var name = "verbio"
            private(set) var description = "Speech to text"
            private(set) var attribution = Source()
            private(set) var installed = true
            var version: String
            var models: [Model]
        }

        struct Speech: Encodable {
            private(set) var name = "verbio"
            private(set) var description = "Text to speech"
            private(set) var attribution = Source()
            private(set) var installed = true
            var version: String
            var voices: [Model]
        }

        var asr: [Recognition]
        var tts: [Speech]
    }

    private func describe() async throws {
        if let known = described.withLock({ $0 }) { return try await write(known) }
        let coverage = try await service.inspection.languages()
        let languages = coverage.languages.filter { !$0.recognize.isEmpty }.map(\.tag)
        let engines = Set(coverage.languages.flatMap(\.recognize)).sorted().joined(separator: ", ")
        let voices = service.voices.map {
            Info.Model(name: $0.id, description: $0.id, languages: [$0.language.rawValue], version: version)
        }
        let model = Info.Model(name: "auto", description: engines, languages: languages, version: version)
        let info = try WyomingEvent.bytes(
            "info",
            Info(
                asr: [.init(version: version, models: [model])],
                tts: voices.isEmpty ? [] : [.init(version: version, voices: voices)]))
        described.withLock { $0 = info }
        try await write(info)
    }
}
