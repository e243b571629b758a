import Providers
import Testing

@Suite("What usage costs")
struct PriceTests {
    @Test("Minutes, characters and tokens add up; cached tokens have a price of their own")
    func sum() {
        let price = Price(
            audioMinute: 0.006, millionCharacters: 20, millionInputTokens: 1, millionCachedTokens: 0.1,
            millionOutputTokens: 5, asOf: "2026-11-20")
        #expect(price.cost(of: Usage(audioSeconds: 90)) == Money(dollars: 0.009))
        #expect(price.cost(of: Usage(characters: 1_000)) == Money(dollars: 0.02))
        let tokens = Usage(inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 100)
        #expect(price.cost(of: tokens) == Money(dollars: 0.0006 + 0.00004 + 0.0005))
    }

    @Test("Without a price of their own, cached tokens cost what others do")
    func cached() {
        let price = Price(millionInputTokens: 2, asOf: "2026-11-20")
        #expect(price.cost(of: Usage(inputTokens: 10, cachedInputTokens: 10)) == Money(nanodollars: 20_000))
    }

    @Test("Absurd usage traps nowhere and never makes a cost negative")
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
        "Amounts are written with the digits that tell something",
        arguments: [
            (0, "$0.0000"), (1_500_000_000, "$1.5000"), (123_456_789, "$0.1234"), (44_000, "$0.000044"),
            (7, "$0.000000007"), (-20_000_000, "-$0.0200"),
        ])
    func written(nanodollars: Int64, text: String) {
        #expect(Money(nanodollars: nanodollars).description == text)
    }
}
