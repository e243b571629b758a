internal import Glibc
package import Language
package import Plumbing

/// A caption file as it is translated: its cues in the order of time, and what of it could not be used.
package struct CaptionScript: Sendable {
    /// The most bytes of a file: a film with every word styled has two million.
    package static let maximumBytes = 32 << 20

    /// The name of its format: `srt`.
    package let format: String
    /// The name of its encoding: `utf-8`.
    package let encoding: String
    package let head: CaptionHead
    /// In the order of their beginnings, each with its end.
    package let cues: [ReadCue]
    package let losses: [CaptionLoss]
    package let lossCount: Int
    /// Sentences about the file as a whole: a guessed encoding, another order.
    package let notes: [String]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: its extension gives the format, unless its text is plainly of another one.
    ///   - language: the language of the text, which tells old encodings apart; nil if it is not known.
    /// - Throws: `Problem` of kind `input`: `captions.unreadable`, `captions.too-large`, `captions.encoding`, `captions.format`
    ///   or `captions.empty`.
    package init(path: String, language: LanguageCode?) throws(Problem) {
        let bytes = try Self.bytes(at: path)
        do throws(Problem) {
            try self.init(bytes, format: CaptionFormats.format(ofFile: path), language: language)
        } catch { throw error.at(path) }
    }

    /// - Parameter format: the format that its name gives; nil if the text alone shows it.
    package init(
        _ bytes: [UInt8], format: (any CaptionFormat)?, language: LanguageCode?
    ) throws(Problem) {
        let decoded = try CaptionEncoding(bytes, language: language)
        let text = decoded.text.hasPrefix("\u{FEFF}") ? String(decoded.text.dropFirst()) : decoded.text
        // A file is often named as what it is not: WebVTT as SRT.
        let others = CaptionFormats.all.filter { $0.name != format?.name && $0.name != "timed" }
        var order = [format].compactMap(\.self) + others
        if text.hasPrefix("WEBVTT") { order.insert(WebVTT(), at: 0) }
        var found: (format: any CaptionFormat, content: CaptionContent)?
        for candidate in order {
            guard let content = candidate.read(text) else { continue }
            found = (candidate, content)
            break
        }
        guard let (format, content) = found else {
            throw Problem(
                .input, "captions.format", "there are no cues with times in it",
                cure: "give subtitles as \(CaptionFormats.read.filter(\.isWritten).map(\.name).joined(separator: ", "))"
                    + " or lines with times")
        }
        guard content.cues.contains(where: { !$0.text.trimmed.isEmpty }) else {
            throw Problem(.input, "captions.empty", "no cue in it has text", cure: "give the whole file")
        }
        var (settled, notes) = (content, [String]())
        let sorted = content.cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        if sorted.map(\.offset) != Array(sorted.indices) {
            notes.append("the cues were not in the order of time, and are now")
        }
        settled.cues = Self.settled(sorted.map(\.element), &settled)
        if decoded.name != "utf-8" {
            notes.append(
                decoded.isGuessed
                    ? "it is in no UTF-8, so it was read as \(decoded.name): save it as UTF-8 if letters are wrong"
                    : "it was read as \(decoded.name), and what is written is UTF-8")
        }
        self.format = format.name
        encoding = decoded.name
        head = CaptionHead(format: format.name, text: content.head)
        cues = settled.cues
        losses = settled.losses
        lossCount = settled.lossCount
        self.notes = notes
    }

    /// How long a cue is shown if its end is not known: as long as it is read at 15 characters a second, 1 to 7 s.
    private static func usualEnd(_ cue: ReadCue) -> Int {
        cue.start + max(1_000, min(7_000, cue.text.text.count * 1_000 / 15))
    }

    /// The cues with ends, and without times before the film.
    private static func settled(_ cues: [ReadCue], _ content: inout CaptionContent) -> [ReadCue] {
        cues.enumerated().map { index, given in
            var cue = given
            if cue.start < 0 {
                content.lose("the time before the beginning became 0", at: cue.line)
                cue.start = 0
            }
            let next = cues[(index + 1)...].first { $0.start > cue.start }?.start
            if let end = cue.end, end < cue.start {
                content.lose("the cue ends before it begins, so its end was set anew", at: cue.line)
                cue.end = nil
            }
            if cue.end == nil { cue.end = next.map { min($0, usualEnd(cue)) } ?? usualEnd(cue) }
            return cue
        }
    }

    /// The bytes of a regular file.
    private static func bytes(at path: String) throws(Problem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Problem(
                .input, "captions.unreadable", "the file cannot be read (\(String(cString: strerror(errno))))",
                at: path,
                cure: "check the path, and that you may read it")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &block, block.count)
            guard count >= 0 else {
                throw Problem(
                    .input, "captions.unreadable", "reading failed (\(String(cString: strerror(errno))))", at: path,
                    cure: "check the file")
            }
            if count == 0 { return bytes }
            bytes += block[..<count]
            guard bytes.count <= maximumBytes else {
                throw Problem(
                    .input, "captions.too-large", "captions of more than \(maximumBytes >> 20) MB are not read",
                    at: path,
                    cure: "give subtitles, or cut them")
            }
        }
    }
}
