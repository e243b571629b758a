internal import Plumbing
internal import VerbioService

extension EngineChoice {
    /// The most engines of one stage.
    static let maximumEngines = 4

    /// Reads the parameters `stt`, `mt`, `tts`, `context` and `max-cost`. Whether the operator offers the engines is
    /// found out with the work.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
    init(_ query: QueryParameters) throws(Problem) {
        self.init()
        recognizers = try Self.names("stt", query)
        translators = try Self.names("mt", query, takesNone: true)
        synthesizers = try Self.names("tts", query, takesNone: true)
        if query["context"] != nil { contextPairs = try query.number("context", in: 0...64, otherwise: 0) }
        if let text = query["max-cost"] {
            guard let dollars = Double(text), dollars >= 0, dollars <= 1e6 else {
                throw query.bad("max-cost", ["an amount of US dollars from 0 to 1000000"])
            }
            maximumCost = dollars
        }
    }

    /// The engines that a parameter names; nil if it is absent, or says that there is to be none.
    private static func names(
        _ name: String, _ query: QueryParameters, takesNone: Bool = false
    ) throws(Problem) -> [String]? {
        guard let text = query[name], !(takesNone && text == "none") else { return nil }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= maximumEngines, Set(names).count == names.count, !names.contains("") else {
            throw query.bad(name, ["the names of up to \(maximumEngines) engines, each once"])
        }
        return names
    }
}
