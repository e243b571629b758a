internal import CurlHTTP
internal import HTTPTypes
internal import Plumbing
internal import Providers

extension ProviderSetup {
    /// The models of which a provider says itself that it shuts them down, with the day (`2027-02-26`): of providers that
    /// list their models as OpenAI does (`GET /models`, `shutdown_date`).
    ///
    /// Empty for all others, and where there is no list to be had: it only adds to what a call has told.
    ///
    /// - Throws: `CancellationError`.
    public func announcedSunsets(at name: String) async throws -> [String: String] {
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
    /// For what is good to know, and not waited for long.
    fileprivate static let listing = Deadlines(firstByte: .seconds(10), total: .seconds(20))
}
