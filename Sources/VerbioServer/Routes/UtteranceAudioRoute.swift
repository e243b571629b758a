internal import Audio
internal import Conversations
internal import Hummingbird
internal import Interpreting
internal import Language
internal import Plumbing
internal import VerbioService

/// The stored sound of one utterance: what was said, or its spoken translation.
struct UtteranceAudioRoute: Route {
    static let name = RouteName(.get, "/api/conversations/{id}/utterances/{number}/audio")
    static let isBrief = false
    static let endsWithClient = true

    private enum Side: Sendable {
        case source, translation
    }

    private let store: any ContentStore
    private let files: AnswerFiles

    init(_ parts: RouteParts) { (store, files) = (parts.service.store, parts.files) }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["of", VoiceParameter.name])
        let side = try query.word(
            "of", among: [("source", .source), ("translation", .translation)], otherwise: Side.source)
        let format = try VoiceParameter.read(query)
        let conversation = try await store.conversation(named: context)
        let record = try await store.utterance(of: conversation, named: context)
        guard let voice = try await voice(of: record, side) else { throw Self.silent(side) }
        let language = side == .source ? record.pair.source : record.pair.target
        return try await VoiceFile.response(
            voice, as: format, to: request, named: "\(record.utterance.sequence).\(language)", from: files)
    }

    private func voice(of record: UtteranceRecord, _ side: Side) async throws -> VoiceAudio? {
        switch side {
        case .translation:
            guard let speech = record.speech else { return nil }
            return try await store.voice(of: speech)
        case .source:
            guard let audio = record.audio, let bytes = try await store.blob(audio) else { return nil }
            return VoiceAudio(sampleRate: speechSampleRate, samples: PCM16.samples(fromLittleEndian: bytes))
        }
    }

    private static func silent(_ side: Side) -> Refusal {
        let problem =
            switch side {
            case .source:
                Problem(
                    .usage, "utterance.no-audio", "the sound of the utterance is not in the store",
                    cure: "play it from the recording, if there was one")
            case .translation:
                Problem(
                    .usage, "utterance.no-audio", "the translation of the utterance has not been spoken",
                    cure: "show its text")
            }
        return Refusal(.notFound, problem)
    }
}

extension ConversationStore {
    /// The utterance that the address names.
    ///
    /// - Throws: ``Refusal`` with status 404 if there is none.
    func utterance(of conversation: Conversation, named context: ServerContext) async throws -> UtteranceRecord {
        guard let number = context.parameters.get("number", as: Int.self), number > 0,
            let record = try await utterance(UtteranceID(conversation: conversation.id, sequence: number))
        else { throw Refusal.unknownUtterance }
        return record
    }
}
