import Testing

@testable import Interpreting

@Suite("Words on which two hypotheses agree")
struct AgreedWordsTests {
    @Test("Given two hypotheses, when they begin alike, then these words are stable and written as in the newer one")
    func agreement() {
        var words = AgreedWords()
        #expect(words.pair("good morning and") == ["", "good morning and"])
        #expect(words.pair("Good morning, end") == ["Good morning,", " end"])
        #expect(words.pair("Good morning, and welcome") == ["Good morning,", " and welcome"])
        #expect(words.pair("Good morning, and welcome to") == ["Good morning, and welcome", " to"])
    }

    @Test("Given an earlier word that changes, then the stable words stay")
    func unchanged() {
        var words = AgreedWords()
        _ = words.take("the museum opens")
        #expect(words.take("the museum opens").stable == "the museum opens")
        #expect(words.pair("a museum opens at") == ["the museum opens", " at"])
        #expect(words.differs(from: "A museum opens at ten."))
        #expect(!words.differs(from: "The museum opens at ten."))
    }

    @Test("Given a hypothesis that repeats itself whole, then its last word is stable, too")
    func whole() {
        var words = AgreedWords()
        _ = words.take("no no no")
        #expect(words.pair("no no no") == ["no no no", ""])
    }

    @Test("Given Chinese or Japanese, then letters are compared one by one")
    func unspaced() {
        var words = AgreedWords()
        _ = words.take("今天天气")
        #expect(words.pair("今天天气很好") == ["今天天气", "很好"])
        #expect(words.pair("今天天气很差。") == ["今天天气很", "差。"])
        var mixed = AgreedWords()
        _ = mixed.take("東京 is big")
        #expect(mixed.take("東京 is bigger").stable == "東京 is")
    }

    @Test("Given a hypothesis that is shorter than the stable words, then these stay and nothing is tentative")
    func shorter() {
        var words = AgreedWords()
        _ = words.take("one two three")
        _ = words.take("one two three")
        #expect(words.pair("one") == ["one two three", ""])
        #expect(words.pair("") == ["one two three", ""])
    }
}

extension AgreedWords {
    /// The stable and the tentative text.
    fileprivate mutating func pair(_ hypothesis: String) -> [String] {
        let taken = take(hypothesis)
        return [taken.stable, taken.tentative]
    }
}
