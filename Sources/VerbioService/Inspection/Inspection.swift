package import Access
package import Audio
package import AudioReport
import Configuration
import Hearing
import Interpreting
import Language
package import LocalEngines
import Plumbing
package import ProviderAdapters
package import Providers

/// Answers questions about recordings and engines. Nothing is stored, and no provider is called, except to check it.
package struct Inspection: Sendable {
    private var assembly: Assembly
    /// Calls engines, which needs keys.
    private let calls: EngineCheck

    package init(_ assembly: Assembly) {
        calls = EngineCheck(assembly)
        self.assembly = assembly
        // Languages and prices are known without keys.
        self.assembly.run.requiresKeys = false
    }

    /// The languages, and which engines recognize, translate and speak each.
    package func languages() async throws -> LanguageCoverage {
        try await LanguageCoverage(assembly.settings) { _ in }
    }

    /// The engines of this machine, and the declared providers.
    package struct Engines: Encodable, Sendable {
        /// A declared provider.
        package struct Remote: Encodable, Sendable {
            package var name: String
            package var stages: [Stage]
            /// Whether its key is set, or none is needed.
            package var hasKey: Bool
        }

        package var engines: [EngineStatus]
        package var providers: [Remote]

        /// Whether there is an engine or a provider of a name.
        package func has(_ name: String) -> Bool {
            engines.contains { $0.name == name } || providers.contains { $0.name == name }
        }
    }

    /// Makes one small real call for each stage of an engine or a provider, which may charge for it.
    ///
    /// - Parameter stage: the only stage that is tried; nil for all.
    package func check(_ name: String, _ stage: Stage? = nil) async throws -> [ProviderCheck.Finding] {
        try await calls.findings(
            [name], LanguagePair(.en, to: LanguageTag(.es)), stages: stage.map { [$0] } ?? Stage.allCases)
    }

    /// Looks at what is installed, and calls no provider.
    ///
    /// - Throws: `Problem` of kind `usage` if a declaration is wrong.
    package func engines() async throws -> Engines {
        let setup = try assembly.engines.remote()
        let remote = setup.catalog.providers.sorted { $0.key < $1.key }.map { name, declaration in
            let stages = setup.stages(of: name)
            return Engines.Remote(
                name: name, stages: Stage.allCases.filter(stages.contains), hasKey: setup.hasKey(declaration))
        }
        return Engines(engines: await offlineEngineInventory(try assembly.local.settings()), providers: remote)
    }

    /// Levels, loudness and speech of a recording.
    ///
    /// - Throws: `Problem` of kind `input`, or of kind `usage` for a channel or track that does not exist.
    package func report(
        on audio: BytePipe, _ listening: ConversationRequest.Listening
    ) async throws -> AudioReport {
        let model = try assembly.speech.model()
        let analysis = Analysis(segmentation: try assembly.speech.segmentation(live: false, model: model), model: model)
        return try await analysis.run(.bytes(audio, name: "request"), options: reading(listening)).report
    }

    /// The waveform of a recording.
    ///
    /// - Throws: as ``report(on:_:)``; as outputs do if there is no room for it.
    package func peaks(
        of audio: BytePipe, _ listening: ConversationRequest.Listening, _ request: PeaksRequest
    ) async throws -> SpooledPeaks {
        try await request.run(.bytes(audio, name: "request"), options: reading(listening)).peaks
    }

    /// The cost estimate of a recording with the server's engines, or with those that the question names.
    ///
    /// - Parameter limits: those of the principal that asks. Providers that it may not call are left out.
    /// - Throws: as ``report(on:_:)``; `Problem`: `engine.not-offered` and what else a translation with these engines is
    ///   refused for; `LimitReached` if none of the providers of a stage may be called.
    package func estimate(
        of audio: BytePipe, _ question: CostQuestion, within limits: AccessLimits = AccessLimits()
    ) async throws -> RunEstimate {
        let (assembly, conditions) = try await conditions(of: question, written: false, limits)
        let heard = try await SpeechAmount.heard(
            in: .bytes(audio, name: "request"), question.listening, language: question.from?.code, assembly: assembly)
        return try RunEstimate(of: heard, under: conditions)
    }

    /// The cost estimate of a text, which is translated line by line.
    ///
    /// - Throws: as ``estimate(of:_:within:)``.
    package func estimate(
        ofText text: String, _ question: CostQuestion, within limits: AccessLimits = AccessLimits()
    ) async throws -> RunEstimate {
        let (_, conditions) = try await conditions(of: question, written: true, limits)
        return try RunEstimate(of: SpeechAmount(text: text), under: conditions)
    }

    private func conditions(
        of question: CostQuestion, written: Bool, _ limits: AccessLimits
    ) async throws -> (Assembly, RunEstimate.Conditions) {
        let assembly = try question.assembly(assembly, written: written)
        if question.engines.namesEngines { try await assembly.requireEngines() }
        let conditions = try RunEstimate.Conditions(assembly, written: written, within: limits)
        try question.check(conditions.providers, assembly, written: written)
        return (assembly, conditions)
    }

    private func reading(_ listening: ConversationRequest.Listening) -> ReadingOptions {
        listening.options(ffmpeg: assembly.settings.string(.ffmpeg))
    }
}
