internal import Interpreting
internal import Providers
internal import VerbioService

/// An engine as OpenAI's clients read a model.
struct OpenAIModel: Encodable {
    var id: String
    var object = "model"
    var created = 0
    var ownedBy: String

    init(id: String, ownedBy: String) {
        self.id = id
        self.ownedBy = ownedBy
    }

    /// The names that clients use by habit, and the engines of the server.
    static func all(of service: any ConversationService) -> [OpenAIModel] {
        var models = [OpenAIModel(id: "whisper-1", ownedBy: "verbio"), OpenAIModel(id: "tts-1", ownedBy: "verbio")]
        for condition in service.providerConditions {
            let provider = condition.provider
            let id = "\(provider.name)/\(provider.shownModel)"
            if !models.contains(where: { $0.id == id }) { models.append(OpenAIModel(id: id, ownedBy: provider.name)) }
        }
        return models
    }
}
