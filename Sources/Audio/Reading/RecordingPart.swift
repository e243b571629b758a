package import Plumbing

/// A part of a recording, in milliseconds from its beginning: the audio before and after it is not heard.
package struct RecordingPart: Sendable, Hashable {
    package let start: Int
    /// nil: to the end of the recording.
    package let end: Int?

    /// - Throws: `Problem` of kind `usage`, code `audio.part`, for a part without any audio.
    package init(start: Int, end: Int?) throws(Problem) {
        guard end.map({ $0 > start }) ?? true else {
            throw Problem(
                .usage, "audio.part", "the part ends before it begins", at: "end", cure: "give an end behind the start")
        }
        self.start = start
        self.end = end
    }

    /// Reads times such as `90`, `1:30` and `0:01:30.5`.
    ///
    /// - Returns: nil if neither is given, so that all of the recording is heard.
    /// - Throws: `Problem` of kind `usage`, code `audio.part`, at `start` or `end`.
    package static func parsing(start: String?, end: String?) throws(Problem) -> RecordingPart? {
        guard start != nil || end != nil else { return nil }
        return try RecordingPart(
            start: try start.map { (text) throws(Problem) in try milliseconds(text, at: "start") } ?? 0,
            end: try end.map { (text) throws(Problem) in try milliseconds(text, at: "end") })
    }

    private static func milliseconds(_ text: String, at place: String) throws(Problem) -> Int {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        let halves = (fields.last ?? "").split(separator: ".", omittingEmptySubsequences: false)
        let whole = (fields.dropLast() + halves.prefix(1)).map { digits in
            digits.utf8.allSatisfy { (48...57).contains($0) } && (1...6).contains(digits.utf8.count) ? Int(digits) : nil
        }
        let decimals = halves.count == 2 ? halves[1] : "0"
        let isFraction = halves.count <= 2 && (1...9).contains(decimals.utf8.count)
        guard (1...3).contains(fields.count), isFraction, decimals.utf8.allSatisfy({ (48...57).contains($0) }),
            whole.allSatisfy({ $0 != nil }), whole.dropFirst().allSatisfy({ $0.map { $0 < 60 } == true })
        else {
            throw Problem(
                .usage, "audio.part", "'\(text.prefix(40))' is no time", at: place,
                cure: "write it in seconds, or as 1:30 or 0:01:30.5")
        }
        let seconds = whole.reduce(0) { 60 * $0 + ($1 ?? 0) }
        return 1_000 * seconds + (Int((decimals + "00").prefix(3)) ?? 0)
    }

    /// Its name in the stored settings: `90000-120500`, `90000-`.
    package var settingsName: String { "\(start)-\(end.map(String.init) ?? "")" }

    /// - Throws: as ``init(start:end:)``, also for text that ``settingsName`` did not make.
    package init(settingsName: String) throws(Problem) {
        let fields = settingsName.split(separator: "-", omittingEmptySubsequences: false)
        guard fields.count == 2, let start = Int(fields[0]), fields[1].isEmpty || Int(fields[1]) != nil else {
            throw Problem(.usage, "audio.part", "'\(settingsName.prefix(40))' is no part of a recording")
        }
        try self.init(start: start, end: Int(fields[1]))
    }

    /// Its form in the name of a file: `1m30s-2m0.5s`, `1m30s-end`.
    package var fileName: String { "\(Self.name(start))-\(end.map(Self.name) ?? "end")" }

    private static func name(_ time: Int) -> String {
        let (hours, minutes, seconds) = (time / 3_600_000, time / 60_000 % 60, Double(time % 60_000) / 1_000)
        let rest = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
        return (hours > 0 ? "\(hours)h" : "") + (hours + minutes > 0 ? "\(minutes)m" : "") + rest + "s"
    }

    /// On the speech clock.
    var firstSample: Int { start * (speechSampleRate / 1_000) }
}

/// Cuts a part out of a recording while it is decoded.
struct PartCutter {
    let part: RecordingPart
    /// Frames at the current rate, after those at other rates.
    private var frames = 0
    private var rate = 0
    private var before = 0.0

    init(_ part: RecordingPart) { self.part = part }

    /// Seconds of the recording that have arrived.
    var seconds: Double { before + (rate > 0 ? Double(frames) / Double(rate) : 0) }

    /// Whether no more of the part can arrive.
    var isOver: Bool { part.end.map { seconds >= Double($0) / 1_000 } ?? false }

    /// The end, if the recording has ended before it by more than players round off.
    var missedEnd: Int? { part.end.flatMap { seconds < Double($0) / 1_000 - 0.05 ? $0 : nil } }

    /// The section of the next audio that is in the part; nil if there is none.
    mutating func cut(_ chunk: DecodedChunk) -> DecodedChunk? {
        if chunk.rate != rate { (before, rate, frames) = (seconds, chunk.rate, 0) }
        func place(_ milliseconds: Int) -> Int {
            let frame = ((Double(milliseconds) / 1_000 - before) * Double(rate)).rounded() - Double(frames)
            return Int(min(max(0, frame), Double(chunk.frames)))
        }
        let kept = place(part.start)..<max(place(part.start), part.end.map(place) ?? chunk.frames)
        frames += chunk.frames
        guard !kept.isEmpty else { return nil }
        var chunk = chunk
        if kept.count < chunk.frames { chunk.keep(kept) }
        return chunk
    }
}
