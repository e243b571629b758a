import Providers
import Testing

@Suite("What usage costs")
struct PriceTests {
    @Test(
        "Given prices of minutes, characters and tokens, when a cost is computed, then cached tokens have their own price"
    )
    func sum() {
        let price = Price(
            audioMinute: 0.006, millionCharacters: 20, millionInputTokens: 1, millionCachedTokens: 0.1,
            millionOutputTokens: 5, asOf: "2026-11-20")
        #expect(price.cost(of: Usage(audioSeconds: 90)) == Money(dollars: 0.009))
        #expect(price.cost(of: Usage(characters: 1_000)) == Money(dollars: 0.02))
        let tokens = Usage(inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 100)
        #expect(price.cost(of: tokens) == Money(dollars: 0.0006 + 0.00004 + 0.0005))
    }

    @Test("Given no price of cached tokens, when a cost is computed, then they cost as much as others")
    func cached() {
        let price = Price(millionInputTokens: 2, asOf: "2026-11-20")
        #expect(price.cost(of: Usage(inputTokens: 10, cachedInputTokens: 10)) == Money(nanodollars: 20_000))
    }

    @Test("Given absurd usage, when a cost is computed, then it neither traps nor becomes negative")
    func absurd() {
        let price = Price(audioMinute: 1, millionInputTokens: 1e300, asOf: "2026-11-20")
        #expect(price.cost(of: Usage(audioSeconds: 1e308)).nanodollars > 0)
        #expect(price.cost(of: Usage(audioSeconds: -5, inputTokens: -1)) == .zero)
        #expect(price.cost(of: Usage(audioSeconds: .nan)) == .zero)
        #expect(price.cost(of: Usage(inputTokens: .max, cachedInputTokens: .min)).nanodollars > 0)
        let most = Money(nanodollars: .max)
        #expect(most + most == most)
        #expect(Money(nanodollars: .min) - most == Money(nanodollars: .min))
    }

    @Test(
        "Given usage that is not reported, when a call is settled, then the forecast counts, and a cost by tokens is uncertain"
    )
    func settled() {
        let forecast = Usage(audioSeconds: 60, characters: 1_000, inputTokens: 500, outputTokens: 100)
        let minute = Price(audioMinute: 0.006, asOf: "2026-11-20")
        let letters = Price(millionCharacters: 10, asOf: "2026-11-20")
        let tokens = Price(millionInputTokens: 2, millionOutputTokens: 10, asOf: "2026-11-20")
        let cases: [(Price, Usage, Double, Bool)] = [
            (minute, Usage(audioSeconds: 30), 0.003, true), (minute, Usage(), 0.006, true),
            (minute, Usage(audioSeconds: -1, characters: 5), 0.006, true),
            (letters, Usage(inputTokens: 7), 0.01, true), (letters, Usage(characters: 0), 0, true),
            (tokens, Usage(inputTokens: 1_000, outputTokens: 10), 0.0021, true),
            (tokens, Usage(), 0.002, false), (tokens, Usage(audioSeconds: 3), 0.002, false),
            (tokens, Usage(inputTokens: 1_000), 0.003, false),
            (tokens, Usage(inputTokens: 0, outputTokens: 10), 0.0011, false),
            (.free, Usage(), 0, true),
        ]
        for (price, usage, dollars, isKnown) in cases {
            let settled = price.settled(usage, expecting: forecast)
            #expect(settled.amount == Money(dollars: dollars), "\(usage)")
            #expect(settled.isKnown == isKnown, "\(usage)")
        }
    }

    @Test("Given audio charged in steps, when a cost is computed, then seconds are rounded up to a step")
    func steps() {
        let price = Price(audioMinute: 0.024, audioStep: 15, asOf: "2026-11-20")
        for (seconds, billed) in [(0.0, 0.0), (2, 15), (15, 15), (15.1, 30), (44.9, 45), (.infinity, .infinity)] {
            #expect(price.billed(seconds) == billed)
        }
        #expect(price.cost(of: Usage(audioSeconds: 2)) == Money(dollars: 0.006))
    }

    @Test(
        "Given an amount, when it is written, then it has its significant digits",
        arguments: [
            (0, "$0.0000"), (1_500_000_000, "$1.5000"), (123_456_789, "$0.1235"), (44_000, "$0.000044"),
            (7, "$0.000000007"), (950_000, "$0.0010"), (99_999, "$0.000100"), (999_960_000, "$1.0000"),
            (-20_000_000, "-$0.0200"),
        ])
    func written(nanodollars: Int64, text: String) {
        #expect(Money(nanodollars: nanodollars).description == text)
    }
}
