internal import Access
internal import Audio
internal import Conversations
internal import Coordination
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
    static let queryRule = QueryRule.ignored

    private let service: any ConversationService
    private let work: ScopedWork
    private let places: WorkPlaces
    private let ffmpeg: String
    private let worker: WorkerThread
    private let turns: any WorkTurns
    private let kept: KeptAnswers

    init(_ parts: RouteParts) {
        service = parts.service
        work = parts.work
        ffmpeg = parts.configuration.ffmpeg
        places = parts.shared.speeches
        worker = parts.shared.speechEncoder
        turns = parts.shared.coordination
        kept = parts.shared.keptAnswers
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let (order, others) = try await JSONBody.read(SpeechOrder.self, known: SpeechOrder.keys, from: request)
        context.findings.ignore(others)
        try order.check()
        let aac = AACEncoding(ffmpeg: ffmpeg)
        let format = try order.format(aac)
        let language = try order.tag()
        guard let key = try RequestKey(request.headers) else {
            guard SpeechStream.makes(format), order.speed ?? 1 == 1 else {
                return try await speech(order, format, language, aac).response
            }
            return try await heard(order, format, language)
        }
        let repeats = RequestRepeats(key: key, store: service.store, turns: turns, time: work.time)
        return try await repeats.perform(RequestKey.fingerprint(Self.name, order.content), keeping: kept) {
            try await speech(order, format, language, aac)
        }
    }

    private func speech(
        _ order: SpeechOrder, _ format: SpeechFormat, _ language: LanguageTag, _ aac: AACEncoding?
    ) async throws -> KeptAnswers.Answer {
        try await places.take(for: work.owner.scope)
        defer { places.release(of: work.owner.scope) }
        let voice = try await voice(order, language)
        let speed = order.speed ?? 1
        let bytes = try await withTaskCancellationHandler {
            try await worker.run { try format.encode(Self.stretched(voice, speed), aac) }
        } onCancel: {
            aac?.cancel()
        }
        guard order.streamFormat == "sse" else {
            return KeptAnswers.Answer(type: format.mediaType, bytes: ByteBuffer(bytes: bytes))
        }
        let events = try SpeechEvents.text(of: bytes) + SpeechEvents.end()
        return KeptAnswers.Answer(type: EventStream.mediaType, bytes: ByteBuffer(string: events))
    }

    /// The speech as it comes. With a key it is kept, and therefore made whole.
    private func heard(
        _ order: SpeechOrder, _ format: SpeechFormat, _ language: LanguageTag
    ) async throws -> Response {
        try await places.take(for: work.owner.scope)
        let speech = HeardSpeech { heard in
            defer { places.release(of: work.owner.scope) }
            _ = try await voice(order, language, heard)
        }
        return try await speech.response(as: format, inEvents: order.streamFormat == "sse")
    }

    private func voice(
        _ order: SpeechOrder, _ language: LanguageTag, _ heard: PartialSink<VoiceAudio>? = nil
    ) async throws -> VoiceAudio {
        let wanted =
            order.wantedVoice ?? work.owner.preferredVoice(for: language.code, among: service.voices)
        return try await work.permitted { permit in
            if let permit, !permit.allows(voice: wanted), let reached = permit.reached { throw reached }
            return try await service.speak(order.input, in: language, voice: wanted, within: permit, heard: heard)
        }
    }

    private static func stretched(_ voice: VoiceAudio, _ speed: Double) throws(Problem) -> VoiceAudio {
        let slowest = TimeStretch.tempos.lowerBound
        guard speed < slowest else { return try TimeStretch.stretch(voice, tempo: speed) }
        return try TimeStretch.stretch(TimeStretch.stretch(voice, tempo: slowest), tempo: speed / slowest)
    }
}
