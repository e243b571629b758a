internal import Language
internal import MarianModel

/// Translates sentences with one model. What no model can translate is taken out first, and put back afterwards.
struct FirefoxSentences {
    var model: MarianModel
    var pair: LanguagePair
    /// The text between the translations of a sentence's parts.
    var joint: String

    /// The most pieces of a sentence that is translated as a whole. The models were trained with sentences, and drop parts of
    /// longer texts: of 2,520 numbers in 41 long sentences none was lost in parts of 80, 1 in parts of 96, 171 in parts of
    /// 112, and 433 in parts of 128, which is Firefox's limit.
    private static let longest = 80
    /// How many translations are followed side by side when the most probable words repeat themselves.
    private static let secondBeam = 4

    /// - Returns: a translation of each; nil if one of them repeats itself without an end.
    func translations(of sentences: [String]) -> [String]? {
        let kept = sentences.map {
            KeptParts($0, language: pair.from) { model.source.tokens(of: $0).contains(model.source.unknown) }
        }
        guard let first = plain(kept.map(\.text)) else { return nil }
        var results: [String] = []
        for (part, translation) in zip(kept, first) {
            if let whole = part.restored(translation) {
                results.append(whole)
            } else {
                // A stand-in was lost: what is between the kept parts is translated by itself, so that nothing is missing.
                guard let pieces = plain(part.between) else { return nil }
                results.append(part.joined(pieces))
            }
        }
        return results
    }

    /// Translates texts as they are. A text without words stays.
    private func plain(_ texts: [String]) -> [String]? {
        var parts: [[Int]] = []
        var counts: [Int] = []
        for text in texts {
            let own =
                SentencePlan.hasWords(text)
                ? model.source.parts(of: model.source.tokens(of: text), most: Self.longest) : []
            parts += own
            counts.append(own.count)
        }
        var found = model.translate(pieces: parts)
        for (number, sentence) in found.enumerated() where !sentence.isComplete {
            let again = model.translate(pieces: [parts[number]], beam: Self.secondBeam)[0]
            guard again.isComplete else { return nil }
            found[number] = again
        }
        var at = 0
        return zip(texts, counts).map { text, count in
            defer { at += count }
            return count == 0 ? text : found[at..<at + count].map(\.text).joined(separator: joint)
        }
    }
}
