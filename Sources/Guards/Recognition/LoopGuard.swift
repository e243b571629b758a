/// The recognizer repeats the same text, as it does after it has lost track of the audio.
///
/// People repeat themselves as well: "no no no no", laughter, "1 1 1 2". If there is enough time for it, a repetition is odd
/// only if it is said ten times, or a whole clause five times.
/// said ten times, or a whole clause said five times, is odd.
struct LoopGuard: RecognitionGuard {
    let name = "loop"

    /// A piece that is repeated this often in a row, over this share of the text, is a loop. At the end of a text a longer run
    /// is a loop whatever its share.
    private static let least = 4
    private static let share = 0.6
    private static let minimumAtEnd = 6
    /// From how many repetitions on anything is odd, and from how many a clause of so many letters.
    private static let often = 10
    private static let clause = (times: 5, letters: 12)
    private static let fewLetters = 16
    /// A repeated piece of so many letters is a sentence. If it is said less often than a clause must be, the text is checked
    /// for stretches that occur again and again.
    private static let sentence = (letters: 30, characters: 15)
    /// Above this mean count of its stretches, a text is circular. Ordinary text has 1.0 to 1.2, text said twice 2.
    private static let circles = 1.8

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        guard heard.text.words.count >= Self.least else { return nil }
        guard let run = Repetition.longest(in: heard.text) else { return circling(heard) }
        let total = heard.text.letters.count
        let covers = Double(run.letters) >= Self.share * Double(total)
        let ends = run.words.upperBound == heard.text.words.count && run.times >= Self.minimumAtEnd
        guard run.times >= Self.least, covers || ends else { return circling(heard) }
        // A few syllables take no time worth measuring.
        let hasTime = heard.minimumSeconds <= heard.voicedSeconds || run.letters < Self.fewLetters
        let isClause = run.times >= Self.clause.times && run.letters >= Self.clause.letters * run.times
        guard !hasTime || run.times >= Self.often || isClause else {
            let sentence = heard.text.isUnspaced ? Self.sentence.characters : Self.sentence.letters
            return run.letters >= sentence * run.times ? circling(heard) : nil
        }
        // One word that is said clearly and with enough time may really have been said so often: laughter, an excited "no".
        let isPlausible = hasTime && run.period == 1 && heard.voiceDoubts == 0
        return RecognitionFinding(
            name: name, weight: .typical, reason: "the same \(run.times) times in a row",
            evidence: [String(Repetition.period(of: run, in: heard.text).prefix(80))],
            remainder: isPlausible ? nil : Repetition.once(run, in: heard.text), blamesPrompt: true)
    }

    /// Text that repeats itself, but not in a row.
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
