/// The recognizer says the same again and again, as it does when it has lost its way.
///
/// People repeat themselves as well: "no no no no", laughter, "1 1 1 2". Where there is the time to say it so often, only what is
/// said ten times, or a whole clause said five times, is odd.
struct LoopGuard: RecognitionGuard {
    let name = "loop"

    /// A text this often in a row, over this share of it, is a loop; at the end of a text a longer one whatever its share.
    private static let least = 4
    private static let share = 0.6
    private static let leastAtEnd = 6
    /// How often anything can be said in earnest, and how often a clause of so many letters.
    private static let often = 10
    private static let clause = (times: 5, letters: 12)
    private static let fewLetters = 16
    /// A period of so many letters is a sentence, which comes round where it is said fewer times than a clause.
    private static let sentence = (letters: 30, characters: 15)
    /// How often each stretch occurs in a text that goes round in circles. Ordinary text has 1.0 to 1.2, text said twice 2.
    private static let circles = 1.8

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        guard heard.text.words.count >= Self.least else { return nil }
        guard let run = Repetition.longest(in: heard.text) else { return circling(heard) }
        let total = heard.text.letters.count
        let covers = Double(run.letters) >= Self.share * Double(total)
        let ends = run.words.upperBound == heard.text.words.count && run.times >= Self.leastAtEnd
        guard run.times >= Self.least, covers || ends else { return circling(heard) }
        // A few syllables take no time worth measuring.
        let hasTime = heard.leastSeconds <= heard.voicedSeconds || run.letters < Self.fewLetters
        let isClause = run.times >= Self.clause.times && run.letters >= Self.clause.letters * run.times
        guard !hasTime || run.times >= Self.often || isClause else {
            let sentence = heard.text.isUnspaced ? Self.sentence.characters : Self.sentence.letters
            return run.letters >= sentence * run.times ? circling(heard) : nil
        }
        // One word, said clearly and with the time to say it, may have been said so often: laughter, an excited "no".
        let isPlausible = hasTime && run.period == 1 && heard.voiceDoubts == 0
        return RecognitionFinding(
            name: name, weight: .typical, reason: "the same \(run.times) times in a row",
            evidence: [String(Repetition.period(of: run, in: heard.text).prefix(80))],
            remainder: isPlausible ? nil : Repetition.once(run, in: heard.text), blamesPrompt: true)
    }

    /// Text that repeats itself without doing so in a row.
    private func circling(_ heard: HeardAnswer) -> RecognitionFinding? {
        guard let occurrences = Repetition.occurrences(in: heard.text), occurrences > Self.circles else { return nil }
        let tenths = Int((occurrences * 10).rounded())
        return RecognitionFinding(
            name: name, weight: .typical,
            reason: "every part of it occurs \(tenths / 10).\(tenths % 10) times in the mean",
            evidence: [heard.excerpt],
            blamesPrompt: true)
    }
}
