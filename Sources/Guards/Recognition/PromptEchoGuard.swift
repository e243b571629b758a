/// The answer is the prompt: a recognizer repeats its prompt if it hears nothing.
///
/// Prompts hold a customer's own names, and people say them. An echo is therefore never dropped: the recognizer is
/// called again.
struct PromptEchoGuard: RecognitionGuard {
    let name = "prompt-echo"

    /// The share of the answer's words that must be in the prompt.
    private static let share = 0.8
    /// The fewest words that count: fewer are in any prompt by chance.
    private static let minimumWords = 3
    /// In scripts without spaces two characters are compared at a time, and this many are needed.
    private static let minimumCharacters = 6
    /// Recognizers read the last 224 tokens of a prompt: at four letters a token.
    static let longest = 900

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        guard let prompt = heard.prompt, !prompt.isEmpty else { return nil }
        let answer = heard.text
        guard answer.words.count >= (answer.isUnspaced ? Self.minimumCharacters : Self.minimumWords) else { return nil }
        let said = Self.units(answer)
        let shown = Set(Self.units(HeardText(String(prompt.suffix(Self.longest)))))
        let repeated = said.count { shown.contains($0) }
        guard Double(repeated) >= Self.share * Double(said.count) else { return nil }
        return RecognitionFinding(
            name: name, weight: .typical, reason: "it repeats what the recognizer was shown",
            evidence: [heard.excerpt], blamesPrompt: true)
    }

    private static func units(_ text: HeardText) -> [UInt64] {
        guard text.isUnspaced else { return text.words.map(\.hash) }
        return zip(text.words, text.words.dropFirst()).map { first, second in
            (first.hash << 1 | first.hash >> 63) ^ second.hash
        }
    }
}
