package import Access
package import Audio
import Interpreting
import Plumbing
import Providers
import Resilience

/// The cost estimate of a recording, made without calls. `verbio estimate --json` prints its JSON.
package struct RunEstimate: Encodable, Sendable {
    /// One stage's share.
    package struct Line: Encodable, Sendable {
        package var stage: String
        /// The target language, if there are several.
        package var to: String?
        package var provider: String
        package var model: String
        package var amount: String
        /// nil if the price is not known.
        package var dollars: Double?
        package var priceAsOf: String?
    }

    package var seconds: Double
    package var speechSeconds: Double
    package var utterances: Int
    package var stages: [Line]
    package var dollars: Double
    /// Whether the prices of all stages are known.
    package var isComplete: Bool
    /// The cost if the most expensive fallbacks do all of it; nil if that is no more.
    package var standInDollars: Double?
    package var standInsAreComplete: Bool?
    /// The cost limit of the run; nil if it has none.
    package var maximumDollars: Double?
    /// The model whose price is not known, if the run would be refused for it.
    package var refusedFor: String?
    /// The audio tracks, if the recording has several.
    package var tracks: [AudioTrack]?

    /// The engines and settings that costs depend on.
    package struct Conditions {
        fileprivate let assembly: Assembly
        let providers: ProviderSet
        fileprivate let maximumDollars: Double?
        /// Whether a provider without a known price is refused.
        fileprivate let needsPrices: Bool

        /// - Parameters:
        ///   - written: whether the input is text, so that nothing is recognized.
        ///   - limits: providers that these do not allow are left out.
        /// - Throws: `Problem` of kind `usage` for impossible engines or an impossible limit; `LimitReached` if none of the
        ///   providers of a stage is allowed.
        package init(_ assembly: Assembly, written: Bool = false, within limits: AccessLimits = AccessLimits()) throws {
            self.assembly = assembly
            providers = try assembly.providers(written: written).allowed(by: limits)
            maximumDollars = try assembly.costLimit.dollars()
            let isLimited = maximumDollars != nil || limits.dollarsPerDay != nil
            needsPrices = isLimited && assembly.settings.string(.unknownPrices) != "allow"
        }
    }

    /// - Throws: `Problem` of kind `usage` if a setting is out of its range.
    package init(of heard: SpeechAmount, under conditions: Conditions) throws {
        let (settings, providers) = (conditions.assembly.settings, conditions.providers)
        let estimate = try CostEstimate(of: heard, settings)
        let targets = settings.targets
        (seconds, speechSeconds, utterances) = (heard.seconds, heard.speech, heard.utterances)
        if heard.tracks.count > 1 { tracks = heard.tracks }
        stages = Self.lines(providers, estimate, into: targets)
        dollars = stages.compactMap(\.dollars).reduce(0, +)
        isComplete = stages.allSatisfy { $0.dollars != nil }
        maximumDollars = conditions.maximumDollars.map { Money(dollars: $0).dollars }
        refusedFor = conditions.needsPrices ? providers.nameOfUnknownPrice : nil
        let fallbacks = Self.dearest(providers, estimate, languages: targets.count, beyond: dollars, isComplete)
        (standInDollars, standInsAreComplete) = (fallbacks?.dollars, fallbacks?.isComplete)
    }

    /// The cost if the most expensive provider of each stage does all of it, as far as prices are known. Nil if that is
    /// no more than the amount already shown.
    ///
    /// - Parameters:
    ///   - told: the amount already shown, in dollars.
    ///   - isComplete: whether all prices in that amount are known.
    private static func dearest(
        _ providers: ProviderSet, _ estimate: CostEstimate, languages: Int, beyond told: Double, _ isComplete: Bool
    ) -> (dollars: Double, isComplete: Bool)? {
        let shares = [
            providers.recognizers.providers.map(estimate.share(of:)),
            providers.translates ? providers.translators.providers.map(estimate.share(of:)) : [],
            (providers.synthesizers?.providers ?? []).map(estimate.share(of:)),
        ]
        // One recognition serves all languages.
        let dollars = shares.enumerated().reduce(0) { sum, stage in
            sum + (stage.element.compactMap(\.dollars).max() ?? 0) * Double(stage.offset == 0 ? 1 : max(1, languages))
        }
        let knowsAll = shares.joined().allSatisfy { $0.dollars != nil }
        let isMore = Money(dollars: dollars) > Money(dollars: told) || isComplete && !knowsAll
        return isMore ? (dollars, knowsAll) : nil
    }

    /// - Parameter targets: the target languages; one recognition serves all of them.
    private static func lines(_ providers: ProviderSet, _ estimate: CostEstimate, into targets: [String]) -> [Line] {
        let recognizer = providers.recognizers.first
        let recognition =
            recognizer.isPlaceholder
            ? [] : [line(.recognition, recognizer.descriptor, estimate.share(of: recognizer))]
        let translation = [providers.translators.first].filter { _ in providers.translates }.map {
            line(.translation, $0.descriptor, estimate.share(of: $0))
        }
        let synthesis = [providers.synthesizers?.first].compactMap(\.self).map {
            line(.synthesis, $0.descriptor, estimate.share(of: $0))
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

    private static func line(
        _ stage: Stage, _ provider: ProviderDescriptor, _ share: CostEstimate.Share
    ) -> Line {
        Line(
            stage: stage.rawValue, provider: provider.name, model: provider.shownModel, amount: share.told,
            dollars: share.dollars, priceAsOf: share.priceAsOf)
    }
}

extension ProviderSet {
    /// The estimate without the providers that may not be called.
    ///
    /// - Throws: `LimitReached` if that leaves none of a stage.
    fileprivate func allowed(by limits: AccessLimits) throws(LimitReached) -> ProviderSet {
        guard limits.providers != nil else { return self }
        var set = self
        set.recognizers = try recognizers.allowed(by: limits, \.descriptor)
        set.translators = try translators.allowed(by: limits, \.descriptor)
        set.synthesizers = try synthesizers?.allowed(by: limits, \.descriptor)
        return set
    }
}

extension ProviderChain {
    fileprivate func allowed(
        by limits: AccessLimits, _ descriptor: (Provider) -> ProviderDescriptor
    ) throws(LimitReached) -> ProviderChain {
        let allowed = providers.filter { (try? limits.check(provider: descriptor($0).name)) != nil }
        if allowed.isEmpty { try limits.check(provider: descriptor(first).name) }
        return ProviderChain(allowed, time: .system)
    }
}
