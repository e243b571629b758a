import Interpreting
import Language
import Plumbing
import ProviderAdapters
import Providers

extension Session {
    /// Who has failed in this run so that somebody else was asked, and why at first, one sentence each.
    var failureNotes: [String] {
        notes(providers.recognizers, \.descriptor) + notes(providers.translators, \.descriptor)
            + (providers.synthesizers.map { notes($0, \.descriptor) } ?? [])
    }

    private func notes<Provider>(
        _ chain: ProviderChain<Provider>, _ descriptor: (Provider) -> ProviderDescriptor
    ) -> [String] {
        zip(chain.links, chain.links.dropFirst()).compactMap { link, next in
            guard let error = link.failures.first else { return nil }
            let count = link.failures.count
            let other = descriptor(next.provider).name
            // A voice that is being heard is not taken over by another one.
            let follows =
                link.failures.isPassedOn ? "so \(other) was asked" : "and \(other) was not asked to go on with it"
            return
                "\(error.provider) (\(error.stage.rawValue)) failed \(count == 1 ? "once" : "\(count) times"), \(follows): "
                + error.message + (error.cure.map { "; \($0)" } ?? "")
        }
    }
}

extension Assembly {
    /// The models among those of the settings whose days are numbered, one sentence each.
    func sunsetNotices() -> [String] {
        let stages: [(Setting, Stage)] = [
            (.recognizer, .recognition), (.translator, .translation), (.synthesizer, .synthesis),
        ]
        return stages.flatMap { setting, stage in
            settings.strings(setting).compactMap { sunsetNotice(of: $0, stage) }
        }
    }

    /// What is to be said of the engine's model where its provider shuts it down.
    func sunsetNotice(of name: String, _ stage: Stage) -> String? {
        // The catalog need not be read for what is built in.
        guard !isLocal(name) else { return nil }
        return try? remoteProviders().sunset(of: name, stage)?.sentence(of: name, today: today(self))
    }
}
