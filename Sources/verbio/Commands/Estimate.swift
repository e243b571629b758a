import ArgumentParser
import Audio
import AudioReport
import Configuration
import Hearing
import Interpreting
import Language
import Plumbing
import Providers

struct Estimate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells what translating a recording would cost, before anything is called.",
        discussion: """
            It listens to the recording for speech, on this machine, and reckons with \
            \(Int(UsageForecast.charactersPerSecond)) characters a second of it, which is fast, and with the prices of the \
            providers' declarations. Nothing is retried in it, and nothing reused. No key is needed.
            """)

    @Argument(help: ArgumentHelp("A recording; '-' for standard input.", valueName: "file"))
    var file: String

    @OptionGroup var engines: EngineOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @Flag(help: "One JSON object.")
    var json = false
    @OptionGroup(title: "Common") var common: CommonOptions

    private func hear(_ assembly: Assembly) async throws -> Heard {
        let model = try assembly.speechModel()
        let analysis = Analysis(
            segmentation: try assembly.segmentation(live: false, model: model), model: model, peaks: nil)
        let report: AudioReport
        do {
            (report, _) = try await AudioInput(argument: file).explained(
                try input.readingOptions(assembly.settings), analysis.run(_:options:))
        } catch let problem as Problem { throw problem.at(file) }
        var heard = Heard(seconds: report.seconds)
        for utterance in report.lanes.flatMap(\.utterances) where utterance.passes {
            heard.utterances += 1
            heard.speech += Double(utterance.voicedMilliseconds) / 1_000
            heard.sent += utterance.end - utterance.start + Self.padding
        }
        return heard
    }

    /// Seconds sent with each utterance before and after its voice.
    private static let padding = 1.0

    /// One stage's share.
    private struct Line: Encodable {
        var stage: String
        var provider: String
        var model: String
        var amount: String
        /// nil where the price is not known.
        var dollars: Double?
        var priceAsOf: String?
    }

    func run() async throws {
        let console = Console()
        var settings = try await common.settings()
        engines.apply(to: &settings)
        let assembly = Assembly(settings: settings, requiresKeys: false)
        let providers = try assembly.providers()
        let heard = try await hear(assembly)
        let sumsUp = providers.translators.first.summarizer != nil
        let block = try settings.int(.contextSummary, in: 0...1_000)
        let lines = lines(providers, heard, block: sumsUp ? block : 0)
        let known = lines.compactMap(\.dollars).reduce(0, +)
        if json {
            struct Everything: Encodable {
                var seconds: Double
                var speechSeconds: Double
                var utterances: Int
                var stages: [Line]
                var dollars: Double
                var isComplete: Bool
            }
            let all = Everything(
                seconds: heard.seconds, speechSeconds: heard.speech, utterances: heard.utterances, stages: lines,
                dollars: known, isComplete: lines.allSatisfy { $0.dollars != nil })
            return try console.json(all)
        }
        try console.out(
            "\(heard.utterances) utterances with \(tenths(heard.speech)) s of speech in "
                + "\(clockTime(heard.seconds)) of audio\n")
        let rows = lines.map { line in
            [
                line.stage, line.provider, line.model, line.amount,
                line.dollars.map { $0 == 0 ? "free" : "\(Money(dollars: $0))" } ?? "unknown",
                line.priceAsOf ?? "",
            ]
        }
        for line in table(["stage", "engine", "model", "amount", "cost", "price of"], rows) { try console.out(line) }
        let rest = lines.contains { $0.dollars == nil } ? ", and what the unknown prices come to" : ""
        try console.out("\nAt most about \(Money(dollars: known))\(rest).")
    }

    /// - Parameter block: after how many utterances they are summed up; 0 where they are not.
    private func lines(_ providers: ProviderSet, _ heard: Heard, block: Int) -> [Line] {
        let characters = Int(exactly: (heard.speech * UsageForecast.charactersPerSecond).rounded(.up)) ?? 0
        let each = heard.utterances > 0 ? characters / heard.utterances : 0
        let earlier = 2 * each * providers.translators.first.capabilities.contextPairs
        let summary = block > 0 ? SummaryRequest.mostCharacters : 0
        var translation = UsageForecast.translation(characters: each, earlierCharacters: earlier + summary)
        translation = translation.times(heard.utterances)
        if block > 0 {
            let summaries = UsageForecast.summary(characters: 2 * each * block + summary)
                .times(heard.utterances / block)
            translation.inputTokens = (translation.inputTokens ?? 0) + (summaries.inputTokens ?? 0)
            translation.outputTokens = (translation.outputTokens ?? 0) + (summaries.outputTokens ?? 0)
        }
        let byCharacters = providers.translators.first.capabilities.price?.millionCharacters != nil
        var lines = [
            line(
                .recognition, providers.recognizers.first.descriptor, providers.recognizers.first.capabilities.price,
                UsageForecast.recognition(seconds: heard.sent), "\(tenths(heard.sent)) s"),
            line(
                .translation, providers.translators.first.descriptor, providers.translators.first.capabilities.price,
                translation, byCharacters ? "\(characters) characters" : "\(translation.inputTokens ?? 0) tokens"),
        ]
        if let synthesizer = providers.synthesizers?.first {
            lines.append(
                line(
                    .synthesis, synthesizer.descriptor, synthesizer.capabilities.price,
                    UsageForecast.synthesis(characters: characters), "\(characters) characters"))
        }
        return lines
    }

    private func line(
        _ stage: Stage, _ provider: ProviderDescriptor, _ price: Price?, _ usage: Usage, _ amount: String
    ) -> Line {
        Line(
            stage: stage.rawValue, provider: provider.name, model: provider.model, amount: amount,
            dollars: price?.cost(of: usage).dollars, priceAsOf: price.flatMap { $0.asOf.isEmpty ? nil : $0.asOf })
    }
}

/// How much there is to do.
private struct Heard {
    var seconds = 0.0
    /// Voiced.
    var speech = 0.0
    /// As the recognizer gets it, with what is around the voice.
    var sent = 0.0
    var utterances = 0
}

extension Usage {
    fileprivate func times(_ count: Int) -> Usage {
        Usage(
            audioSeconds: audioSeconds.map { $0 * Double(count) }, characters: characters.map { $0 * count },
            inputTokens: inputTokens.map { $0 * count }, cachedInputTokens: cachedInputTokens.map { $0 * count },
            outputTokens: outputTokens.map { $0 * count })
    }
}
