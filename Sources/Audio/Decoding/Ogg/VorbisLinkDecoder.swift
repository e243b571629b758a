internal import COgg
internal import CVorbis
internal import Plumbing

/// One link of an Ogg Vorbis stream.
///
/// libvorbis itself trims the first and the last page to the sample that they name. Silence fills a hole, which the granule
/// positions show, so that later audio keeps its time. libsndfile is not used here: it leaks the memory of every stream whose
/// headers are broken.
final class VorbisLinkDecoder: AudioDecoder {
    let format: NativeFormat
    var damage: [AudioDamage] { damaged.entries }

    private var damaged = DamageLog()
    private let link: OggLink
    private let limits: DecodingLimits
    private let core: VorbisCore
    private var delivered = 0
    /// The difference between the granule positions and the delivered frames; known after the first page of audio.
    private var origin: Int?

    init(_ link: OggLink, limits: DecodingLimits) throws(Problem) {
        self.link = link
        self.limits = limits
        core = try VorbisCore(link, headerBytes: limits.headerBytes)
        try limits.check(rate: core.rate, channels: core.channels)
        format = NativeFormat(container: "ogg", codec: "vorbis", rate: core.rate, channels: core.channels)
    }

    func read() throws -> DecodedChunk? {
        while true {
            // The audio after the headers on their last page comes before the next page.
            let page = core.hasStarted ? link.next() : nil
            if core.hasStarted, page == nil { return nil }
            if let page { core.take(page) }
            var samples: [Float] = []
            let broken = core.decode(into: &samples)
            if broken > 0 { damaged.note(at: seconds, "a packet cannot be decoded") }
            if let page, page.granule >= 0 { fillHole(before: &samples, page) }
            guard !samples.isEmpty else { continue }
            delivered += samples.count / core.channels
            return DecodedChunk(rate: core.rate, channels: core.channels, samples: NativeSamples(samples))
        }
    }

    private var seconds: Double { Double(delivered) / Double(core.rate) }

    /// Fills a hole. The page states where its last packet ends; samples that are missing before that end were lost before the
    /// page.
    private func fillHole(before samples: inout [Float], _ page: OggPage) {
        let end = delivered + samples.count / core.channels
        guard let granule = Int(exactly: page.granule), granule < 1 << 53 else { return }
        guard let origin else {
            // A stream cut from a longer one does not begin at 0.
            self.origin = granule - end
            return
        }
        let missing = granule - origin - end
        guard missing > 0, !page.isLast else { return }
        guard Double(missing) <= limits.gapSeconds * Double(core.rate) else {
            damaged.note(at: seconds, "the stream's clock jumps")
            self.origin = granule - end
            return
        }
        samples = [Float](repeating: 0, count: missing * core.channels) + samples
    }
}

/// libvorbis with its four structures, whose addresses must not change.
private final class VorbisCore {
    let rate: Int
    let channels: Int
    private(set) var hasStarted = false

    private var stream = ogg_stream_state()
    private let info = UnsafeMutablePointer<vorbis_info>.allocate(capacity: 1)
    private let comment = UnsafeMutablePointer<vorbis_comment>.allocate(capacity: 1)
    private let state = UnsafeMutablePointer<vorbis_dsp_state>.allocate(capacity: 1)
    private let block = UnsafeMutablePointer<vorbis_block>.allocate(capacity: 1)
    private var isReady = false

    /// Reads the three headers.
    init(_ link: OggLink, headerBytes: Int) throws(Problem) {
        vorbis_info_init(info)
        vorbis_comment_init(comment)
        ogg_stream_init(&stream, link.first.serial)
        // Set now, because every property must have a value before the initializer can throw.
        (rate, channels) = Self.dimensions(link.first.body)
        var headers = 0
        var bytes = 0
        while headers < 3 {
            guard let page = link.next() else {
                throw Problem(
                    .input, "audio.truncated", "the recording ends before any audio", cure: "give the whole file")
            }
            bytes += page.body.count
            take(page)
            var packet = ogg_packet()
            while headers < 3, ogg_stream_packetout(&stream, &packet) == 1 {
                guard vorbis_synthesis_headerin(info, comment, &packet) == 0 else { throw Self.malformed }
                headers += 1
            }
            guard bytes <= headerBytes else { throw Self.malformed }
        }
        guard rate == info.pointee.rate, channels == Int(info.pointee.channels),
            vorbis_synthesis_init(state, info) == 0
        else { throw Self.malformed }
        vorbis_block_init(state, block)
        isReady = true
    }

    deinit {
        if isReady {
            vorbis_block_clear(block)
            vorbis_dsp_clear(state)
        }
        ogg_stream_clear(&stream)
        vorbis_comment_clear(comment)
        vorbis_info_clear(info)
        block.deallocate()
        state.deallocate()
        comment.deallocate()
        info.deallocate()
    }

    func take(_ page: OggPage) { stream.take(page) }

    /// Appends the samples of all packets that are complete and returns how many packets were broken.
    func decode(into samples: inout [Float]) -> Int {
        hasStarted = true
        var broken = 0
        var packet = ogg_packet()
        // Negative: a packet was lost; the granule positions show how much.
        while case let result = ogg_stream_packetout(&stream, &packet), result != 0 {
            guard result > 0 else { continue }
            guard vorbis_synthesis(block, &packet) == 0, vorbis_synthesis_blockin(state, block) == 0 else {
                broken += 1
                continue
            }
            append(to: &samples)
        }
        return broken
    }

    private func append(to samples: inout [Float]) {
        var planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
        while case let frames = Int(vorbis_synthesis_pcmout(state, &planes)), frames > 0 {
            guard let planes else { return }
            let order = XiphChannels.order(of: channels)
            let start = samples.count
            samples.append(contentsOf: repeatElement(0, count: frames * channels))
            for channel in 0..<channels {
                guard let plane = planes[order[channel]] else { continue }
                for frame in 0..<frames { samples[start + frame * channels + channel] = plane[frame] }
            }
            vorbis_synthesis_read(state, Int32(frames))
        }
    }

    /// Rate and channels of an identification header (Vorbis I, section 4.2.2), or zeros.
    private static func dimensions(_ header: [UInt8]) -> (rate: Int, channels: Int) {
        guard header.count >= 16 else { return (0, 0) }
        return (header[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }, Int(header[11]))
    }

    private static let malformed = Problem(
        .input, "audio.malformed", "the headers of the Vorbis stream are broken", cure: "encode the recording again")
}
