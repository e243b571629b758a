internal import Plumbing

/// One kind of file: how its bytes begin, and what reads it. Names are used only for kinds that their bytes do not show.
struct AudioFormat: Sendable {
    typealias Opening = @Sendable (DecoderContext) throws -> any AudioDecoder

    /// `wav`, `ogg`, `mp4`, …
    var name: String
    /// Looks ahead and says whether the bytes are of this kind. It waits for no more bytes than it needs.
    var matches: @Sendable (ReplaySource) -> Bool
    var reader: Reader

    enum Reader: Sendable {
        /// One of Verbio's own decoders.
        case native(Opening)
        /// Only the converter program.
        case converter
        /// No decoder: the file is not audio but, for example, "a picture".
        case refused(String)
    }

    /// Every kind of file that is distinguished; the first match wins. A new format is one line here and one file in
    /// `Decoding`.
    static let all: [AudioFormat] = [
        AudioFormat("wav", magic("RIFF", 8, "WAVE"), .native(openWave)),
        AudioFormat("wav", magic("RF64", 8, "WAVE"), .native(openWave)),
        AudioFormat("wav", magic("RIFX", 8, "WAVE"), .native(openWave)),
        AudioFormat("w64", magic("riff\u{2E}"), .native(openSndFile)),
        AudioFormat("aiff", magic("FORM", 8, "AIF"), .native(openSndFile)),
        AudioFormat("svx", magic("FORM", 8, "8SVX"), .native(openSndFile)),
        AudioFormat("au", magic(".snd"), .native(openSndFile)),
        AudioFormat("caf", magic("caff"), .native(openSndFile)),
        AudioFormat("flac", magic("fLaC"), .native { try FLACDecoder($0.source, limits: $0.limits) }),
        AudioFormat("nist", magic("NIST_1A"), .native(openSndFile)),
        AudioFormat("voc", magic("Creative Voice File"), .native(openSndFile)),
        AudioFormat("ogg", magic("OggS"), .native { try OggDecoder($0) }),

        AudioFormat("mp4", isISOMedia, .converter),
        AudioFormat("matroska", magic([0x1A, 0x45, 0xDF, 0xA3]), .converter),
        AudioFormat("asf", magic([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]), .converter),
        AudioFormat("avi", magic("RIFF", 8, "AVI "), .converter),
        AudioFormat("flv", magic("FLV\u{1}"), .converter),
        AudioFormat("amr", magic("#!AMR"), .converter),
        AudioFormat("wavpack", magic("wvpk"), .converter),
        AudioFormat("ape", magic("MAC "), .converter),
        AudioFormat("tta", magic("TTA1"), .converter),
        AudioFormat("nut", magic("nut/multimedia container\0"), .converter),
        AudioFormat("ac3", magic([0x0B, 0x77]), .converter),
        AudioFormat("dts", magic([0x7F, 0xFE, 0x80, 0x01]), .converter),
        AudioFormat("mpegts", isTransportStream, .converter),
        AudioFormat("mpeg", magic([0x00, 0x00, 0x01, 0xBA]), .converter),
        AudioFormat("aac", isADTS, .converter),
        AudioFormat("latm", isLOAS, .converter),
        AudioFormat("gsm", isGSM, .converter),

        AudioFormat("gzip", magic([0x1F, 0x8B]), .refused("a gzip archive")),
        AudioFormat("zip", magic("PK\u{3}\u{4}"), .refused("a zip archive")),
        AudioFormat("png", magic([0x89, 0x50, 0x4E, 0x47]), .refused("a picture")),
        AudioFormat("jpeg", magic([0xFF, 0xD8, 0xFF]), .refused("a picture")),
        AudioFormat("gif", magic("GIF8"), .refused("a picture")),
        AudioFormat("webp", magic("RIFF", 8, "WEBP"), .refused("a picture")),
        AudioFormat("pdf", magic("%PDF"), .refused("a PDF document")),
        AudioFormat("elf", magic([0x7F, 0x45, 0x4C, 0x46]), .refused("a program")),
        AudioFormat("midi", magic("MThd"), .refused("MIDI notes, which hold no sound")),
        AudioFormat(captions, isCaptions, .refused("a caption file")),
        // Playlists, SDP, HTML, JSON, SVG: none of them may choose the next file to open.
        AudioFormat("text", isText, .refused("text")),
        // Last, because it searches the beginning for frames.
        AudioFormat("mp3", { MPEGFrameHeader.search($0) != nil }, .native(openMPEG)),
    ]

    init(_ name: String, _ matches: @escaping @Sendable (ReplaySource) -> Bool, _ reader: Reader) {
        self.name = name
        self.matches = matches
        self.reader = reader
    }

    /// The name of the kind of caption files, which are read elsewhere.
    static let captions = "captions"

    /// The kind of a file that its bytes do not show: G.722 has neither a header nor frames.
    init?(named name: String) {
        guard let dot = name.lastIndex(of: "."), ["g722", "722"].contains(name[dot...].dropFirst().lowercased()) else {
            return nil
        }
        self.init("g722", { _ in true }, .converter)
    }

    // MARK: Openings

    private static let openSndFile: Opening = { context in
        let name = all.first { $0.matches(context.source) }?.name
        return try SndFileDecoder.open(context.source, RecordingBoundary(name), limits: context.limits)
    }

    private static let openWave: Opening = { context in
        let source = context.source
        let begin = source.position
        let limit = begin + context.limits.headerBytes
        guard let header = WaveHeader(source, limit: limit) else {
            throw source.ended
                ? Problem(
                    .input, "audio.truncated", "the recording ends before any audio", cure: "give the whole file")
                : Problem(.input, "audio.malformed", "the WAV header cannot be read", cure: "export it again")
        }
        try context.limits.check(rate: header.rate, channels: header.channels)
        if let layout = header.plainLayout {
            return try RawDecoder(
                layout, container: "wav", source: source, dataBytes: header.dataBytes, limits: context.limits)
        }
        guard header.formatTag != 1 || header.bitsPerSample <= 32 else {
            throw Problem(
                .input, "audio.sample-width", "samples of \(header.bitsPerSample) bits cannot be used",
                cure: "convert it to 16 or 24 bits")
        }
        guard source.seek(to: begin), let boundary = RecordingBoundary("wav") else {
            throw Problem(
                .input, "audio.malformed", "the WAV header is too long", cure: "export it again")
        }
        // libsndfile gets the samples of this recording alone.
        let piece = PieceSource(source, boundary)
        let own = ReplaySource(piece)
        guard let header = WaveHeader(own, limit: context.limits.headerBytes) else { throw Problem.noSamples }
        return try SndFileDecoder(
            ReplaySource(PrefixedSource(header.essentials, before: own)), packed: header.packed, piece: piece,
            limits: context.limits)
    }

    private static let openMPEG: Opening = { context in
        guard let (offset, header) = MPEGFrameHeader.search(context.source) else {
            throw Problem(.input, "audio.malformed", "no frames of MPEG audio were found", cure: "export it again")
        }
        context.source.skip(offset)
        return try MPEGDecoder(context.source, first: header, limits: context.limits)
    }

    // MARK: Signs

    private static func magic(_ text: String, _ offset: Int = 0, _ more: String = "")
        -> @Sendable (ReplaySource) -> Bool
    {
        let (first, second) = (Array(text.utf8), Array(more.utf8))
        return { source in
            guard source.peek(first.count).elementsEqual(first) else { return false }
            return second.isEmpty || source.peek(offset + second.count).dropFirst(offset).elementsEqual(second)
        }
    }

    private static func magic(_ bytes: [UInt8]) -> @Sendable (ReplaySource) -> Bool {
        { $0.peek(bytes.count).elementsEqual(bytes) }
    }

    /// The first box of ISO media: `ftyp`, or a box with which old QuickTime files begin.
    private static let isISOMedia: @Sendable (ReplaySource) -> Bool = { source in
        let name = String(decoding: source.peek(8).dropFirst(4), as: UTF8.self)
        return ["ftyp", "moov", "mdat", "wide", "free", "skip", "styp"].contains(name)
    }

    /// Four packets in a row: of 188 bytes, of 192 with a time stamp before each (M2TS of discs and cameras), or of 204 with
    /// their check bytes (DVB).
    private static let isTransportStream: @Sendable (ReplaySource) -> Bool = { source in
        [(0, 188), (4, 192), (0, 204)].contains { begin, length in
            guard source.peek(begin + 1).dropFirst(begin).first == 0x47 else { return false }
            let last = begin + 3 * length
            let bytes = Array(source.peek(last + 1))
            return bytes.count > last && stride(from: begin, through: last, by: length).allSatisfy { bytes[$0] == 0x47 }
        }
    }

    /// AAC frames: the sync word with layer 0, which MPEG audio does not have. Samples without a header may begin like one, so
    /// two more frames must follow, as far as the bytes go.
    private static let isADTS: @Sendable (ReplaySource) -> Bool = { source in
        var (place, rate) = (0, nil as UInt8?)
        for number in 0..<3 {
            let bytes = Array(source.peek(place + PartHead.frameLength).dropFirst(place))
            switch PartHead.Reading.frame(bytes[...]) {
            case .incomplete:
                return number > 0 || bytes.count >= 2 && bytes[0] == 0xFF && bytes[1] & 0xF6 == 0xF0
            case .head(let frame) where rate == nil || rate == bytes[2] & 0x3C:
                rate = bytes[2] & 0x3C
                place += frame.size ?? 0
            case .head, .foreign: return false
            }
        }
        return true
    }

    /// AAC in LATM: three frames in a row that begin with the sync word of LOAS and state their size (ISO 14496-3 §1.7.2).
    private static let isLOAS: @Sendable (ReplaySource) -> Bool = { source in
        var place = 0
        for number in 0..<3 {
            let bytes = Array(source.peek(place + 3).dropFirst(place))
            guard bytes.count == 3 else { return number > 1 }
            guard bytes[0] == 0x56, bytes[1] & 0xE0 == 0xE0 else { return false }
            place += 3 + Int(bytes[1] & 0x1F) << 8 + Int(bytes[2])
        }
        return true
    }

    /// GSM 06.10: sixteen frames of 33 bytes in a row, each of which begins with the bits 1101 (RFC 3551 §4.5.8).
    /// Silence in A-law has these bits in most of its bytes.
    private static let isGSM: @Sendable (ReplaySource) -> Bool = { source in
        guard source.peek(1).first.map({ $0 >> 4 == 0xD }) == true else { return false }
        let bytes = Array(source.peek(33 * 16))
        return bytes.count == 33 * 16 && stride(from: 0, to: bytes.count, by: 33).allSatisfy { bytes[$0] >> 4 == 0xD }
            && bytes.count { $0 >> 4 == 0xD } < bytes.count / 4
    }

    /// The beginning of SRT, WebVTT, ASS or TTML.
    private static let isCaptions: @Sendable (ReplaySource) -> Bool = { source in
        guard isText(source) else { return false }
        let head = String(decoding: source.peek(512), as: UTF8.self)
        return head.contains("-->") || head.contains("[Script Info]") || head.contains("<tt")
    }

    /// Printable characters throughout the beginning.
    private static let isText: @Sendable (ReplaySource) -> Bool = { source in
        let isPrintable: (UInt8) -> Bool = { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
        guard source.peek(16).allSatisfy(isPrintable) else { return false }
        let head = source.peek(512)
        // The last character may be cut.
        guard head.allSatisfy(isPrintable) else { return false }
        return head.suffix(4).count < 4 || String(validating: head.dropLast(3), as: UTF8.self) != nil
            || String(validating: head, as: UTF8.self) != nil
    }
}
