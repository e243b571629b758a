import ArgumentParser
import Audio
internal import Interpreting
import Language
import Plumbing
import ProviderAdapters
import Providers
import Resilience
import VerbioService

struct ProvidersCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Makes one small real call per stage and says what it got.",
        discussion: """
            Without a name it tries the engines of the settings. A call to a provider over the network may be charged \
            for: a sentence of 4 s heard, eight words translated, eight words spoken. Who lists its models as OpenAI does is \
            asked for the list besides, which costs nothing and tells which of them are shut down, and when.

            EXAMPLES
              verbio providers check
              verbio providers check groq deepl
            """)

    @Argument(
        help: ArgumentHelp(
            "Engines and providers to try in every stage they do, such as groq or pocketsphinx.",
            valueName: "provider"))
    var names: [String] = []

    @Option(help: ArgumentHelp("Language translated into.", valueName: "language"))
    var to = "es"

    @Flag(help: "One JSON array.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    private static let sentence = "Good morning and welcome to the city museum."
    /// The sentence to speak in languages other than English.
    private static let greetings: [LanguageCode: String] = [
        .es: "Buenos días y bienvenidos.", .fr: "Bonjour et bienvenue.", .de: "Guten Morgen und willkommen.",
        .it: "Buongiorno e benvenuti.", .pt: "Bom dia e bem-vindos.", .zh: "早上好，欢迎光临。",
        .ja: "おはようございます、ようこそ。", .ko: "안녕하세요, 환영합니다.", .ar: "صباح الخير وأهلا بكم.",
        .hi: "नमस्ते, आपका स्वागत है।", .ru: "Доброе утро и добро пожаловать.",
    ]

    func run() async throws {
        let console = Console()
        let assembly = Assembly(try await common.settings())
        let pair = try LanguagePair(.en, to: LanguageTag(parsing: to))
        for notice in try sunsetNotices(assembly) { console.note("verbio: \(notice)") }
        let findings = try await withSunsets(try await findings(assembly, pair), assembly)
        try console.inPassing { try tell(findings, assembly, console) }
        if findings.contains(where: { !$0.isGood }) { throw Stop(code: Exit.provider) }
    }

    private func tell(_ findings: [ProviderCheck.Finding], _ assembly: Assembly, _ console: Console) throws {
        guard !json else { return try console.json(findings) }
        for finding in findings {
            let mark = finding.isGood ? "ok  " : "fail"
            let milliseconds = Int(exactly: finding.milliseconds.rounded()) ?? 0
            try console.out(
                "\(mark)  \(finding.stage.shortName)  \(finding.provider) (\(finding.model)): "
                    + "\(finding.says), \(milliseconds) ms")
            if let cure = finding.cure { try console.out("      → \(cure)") }
            if let notice = finding.notice { try console.out("      → \(notice)") }
            if let notice = newsOfSunset(finding, assembly) { try console.out("      → \(notice)") }
        }
    }

    private func sunsetNotices(_ assembly: Assembly) throws -> [String] {
        guard !names.isEmpty else { return assembly.notices.all() }
        return names.flatMap { name in Stage.allCases.compactMap { assembly.notices.sunset(of: name, $0) } }
    }

    /// The findings with the shutdown dates that the providers themselves announce, for those that have answered.
    private func withSunsets(
        _ findings: [ProviderCheck.Finding], _ assembly: Assembly
    ) async throws -> [ProviderCheck.Finding] {
        var findings = findings
        var asked: [String: [String: String]] = [:]
        for (index, finding) in findings.enumerated()
        where finding.isGood && !assembly.engines.isLocal(finding.provider) {
            let days: [String: String]
            if let known = asked[finding.provider] {
                days = known
            } else {
                days = try await assembly.engines.remote().announcedSunsets(at: finding.provider)
                asked[finding.provider] = days
            }
            findings[index].shutDownOn = days[finding.model]
        }
        return findings
    }

    /// The note on a shutdown date that the declarations do not have; the notices already report the declared ones.
    private func newsOfSunset(_ finding: ProviderCheck.Finding, _ assembly: Assembly) -> String? {
        guard let day = finding.shutDownOn else { return nil }
        let name = "\(finding.provider)/\(finding.model)"
        let declared = try? assembly.engines.remote().sunset(of: name, finding.stage)
        guard declared?.sunset.date != day else { return nil }
        return "it says that it shuts this model down on \(day); name another one before"
    }

    /// The engines that are tried, and findings for those that cannot be.
    private struct Engines {
        var recognizers: [any SpeechRecognizer] = []
        var translators: [any Translator] = []
        var synthesizers: [any SpeechSynthesizer] = []
        var refused: [ProviderCheck.Finding] = []
    }

    private func findings(_ assembly: Assembly, _ pair: LanguagePair) async throws -> [ProviderCheck.Finding] {
        let check = ProviderCheck(time: assembly.time)
        let engines = try engines(assembly)
        let limits = try assembly.pipeline.configuration().callDeadline
        func limit(_ stage: Stage) -> Duration { limits[stage] ?? .seconds(60) }
        var findings = engines.refused
        if !engines.recognizers.isEmpty {
            let audio = try await Self.recording()
            for recognizer in engines.recognizers {
                findings.append(
                    try await check.check(
                        recognizer.deadline(limit(.recognition), time: assembly.time), hears: audio, in: pair.from))
            }
        }
        for translator in engines.translators {
            findings.append(
                try await check.check(
                    translator.deadline(limit(.translation), time: assembly.time), Self.sentence, pair))
        }
        for synthesizer in engines.synthesizers {
            // In English if the synthesizer can speak it: the other engines are tried with English.
            let spoken = synthesizer.capabilities.languages
            let language =
                [.en, pair.to].first(where: spoken.contains) ?? LanguageCode.allCases.first(where: spoken.contains)
            findings.append(
                try await check.check(
                    synthesizer.deadline(limit(.synthesis), time: assembly.time),
                    Self.greetings[language ?? .en] ?? Self.sentence, in: language ?? .en, voice: nil))
        }
        return findings
    }

    /// The engines of the settings, or all engines of the named providers.
    private func engines(_ assembly: Assembly) throws -> Engines {
        guard !names.isEmpty else {
            let set = try assembly.providers()
            return Engines(
                recognizers: set.recognizers.providers, translators: set.translators.providers,
                synthesizers: set.synthesizers?.providers ?? [])
        }
        for name in names where try assembly.engines.stages(of: name).isEmpty {
            throw Problem(
                .usage, "provider.unknown", "there is no provider '\(name)'",
                cure: "see 'verbio providers' for those there are")
        }
        var engines = Engines()
        for name in names {
            for stage in Stage.allCases where try assembly.engines.stages(of: name).contains(stage) {
                do {
                    switch stage {
                    case .recognition: engines.recognizers.append(try assembly.engines.recognizer(name))
                    case .translation: engines.translators.append(try assembly.engines.translator(name))
                    case .synthesis:
                        if let synthesizer = try assembly.engines.synthesizer(name) {
                            engines.synthesizers.append(synthesizer)
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
