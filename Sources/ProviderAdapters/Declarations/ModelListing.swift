internal import CurlHTTP
internal import HTTPTypes
internal import Plumbing
internal import Providers

extension ProviderSetup {
    /// The models that a provider itself says it shuts down, with the day (`2027-02-26`).
    ///
    /// It works for providers that list their models as OpenAI does (`GET /models`, `shutdown_date`). The result is empty for
    /// all others, and if no list is available: it only adds to what a call has reported.
    ///
    /// - Throws: `CancellationError`.
    package func announcedSunsets(at name: String) async throws -> [String: String] {
        guard let provider = catalog.providers[name] else { return [:] }
        var asked: Set<String?> = []
        var days: [String: String] = [:]
        for stage in Stage.allCases.compactMap({ provider.stage($0) }).filter(\.access.listsModels)
        where asked.insert(stage.url).inserted {
            do {
                let exchange = Exchange(
                    endpoint: try endpoint(name, provider, stage.url), stage: .translation,
                    access: stage.access, deadlines: .listing)
                let list = try await exchange.document(ModelList.self, of: try await exchange.send(.get, "/models"))
                for model in list.data {
                    if let id = model.id, let day = model.shutDown, Sunset.isDay(day) { days[id] = day }
                }
            } catch is ProviderError {
            } catch is Problem {}
        }
        return days
    }
}

private struct ModelList: Decodable {
    struct Model: Decodable {
        var id: String?
        var shutDown: String?

        enum CodingKeys: String, CodingKey {
            case id
            case shutDown = "shutdown_date"
        }
    }

    var data: [Model]
}

extension Deadlines {
    /// Short deadlines, because the list is useful but not necessary.
    fileprivate static let listing = Deadlines(firstByte: .seconds(10), total: .seconds(20))
}
