internal import Conversations
internal import FoundationEssentials
internal import HTTPTypes
internal import Plumbing
internal import VerbioService

/// The orders that the client of a live session sends as JSON.
struct LiveOrders: Sendable {
    private let run: LiveRun

    init(_ run: LiveRun) { self.run = run }

    /// The types of orders, as the description of the service lists them.
    enum Kind: String, CaseIterable {
        case speaker, flip, correct, played, start, pause
        case proceed = "continue"
        case seen, end
    }

    /// The effect of an order on the session.
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
        /// The number of an utterance.
        var utterance: Int?
        /// The number of a piece of its speech.
        var piece: Int?

        /// The order as the conversation takes it; nil if it is a confirmation.
        ///
        /// - Parameter texts: the corrected texts that came with it.
        func order(_ kind: Kind, _ texts: TextFields) throws(Problem) -> LiveRun.Order? {
            switch kind {
            case .seen: return nil
            case .end: return .end
            case .pause: return .pause
            // A session hears from its beginning on.
            case .start, .proceed: return .proceed
            case .speaker: return .speaker(try side(), at: at)
            case .flip: return .flip(try number(), to: try side())
            case .correct:
                guard !texts.isEmpty else {
                    throw Problem(
                        .usage, "live.order", "the order has no text",
                        cure: "send source with what was said, translation with its translation, or both")
                }
                return .rewrite(try number(), as: try texts.checked())
            case .played:
                guard let piece, let at else {
                    throw Problem(
                        .usage, "live.order", "the order does not say what is played, or when",
                        cure: "send piece with its number, and at with the second of the audio")
                }
                return .played(try number(), piece: piece, at: at)
            }
        }

        private func side() throws(Problem) -> Speaker? {
            guard let speaker else { return nil }
            guard let side = Speaker(rawValue: speaker) else {
                throw Problem(
                    .usage, "live.order", "there is no speaker '\(speaker.prefix(40))'",
                    cure: "send user, other or null")
            }
            return side
        }

        private func number() throws(Problem) -> Int {
            guard let utterance else {
                throw Problem(
                    .usage, "live.order", "the order names no utterance", cure: "send utterance with its number")
            }
            return utterance
        }
    }

    /// Carries out an order. One that cannot be carried out does not end the conversation.
    func perform(_ text: String) -> Effect {
        guard (try? JSONBody.check(Array(text.utf8))) != nil,
            let given = try? JSONDecoder().decode(Order.self, from: Data(text.utf8)),
            let texts = try? JSONDecoder().decode(TextFields.self, from: Data(text.utf8))
        else {
            return Self.refused(
                "live.order", "a text message is a JSON object with a type", Self.known)
        }
        guard let kind = Kind(rawValue: given.type) else {
            return Self.refused("live.order", "there is no order '\(given.type.prefix(40))'", Self.known)
        }
        do throws(Problem) {
            guard let order = try given.order(kind, texts) else { return .seen(given.seq ?? 0) }
            try run.perform(order)
            return order == .end ? .ended : .none
        } catch {
            return .refused(Refusal(order: error))
        }
    }

    private static let known = "send one of: " + Kind.allCases.map(\.rawValue).joined(separator: ", ")

    private static func refused(_ code: String, _ what: String, _ cure: String) -> Effect {
        .refused(Refusal(.badRequest, Problem(.usage, code, what, cure: cure)))
    }
}

extension Refusal {
    /// The refusal of one order, which does not end the conversation. Its code begins with `live.`, so that the client knows.
    init(order problem: Problem) {
        var problem = problem
        if !problem.code.hasPrefix("live.") { problem.code = "live.correction" }
        self.init(.badRequest, problem)
    }

    /// The refusal as an event of a live session.
    var event: String { LiveNotice.refused(self).text }
}
