import Language
import Plumbing
import Providers
import VerbioService

/// The abilities of an engine or a provider in one stage: by its declaration, and by what its protocol can transmit.
struct StageOffer: Encodable {
    var provider: String
    var stage: Stage
    var model: String
    /// The languages that it hears, translates between or speaks.
    var languages: [LanguageCode]
    /// The varieties of these languages that it accepts.
    var varieties: [LanguageTag]
    /// How reliable its translations are; nil for engines that do not translate.
    var quality: TranslationQuality?
    /// Whether a part of the answer arrives before its end.
    var streams: Bool
    // For recognizers.
    var confidence: Bool?
    var findsLanguage: Bool?
    /// Whether it can be shown what was said before.
    var takesPrompt: Bool?
    var maximumSeconds: Double?
    // For translators.
    var contextPairs: Int?
    /// Whether it is shown what is said next.
    var takesLater: Bool?
    /// Whether a request can state what was wrong with an answer.
    var takesHints: Bool?
    /// Whether it translates many utterances with one call.
    var takesBatches: Bool?
    var formalityLanguages: [LanguageCode]?
    var glossaryLanguages: [LanguageCode]?
    // For synthesizers.
    var hearsNeighbours: Bool?
    /// Whether it is given numbers and the like in words.
    var isGivenWords: Bool?
    // For several stages.
    var wordTimes: Bool?
    var maximumCharacters: Int?
    var concurrency: Int?
    /// The price of a minute of speech in dollars; nil if the price is not known.
    var minuteDollars: Double?
    var priceAsOf: String?

    private init(
        _ descriptor: ProviderDescriptor, _ stage: Stage, _ languages: Set<LanguageCode>,
        _ varieties: Set<LanguageTag>, streams: Bool,
        concurrency: Int?, _ share: CostEstimate.Share
    ) {
        (provider, model, self.stage) = (descriptor.name, descriptor.model, stage)
        self.languages = Self.sorted(languages)
        self.varieties = LanguageVariety.all.map { LanguageTag($0) }.filter(varieties.contains)
        self.streams = streams
        self.concurrency = concurrency
        (minuteDollars, priceAsOf) = (share.dollars, share.priceAsOf)
    }

    private static func sorted(_ languages: Set<LanguageCode>) -> [LanguageCode] {
        LanguageCode.known.filter(languages.contains)
    }

    init(_ recognizer: any SpeechRecognizer, _ estimate: CostEstimate) {
        let can = recognizer.capabilities
        self.init(
            recognizer.descriptor, .recognition, can.languages, can.varieties, streams: can.streams,
            concurrency: can.maximumConcurrency, estimate.share(of: recognizer))
        (wordTimes, confidence) = (can.wordTimes, can.confidence)
        (findsLanguage, takesPrompt) = (can.detectsLanguage, can.takesPrompt)
        maximumSeconds = can.maximumSeconds
    }

    init(_ translator: any Translator, _ estimate: CostEstimate) {
        let can = translator.capabilities
        self.init(
            translator.descriptor, .translation, Set(can.pairs.flatMap { [$0.from, $0.to] }), can.varieties,
            streams: can.streams,
            concurrency: can.maximumConcurrency, estimate.share(of: translator))
        (contextPairs, takesLater, takesHints) = (can.contextPairs, can.takesLater, can.takesHints)
        takesBatches = translator.batcher != nil
        quality = can.quality
        formalityLanguages = Self.sorted(can.addressedLanguages)
        glossaryLanguages = Self.sorted(can.termLanguages)
        maximumCharacters = can.maximumCharacters
    }

    init(_ synthesizer: any SpeechSynthesizer, _ estimate: CostEstimate) {
        let can = synthesizer.capabilities
        self.init(
            synthesizer.descriptor, .synthesis, can.languages, can.varieties, streams: can.streams,
            concurrency: can.maximumConcurrency, estimate.share(of: synthesizer))
        (wordTimes, hearsNeighbours) = (can.wordTimes, can.hearsNeighbours)
        isGivenWords = !can.spelledOut.isEmpty
        maximumCharacters = can.maximumCharacters
    }

    // MARK: For people

    static let header = ["provider", "does", "model", "languages", "can", "a minute", "price of"]

    var row: [String] {
        [
            provider, stage.shortName, model.clipped(to: 32), languages.isEmpty ? "none" : described(languages),
            abilities,
            price, priceAsOf ?? "",
        ]
    }

    /// The price of a minute of speech: `$0.0042`, `free` or `unknown`.
    var price: String { minuteDollars.map { $0 == 0 ? "free" : "\(Money(dollars: $0))" } ?? "unknown" }

    /// All members, each with its label.
    var lines: [(label: String, text: String)] {
        [
            (stage.rawValue, model), ("languages", languages.isEmpty ? "none" : described(languages)),
            ("can", abilities),
            ("a minute", price + (priceAsOf.map { ", price of \($0)" } ?? "")),
        ]
    }

    private func described(_ languages: [LanguageCode]) -> String {
        languages.summary
    }

    private var abilities: String {
        var words: [String] = []
        func add(_ word: String, where holds: Bool?) { if holds ?? false { words.append(word) } }
        add("rough", where: quality.map { $0 == .rough })
        add("partials", where: streams)
        add("word times", where: wordTimes)
        add("confidence", where: confidence)
        add("finds the language", where: findsLanguage)
        add("prompt", where: takesPrompt)
        add("context of \(contextPairs ?? 0)", where: contextPairs.map { $0 > 0 })
        add("what comes next", where: takesLater)
        add("second tries", where: takesHints)
        add("batches", where: takesBatches)
        add("formality\(only(formalityLanguages))", where: formalityLanguages.map { !$0.isEmpty })
        add("glossary\(only(glossaryLanguages))", where: glossaryLanguages.map { !$0.isEmpty })
        add("what stands around", where: hearsNeighbours)
        add("numbers in words", where: isGivenWords)
        if let maximumSeconds { words.append("up to \(Int(exactly: maximumSeconds.rounded(.down)) ?? 0) s") }
        if let maximumCharacters { words.append("up to \(maximumCharacters) characters") }
        return words.isEmpty ? "–" : words.joined(separator: ", ")
    }

    /// The languages of this ability, if these are not all of its languages; English has no form of address to choose.
    private func only(_ some: [LanguageCode]?) -> String {
        guard let some, Set(some).union([.en]) != Set(languages).union([.en]) else { return "" }
        return " (\(described(some)))"
    }
}
