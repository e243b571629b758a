import ArgumentParser
import Language
import Plumbing
import ProviderAdapters
import Providers
import VerbioService

struct ProvidersCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Makes one small real call per stage and shows the result.",
        discussion: """
            Without a name it tries the engines of the settings. A call to a provider over the network may be charged: \
            4 s of speech recognized, eight words translated, eight words spoken. A provider with OpenAI's list of models is \
            also asked for that list. This is free and shows which models are shut down, and when.

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

    func run() async throws {
        let console = Console()
        let pair = try LanguagePair(.en, to: LanguageTag(parsing: to))
        let assembly = Assembly(try await common.settings()).resolvingTranslators(for: [pair], written: true)
        for notice in try sunsetNotices(assembly) { console.note("verbio: \(notice)") }
        let findings = try await withSunsets(try await EngineCheck(assembly).findings(names, pair), assembly)
        try console.inPassing { try tell(findings, assembly, console) }
        if findings.contains(where: { !$0.isGood }) { throw Stop(code: Exit.provider) }
    }

    private func tell(_ findings: [ProviderCheck.Finding], _ assembly: Assembly, _ console: Console) throws {
        guard !json else { return try console.json(findings) }
        for finding in findings {
            let mark = finding.isGood ? "ok  " : "fail"
            let milliseconds = Int(exactly: finding.milliseconds.rounded()) ?? 0
            let place = finding.address.map { " at \($0)" } ?? ""
            try console.out(
                "\(mark)  \(finding.stage.shortName)  \(finding.provider)\(place) (\(finding.model)): "
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
        where finding.isGood && !EngineNames.isLocal(finding.provider) {
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
}
