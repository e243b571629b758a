import Audio
import Interpreting
package import Language
import Plumbing
package import ProviderAdapters
package import Providers
import Resilience

/// Makes one small real call for each stage of engines, to show whether they work.
package struct EngineCheck: Sendable {
    private let assembly: Assembly

    package init(_ assembly: Assembly) { self.assembly = assembly }

    private static let sentence = "Good morning and welcome to the city museum."
    /// The sentence to speak in languages other than English.
    private static let greetings: [LanguageCode: String] = [
        .es: "Buenos días y bienvenidos.", .fr: "Bonjour et bienvenue.", .de: "Guten Morgen und willkommen.",
        .it: "Buongiorno e benvenuti.", .pt: "Bom dia e bem-vindos.", .zh: "早上好，欢迎光临。",
        .ja: "おはようございます、ようこそ。", .ko: "안녕하세요, 환영합니다.", .ar: "صباح الخير وأهلا بكم.",
        .hi: "नमस्ते, आपका स्वागत है।", .ru: "Доброе утро и добро пожаловать.",
    ]

    /// The engines that are tried, and findings for those that cannot be.
    private struct Engines {
        /// An address is shown if the provider has several.
        typealias Each<Engine> = [(address: String?, engine: Engine)]

        var recognizers: Each<any SpeechRecognizer> = []
        var translators: Each<any Translator> = []
        var synthesizers: Each<any SpeechSynthesizer> = []
        var refused: [ProviderCheck.Finding] = []

        mutating func add(_ recognizer: any SpeechRecognizer) {
            let each = (recognizer as? SpreadRecognizer)?.each
            recognizers += each.map { $0.map { ($0.address, $0.provider) } } ?? [(nil, recognizer)]
        }

        mutating func add(_ translator: any Translator) {
            let each = (translator as? SpreadTranslator)?.each
            translators += each.map { $0.map { ($0.address, $0.provider) } } ?? [(nil, translator)]
        }

        mutating func add(_ synthesizer: any SpeechSynthesizer) {
            let each = (synthesizer as? SpreadSynthesizer)?.each
            synthesizers += each.map { $0.map { ($0.address, $0.provider) } } ?? [(nil, synthesizer)]
        }
    }

    /// Tries engines. A call to a provider over the network may be charged for.
    ///
    /// - Parameters:
    ///   - names: the engines, each in every stage that it does; none for those of the settings.
    ///   - pair: the languages of the sentence that is recognized and translated.
    ///   - stages: the stages in which named engines are tried.
    /// - Throws: `Problem` of kind `usage`, code `provider.unknown`.
    package func findings(
        _ names: [String], _ pair: LanguagePair, stages: [Stage] = Stage.allCases
    ) async throws -> [ProviderCheck.Finding] {
        let check = ProviderCheck(time: assembly.time)
        let engines = try engines(names, stages)
        let limits = try assembly.pipeline.configuration()
        var findings = engines.refused
        if !engines.recognizers.isEmpty {
            let audio = try await Self.recording()
            for (address, recognizer) in engines.recognizers {
                let limit = limits.limit(.recognition, needed: recognizer.capabilities.deadline)
                findings.append(
                    try await check.check(
                        recognizer.deadline(limit, time: assembly.time), hears: audio, in: pair.from
                    ).at(address))
            }
        }
        for (address, translator) in engines.translators {
            let speech =
                translator.capabilities.hearsSpeech
                ? UtteranceSpeech(samples: try await Self.recording(), hash: "recording") : nil
            let limit = limits.limit(.translation, needed: translator.capabilities.deadline)
            findings.append(
                try await check.check(
                    translator.deadline(limit, time: assembly.time), Self.sentence, pair, hearing: speech
                ).at(address))
        }
        for (address, synthesizer) in engines.synthesizers {
            // In English if the synthesizer can speak it: the other engines are tried with English.
            let spoken = synthesizer.capabilities.languages
            let language =
                [.en, pair.to].first(where: spoken.contains) ?? LanguageCode.tested.first(where: spoken.contains)
            let limit = limits.limit(.synthesis, needed: synthesizer.capabilities.deadline)
            findings.append(
                try await check.check(
                    synthesizer.deadline(limit, time: assembly.time),
                    Self.greetings[language ?? .en] ?? Self.sentence, in: language ?? .en, voice: nil,
                    problem: synthesizer.problem
                ).at(address))
        }
        return findings
    }

    private func engines(_ names: [String], _ stages: [Stage]) throws -> Engines {
        guard !names.isEmpty else {
            let set = try assembly.providers()
            var engines = Engines()
            for recognizer in set.recognizers.providers { engines.add(recognizer) }
            for translator in set.translators.providers { engines.add(translator) }
            for synthesizer in set.synthesizers?.providers ?? [] { engines.add(synthesizer) }
            return engines
        }
        for name in names where try assembly.engines.stages(of: name).isEmpty {
            throw Problem(
                .usage, "provider.unknown", "there is no provider '\(name)'",
                cure: cure(
                    for: name, among: try assembly.engines.declaredNames,
                    otherwise: "'verbio providers' lists them"))
        }
        var engines = Engines()
        for name in names {
            for stage in stages where try assembly.engines.stages(of: name).contains(stage) {
                do {
                    switch stage {
                    case .recognition: engines.add(try assembly.engines.recognizer(name))
                    case .translation: engines.add(try assembly.engines.translator(name))
                    case .synthesis:
                        if let synthesizer = try assembly.engines.synthesizer(name) {
                            engines.add(synthesizer)
                        }
                    }
                } catch let problem as Problem where problem.kind == .provider {
                    // If one engine lacks its key, the others are still tried.
                    engines.refused.append(
                        .init(stage: stage, provider: name, says: problem.what, cure: problem.cure))
                }
            }
        }
        return engines
    }

    private static func recording() async throws -> [Float] {
        let pipe = BytePipe()
        try await pipe.send(ProviderCheck.recording)
        pipe.finish()
        let source = try await openSpeechSource(.bytes(pipe, name: "hello.flac"))
        var samples: [Float] = []
        while let block = try await source.next() { samples += block.lanes.first ?? [] }
        return samples
    }
}

extension ProviderCheck.Finding {
    /// The finding with the address that was called, if the provider has several.
    fileprivate func at(_ address: String?) -> Self {
        var found = self
        found.address = address
        return found
    }
}
