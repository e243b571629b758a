package import Language

/// The rules of a publisher for captions: lines, reading speed, durations and gaps.
///
/// ```swift
/// let profile = CaptionProfile.netflix
/// profile.limits(of: .en).columns   // 42
/// profile.gap                       // 83 ms: two frames at 24 a second
/// ```
package struct CaptionProfile: Sendable, Hashable {
    /// The name for users: `netflix`, or `own` if settings change a figure.
    package var name: String
    /// The most lines of a cue in one language.
    package var lines: Int
    /// The shortest and the longest time of a cue, in milliseconds.
    package var shortest: Int
    package var longest: Int
    /// The fewest frames between two cues; 0 if they may follow each other at once.
    package var gapFrames: Int
    /// Frames a second.
    package var frameRate: Double
    private var languages: [LanguageCode: CaptionLimits]

    package init(
        _ name: String, lines: Int, shortest: Int, longest: Int, gapFrames: Int,
        limits: (LanguageCode) -> CaptionLimits
    ) {
        self.name = name
        self.lines = lines
        self.shortest = shortest
        self.longest = longest
        self.gapFrames = gapFrames
        frameRate = 24
        languages = Dictionary(uniqueKeysWithValues: LanguageCode.known.map { ($0, limits($0)) })
    }

    package func limits(of language: LanguageCode) -> CaptionLimits {
        languages[language] ?? CaptionLimits(language, characters: 42, perSecond: 17)
    }

    package mutating func setLimits(_ limits: CaptionLimits, of language: LanguageCode) { languages[language] = limits }

    /// The shortest gap between two cues, in milliseconds.
    package var gap: Int { Int(Double(gapFrames) * 1_000 / frameRate) }

    /// The length of a frame, in milliseconds. Times are compared to half a frame, because a film shows no smaller steps and some
    /// formats count hundredths of a second.
    package var frame: Double { 1_000 / frameRate }

    /// Milliseconds that it takes to read so many columns with ease, within the limits of a caption's length.
    package func easyTime(columns: Int, in language: LanguageCode) -> Int {
        min(longest, readingTime(columns: columns, speed: limits(of: language).easySpeed))
    }

    /// Milliseconds that a cue with so many columns needs at least, which may be more than its longest time.
    package func neededTime(columns: Int, in language: LanguageCode) -> Int {
        readingTime(columns: columns, speed: limits(of: language).columnsPerSecond)
    }

    private func readingTime(columns: Int, speed: Int) -> Int {
        max(shortest, (columns * 1_000 + speed - 1) / max(1, speed))
    }
}
