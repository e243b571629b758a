import ArgumentParser
import Audio
internal import Interpreting
import Language
import Plumbing
import ProviderAdapters
import Providers

extension Providers {
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes one small real call per stage and says what it got.",
            discussion: """
                Without a name it tries the engines of the settings. A call to a provider over the network may be charged \
                for: a sentence of 4 s heard, eight words translated, eight words spoken.
                """)

        @Argument(help: ArgumentHelp("Providers to try in every stage they do, such as groq.", valueName: "provider"))
        var names: [String] = []

        @Option(help: ArgumentHelp("Language translated into.", valueName: "language"))
        var to = "es"

        @Flag(help: "One JSON array.")
        var json = false

        @OptionGroup(title: "Common") var common: CommonOptions

        private static let sentence = "Good morning and welcome to the city museum."

        func run() async throws {
            let console = Console()
            let assembly = Assembly(settings: try await common.settings())
            let pair = try LanguagePair(from: .en, to: LanguageCode(parsing: to))
            let findings = try await findings(assembly, pair)
            if json {
                try console.json(findings)
            } else {
                for finding in findings {
                    let mark = finding.isGood ? "ok  " : "fail"
                    let milliseconds = Int(exactly: finding.milliseconds.rounded()) ?? 0
                    try console.out(
                        "\(mark)  \(finding.stage.shortName)  \(finding.provider) (\(finding.model)): "
                            + "\(finding.says), \(milliseconds) ms")
                    if let cure = finding.cure { try console.out("      → \(cure)") }
                }
            }
            if findings.contains(where: { !$0.isGood }) { throw Stop(code: Exit.provider) }
        }

        private func findings(_ assembly: Assembly, _ pair: LanguagePair) async throws -> [ProviderCheck.Finding] {
            let check = ProviderCheck(time: assembly.time)
            let (recognizers, translators, synthesizers) = try engines(assembly)
            var findings: [ProviderCheck.Finding] = []
            if !recognizers.isEmpty {
                let audio = try await Self.recording()
                for recognizer in recognizers {
                    findings.append(try await check.check(recognizer, hears: audio, in: pair.from))
                }
            }
            for translator in translators {
                findings.append(try await check.check(translator, Self.sentence, pair))
            }
            for synthesizer in synthesizers {
                findings.append(try await check.check(synthesizer, Self.sentence, in: pair.from, voice: nil))
            }
            return findings
        }

        /// The engines of the settings, or all that the providers named have.
        private func engines(
            _ assembly: Assembly
        ) throws -> ([any SpeechRecognizer], [any Translator], [any SpeechSynthesizer]) {
            guard !names.isEmpty else {
                let set = try assembly.providers()
                return (set.recognizers.providers, set.translators.providers, set.synthesizers?.providers ?? [])
            }
            let setup = try assembly.remoteProviders()
            let recognizers = try names.compactMap { try setup.recognizer($0) }
            let translators = try names.compactMap { try setup.translator($0) }
            let synthesizers = try names.compactMap { try setup.synthesizer($0) }
            guard !(recognizers.isEmpty && translators.isEmpty && synthesizers.isEmpty) else {
                throw Problem(
                    .usage, "provider.unknown", "there is no provider '\(names.joined(separator: "', '"))'",
                    cure: "see 'verbio providers' for those there are")
            }
            return (recognizers, translators, synthesizers)
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
}
