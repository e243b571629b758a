internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// Changes who speaks in a conversation: names, speakers that are one, and the speakers of utterances.
struct ChangeSpeakersRoute: Route {
    static let name = RouteName(.patch, "/api/conversations/{id}/speakers")

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    private struct Body: Decodable {
        var names: [String: String?]?
        var merge: [String: Int]?
        var utterances: [String: Int]?

        static let keys = ["names", "merge", "utterances"]

        func change() throws(Problem) -> PersonChange {
            var change = PersonChange()
            for (person, name) in names ?? [:] {
                guard let name else {
                    change.names[try Self.number(person, "names")] = .some(nil)
                    continue
                }
                let (number, given) = try PersonName.parsed("\(person)=\(name)")
                change.names[number] = given
            }
            for (person, other) in merge ?? [:] { change.merges[try Self.number(person, "merge")] = other }
            for (utterance, person) in utterances ?? [:] {
                change.utterances[try Self.number(utterance, "utterances")] = person
            }
            return change
        }

        private static func number(_ text: String, _ field: String) throws(Problem) -> Int {
            guard let number = Int(text), number > 0 else {
                throw Problem(
                    .usage, "speakers.number", "'\(text.clipped(to: 40).printableOnOneLine)' is no number", at: field,
                    cure: "give an object whose keys are numbers, such as {\"1\": …}")
            }
            return number
        }
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let change = try await JSONBody.read(Body.self, keys: Body.keys, from: request).change()
        let id = try await store.conversation(named: context).id
        guard let claim = try await store.claim(id) else { throw await store.busy(id) }
        defer { claim.release() }
        // Read again, because another process may have changed it before the claim.
        guard let conversation = try await store.conversation(id) else { throw Refusal.unknownConversation }
        let changed = try await change.apply(to: conversation, in: store)
        return try await .document(of: changed, finished: nil, store: store)
    }
}
