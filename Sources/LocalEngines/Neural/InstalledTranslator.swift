internal import Plumbing

/// The translator with all the models that are installed.
///
/// Their vocabularies are read again only if a model was added, removed or replaced.
package final class InstalledTranslator: Sendable {
    private let found = Locked<(state: String, translator: NeuralTranslator)?>(nil)

    package init() {}

    /// - Parameter configuration: the settings; the models that it names are ignored.
    /// - Returns: nil if no translator can be made.
    package func translator(_ configuration: NeuralTranslator.Configuration) -> NeuralTranslator? {
        var configuration = configuration
        configuration.models = []
        let state = Self.state(configuration.worker)
        if let known = found.withLock({ $0 }), known.state == state { return known.translator }
        guard let translator = try? NeuralTranslator(configuration) else { return nil }
        found.withLock { $0 = (state, translator) }
        return translator
    }

    /// A text that changes if a model's folder or its weights change.
    private static func state(_ worker: LocalWorkerSettings) -> String {
        let folders = FileFacts.names(in: worker.modelsDirectory).map { "\(worker.modelsDirectory)/\($0)" }
        return FileFacts.fingerprint(of: folders + folders.flatMap { ["\($0)/model.bin", "\($0)/model/model.bin"] })
    }
}
