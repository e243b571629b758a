internal import Plumbing

/// Recordings that were joined in one file, as `cat a.wav b.wav` does.
///
/// When one recording ends by its own header, the decoder looks for the next one there.
///
/// Decoders that read to the end of all bytes find the next recording by themselves. Ogg and MP3 consist of pieces
/// that can be recognized anywhere.
final class JoinedDecoder: AudioDecoder {
    let format: NativeFormat
    let expectedSeconds: Double?
    var damage: [AudioDamage] { earlier.entries + current.damage.map { $0.later(by: begin) } }

    let tracks: [AudioTrack]
    var readsInStep: Bool { current.readsInStep }

    private let search: DecoderSearch
    private var current: any AudioDecoder
    private var first: DecodedChunk?
    /// The damage of the recordings before the current one.
    private var earlier = DamageLog()
    /// Seconds that were handed out, and when the current recording begins.
    private var (seconds, begin) = (0.0, 0.0)

    /// - Parameter decoder: that of the first recording, which has given its first samples; this object does not read those.
    init(_ decoder: any AudioDecoder, _ search: DecoderSearch) {
        self.search = search
        current = decoder
        format = decoder.format
        expectedSeconds = decoder.expectedSeconds
        tracks = decoder.tracks
    }

    /// Counts the first samples, which the first decoder has already given.
    func hear(_ chunk: DecodedChunk) -> DecodedChunk {
        seconds += Double(chunk.frames) / Double(max(1, chunk.rate))
        return chunk
    }

    func read() throws -> DecodedChunk? {
        while true {
            if let chunk = try first.take() ?? current.read() { return hear(chunk) }
            guard let end = current.end, openNext(behind: end) else { return nil }
        }
    }

    /// - Returns: whether there is another recording that can be read.
    private func openNext(behind end: Int) -> Bool {
        let source = search.context.source
        source.remember()
        guard source.seek(to: min(end, source.position)), source.skip(end - source.position) else { return false }
        var rest = TrailingBytes(source, behind: current.format.container)
        while let format = rest.next() {
            let origin = source.position
            do {
                let (decoder, chunk) = try search.openNext(format)
                finish(found: nil)
                (current, first) = (decoder, chunk)
                return true
            } catch {
                let what = (error as? Problem)?.what ?? "it cannot be read"
                finish(found: "another recording follows that was left out: \(what)")
                current = EmptyDecoder(format: current.format)
                source.remember()
                guard source.seek(to: origin + 4) else { return false }
            }
        }
        if let bytes = rest.foreignBytes {
            finish(found: AudioDamage.foreign(bytes, at: seconds).what)
            current = EmptyDecoder(format: current.format)
        }
        return false
    }

    /// Ends the current recording, after which there may be foreign bytes.
    private func finish(found what: String?) {
        for damage in current.damage { earlier.note(damage.later(by: begin)) }
        if let what { earlier.note(at: seconds, what) }
        begin = seconds
    }

    /// The decoder after the last recording.
    private final class EmptyDecoder: AudioDecoder {
        let format: NativeFormat
        let damage: [AudioDamage] = []

        init(format: NativeFormat) { self.format = format }

        func read() throws -> DecodedChunk? { nil }
    }
}

/// The bytes after a recording: remarks, padding, another recording.
struct TrailingBytes {
    private let source: ReplaySource
    private let begin: Int
    /// Whether there are bytes that are neither a remark nor padding.
    private let isForeign: Bool

    /// The number of bytes that are neither audio nor what usually follows it; nil if there are none.
    var foreignBytes: Int? {
        let count = source.position - begin
        return isForeign && count > Self.largestPadding ? count : nil
    }

    /// Containers whose beginnings cannot be confused with other bytes.
    private static let formats = AudioFormat.all.filter {
        ["wav", "w64", "aiff", "caf", "flac", "ogg"].contains($0.name)
    }
    /// Containers that are looked for only where a recording ends.
    private static let exact =
        AudioFormat.all.filter {
            [
                "au", "mp4", "matroska", "asf", "flv", "wavpack", "tta", "ape", "svx", "nist", "voc", "amr", "nut",
                "avi",
                "mpegts", "aac",
            ].contains($0.name)
        }
        + AudioFormat.all.filter { $0.name == "mp3" }.map {
            // The frames begin right there, and not behind another recording.
            AudioFormat($0.name, { MPEGFrameHeader.search($0, within: 1) != nil }, $0.reader)
        }
    /// The beginnings of the others; `.snd` is too short to be searched for anywhere except where a recording ends.
    private static let beginnings = ["RIFF", "RF64", "RIFX", "riff", "FORM", "caff", "fLaC", "OggS"].map { text in
        text.utf8.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    }
    /// Bytes that show the kind of a file that begins.
    private static let signature = 16
    private static let step = 64 << 10

    /// - Parameters:
    ///   - source: at the end of a recording.
    ///   - container: the kind of that recording.
    init(_ source: ReplaySource, behind container: String) {
        self.source = source
        while let size = Self.remark(source, in: container), source.skip(size) {}
        begin = source.position
        let head = source.peek(Self.signature)
        isForeign = head.count == Self.signature && head.contains { $0 != head.first }
    }

    /// Bytes that may fill up the last sector of a recorder's card.
    private static let largestPadding = 8 << 10
    /// The longest chunk that is skipped unread: pictures of covers are shorter.
    private static let longestRemark = 16 << 20

    /// The bytes of the chunk or tag that begins here; nil if there is none.
    private static func remark(_ source: ReplaySource, in container: String) -> Int? {
        let head = source.peek(24)
        guard head.count >= signature, !(formats + exact).contains(where: { $0.matches(source) }) else { return nil }
        if let tag = ID3Tag(head) { return tag.size }
        if head.starts(with: "TAG".utf8) { return 128 }
        let size: Int? =
            switch container {
            case "wav": Bytes(head, isBigEndian: false).u32(4).map { 8 + $0 + $0 % 2 }
            case "aiff": Bytes(head, isBigEndian: true).u32(4).map { 8 + $0 + $0 % 2 }
            case "w64": Self.wave64Remark(head)
            case "caf": Bytes(head, isBigEndian: true).u64(4).flatMap { Int(exactly: $0) }.map { 12 + $0 }
            default: nil
            }
        guard let size, size <= longestRemark, head.prefix(4).allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        return size
    }

    /// A chunk of Wave64: an identifier whose rest all chunks share, and a size with that of its head.
    private static func wave64Remark(_ head: ArraySlice<UInt8>) -> Int? {
        guard
            head.dropFirst(4).starts(with: [0xF3, 0xAC, 0xD3, 0x11])
                || head.dropFirst(4).starts(with: [0x2F, 0x91, 0xCF, 0x11])
        else { return nil }
        let size = Bytes(head, isBigEndian: false).u64(16).flatMap { Int(exactly: $0) }
        return size.flatMap { $0 >= 24 && $0 < longestRemark ? ($0 + 7) / 8 * 8 : nil }
    }

    /// Moves to the place where the next recording begins.
    mutating func next() -> AudioFormat? {
        if source.position == begin, let format = Self.exact.first(where: { $0.matches(source) }) { return format }
        while true {
            let bytes = source.peek(Self.step)
            guard bytes.count >= Self.signature else {
                source.skip(bytes.count)
                return nil
            }
            let places = bytes.count - Self.signature + 1
            let place = bytes.withUnsafeBytes { bytes in
                (0..<places).first { at in
                    let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
                    return Self.beginnings.contains(word)
                }
            }
            guard let place else {
                source.skip(places)
                continue
            }
            source.skip(place)
            if let format = Self.formats.first(where: { $0.matches(source) }), isWhole(format) { return format }
            source.skip(1)
        }
    }

    /// Four letters may occur anywhere. More of the beginning is checked if the format's own sign is no longer than that.
    private func isWhole(_ format: AudioFormat) -> Bool {
        let head = Array(source.peek(Self.signature))
        switch format.name {
        case "flac": return ContainerPart.isFLAC(head[...])
        case "ogg": return ContainerPart.isOgg(head[...])
        case "caf": return head.count >= 6 && head[4...5].elementsEqual([0, 1])
        default: return true
        }
    }
}
