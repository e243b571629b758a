internal import Conversations
internal import FoundationEssentials
internal import HTTPTypes
internal import Interpreting
internal import Plumbing

/// What the client of a live session sends: audio, and orders as JSON.
struct LiveOrders: Sendable {
    private let run: TranslationRun
    private let speakers: SpeakerLine?

    /// - Parameter speakers: takes the events that say who speaks; nil if the client did not ask for that.
    init(_ run: TranslationRun, speakers: SpeakerLine?) {
        self.run = run
        self.speakers = speakers
    }

    /// What an order means for the session.
    enum Effect: Sendable {
        case none
        /// The speech has ended.
        case ended
        /// The client has got the events up to a number.
        case seen(Int)
        case refused(Refusal)
    }

    private struct Order: Decodable {
        var type: String
        /// Who speaks; nil for neither side.
        var speaker: String?
        /// Seconds of the audio; nil for now.
        var at: Double?
        /// The number of an event.
        var seq: Int?

        /// The order as a speaker event.
        var turn: String {
            "{\"at\":\(at.map { "\($0)" } ?? "\"now\""),\"speaker\":\(speaker.map { "\"\($0.filter(\.isLetter))\"" } ?? "null")}"
        }
    }

    /// Carries out an order. One that cannot be carried out does not end the conversation.
    func obey(_ text: String) -> Effect {
        guard let order = try? JSONDecoder().decode(Order.self, from: Data(text.utf8)) else {
            return Self.refused(
                "live.order", "a text message is a JSON object with a type", "send speaker, pause, continue or end")
        }
        switch order.type {
        case "end":
            run.finishSpeech()
            return .ended
        case "speaker":
            guard let speakers else {
                return Self.refused(
                    "live.speakers", "this conversation takes no speakers", "connect with speaker-events=live")
            }
            speakers.send(order.turn)
            return .none
        case "pause", "continue":
            run.pause(order.type == "pause")
            return .none
        case "seen":
            return .seen(order.seq ?? 0)
        default:
            return Self.refused(
                "live.order", "there is no order '\(order.type.prefix(40))'", "send speaker, pause, continue or end")
        }
    }

    private static func refused(_ code: String, _ what: String, _ cure: String) -> Effect {
        .refused(Refusal(.badRequest, Problem(.usage, code, what, cure: cure)))
    }
}

extension Refusal {
    /// The refusal as an event of a live session.
    var event: String { "{\"event\":\"error\"," + ProblemDocument(self).json().dropFirst() }
}
