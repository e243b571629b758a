import ArgumentParser
import Audio
import AudioReport
import Configuration
import Hearing
import Interpreting
import Language
import Plumbing
import Providers
import Resilience

struct Estimate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "estimate",
        abstract: "Tells what translating or transcribing a recording would cost, before anything is called.",
        discussion: """
            It listens to the recording for speech, on this machine, and reckons with \
            \(Int(UsageForecast.charactersPerSecond)) characters a second of it, which is fast, and with the prices of the \
            providers' declarations. Nothing is retried in it, and nothing reused; where a second engine may be called beside a slow \
            first one, both count in full, and what has to go in parts counts as cut into as many as there can be. No key \
            is needed.

            --json gives the amounts in US dollars: of each of the 'stages' and, as far as prices are known (all of them where \
            'isComplete'), their sum 'dollars'; 'standInDollars' (with 'standInsAreComplete') where the dearest of those \
            who stand in would come to more; 'maximumDollars' where a limit is set, and 'refusedFor', the model whose unknown \
            price has the run refused under it.

            EXAMPLES
              verbio estimate talk.wav --stt groq --mt deepl --tts none
              verbio estimate talk.wav --stt groq --mt none    (of 'verbio transcribe')
              verbio estimate talk.wav --stt groq --mt openai --batch 10 --json
            """)

    @Argument(help: ArgumentHelp("A recording; '-' for standard input.", valueName: "file"))
    var file: String

    @Option(
        help: ArgumentHelp("As for translate; what is said costs the same in every language.", valueName: "language"))
    var from: String?

    @Option(help: ArgumentHelp("The same; with several after commas, what all of them cost.", valueName: "language"))
    var to: String?

    @OptionGroup(title: "Translation") var batches: BatchOptions
    @OptionGroup var engines: EngineOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Input") var part: PartOptions
    @Flag(help: "One JSON object.")
    var json = false
    @OptionGroup(title: "Common") var common: CommonOptions

    private func hear(_ assembly: Assembly) async throws -> SpeechAmount {
        var reading = try input.readingOptions(assembly.settings)
        reading.part = try part.part()
        reading.spokenLanguage = try from.map { (name) throws(Problem) in try LanguageCode(parsing: name) }
        let model = try assembly.speechModel()
        assembly.modelNotice(model).map { Console().note("verbio: \($0)") }
        let analysis = Analysis(
            segmentation: try assembly.segmentation(live: false, model: model), model: model, peaks: nil)
        let report: AudioReport
        do {
            (report, _) = try await AudioInput(argument: file).explained(reading, analysis.run(_:options:))
        } catch let problem as Problem { throw problem.at(file) }
        Console().note(report.tracks ?? [], of: file)
        var heard = SpeechAmount(seconds: report.seconds)
        for utterance in report.lanes.flatMap(\.utterances) where utterance.passes {
            heard.utterances += 1
            heard.speech += Double(utterance.voicedMilliseconds) / 1_000
            heard.sent.append(utterance.end - utterance.start + SpeechAmount.padding)
        }
        return heard
    }

    /// One stage's share.
    private struct Line: Encodable {
        var stage: String
        /// The language translated into, where there are several.
        var to: String?
        var provider: String
        var model: String
        var amount: String
        /// nil where the price is not known.
        var dollars: Double?
        var priceAsOf: String?
        /// Whether it is called only where the one before it takes long, on top of that one.
        var isHedge = false
    }

    func run() async throws {
        let console = Console()
        var settings = try await common.settings()
        settings.set(.to, to.map(ConfigContent.string))
        if let from { _ = try LanguageCode(parsing: from) }
        for target in settings.targets { _ = try LanguageCode(parsing: target) }
        engines.apply(to: &settings)
        batches.apply(to: &settings)
        let assembly = Assembly(settings: settings, requiresKeys: false)
        let providers = try assembly.providers()
        let limit = try assembly.maximumCost().map(Money.init(dollars:))
        for notice in assembly.providerNotices() { console.note("verbio: \(notice)") }
        let heard = try await hear(assembly)
        let sumsUp = providers.translators.first.summarizer != nil
        let reckoning = Reckoning(
            amount: heard, lookAhead: try settings.int(.lookAhead, in: 0...16), batch: try settings.batchLines(),
            block: sumsUp ? try settings.int(.contextSummary, in: 0...1_000) : 0)
        let lines = lines(
            providers, reckoning, hedged: Set(try assembly.interpreterConfiguration().hedgeAfter.keys),
            into: settings.targets)
        let known = lines.compactMap(\.dollars).reduce(0, +)
        let isComplete = lines.allSatisfy { $0.dollars != nil }
        let standIns = dearest(providers, reckoning, languages: settings.targets.count, beyond: known, isComplete)
        let refusedFor =
            limit != nil && settings.string(.unknownPrices) != "allow" ? providers.nameOfUnknownPrice : nil
        if json {
            struct Everything: Encodable {
                var seconds: Double
                var speechSeconds: Double
                var utterances: Int
                var stages: [Line]
                var dollars: Double
                var isComplete: Bool
                /// nil where those who stand in come to no more.
                var standInDollars: Double?
                var standInsAreComplete: Bool?
                /// What --max-cost allows.
                var maximumDollars: Double?
                /// The model whose price is not known, where the run would be refused for it.
                var refusedFor: String?
            }
            let all = Everything(
                seconds: heard.seconds, speechSeconds: heard.speech, utterances: heard.utterances, stages: lines,
                dollars: known, isComplete: isComplete, standInDollars: standIns?.dollars,
                standInsAreComplete: standIns?.isComplete, maximumDollars: limit?.dollars, refusedFor: refusedFor)
            return try console.json(all)
        }
        try console.out(
            "\(heard.utterances) utterances with \(tenths(heard.speech)) s of speech in "
                + "\(clockTime(heard.seconds)) of audio\n")
        let rows = lines.map { line in
            [
                (line.isHedge ? "  or both" : line.stage) + (line.to.map { " (\($0))" } ?? ""), line.provider,
                line.model, line.amount,
                line.dollars.map { $0 == 0 ? "free" : "\(Money(dollars: $0))" } ?? "unknown",
                line.priceAsOf ?? "",
            ]
        }
        try console.table(["stage", "engine", "model", "amount", "cost", "price of"], rows)
        func told(_ dollars: Double, _ isComplete: Bool) -> String {
            "\(Money(dollars: dollars))" + (isComplete ? "." : ", and what the unknown prices come to.")
        }
        try console.out("\nAt most about " + told(known, isComplete))
        if let standIns {
            try console.out(
                "Where the dearest of those who stand in do all of it: " + told(standIns.dollars, standIns.isComplete))
        }
        if let refusedFor {
            try console.out(
                "The run would be refused, as the price of \(refusedFor) is not known: declare it in providers.yaml, or add "
                    + "--allow-unknown-prices to count it as free.")
        }
        if let limit, Money(dollars: known) > limit {
            try console.out(
                "That may be more than \(limit), which is allowed: the run would stop there, to be resumed.")
        }
    }

    /// What it costs where the dearest of each stage does all of it, as far as prices are known; nil where that is no more than
    /// what is told already.
    ///
    /// - Parameters:
    ///   - told: in dollars.
    ///   - isComplete: whether all prices in that are known.
    private func dearest(
        _ providers: ProviderSet, _ reckoning: Reckoning, languages: Int, beyond told: Double, _ isComplete: Bool
    ) -> (dollars: Double, isComplete: Bool)? {
        let shares = [
            providers.recognizers.providers.map(reckoning.share(of:)),
            providers.translates ? providers.translators.providers.map(reckoning.share(of:)) : [],
            (providers.synthesizers?.providers ?? []).map(reckoning.share(of:)),
        ]
        // What is recognized is for all languages.
        let dollars = shares.enumerated().reduce(0) { sum, stage in
            sum + (stage.element.compactMap(\.dollars).max() ?? 0) * Double(stage.offset == 0 ? 1 : max(1, languages))
        }
        let knowsAll = shares.joined().allSatisfy { $0.dollars != nil }
        let isMore = Money(dollars: dollars) > Money(dollars: told) || isComplete && !knowsAll
        // Where two of a stage may charge, both are in what is told.
        return isMore ? (max(dollars, told), knowsAll) : nil
    }

    /// - Parameter hedged: the stages in which a second provider may be called beside a slow first one: it may charge for all
    ///   of it.
    /// - Parameter targets: the languages that it is translated into; what is recognized is for all of them.
    private func lines(
        _ providers: ProviderSet, _ reckoning: Reckoning, hedged: Set<Stage>, into targets: [String]
    ) -> [Line] {
        func charged<Provider>(_ chain: ProviderChain<Provider>, _ stage: Stage) -> ArraySlice<Provider> {
            chain.providers.prefix(hedged.contains(stage) ? 2 : 1)
        }
        let recognition = charged(providers.recognizers, .recognition).enumerated().map { place, recognizer in
            line(.recognition, place, recognizer.descriptor, reckoning.share(of: recognizer))
        }
        let translators = providers.translates ? charged(providers.translators, .translation) : []
        let translation = translators.enumerated().map { place, translator in
            line(.translation, place, translator.descriptor, reckoning.share(of: translator))
        }
        let synthesizers = providers.synthesizers.map { charged($0, .synthesis) } ?? []
        let synthesis = synthesizers.enumerated().map { place, synthesizer in
            line(.synthesis, place, synthesizer.descriptor, reckoning.share(of: synthesizer))
        }
        guard targets.count > 1 else { return recognition + translation + synthesis }
        return recognition
            + targets.flatMap { target in
                (translation + synthesis).map { line in
                    var line = line
                    line.to = target
                    return line
                }
            }
    }

    /// - Parameter place: the provider's among those of its stage that may be charged for.
    private func line(
        _ stage: Stage, _ place: Int, _ provider: ProviderDescriptor, _ share: Reckoning.Share
    ) -> Line {
        Line(
            stage: stage.rawValue, provider: provider.name, model: provider.model, amount: share.told,
            dollars: share.dollars, priceAsOf: share.priceAsOf, isHedge: place > 0)
    }
}
