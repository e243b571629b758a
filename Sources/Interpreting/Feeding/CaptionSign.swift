/// Recognizes captions among lines of text: their times would be translated as text.
enum CaptionSign {
    /// How many lines of a text are looked at.
    static let lines = 4

    /// Whether one of these lines is the head of a caption file (WebVTT, ASS), or the times of a caption (SubRip, WebVTT, SBV).
    static func isIn(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(separator: UInt8(ascii: "\n"), maxSplits: lines).prefix(lines).contains { line in
            let text = String(decoding: line.prefix(100), as: UTF8.self)
            return text.contains(/^\uFEFF?(?:WEBVTT\b|\[Script Info\])/)
                || text.contains(/^\s*(?:\d+:)?\d+:\d\d[.,]\d+\s*(?:-->|,)\s*(?:\d+:)?\d+:\d\d[.,]\d+/)
        }
    }
}
