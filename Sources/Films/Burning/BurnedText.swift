package import Language

/// Captions that are drawn into the picture: how they look, as the beginning of a file of ASS.
///
/// The captions are drawn on a picture of 720 lines, whatever the size of the film. The width of that picture has the shape of
/// the film, so that the letters are as wide as they should be.
package struct BurnedText: Sendable {
    private let languages: [LanguageTag]
    private let width: Int

    /// The lines of the picture on which they are drawn.
    private static let height = 720
    /// The size of letters on that picture, and the smallest one: with it, 42 characters fit into a picture of a telephone.
    private static let (size, smallest) = (48, 20)
    /// The width on which a line of 42 characters of the usual size has room, with its margins.
    private static let roomy = 1_200

    /// - Parameter languages: of its lines, in their order.
    package init(_ film: Film, languages: [LanguageTag]) {
        self.languages = languages
        let picture = film.pictures.first
        width = Int((picture?.shape ?? 16.0 / 9) * Double(Self.height))
    }

    /// The beginning of the file, up to the first line.
    package var header: String {
        let size = max(Self.smallest, min(Self.size, Self.size * width / Self.roomy))
        let margin = width / 32
        // -1 as the encoding lets the direction of a line follow from its letters.
        return """
            [Script Info]
            ScriptType: v4.00+
            WrapStyle: 0
            ScaledBorderAndShadow: yes
            PlayResX: \(width)
            PlayResY: \(Self.height)

            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
            Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
            MarginR, MarginV, Encoding
            Style: Default,\(font),\(size),&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,\
            \(margin),\(margin),36,-1

            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

            """
    }

    /// A whole file that shows letters of the languages from the beginning, to find out whether there are fonts for them.
    var sample: String {
        header + "Dialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,0,,"
            + languages.map(Self.letters).joined(separator: " ")
            + "\n"
    }

    /// The font of Debian for the first language. A machine without it takes another one that has the letters.
    private var font: String {
        // One package has the letters of all four languages, and draws some of them otherwise in each.
        let tag = languages.first { Self.isEastAsian($0) } ?? languages.first ?? LanguageTag(.en)
        return switch tag.code {
        case .zh: tag.rawValue.contains("Hant") ? "Noto Sans CJK TC" : "Noto Sans CJK SC"
        case .ja: "Noto Sans CJK JP"
        case .ko: "Noto Sans CJK KR"
        default: "Noto Sans"
        }
    }

    /// The package of Debian that has fonts for a language.
    static func fontPackage(for tag: LanguageTag) -> String { isEastAsian(tag) ? "fonts-noto-cjk" : "fonts-noto-core" }

    private static func isEastAsian(_ tag: LanguageTag) -> Bool { [.zh, .ja, .ko].contains(tag.code) }

    private static func letters(of tag: LanguageTag) -> String {
        switch tag.code {
        case .en, .it: "Abc"
        case .es, .pt, .fr, .de: "Añçéßãœ"
        case .ru: "Щука"
        case .ar: "العربية"
        case .hi: "हिन्दी"
        case .zh: tag.rawValue.contains("Hant") ? "漢語這個" : "汉语这个"
        case .ja: "日本語のカナ"
        case .ko: "한국어"
        default: tag.code.ownNames[0]
        }
    }
}

extension Film.Track {
    /// Width over height as a viewer sees it; nil if the size is not known.
    var shape: Double? {
        guard width > 0, height > 0 else { return nil }
        let shape = Double(width) * pixelShape / Double(height)
        let isOnItsSide = abs(turn) % 180 == 90
        return min(4, max(0.25, isOnItsSide ? 1 / shape : shape))
    }
}
