import ArgumentParser
import Audio
import Configuration
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import VerbioService

struct Estimate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "estimate",
        abstract: "Estimates the cost of translating or transcribing a recording, before anything is called.",
        discussion: """
            It finds the speech in the recording on this machine. The estimate assumes \
            \(Int(UsageForecast.charactersPerSecond)) characters per second of speech, which is fast, and the prices of the \
            providers' declarations. It includes no retries and no reused work. If a second engine may be called in addition to a \
            slow first one, both count in full. Long utterances count as cut into the largest possible number of parts. No key \
            is needed.

            --json gives the amounts in US dollars. Each of the 'stages' has its amount. 'dollars' is the sum of the known \
            prices, which is all of them if 'isComplete'. 'standInDollars' (with 'standInsAreComplete') is there if the dearest \
            fallbacks would cost more. 'maximumDollars' is there if a limit is set. 'refusedFor' is the model whose unknown \
            price makes the limit refuse the run. 'tracks' is there if the recording has several audio tracks.

            EXAMPLES
              verbio estimate talk.wav --stt groq --mt deepl --tts none
              verbio estimate talk.wav --stt groq --mt none    (of 'verbio transcribe')
              verbio estimate talk.wav --stt groq --mt openai --batch 10 --json
            """)

    @Argument(help: ArgumentHelp("A recording; '-' for standard input.", valueName: "file"))
    var file: String

    @Option(
        help: ArgumentHelp("As for translate; speech costs the same in every language.", valueName: "language"))
    var from: String?

    @Option(help: ArgumentHelp("The same; with several after commas, what all of them cost.", valueName: "language"))
    var to: String?

    @Option(
        help: ArgumentHelp("A caption file of the recording, whose text is translated then.", valueName: "file"))
    var captions: String?

    @OptionGroup(title: "Translation") var batches: BatchOptions
    @OptionGroup(title: "Translation") var fit: FitOptions
    @OptionGroup var engines: EngineOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Input") var part: PartOptions
    @Flag(help: "One JSON object.")
    var json = false
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let console = Console()
        var settings = try await common.settings()
        settings.set(.to, to.map(ConfigContent.string))
        settings.set(.from, self.from.map(ConfigContent.string))
        let from = settings.findsLanguage ? nil : self.from
        if let from { _ = try LanguageCode(parsing: from) }
        for target in settings.targets { _ = try LanguageCode(parsing: target) }
        engines.apply(to: &settings)
        batches.apply(to: &settings)
        fit.apply(to: &settings)
        try CaptionInputs.check([file], beside: self.captions)
        let captions = try CaptionInputs([file], beside: self.captions)
        if engines.tts == nil { settings = captions.settings(settings) }
        var assembly = Assembly(settings, requiresKeys: false)
        if let from, settings.targets.count == 1,
            let pair = try? LanguagePair(LanguageTag(parsing: from), to: LanguageTag(parsing: settings.targets[0]))
        {
            assembly = assembly.resolvingTranslators(for: [pair], written: captions.areAll)
        }
        // Invalid settings are reported before the recording is heard.
        let costs = try RunEstimate.Conditions(assembly, written: captions.areAll)
        for notice in assembly.notices.all() { console.note("verbio: \(notice)") }
        var listening = try input.listening()
        listening.part = try part.part()
        let language = try from.map { (name) throws(Problem) in try LanguageCode(parsing: name) }
        try captions.check(listening, named: captions.areAll && engines.stt != nil ? ["--stt"] : [])
        let heard: SpeechAmount
        do {
            heard =
                captions.areAll
                ? try SpeechAmount(captionsAt: captions.file ?? file, language: language)
                : try await SpeechAmount.heard(
                    in: AudioInput(argument: file), listening, language: language, assembly: assembly)
        } catch let problem as Problem { throw problem.at(captions.file ?? file) }
        console.note(heard.tracks, of: file)
        let estimate = try RunEstimate(of: heard, under: costs)
        if json { return try console.json(estimate) }
        try console.out(
            heard.written.map { "\(heard.utterances) passages with \($0) characters\n" }
                ?? "\(heard.utterances) \(heard.utterances == 1 ? "utterance" : "utterances") with "
                + "\(tenths(heard.speech)) s of speech in "
                + "\(clockTime(heard.seconds)) of audio\n")
        try printStages(estimate, to: console)
        try printSums(estimate, to: console)
    }

    private func printStages(_ estimate: RunEstimate, to console: Console) throws {
        let rows = estimate.stages.map { line in
            [
                line.stage + (line.to.map { " (\($0))" } ?? ""), line.provider,
                line.model, line.amount,
                line.dollars.map { $0 == 0 ? "free" : "\(Money(dollars: $0))" } ?? "unknown",
                line.priceAsOf ?? "",
            ]
        }
        try console.table(["stage", "engine", "model", "amount", "cost", "price of"], rows)
    }

    /// What the run costs in total, and whether it would be refused or stopped for that.
    private func printSums(_ estimate: RunEstimate, to console: Console) throws {
        func described(_ dollars: Double, _ isComplete: Bool) -> String {
            "\(Money(dollars: dollars))" + (isComplete ? "." : ", plus the unknown prices.")
        }
        let isFree = estimate.standInDollars == nil && estimate.stages.allSatisfy { $0.dollars == 0 }
        try console.out(
            isFree
                ? "\nFree: no engine of this run charges anything."
                : "\nAt most about " + described(estimate.dollars, estimate.isComplete))
        if let dollars = estimate.standInDollars, let isComplete = estimate.standInsAreComplete {
            try console.out(
                "If the most expensive fallbacks do all of it: " + described(dollars, isComplete))
        }
        if let refusedFor = estimate.refusedFor {
            try console.out(
                "The run would be refused, because the price of \(refusedFor) is not known: declare it in "
                    + "providers.yaml, or add --allow-unknown-prices to count it as free.")
        }
        if let limit = estimate.maximumDollars.map(Money.init(dollars:)), Money(dollars: estimate.dollars) > limit {
            try console.out(
                "That may exceed the limit of \(limit): the run would stop there, and could be resumed.")
        }
    }
}
