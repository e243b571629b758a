internal import Plumbing

/// Ogg with Opus or Vorbis, and chains of them: several streams one after another, each with its own headers, rate and
/// channels.
///
/// libsndfile alone stops after the first. It ends where a recording of another kind begins.
final class OggDecoder: AudioDecoder {
    private(set) var format: NativeFormat
    var damage: [AudioDamage] { damaged.entries }

    /// Where a recording of another kind begins, at the end of this one.
    private(set) var end: Int?

    private var damaged = DamageLog()
    private let piece: PieceSource
    private let pages: OggPageReader
    private let limits: DecodingLimits
    private let isHeardAsRecorded: Bool
    private var link: OggLink?
    private var decoder: (any AudioDecoder)?
    /// When the current link begins, and how much of it has been read.
    private var linkStart = 0.0
    private var seconds = 0.0

    /// - Throws: ``Problem`` if the first link cannot be read.
    init(_ context: DecoderContext) throws(Problem) {
        piece = PieceSource(context.source, RecordingBoundary(.pages))
        let source = ReplaySource(piece)
        source.forget()
        pages = OggPageReader(source)
        limits = context.limits
        isHeardAsRecorded = context.isHeardAsRecorded
        guard let first = pages.next(), first.isFirst else {
            throw source.ended
                ? Self.truncated
                : Problem(
                    .input, "audio.malformed", "the Ogg stream does not begin with its first page",
                    cure: "give the whole file")
        }
        let link = OggLink(first: first, pages: pages)
        let decoder = try Self.open(link, limits, isHeardAsRecorded)
        (self.link, self.decoder, format) = (link, decoder, decoder.format)
    }

    func read() throws -> DecodedChunk? {
        while let decoder, let link {
            let at = seconds
            let chunk = try decoder.read()
            let missing = link.takeMissingPages()
            if missing > 0 {
                let what =
                    missing == 1 ? "a page of the stream is missing" : "\(missing) pages of the stream are missing"
                damaged.note(at: at, what)
            }
            if link.takeRepeatedPages() > 0 {
                damaged.note(at: at, "a page of the stream comes twice and was left out once")
            }
            if let chunk {
                seconds += Double(chunk.frames) / Double(chunk.rate)
                return chunk
            }
            finishLink(decoder, link)
            let wasCut = !link.sawEnd
            nextLink()
            if wasCut, seconds == 0, self.link == nil { throw Self.truncated }
            if !wasCut, self.link == nil, pages.foreignBytes >= RecordingBoundary.leastForeign {
                damaged.note(.foreign(pages.foreignBytes, at: seconds))
            }
        }
        end = end ?? piece.drain()
        return nil
    }

    private static let truncated = Problem(
        .input, "audio.truncated", "the recording ends before any audio", cure: "give the whole file")

    private func finishLink(_ decoder: any AudioDecoder, _ link: OggLink) {
        for found in decoder.damage { damaged.note(at: linkStart + found.atSeconds, found.what) }
        if !link.sawEnd {
            damaged.note(.stopsWithoutLastPage(at: seconds, isCut: !pages.goOn))
        }
    }

    /// Opens the next link that can be read.
    private func nextLink() {
        (link, decoder) = (nil, nil)
        linkStart = seconds
        while let page = pages.next() {
            guard page.isFirst else { continue }
            let next = OggLink(first: page, pages: pages)
            do {
                decoder = try Self.open(next, limits, isHeardAsRecorded)
                link = next
                return
            } catch {
                damaged.note(at: seconds, "a part of the stream was left out: \(error.what)")
                while next.next() != nil {}
            }
        }
    }

    private static func open(
        _ link: OggLink, _ limits: DecodingLimits, _ isHeardAsRecorded: Bool
    ) throws(Problem) -> any AudioDecoder {
        if link.first.body.starts(with: OpusHead.magic) {
            return try OpusLinkDecoder(link, limits: limits, isHeardAsRecorded: isHeardAsRecorded)
        }
        if link.first.body.starts(with: [1] + Array("vorbis".utf8)) {
            return try VorbisLinkDecoder(link, limits: limits)
        }
        throw Problem(
            .input, "audio.unsupported-format", "the Ogg stream holds neither Opus nor Vorbis",
            cure: "install ffmpeg (apt-get install ffmpeg) or convert it to WAV, FLAC, Ogg Opus or MP3")
    }
}
