internal import Access
internal import Audio
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Language
internal import NIOCore
internal import Plumbing
internal import Providers
internal import VerbioService

/// Speaks a text for clients of OpenAI's interface.
struct SpeechRoute: Route {
    static let name = RouteName(.post, "/v1/audio/speech")

    private let service: any ConversationService
    private let translations: TranslationRuns
    private let places: Limiter
    private let limit: Int
    private let worker: WorkerThread

    init(_ parts: RouteParts) {
        service = parts.service
        translations = parts.translations
        limit = parts.configuration.concurrentTranslations
        places = parts.shared.speeches
        worker = parts.shared.speechEncoder
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let order = try await JSONBody.read(SpeechOrder.self, keys: SpeechOrder.keys, from: request)
        try order.check()
        let format = try order.format()
        let language = try order.tag()
        guard places.tryAcquire() else { throw Refusal.busy(limit: limit, retryAfter: 2) }
        defer { places.release() }
        let wanted =
            order.wantedVoice ?? translations.owner.preferredVoice(for: language.code, among: service.voices)
        let voice = try await translations.permitted { permit in
            if let permit, !permit.allows(voice: wanted), let reached = permit.reached { throw reached }
            return try await service.speak(order.input, in: language, voice: wanted, within: permit)
        }
        let speed = order.speed ?? 1
        let bytes = try await worker.run { try format.encode(Self.stretched(voice, speed)) }
        return order.streamFormat == "sse" ? try Self.events(bytes, order) : Self.file(bytes, format)
    }

    private static func stretched(_ voice: VoiceAudio, _ speed: Double) throws(Problem) -> VoiceAudio {
        let slowest = TimeStretch.tempos.lowerBound
        guard speed < slowest else { return try TimeStretch.stretch(voice, tempo: speed) }
        return try TimeStretch.stretch(TimeStretch.stretch(voice, tempo: slowest), tempo: speed / slowest)
    }

    private static func file(_ bytes: [UInt8], _ format: SpeechFormat) -> Response {
        Response(
            status: .ok, headers: [.contentType: format.mediaType], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    // MARK: Events

    private struct Delta: Encodable {
        var type = "speech.audio.delta"
        var audio: String
    }

    private struct Done: Encodable {
        var type = "speech.audio.done"
        var usage: Usage
    }

    /// No tokens are counted here; the schema requires the numbers.
    private struct Usage: Encodable {
        var inputTokens = 0
        var outputTokens = 0
        var totalTokens = 0
    }

    /// Bytes of audio in one event.
    private static let piece = 24 << 10

    private static func events(_ bytes: [UInt8], _ order: SpeechOrder) throws -> Response {
        var events: [String] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            let part = Data(bytes[start..<min(bytes.count, start + piece)]).base64EncodedString()
            events.append(try OpenAIAnswer.event(Delta(audio: part)))
        }
        events.append(try OpenAIAnswer.event(Done(usage: Usage())))
        let all = events
        let body = ResponseBody { writer in
            for event in all { try await writer.write(ByteBuffer(string: event)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }
}
