internal import Conversations
internal import FoundationEssentials
internal import HTTPTypes
internal import Plumbing
internal import VerbioService

/// What the client of a live session sends: audio, and orders as JSON.
struct LiveOrders: Sendable {
    private let run: TranslationRun

    init(_ run: TranslationRun) { self.run = run }

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

        /// The order as the conversation takes it; nil if there is none of this type.
        func order() throws(Problem) -> LiveSession.Order? {
            switch type {
            case "end": return .end
            case "pause": return .pause
            case "continue": return .proceed
            case "speaker":
                guard let speaker else { return .speaker(nil, at: at) }
                guard let side = Speaker(rawValue: speaker) else {
                    throw Problem(
                        .usage, "live.order", "there is no speaker '\(speaker.prefix(40))'",
                        cure: "send user, other or null")
                }
                return .speaker(side, at: at)
            default: return nil
            }
        }
    }

    /// Carries out an order. One that cannot be carried out does not end the conversation.
    func obey(_ text: String) -> Effect {
        guard let given = try? JSONDecoder().decode(Order.self, from: Data(text.utf8)) else {
            return Self.refused(
                "live.order", "a text message is a JSON object with a type", "send speaker, pause, continue or end")
        }
        if given.type == "seen" { return .seen(given.seq ?? 0) }
        do throws(Problem) {
            guard let order = try given.order() else {
                return Self.refused(
                    "live.order", "there is no order '\(given.type.prefix(40))'",
                    "send speaker, pause, continue or end")
            }
            try run.obey(order)
            return order == .end ? .ended : .none
        } catch {
            return .refused(Refusal(.badRequest, error))
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
