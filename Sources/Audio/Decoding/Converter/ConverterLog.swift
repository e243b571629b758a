/// The relevant part of the converter program's standard error. It is bounded: a broken file makes the program write without
/// end.
struct ConverterLog {
    /// Its names for the container and the codec of the first audio track.
    private(set) var container: String?
    private(set) var codec: String?
    /// The audio tracks, in order; all of them seem decodable.
    private(set) var tracks: [AudioTrack] = []
    /// The time at which the recording's clock begins, in seconds.
    private(set) var start: Double?
    /// The first complaint, which is more informative than those that follow from it, and the last.
    private(set) var firstError: String?
    private(set) var lastError: String?

    /// Whether it knows the codec and has no decoder for it.
    private(set) var lacksDecoder = false

    private var line: [UInt8] = []
    /// Whether the log still describes the input, and whether it describes an audio track of the input.
    private var (isInput, isTrack) = (true, false)
    private static let maximumTracks = 256

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == 0x0A || byte == 0x0D {
                take(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
            } else if line.count < 1_000 {
                line.append(byte)
            }
        }
    }

    private mutating func take(_ line: String) {
        if line.contains("[error]") || line.contains("[fatal]") {
            // Remarks on the order of its own output are no damage of the input.
            guard !line.hasPrefix("[matroska @") else { return }
            let message = Self.message(line)
            guard !message.isEmpty else { return }
            if message.hasPrefix("Decoding requested, but no decoder found for") || message.hasPrefix("Decoder (codec ")
            {
                lacksDecoder = true
            }
            firstError = firstError ?? message
            lastError = message
        } else if isInput {
            describe(Self.rest(of: line, after: "[info] ") ?? line[...])
        }
    }

    /// Parses a line of the description of the input. Texts out of the file are never at the beginning of one.
    private mutating func describe(_ line: Substring) {
        let text = line.drop { $0 == " " }
        if container == nil, text.hasPrefix("Input #0, ") {
            container = text.dropFirst(10).split(separator: ",").first.map(String.init)
        } else if text.hasPrefix("Duration: "), let start = Self.rest(of: String(text), after: ", start: ") {
            self.start = start.split(separator: ",").first.flatMap { Double($0) }
        } else if text.hasPrefix("Stream #0:") {
            let track = Self.track(text.dropFirst(10), number: tracks.count + 1)
            isTrack = track != nil
            if let track, tracks.count < Self.maximumTracks { tracks.append(track) }
            codec = codec ?? track?.codec
        } else if isTrack, text.hasPrefix("title "), let title = Self.rest(of: String(text), after: ": ") {
            tracks[tracks.count - 1].title = title.isEmpty ? nil : String(title.prefix(200))
        } else if text.hasPrefix("Stream mapping:") || text.hasPrefix("Output #0") {
            isInput = false
        }
    }

    /// `1[0x2](eng): Audio: aac (LC) (mp4a / 0x6134706D), 16000 Hz, mono, fltp (default)`; nil if it is not audio.
    private static func track(_ text: Substring, number: Int) -> AudioTrack? {
        guard let mark = text.firstRange(of: ": Audio: "),
            mark.lowerBound < text.index(text.startIndex, offsetBy: 80, limitedBy: text.endIndex) ?? text.endIndex
        else { return nil }
        let (head, rest) = (text[..<mark.lowerBound], text[mark.upperBound...])
        guard !head.contains(": ") else { return nil }
        var language = head.firstIndex(of: "(").map { String(head[head.index(after: $0)...].prefix { $0 != ")" }) }
        if language == "und" || language?.isEmpty == true { language = nil }
        let name = rest.prefix { $0 != " " && $0 != "," }
        var track = AudioTrack(number: number, language: language, codec: String(name))
        let fields = rest.split(separator: ", ")
        track.sampleRate = fields.first { $0.hasSuffix(" Hz") }.flatMap { Int($0.dropLast(3)) }
        track.isDefault = rest.contains("(default)")
        // For a codec that ffmpeg does not know, the line has its name in the file: `none (apac / 0x63617061)`.
        if name == "none" || name == "unknown" {
            track.isDecodable = false
            let tag = rest.drop { $0 != "(" }.dropFirst().prefix { $0 != " " && $0 != ")" }
            if !tag.isEmpty { track.codec = String(tag) }
        }
        return track
    }

    /// The complaint without marks such as `[matroska,webm @ 0x55d0] [error]` and the name of the pipe.
    private static func message(_ line: String) -> String {
        var message = Substring(line)
        while message.first == "[", let end = message.firstIndex(of: "]") {
            message = message[message.index(after: end)...].drop(while: { $0 == " " })
        }
        for name in ["pipe:0: ", "file:/proc/self/fd/0: "] {
            if let place = message.firstRange(of: name) { message = message[place.upperBound...] }
        }
        return String(message.prefix(200))
    }

    private static func rest(of line: String, after mark: String) -> Substring? {
        line.firstRange(of: mark).map { line[$0.upperBound...] }
    }
}
