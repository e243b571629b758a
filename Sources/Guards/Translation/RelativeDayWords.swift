internal import Language

/// The words of the twelve languages for days relative to today, and for parts of a day.
enum RelativeDayWords {
    struct Phrase {
        var words: [String]
        /// Days from today; empty if the phrase may be of several days.
        var days: Set<Int>
        /// 0 the morning, 1 the afternoon, 2 the evening.
        var parts: Set<Int>
    }

    /// The longest phrases of a language first.
    static let phrases = WordFile("Guards/days.txt").sectionsByLanguage.mapValues { read($0.text) }

    /// `days / parts: phrase, phrase`, the numbers side by side with blanks.
    private static func read(_ table: String) -> [Phrase] {
        table.split(separator: "\n").flatMap { line -> [Phrase] in
            let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return [] }
            let sets = halves[0].split(separator: "/", omittingEmptySubsequences: false).map { list in
                Set(list.split(separator: " ").compactMap { Int($0) })
            }
            return halves[1].split(separator: ",").map { phrase in
                Phrase(
                    words: phrase.split(separator: " ").map(String.init), days: sets[0],
                    parts: sets.count > 1 ? sets[1] : [])
            }
        }
        .sorted { ($0.words.count, $0.words.joined().count) > ($1.words.count, $1.words.joined().count) }
    }
}
