package import Language

/// The profiles that can be named. A new one is one value here, and one name in ``all``.
extension CaptionProfile {
    package static let all: [CaptionProfile] = [.netflix, .bbc, .ted, .youtube]

    package static func named(_ name: String) -> CaptionProfile? { all.first { $0.name == name } }

    /// Netflix, Timed Text Style Guide.
    ///
    /// Two lines, 5/6 s to 7 s, two frames between cues: General Requirements. 42 characters a line in English, Arabic and Hindi, 39
    /// in Russian, 13 full-width ones in Japanese: the guides of these languages. 16 in Chinese and Korean, 42 in the others,
    /// basic languages included, and the characters a second of adults' programmes: as SubtitleEdit checks them and tables of these
    /// guides repeat them.
    package static let netflix = CaptionProfile("netflix", lines: 2, shortest: 833, longest: 7_000, gapFrames: 2) {
        switch $0 {
        case .en, .ar: CaptionLimits($0, characters: 42, perSecond: 20)
        case .es, .fr, .de, .it, .pt: CaptionLimits($0, characters: 42, perSecond: 17)
        case .ru: CaptionLimits($0, characters: 39, perSecond: 17)
        case .hi: CaptionLimits($0, characters: 42, perSecond: 22)
        case .ja, .ko, .zh: eastAsian($0)
        default: CaptionLimits($0, characters: 42, perSecond: 17)
        }
    }

    /// BBC, Subtitle Guidelines.
    ///
    /// Two lines, three at need; 160 to 180 words a minute. The line is given as 68 % of the picture's width, and as 37 characters in
    /// teletext. 180 words a minute are taken as 18 characters a second: five letters and a space a word. The guide gives no shortest
    /// and longest time that could be confirmed, so they are those of TED. It is made for English; Chinese, Japanese and Korean are as
    /// in ``netflix``.
    package static let bbc = CaptionProfile("bbc", lines: 2, shortest: 1_000, longest: 7_000, gapFrames: 0) {
        $0.isEastAsian ? eastAsian($0) : CaptionLimits($0, characters: 37, perSecond: 18)
    }

    /// TED Translators, Cheat-sheet: two lines of 42 characters, 1 s to 7 s, 21 characters a second.
    ///
    /// The sheet is for Latin letters, and other scripts often have less. A Chinese line is broken after 16 characters (subtitles of
    /// the programme's own film). Figures for Japanese and Korean could not be confirmed; they are as in ``netflix``.
    package static let ted = CaptionProfile("ted", lines: 2, shortest: 1_000, longest: 7_000, gapFrames: 0) {
        $0.isEastAsian ? eastAsian($0) : CaptionLimits($0, characters: 42, perSecond: 21)
    }

    /// YouTube publishes no such figures. These are common advice to its authors: two lines of 42 characters, 1 s to 7 s, and the
    /// reading speed of ``netflix`` in English for all that are not Chinese, Japanese or Korean.
    package static let youtube = CaptionProfile("youtube", lines: 2, shortest: 1_000, longest: 7_000, gapFrames: 0) {
        $0.isEastAsian ? eastAsian($0) : CaptionLimits($0, characters: 42, perSecond: 20)
    }

    private static func eastAsian(_ language: LanguageCode) -> CaptionLimits {
        switch language {
        case .ja: CaptionLimits(.ja, characters: 13, perSecond: 4)
        case .ko: CaptionLimits(.ko, characters: 16, perSecond: 12)
        default: CaptionLimits(language, characters: 16, perSecond: 9)
        }
    }
}

extension LanguageCode {
    /// Whether the characters of the language are as wide as two Latin letters.
    package var isEastAsian: Bool { [.zh, .ja, .ko].contains(self) }
}
