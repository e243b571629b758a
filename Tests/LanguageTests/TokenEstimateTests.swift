import Language
import Testing

@Suite("The number of tokens")
struct TokenEstimateTests {
    @Test("Given texts in several scripts, when tokens are estimated, then each script has its own, high rate")
    func scripts() {
        #expect(TokenEstimate.tokens(in: "") == 0)
        #expect(TokenEstimate.tokens(in: "a") == 1)
        #expect(TokenEstimate.tokens(in: "The train leaves at noon") == 6)
        #expect(TokenEstimate.tokens(in: "Поезд уходит") == 6)
        #expect(TokenEstimate.tokens(in: "電車は正午に") == 8)
        #expect(TokenEstimate.tokens(in: "기차") == 3)
        #expect(TokenEstimate.tokens(in: "👩‍👩‍👧") == 8)
    }

    @Test("Given a limit of tokens, when a text is cut, then its beginning fits and one more character would not")
    func beginning() {
        let texts = ["The train leaves at noon", "電車は正午に出ます", "नमस्ते दुनिया", "👩‍👩‍👧👩‍👩‍👧 mixed 駅", ""]
        for text in texts {
            for tokens in 0...30 {
                let beginning = TokenEstimate.beginning(of: text, within: tokens)
                #expect(TokenEstimate.tokens(in: String(beginning)) <= tokens)
                #expect(text.hasPrefix(beginning))
                let more = text.prefix(beginning.count + 1)
                #expect(beginning == text || TokenEstimate.tokens(in: String(more)) > tokens)
            }
        }
    }
}
