internal import Plumbing

/// Reads the WAV that a synthesizer writes to a pipe or socket, with plain samples of any width, rate and number of channels.
///
/// The sizes in its header may be meaningless, because they were written before the length was known. Some voices send a WAV
/// for each sentence, one after the other: the later headers are not sound. Samples that are not mono with 16 bits are
/// converted, at the rate of the first.
package struct WaveStream {
    /// Hz, once there are samples.
    package var sampleRate: Int? { mix.rate }
    private var mix = VoiceMix()
    private var held: [UInt8] = []
    private var place = Place.header
    private var isOver = false
    private var layout: RawFormat?
    /// Bytes of samples that the last header states; nil if it states no possible length. Whole frames only.
    private var stated: Int?
    private var received = 0
    /// Whether a byte may follow the samples to make their number even.
    private var mayBePadded = false
    /// Whether one of the headers stated more than arrived before the next. Then the stated lengths are not reliable.
    private var sawLie = false

    private enum Place {
        /// At the beginning of a WAV.
        case header
        case samples
        /// After as many bytes of samples as were stated.
        case behind
        /// In a chunk that is not sound.
        case chunk(left: Int)
    }

    /// No voice speaks one text for an hour: a header that states more was written before the length was known.
    private static let longestSeconds = 3_600
    /// Some writers count the header as samples.
    private static let countedHeader = 64
    /// A longer header is not valid.
    private static let longestHeader = 64 << 10
    /// Bytes. Chunks after the samples are not longer; samples that look like the head of a chunk state a larger size.
    private static let longestChunk = 1 << 20

    package init() {}

    /// Bytes of samples that the last header states and that have not arrived; 0 if it states no plausible length.
    package var missingBytes: Int {
        guard let stated, !sawLie, stated - received > Self.countedHeader else { return 0 }
        return stated - received
    }

    package enum Failure: Error, Hashable {
        /// It is not a WAV, or not a usable one; the text says so as one clause about `its output`.
        case unreadable(String)
        /// It is a WAV with packed samples, such as ADPCM, which other decoders know.
        case packed

        /// One clause about `its output`.
        package var what: String {
            switch self {
            case .unreadable(let what): what
            case .packed: "the samples of its WAV are packed"
            }
        }
    }

    /// Takes the next bytes and returns the samples that they complete.
    ///
    /// - Throws: ``Failure`` for bytes that are not such a WAV.
    package mutating func samples(from bytes: [UInt8]) throws(Failure) -> [Int16] {
        held += bytes
        var ready: [Int16] = []
        while try step(&ready) {}
        return ready
    }

    /// The samples that were held back, once there are no more bytes.
    ///
    /// - Throws: ``Failure`` as ``samples(from:)``.
    package mutating func finish() throws(Failure) -> [Int16] {
        isOver = true
        var ready: [Int16] = []
        while try step(&ready) {}
        return ready + mix.finish()
    }

    /// - Returns: whether the held bytes may allow another step.
    private mutating func step(_ ready: inout [Int16]) throws(Failure) -> Bool {
        switch place {
        case .header: return try readHeader()
        case .samples: return try readSamples(&ready)
        case .behind: return passPadding()
        case .chunk(let left):
            let count = min(left, held.count)
            held.removeFirst(count)
            place = left == count ? .behind : .chunk(left: left - count)
            return left == count
        }
    }

    // MARK: Header

    private mutating func readHeader() throws(Failure) -> Bool {
        guard held.count >= 12 else { return false }
        guard WaveHeader.isWave(held) else { throw .unreadable("its output is no WAV") }
        let source = ReplaySource(HeldBytes(held[...]))
        guard let header = WaveHeader(source, limit: Self.longestHeader) else {
            guard source.ended, held.count < Self.longestHeader else {
                throw .unreadable("the header of its WAV cannot be read")
            }
            return false
        }
        guard let layout = header.plainLayout else {
            throw sampleRate == nil ? .packed : .unreadable("a later part of it is another kind of WAV")
        }
        do throws(Problem) {
            try DecodingLimits().check(rate: layout.rate, channels: layout.channels)
        } catch {
            throw .unreadable("its WAV cannot be used: \(error.what)")
        }
        let frameSize = layout.sample.width * layout.channels
        let most = frameSize * layout.rate * Self.longestSeconds
        stated = header.dataBytes.flatMap { $0 <= most ? $0 / frameSize * frameSize : nil }
        mayBePadded = header.dataBytes.map { $0 % 2 == 1 } ?? false
        self.layout = layout
        received = 0
        held.removeFirst(source.position)
        place = .samples
        return true
    }

    // MARK: Samples

    private mutating func readSamples(_ ready: inout [Int16]) throws(Failure) -> Bool {
        guard let layout else { return false }
        let (next, isWhole) = nextHeader()
        let left = stated.map { $0 - received }.flatMap { $0 > 0 ? $0 : nil }
        let frameSize = layout.sample.width * layout.channels
        let count = min(next ?? held.count, left ?? .max) / frameSize * frameSize
        if count > 0 { ready += try take(count, layout) }
        if left == count {
            place = .behind
            return true
        }
        guard isWhole, let next else { return false }
        if let stated, stated - received > Self.countedHeader { sawLie = true }
        held.removeFirst(next - count)
        place = .header
        return true
    }

    private mutating func take(_ count: Int, _ layout: RawFormat) throws(Failure) -> [Int16] {
        let samples: NativeSamples =
            layout.sample == .s16le
            ? NativeSamples(PCM16.samples(fromLittleEndian: Array(held[..<count])))
            : NativeSamples(
                held.withUnsafeBytes { layout.sample.floats(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                    .map { $0.magnitude <= Self.loudest ? $0 : 0 })
        held.removeFirst(count)
        received += count
        do throws(Problem) {
            return try mix.push(DecodedChunk(rate: layout.rate, channels: layout.channels, samples: samples))
        } catch {
            throw .unreadable("its WAV cannot be used: \(error.what)")
        }
    }

    /// Floating point may have any value; samples larger than this are not valid.
    private static let loudest: Float = 1e6

    /// Where the next WAV begins in the held bytes, whatever the header before stated, and whether all of its first twelve
    /// bytes have arrived.
    ///
    /// It is nil if none begins. No samples look like them.
    private func nextHeader() -> (place: Int?, isWhole: Bool) {
        held.withUnsafeBufferPointer { held in
            var at = 0
            while at < held.count {
                if held[at] == UInt8(ascii: "R"), Self.mayBegin(held, at) {
                    let isWhole = held.count - at >= 12
                    if isWhole || !isOver { return (at, isWhole) }
                }
                at += 1
            }
            return (nil, false)
        }
    }

    private static func mayBegin(_ held: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
        let seen = min(12, held.count - at)
        return heads.contains { head in
            (0..<seen).allSatisfy { (4..<8).contains($0) || held[at + $0] == head[$0] }
        }
    }

    private static let heads = [Array("RIFF    WAVE".utf8), Array("RF64    WAVE".utf8)]

    // MARK: Behind the samples

    /// Skips the chunks of a file. Other bytes are more samples, as from servers that write a header for the first piece alone.
    private mutating func passPadding() -> Bool {
        let pad = mayBePadded && held.first == 0 ? 1 : 0
        guard held.count >= pad + 8 || isOver else { return false }
        mayBePadded = false
        let head = Array(held.dropFirst(pad).prefix(8))
        let isNamed = head.count >= 4 && head[..<4].allSatisfy { (0x20...0x7E).contains($0) }
        let size = head.dropFirst(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        if isNamed, !head.starts(with: "RIFF".utf8), !head.starts(with: "RF64".utf8), size <= Self.longestChunk {
            held.removeFirst(pad + head.count)
            place = .chunk(left: size + size % 2)
            return !held.isEmpty
        }
        held.removeFirst(min(pad, held.count))
        guard !held.isEmpty else { return false }
        // All samples that were stated have arrived; the length of those that follow is not known.
        place = .samples
        return true
    }
}
