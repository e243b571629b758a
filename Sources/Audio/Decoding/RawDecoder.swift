internal import Plumbing

/// Plain samples: headerless input, and those of WAV, AIFF, AU, CAF and W64 files.
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
    private var claimed: Int?
    /// Bytes behind the samples of a file, whatever they are.
    private let rest: Int
    private var delivered = 0
    private let isFile: Bool
    /// Bytes that become one chunk, at most.
    private let piece: Int
    /// Used again and again, and the part of it that has been read and not yet become samples.
    private var buffer: [UInt8]
    private var unused = 0..<0

    /// - Parameter dataBytes: how many bytes of samples the header claims; nil where it is not known.
    init(
        _ layout: RawFormat, container: String, source: ReplaySource, dataBytes: Int? = nil, limits: DecodingLimits
    ) throws(Problem) {
        try limits.check(rate: layout.rate, channels: layout.channels)
        self.layout = layout
        self.source = source
        frameSize = layout.sample.width * layout.channels
        isFile = source.base.length != nil
        // Of what may be live a tenth of a second, but never so few bytes that the calls cost more than the samples. A file
        // comes two seconds at a time, which at 16 kHz are the blocks that are heard at once, so that nothing is copied to cut
        // them; larger pieces would not stay in the processor's cache. Several are read at once.
        let length = isFile ? 2 * layout.rate * frameSize : max(4_096, layout.rate / 10 * frameSize)
        piece = max(frameSize, min(64 << 10, length))
        buffer = [UInt8](repeating: 0, count: isFile ? max(1, (128 << 10) / piece) * piece : piece)
        left = dataBytes
        claimed = dataBytes
        let codec = "pcm_\(layout.sample.rawValue)"
        format = NativeFormat(container: container, codec: codec, rate: layout.rate, channels: layout.channels)
        rest = max(0, (source.base.length ?? 0) - source.position - (dataBytes ?? .max / 2))
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
        while unused.count < frameSize {
            if left == 0, goesOn { readToTheEnd() }
            guard fill() > 0 else {
                noteEnd(unfinished: unused.count)
                return nil
            }
        }
        let ready = min(piece, unused.count)
        let whole = unused.prefix(ready - ready % frameSize)
        let (samples, largest) = buffer.withUnsafeBytes {
            layout.sample.floats(UnsafeRawBufferPointer(rebasing: $0[whole]))
        }
        unused = whole.upperBound..<unused.upperBound
        delivered += whole.count
        return DecodedChunk(
            rate: layout.rate, channels: layout.channels, samples: samples, bits: layout.sample.bits,
            fullScale: layout.sample.fullScale, largest: largest)
    }

    /// Whether the header of a file is wrong, as recorders leave it that crash: far more follows than could be padding, and it
    /// does not begin as a chunk or as text does.
    private var goesOn: Bool {
        guard let claimed, rest >= max(Self.largestPadding, claimed / 4) else { return false }
        return !source.peek(4).allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Bytes: recorders fill up the sectors of their cards.
    private static let largestPadding = 64 << 10

    private func readToTheEnd() {
        damaged.note(.goesOnBehindHeader(at: seconds(delivered), claimed: seconds(claimed ?? 0)))
        (left, claimed) = (nil, nil)
    }

    /// How many bytes came to those that are there, the beginning of a frame at most: 0 at the end.
    private func fill() -> Int {
        let begun = unused.count
        for index in 0..<begun { buffer[index] = buffer[unused.lowerBound + index] }
        let end = begun + min(buffer.count - begun, left ?? .max)
        let more = buffer.withUnsafeMutableBytes { bytes in
            let room = UnsafeMutableRawBufferPointer(rebasing: bytes[begun..<end])
            return isFile ? source.readFully(into: room) : source.read(into: room)
        }
        unused = 0..<(begun + more)
        if let left { self.left = left - more }
        return more
    }

    private func noteEnd(unfinished: Int) {
        if let claimed, let left, left > 0 {
            damaged.note(.endsBeforeHeader(at: seconds(delivered), claimed: seconds(claimed)))
        } else if unfinished > 0 {
            damaged.note(at: seconds(delivered), "the audio ends in the middle of a frame")
        }
    }

    /// How long so many bytes of samples last.
    private func seconds(_ bytes: Int) -> Double { Double(bytes / frameSize) / Double(layout.rate) }
}

extension AudioDamage {
    /// The recording stops short of what its header says.
    static func endsBeforeHeader(at seconds: Double, claimed: Double) -> AudioDamage {
        let (came, meant) = (hundredths(seconds), hundredths(claimed))
        let far = came == meant ? "by less than a hundredth of a second" : "after \(came) of \(meant) seconds"
        return AudioDamage(atSeconds: seconds, what: "the file ends before its header says, \(far)")
    }

    /// The recording goes on where its header says that it ends.
    static func goesOnBehindHeader(at seconds: Double, claimed: Double) -> AudioDamage {
        AudioDamage(
            atSeconds: seconds,
            what:
                "the header says that the file ends after \(hundredths(claimed)) seconds; what follows was read as well"
        )
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
