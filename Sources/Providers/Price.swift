/// The price of a provider for a stage, in US dollars, and the day it was read.
package struct Price: Sendable, Hashable, Codable {
    /// The price of a minute of audio heard.
    package var audioMinute: Double?
    /// The price of a million characters.
    package var millionCharacters: Double?
    /// The price of a million tokens of the request.
    package var millionInputTokens: Double?
    /// The price of a million tokens of the request that the provider had in its cache. If it is not given, the price of the
    /// other tokens is used.
    package var millionCachedTokens: Double?
    /// The price of a million tokens of the answer.
    package var millionOutputTokens: Double?
    /// Seconds: audio is charged for in steps of this length, and a step that was begun counts in full. Nil if audio is charged
    /// for by the second.
    package var audioStep: Double?
    /// The day the price was read, `2026-11-20`.
    package var asOf: String

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case audioMinute = "audio-minute"
        case millionCharacters = "million-characters"
        case millionInputTokens = "million-input-tokens"
        case millionCachedTokens = "million-cached-tokens"
        case millionOutputTokens = "million-output-tokens"
        case audioStep = "audio-step"
        case asOf = "as-of"
    }

    package init(
        audioMinute: Double? = nil, millionCharacters: Double? = nil, millionInputTokens: Double? = nil,
        millionCachedTokens: Double? = nil, millionOutputTokens: Double? = nil, audioStep: Double? = nil, asOf: String
    ) {
        self.audioStep = audioStep
        self.audioMinute = audioMinute
        self.millionCharacters = millionCharacters
        self.millionInputTokens = millionInputTokens
        self.millionCachedTokens = millionCachedTokens
        self.millionOutputTokens = millionOutputTokens
        self.asOf = asOf
    }

    /// The price of engines on the user's own machine.
    package static let free = Price(asOf: "")

    /// The cost of the usage. A unit without a price is not charged for.
    package func cost(of usage: Usage) -> Money {
        let cached = Double(max(0, usage.cachedInputTokens ?? 0))
        let fresh = max(0, Double(usage.inputTokens ?? 0) - cached)
        let dollars =
            (audioMinute ?? 0) * max(0, billed(usage.audioSeconds ?? 0)) / 60
            + (millionCharacters ?? 0) * Double(max(0, usage.characters ?? 0)) / 1e6
            + (millionInputTokens ?? 0) * fresh / 1e6
            + (millionCachedTokens ?? millionInputTokens ?? 0) * cached / 1e6
            + (millionOutputTokens ?? 0) * Double(max(0, usage.outputTokens ?? 0)) / 1e6
        return Money(dollars: dollars)
    }

    /// The seconds of audio that one call is charged for.
    package func billed(_ seconds: Double) -> Double {
        guard let step = audioStep, step > 0, seconds.isFinite else { return seconds }
        // A whole number of steps stays as it is, whatever the rounding error of the sum.
        return (seconds / step - 1e-9).rounded(.up) * step
    }

    /// The cost of an answered call.
    ///
    /// If the provider does not report seconds and characters, they are counted as they were sent. Tokens cannot be counted
    /// here. If the provider charges for tokens and reports none, the cost estimate is used, so that a limit holds.
    ///
    /// - Returns: the amount, and whether it is known.
    package func settled(_ usage: Usage, expecting forecast: Usage) -> (amount: Money, isKnown: Bool) {
        func told<Number: Comparable & ExpressibleByIntegerLiteral>(_ number: Number?, from least: Number) -> Number? {
            number.flatMap { $0 >= least ? $0 : nil }
        }
        var counted = usage
        counted.audioSeconds = told(usage.audioSeconds, from: 0) ?? forecast.audioSeconds
        counted.characters = told(usage.characters, from: 0) ?? forecast.characters
        var isKnown = true
        // Every request and every answer has at least one token.
        if told(usage.inputTokens, from: 1) == nil, let expected = forecast.inputTokens, expected > 0 {
            (counted.inputTokens, counted.cachedInputTokens) = (expected, nil)
            if millionInputTokens != nil || millionCachedTokens != nil { isKnown = false }
        }
        if told(usage.outputTokens, from: 1) == nil, let expected = forecast.outputTokens, expected > 0 {
            counted.outputTokens = expected
            if millionOutputTokens != nil { isKnown = false }
        }
        return (cost(of: counted), isKnown)
    }

    /// The reason why it cannot be the price of a stage, as a clause for users; nil if it can. If the price is for a unit that
    /// the stage never uses, the stage would count as free.
    ///
    /// - Parameter hearsSpeech: whether it is the price of a translator that hears speech and reads no text.
    package func fault(of stage: Stage, hearsSpeech: Bool = false) -> String? {
        switch stage {
        case .recognition where millionCharacters != nil: "has million-characters, and nothing is written there"
        case .translation where hearsSpeech && millionCharacters != nil:
            "has million-characters, and nothing is written there"
        case .translation where audioMinute != nil && !hearsSpeech: "has audio-minute, and nothing is heard there"
        default: fault
        }
    }

    /// No provider charges as much for a minute, or a million characters or tokens: a hundred times the highest price there is.
    static let maximumDollars = 100_000.0
    /// No provider charges for audio in steps longer than an hour.
    static let longestStep = 3_600.0

    /// The reason why it cannot be the price of any stage.
    private var fault: String? {
        let amounts: [(CodingKeys, Double)] = [
            (CodingKeys.audioMinute, audioMinute), (.millionCharacters, millionCharacters),
            (.millionInputTokens, millionInputTokens), (.millionCachedTokens, millionCachedTokens),
            (.millionOutputTokens, millionOutputTokens),
        ].compactMap { key, amount in amount.map { (key, $0) } }
        if amounts.isEmpty { return "names no amount" }
        if !amounts.allSatisfy({ $0.1 >= 0 && $0.1.isFinite }) { return "has an amount below zero, or none" }
        if let (key, _) = amounts.first(where: { $0.1 > Self.maximumDollars }) {
            return "has \(key.rawValue) above \(Int(Self.maximumDollars)): it is meant in US dollars"
        }
        // A unit without a price is not charged for, so a price for only one kind of tokens would count as the whole price.
        let ofTokens = [millionInputTokens, millionCachedTokens, millionOutputTokens]
        if ofTokens.contains(where: { $0 != nil }) {
            func half(_ missing: String) -> String {
                "has no \(missing): a model charged by tokens needs both input and output, and 0 is a price"
            }
            if millionInputTokens == nil { return half("million-input-tokens") }
            if millionOutputTokens == nil { return half("million-output-tokens") }
        }
        if let audioStep, !(audioStep > 0 && audioStep.isFinite) { return "has an audio-step that is not above zero" }
        if let audioStep, audioStep > Self.longestStep {
            return "has audio-step above \(Int(Self.longestStep)): it is meant in seconds"
        }
        return nil
    }
}

/// An amount of US dollars, in billionths: single utterances cost thousandths of a cent.
package struct Money: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    package var nanodollars: Int64

    package init(nanodollars: Int64) { self.nanodollars = nanodollars }

    /// The amount rounded to the nearest billionth; 0 if it is not a number. It never exceeds the range of the type.
    package init(dollars: Double) {
        let scaled = (dollars * 1e9).rounded()
        nanodollars = Int64(exactly: min(9.2e18, max(-9.2e18, scaled.isNaN ? 0 : scaled))) ?? 0
    }

    package static let zero = Money(nanodollars: 0)

    package var dollars: Double { Double(nanodollars) / 1e9 }

    package static func < (left: Money, right: Money) -> Bool { left.nanodollars < right.nanodollars }

    /// A sum that stops at the largest amount instead of trapping: usage comes from providers.
    package static func + (left: Money, right: Money) -> Money {
        let (sum, overflow) = left.nanodollars.addingReportingOverflow(right.nanodollars)
        return overflow ? Money(nanodollars: left.nanodollars < 0 ? .min : .max) : Money(nanodollars: sum)
    }

    package static func - (left: Money, right: Money) -> Money {
        let (difference, overflow) = left.nanodollars.subtractingReportingOverflow(right.nanodollars)
        return overflow ? Money(nanodollars: left.nanodollars < 0 ? .min : .max) : Money(nanodollars: difference)
    }

    /// `$0.0042`: rounded to four decimals. If the first non-zero digits come later, it is rounded to two digits after the
    /// zeros.
    package var description: String {
        let (sign, exact) = (nanodollars < 0 ? "-" : "", nanodollars.magnitude)
        let decimals = exact > 0 && exact < 100_000 ? min(9, 11 - String(exact).count) : 4
        var unit: UInt64 = 1
        for _ in decimals..<9 { unit *= 10 }
        let amount = exact > .max - unit ? exact : (exact + unit / 2) / unit * unit
        var fraction = String(amount % 1_000_000_000)
        fraction = String(repeating: "0", count: 9 - fraction.count) + fraction
        return "\(sign)$\(amount / 1_000_000_000).\(fraction.prefix(decimals))"
    }
}
