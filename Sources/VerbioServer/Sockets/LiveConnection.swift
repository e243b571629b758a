internal import Audio
internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import HTTPTypes
internal import Interpreting
internal import Plumbing

/// One live conversation and the socket of its client.
struct LiveConnection: Sendable {
    private let conversation: TranslationRun
    private let socket: Socket
    private let speakers: SpeakerLine?

    /// - Parameter speakers: takes the events that say who speaks; nil if the client did not ask for that.
    init(_ conversation: TranslationRun, socket: Socket, speakers: SpeakerLine?) {
        self.conversation = conversation
        self.socket = socket
        self.speakers = speakers
    }

    /// Carries audio up and events down until the conversation has ended or the client has left.
    ///
    /// - Parameter isStopping: whether the server is being stopped.
    func run(isStopping: @escaping @Sendable () -> Bool) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await carryUp() }
            group.addTask { try await carryDown(isStopping) }
            // The events end last. A client that sends on is not waited for.
            defer { group.cancelAll() }
            while try await group.next() != nil {}
        }
    }

    // MARK: Up

    private struct Order: Decodable {
        var type: String
        /// Who speaks; nil for no one.
        var speaker: String?
        /// Seconds of the audio; nil for now.
        var at: Double?

        /// The order as a speaker event.
        var turn: String {
            "{\"at\":\(at.map { "\($0)" } ?? "\"now\""),\"speaker\":\(speaker.map { "\"\($0.filter(\.isLetter))\"" } ?? "null")}"
        }
    }

    private func carryUp() async throws {
        var hasEnded = false
        do {
            while let message = try await socket.next() {
                switch message {
                case .binary(let bytes) where !hasEnded: try await conversation.feed(bytes)
                case .binary: break
                case .text(let text): hasEnded = try await obey(text) || hasEnded
                }
            }
        } catch is BytePipeClosed {
            // The conversation takes no more; its events say why.
            return
        }
        if !hasEnded { conversation.listenerLeft() }
    }

    /// - Returns: whether the speech has ended.
    private func obey(_ text: String) async throws -> Bool {
        guard let order = try? JSONDecoder().decode(Order.self, from: Data(text.utf8)) else {
            try await refuse(
                "live.order", "a text message is a JSON object with a type", "send speaker, pause, continue or end")
            return false
        }
        switch order.type {
        case "end":
            conversation.finishSpeech()
            return true
        case "speaker":
            guard let speakers else {
                try await refuse(
                    "live.speakers", "this conversation takes no speakers", "connect with speaker-events=live")
                return false
            }
            speakers.send(order.turn)
            return false
        case "pause", "continue":
            conversation.pause(order.type == "pause")
            return false
        default:
            try await refuse(
                "live.order", "there is no order '\(order.type.prefix(40))'", "send speaker, pause, continue or end")
            return false
        }
    }

    /// An order that is not carried out does not end the conversation.
    private func refuse(_ code: String, _ what: String, _ cure: String) async throws {
        try await report(Refusal(.badRequest, Problem(.usage, code, what, cure: cure)))
    }

    private func report(_ refusal: Refusal) async throws {
        let document = ProblemDocument(refusal).json()
        try await socket.send(.text("{\"event\":\"error\"," + document.dropFirst()))
    }

    // MARK: Down

    private func carryDown(_ isStopping: () -> Bool) async throws {
        do {
            while let answer = try await conversation.answers.next() {
                switch answer {
                case .event(let event): try await socket.send(.text(EventLines.json(event)))
                case .audio(let piece): try await socket.send(.text(piece.json()))
                case .partial(let partial, let id):
                    // A client that takes its messages slowly gets the next one instead.
                    if !socket.isCongested { try await socket.send(.text(EventLines.json(partial, in: id))) }
                case .revised(let utterance, let id):
                    try await socket.send(.text(EventLines.json(revised: utterance, in: id)))
                case .acknowledged(let acknowledged, let id):
                    try await socket.send(.text(EventLines.json(acknowledged, in: id)))
                // The socket has signs of life of its own.
                case .keepAlive: break
                }
            }
        } catch let ended as Socket.Ended {
            conversation.listenerLeft()
            throw ended
        } catch {
            let refusal = Refusal(error)
            try await report(refusal)
            return await socket.close(Self.code(of: refusal), reason: refusal.problem.code)
        }
        await socket.close(isStopping() ? .goingAway : .normal)
    }

    private static func code(of refusal: Refusal) -> SocketCloseCode {
        switch refusal.status.code {
        case 503: .tryAgainLater
        case 500...: .internalError
        default: .policy
        }
    }
}
