import Captions
import Conversations
import Delivery

/// What the tiny parsers below make of a subtitle file.
struct ParsedCue: Equatable {
    var start: Int
    var end: Int
    var lines: [String]
}

/// Reads SRT and WebVTT as strictly as the formats are written, to see whether what was written comes back.
enum CaptionReading {
    struct Malformed: Error { var block: String }

    static func srt(_ text: String) throws -> [ParsedCue] {
        try blocks(of: text).enumerated().map { index, block in
            try cue(block, number: index + 1, separator: ",") { $0 }
        }
    }

    static func webVTT(_ text: String) throws -> [ParsedCue] {
        var blocks = blocks(of: text)
        guard blocks.first == "WEBVTT" else { throw Malformed(block: blocks.first ?? "") }
        blocks.removeFirst()
        return try blocks.enumerated().map { index, block in
            try cue(block, number: index + 1, separator: ".") { line in
                guard !line.unicodeScalars.contains(">") || line.hasPrefix("<v ") else { throw Malformed(block: line) }
                var line = line
                if line.hasPrefix("<v "), let end = line.firstIndex(of: ">") {
                    line = String(line[line.index(after: end)...])
                }
                guard !line.unicodeScalars.contains("<") else { throw Malformed(block: line) }
                let plain = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(line.unicodeScalars) {
                    scalars, escape in
                    scalars.replacing(escape.0.unicodeScalars, with: escape.1.unicodeScalars)
                }
                return String(plain)
            }
        }
    }

    private static func blocks(of text: String) -> [String] {
        text.split(separator: "\n\n").map(String.init)
    }

    private static func cue(
        _ block: String, number: Int, separator: Character, line: (String) throws -> String
    ) throws -> ParsedCue {
        let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count >= 3, lines[0] == String(number) else { throw Malformed(block: block) }
        let times = lines[1].split(separator: " ").map(String.init)
        guard times.count == 3, times[1] == "-->", let start = milliseconds(times[0], separator),
            let end = milliseconds(times[2], separator)
        else { throw Malformed(block: block) }
        return ParsedCue(start: start, end: end, lines: try lines.dropFirst(2).map(line))
    }

    /// `hh:mm:ss` and exactly three digits; minutes and seconds below 60.
    private static func milliseconds(_ text: String, _ separator: Character) -> Int? {
        let halves = text.split(separator: separator)
        guard halves.count == 2, halves[1].utf8.count == 3, let fraction = Int(halves[1]) else { return nil }
        let parts = halves[0].split(separator: ":")
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 3, parts.allSatisfy({ $0.utf8.count >= 2 }), numbers[1] < 60, numbers[2] < 60 else {
            return nil
        }
        return ((numbers[0] * 60 + numbers[1]) * 60 + numbers[2]) * 1_000 + fraction
    }
}

/// Feeds records, in any order, as the writer does: by sequence through the timeline into the builder.
func cues(
    _ style: CaptionStyle, of records: [UtteranceRecord], namesSpeakers: Bool = false,
    profile: CaptionProfile = .netflix
) -> [CaptionCue] {
    var timeline = TrackTimeline()
    var builder = CueBuilder(style: style, profile: profile, speakers: SpeakerNames(sides: namesSpeakers))
    var cues: [CaptionCue] = []
    for record in records { for placed in timeline.add(record) { cues += builder.add(placed.record) } }
    for placed in timeline.finish() { cues += builder.add(placed.record) }
    return cues + builder.finish()
}

/// A text without its spaces and control characters: what must survive being cut into lines.
func essence(_ text: String) -> String {
    String(
        String.UnicodeScalarView(
            text.unicodeScalars.filter { scalar in
                !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control && scalar != "\u{FEFF}"
            }))
}
