import Language
import Testing

@Suite("The number of tokens")
struct TokenEstimateTests {
    @Test("is estimated by script, on the high side")
    func scripts() {
        #expect(TokenEstimate.tokens(in: "") == 0)
        #expect(TokenEstimate.tokens(in: "a") == 1)
        #expect(TokenEstimate.tokens(in: "The train leaves at noon") == 6)
        #expect(TokenEstimate.tokens(in: "Поезд уходит") == 6)
        #expect(TokenEstimate.tokens(in: "電車は正午に") == 8)
        #expect(TokenEstimate.tokens(in: "기차") == 3)
        #expect(TokenEstimate.tokens(in: "👩‍👩‍👧") == 8)
    }

    @Test("of a beginning is never more than was asked for, and one character more would be")
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
