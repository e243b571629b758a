package import Providers

/// Checks a summary before it is used. Translators are shown the summary as something that was said, so the worst effect of a
/// wrong one is to mislead them. A text that is no summary at all is refused.
package enum SummaryGuard {
    /// How a model begins if it addresses the person who asked.
    private static let openings = [
        "sure,", "sure!", "certainly", "of course", "absolutely", "okay,", "here is", "here's", "i understand",
        "i can't",
        "i cannot", "i'm sorry", "i am sorry", "sorry,", "i apologize", "as an ai", "as a language model", "understood",
        "```", "{", "[",
    ]

    /// The text on one line, without the title that a model may put before it.
    package static func cleaned(_ text: String) -> String {
        var text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for title in ["Summary:", "New summary:"] where text.lowercased().hasPrefix(title.lowercased()) {
            text = text.dropFirst(title.count).drop(while: \.isWhitespace).description
        }
        return text
    }

    /// Why a text is no summary of these turns, as a clause; nil if no check fails.
    package static func problem(with text: String, of request: SummaryRequest) -> String? {
        guard text.contains(where: { $0.isLetter }) else { return "the summary has no words" }
        guard text.count <= SummaryRequest.maximumCharacters else {
            return "the summary has \(text.count) characters, more than \(SummaryRequest.maximumCharacters)"
        }
        let folded = Spoken.folded(text)
        if let phrase = openings.first(where: { folded.hasPrefix($0) }) {
            return "instead of a summary an answer came that begins with '\(phrase)'"
        }
        let phrases = ChatterPhrases.regrets + ChatterPhrases.assistant
        guard let phrase = phrases.first(where: { Spoken.says($0, in: folded) }) else { return nil }
        let said = request.pairs.map { $0.source + " " + $0.translation }.joined(separator: " ")
        let spokenOf = Spoken.folded(said + " " + (request.previous ?? ""))
        // People also speak of machines and of what cannot be done, so a phrase counts only if the turns have none of that.
        let isTold =
            Spoken.says(phrase, in: spokenOf)
            || ChatterReferences.machines.contains { Spoken.says($0, in: spokenOf) }
        return isTold ? nil : "the summary says '\(phrase)', which nobody said"
    }
}
