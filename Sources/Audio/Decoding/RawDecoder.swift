internal import Plumbing

/// Plain samples: headerless input, and the data chunk of a WAV file.
final class RawDecoder: AudioDecoder {
    let format: NativeFormat
    let expectedSeconds: Double?
    var damage: [AudioDamage] { damaged.entries }

    private var damaged = DamageLog()
    private let source: ReplaySource
    private let layout: RawFormat
    private let frameSize: Int
    /// Bytes of samples that are left according to the header; nil reads to the end.
    private var left: Int?
    private let claimed: Int?
    private var delivered = 0
    /// The beginning of a frame whose end has not arrived.
    private var partial: [UInt8] = []

    /// - Parameter dataBytes: how many bytes of samples the header claims; nil where it is not known.
    init(
        _ layout: RawFormat, container: String, source: ReplaySource, dataBytes: Int? = nil, limits: DecodingLimits
    ) throws(Problem) {
        try limits.check(rate: layout.rate, channels: layout.channels)
        self.layout = layout
        self.source = source
        frameSize = layout.sample.width * layout.channels
        left = dataBytes
        claimed = dataBytes
        let codec = "pcm_\(layout.sample)"
        format = NativeFormat(container: container, codec: codec, rate: layout.rate, channels: layout.channels)
        if let length = source.base.length {
            let available = max(0, length - source.position)
            let agrees = dataBytes.map { $0 <= available } ?? true
            expectedSeconds =
                agrees ? Double((dataBytes ?? available) / frameSize) / Double(layout.rate) : nil
        } else {
            expectedSeconds = nil
        }
        source.forget()
    }

    func read() throws -> DecodedChunk? {
        // Of what may be live a tenth of a second, but never so few bytes that the calls cost more than the samples. A file
        // comes in larger pieces, which still stay in the processor's cache.
        let piece = source.base.length == nil ? max(4_096, layout.rate / 10 * frameSize) : 64 << 10
        let whole = max(frameSize, min(64 << 10, piece))
        var bytes = partial
        partial = []
        while bytes.count < frameSize {
            let wanted = min(whole, left ?? whole)
            let more = wanted > 0 ? source.read(upTo: wanted) : []
            if more.isEmpty {
                noteEnd(unfinished: bytes.count)
                return nil
            }
            bytes += more
            if let left { self.left = left - more.count }
        }
        let rest = bytes.count % frameSize
        if rest > 0 {
            partial = Array(bytes.suffix(rest))
            bytes.removeLast(rest)
        }
        delivered += bytes.count
        let samples = bytes.withUnsafeBytes { layout.sample.floats($0) }
        return DecodedChunk(rate: layout.rate, channels: layout.channels, samples: samples)
    }

    private func noteEnd(unfinished: Int) {
        let at = Double(delivered / frameSize) / Double(layout.rate)
        if let claimed, let left, left > 0 {
            let seconds = Double(claimed / frameSize) / Double(layout.rate)
            damaged.note(.endsBeforeHeader(at: at, claimed: seconds))
        } else if unfinished > 0 {
            damaged.note(at: at, "the audio ends in the middle of a frame")
        }
    }
}

extension AudioDamage {
    /// The recording stops short of what its header says.
    static func endsBeforeHeader(at seconds: Double, claimed: Double) -> AudioDamage {
        AudioDamage(
            atSeconds: seconds,
            what: "the file ends before its header says, after \(rounded(seconds)) of \(rounded(claimed)) seconds")
    }

    /// Seconds with two decimals.
    private static func rounded(_ seconds: Double) -> String {
        guard let hundredths = Int(exactly: (seconds * 100).rounded()) else { return "\(seconds)" }
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}

extension DecodingLimits {
    /// - Throws: ``Problem`` `audio.sample-rate` or `audio.channels` where the stream asks for more than is allowed.
    func check(rate: Int, channels: Int) throws(Problem) {
        guard rates.contains(rate) else {
            throw Problem(
                .input, "audio.sample-rate", "a sample rate of \(rate) Hz cannot be used",
                cure: "give audio between \(rates.lowerBound) and \(rates.upperBound) Hz")
        }
        guard channels >= 1, channels <= self.channels else {
            throw Problem(
                .input, "audio.channels", "\(channels) channels cannot be used",
                cure: "give audio with 1 to \(self.channels) channels")
        }
    }
}
