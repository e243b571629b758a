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
    /// Bytes behind the samples of a file, of any kind.
    private let rest: Int
    private var delivered = 0
    /// Whether the decoder looks for the beginning of another recording among the samples. It occurs there if a header states
    /// no length or too large a length.
    private let isWave: Bool
    private(set) var end: Int?
    private let isFile: Bool
    /// The largest number of bytes in one chunk.
    private let piece: Int
    /// The beginning of a frame that is not complete yet.
    private var begun: [UInt8] = []
    /// The buffer for bytes that are converted to other samples; those of 16 bits are read directly to their final place.
    private var buffer: [UInt8] = []
    private var integers: [Int16] = []

    /// - Parameter dataBytes: how many bytes of samples the header claims; nil if it is not known.
    init(
        _ layout: RawFormat, container: String, source: ReplaySource, dataBytes: Int? = nil, limits: DecodingLimits
    ) throws(Problem) {
        try limits.check(rate: layout.rate, channels: layout.channels)
        self.layout = layout
        self.source = source
        frameSize = layout.sample.width * layout.channels
        isFile = source.base.length != nil
        // Input that may be live is read a tenth of a second at a time. A lower limit in bytes keeps the calls from
        // costing more than the samples. A file is read two seconds at a time. At 16 kHz these are the blocks that are
        // heard at once, so no samples are copied to cut them. Larger pieces would not stay in the processor's cache.
        let length = isFile ? 2 * layout.rate * frameSize : max(4_096, layout.rate / 10 * frameSize)
        piece = max(frameSize, min(64 << 10, length))
        left = dataBytes
        claimed = dataBytes
        let codec = "pcm_\(layout.sample.rawValue)"
        format = NativeFormat(container: container, codec: codec, rate: layout.rate, channels: layout.channels)
        rest = max(0, (source.base.length ?? 0) - source.position - (dataBytes ?? .max / 2))
        if let length = source.base.length {
            let available = max(0, length - source.position)
            let agrees = dataBytes.map { $0 <= available } ?? true
            // The bytes that follow may be another recording.
            expectedSeconds =
                agrees && rest < Self.largestPadding
                ? Double((dataBytes ?? available) / frameSize) / Double(layout.rate) : nil
        } else {
            expectedSeconds = nil
        }
        isWave = container == "wav"
        source.forget()
    }

    func read() throws -> DecodedChunk? {
        let samples = layout.sample.isSixteenBits ? NativeSamples(readIntegers()) : NativeSamples(readFloats())
        guard samples.count > 0 else { return nil }
        return DecodedChunk(
            rate: layout.rate, channels: layout.channels, samples: samples, bits: layout.sample.bits,
            fullScale: layout.sample.fullScale)
    }

    private func readIntegers() -> [Int16] {
        let width = layout.sample.width
        if integers.isEmpty { integers = [Int16](repeating: 0, count: piece / width) }
        // Most samples are handed out as they are, and the receiver of the last ones has released them. So no samples are
        // copied, and the memory is still in the processor's cache.
        let count = integers.withUnsafeMutableBytes { readFrames(into: $0) } / width
        if layout.sample.isSwapped {
            for index in 0..<count { integers[index] = integers[index].byteSwapped }
        }
        return count == integers.count ? integers : Array(integers.prefix(count))
    }

    private func readFloats() -> [Float] {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: piece) }
        let count = buffer.withUnsafeMutableBytes { readFrames(into: $0) }
        return buffer.withUnsafeBytes { layout.sample.floats(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Waits for at least one frame, and takes as many as are available and fit.
    ///
    /// - Returns: bytes of whole frames; 0 at the end.
    private func readFrames(into room: UnsafeMutableRawBufferPointer) -> Int {
        room.copyBytes(from: begun)
        var count = begun.count
        while count < frameSize {
            if left == 0, goesOn { readToTheEnd() }
            let more = take(into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
            guard more > 0 else {
                if left == 0 { end = source.position }
                noteEnd(unfinished: count)
                return 0
            }
            count += more
        }
        let whole = count - count % frameSize
        begun.removeAll(keepingCapacity: true)
        begun += room[whole..<count]
        delivered += whole
        return whole
    }

    /// Whether the header of a file is wrong, as recorders leave it if they crash. In that case far more bytes follow than
    /// padding could have, and they do not begin as a chunk, a tag or text does.
    private var goesOn: Bool {
        guard let claimed, rest >= max(Self.largestPadding, claimed / 4) else { return false }
        let head = source.peek(RecordingBoundary.headSize)
        return !head.prefix(4).allSatisfy { (0x20...0x7E).contains($0) }
            && !ContainerPart.isBeginning(head, isSearched: false) && ID3Tag(head) == nil
    }

    /// Bytes: recorders fill up the sectors of their cards.
    static let largestPadding = 64 << 10

    private func readToTheEnd() {
        damaged.note(.goesOnBehindHeader(at: seconds(delivered), claimed: seconds(claimed ?? 0)))
        (left, claimed) = (nil, nil)
    }

    private func take(into room: UnsafeMutableRawBufferPointer) -> Int {
        let room = UnsafeMutableRawBufferPointer(rebasing: room.prefix(left ?? .max))
        guard end == nil else { return 0 }
        var count = isFile ? source.readFully(into: room) : source.read(into: room)
        if isWave, let begin = WaveHeader.search(in: room[..<count]), delivered + begin > 0 {
            source.putBack(room[begin..<count])
            count = begin
            end = source.position
        }
        if let left { self.left = left - count }
        return count
    }

    private func noteEnd(unfinished: Int) {
        if let claimed, let left, left > 0 {
            damaged.note(.endsBeforeHeader(at: seconds(delivered), claimed: seconds(claimed)))
        } else if unfinished > 0 {
            damaged.note(at: seconds(delivered), "the audio ends in the middle of a frame", isCut: true)
        }
    }

    /// The duration of this many bytes of samples.
    private func seconds(_ bytes: Int) -> Double { Double(bytes / frameSize) / Double(layout.rate) }
}

extension DecodingLimits {
    /// - Throws: ``Problem`` `audio.sample-rate` or `audio.channels` if the stream has a rate or channels that are not allowed.
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
