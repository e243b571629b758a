package import Conversations
import Interpreting
package import Jobs
import Plumbing
import Providers
import Resilience

/// The services of all scopes.
package protocol ScopedServices: ScopeData {
    /// The service that keeps its conversations in the store of a scope.
    ///
    /// - Throws: `Problem` of kind `store` if the store cannot be opened; `CancellationError`.
    func service(for scope: Scope) async throws -> any ConversationService

    /// The scopes that have a store.
    func scopes() async throws -> [Scope]
}

/// The services of all scopes on the engines of the settings, which all scopes share.
package final class PipelineServices: ScopedServices {
    private let assembly: Assembly
    private let stores: any ScopedStores
    private let jobs: JobServices?
    private let engines: SharedEngines

    /// Starts the engines. No store is opened yet.
    ///
    /// - Parameter jobs: the place of jobs; nil if there are none.
    package init(assembly: Assembly, stores: any ScopedStores, jobs: JobServices? = nil) throws {
        self.assembly = assembly
        self.stores = stores
        self.jobs = jobs
        engines = try SharedEngines(assembly)
    }

    package func scopes() async throws -> [Scope] { try await stores.scopes() }

    package func remove(_ scope: Scope) async throws -> Bool {
        try await ScopeContents(stores: stores, jobs: jobs).remove(scope)
    }

    package func move(_ scope: Scope, into other: Scope, named name: String) async throws -> Bool {
        try await ScopeContents(stores: stores, jobs: jobs).move(scope, into: other, named: name)
    }

    package func service(for scope: Scope) async throws -> any ConversationService {
        PipelineService(assembly: assembly, store: try await stores.store(for: scope), engines: engines)
    }
}

/// Engines that serve many conversations.
final class SharedEngines: Sendable {
    /// The providers of the settings, for any languages.
    let providers: ProviderSet
    /// Work that may be paid for and is not done twice at the same time, by scope and name.
    let turns = Turns<String>()
    /// The providers that were chosen for particular languages or requests.
    private let recognizers = ChosenChains<ProviderChain<any SpeechRecognizer>>()
    private let translators = ChosenChains<ProviderChain<any Translator>>()
    private let synthesizers = ChosenChains<ProviderChain<any SpeechSynthesizer>?>()
    /// The names of ``providers``.
    private let names: [[String]]

    init(_ assembly: Assembly) throws {
        providers = try assembly.providers()
        names = Self.names(assembly)
    }

    private static func names(_ assembly: Assembly) -> [[String]] {
        [Setting.recognizer, .translator, .synthesizer].map(assembly.selection.names)
    }

    /// The providers that an assembly names. Those that differ from the settings are made once.
    func providers(of choice: Assembly) throws -> ProviderSet {
        var set = providers
        let wanted = Self.names(choice)
        if wanted[0] != names[0] {
            set.recognizers = try recognizers.chain(wanted[0]) { try choice.recognizers() }
        }
        if wanted[1] != names[1] {
            set.translators = try translators.chain(wanted[1]) { try choice.translators() }
        }
        if wanted[2] != names[2] {
            set.synthesizers = try synthesizers.chain(wanted[2]) { try choice.synthesizers() }
        }
        return set
    }
}
