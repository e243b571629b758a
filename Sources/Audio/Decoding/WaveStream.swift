/// Reads the WAV that a synthesizer writes to a pipe or socket: mono, 16 bits. The sizes in its header may mean nothing, because
/// they were written before the length was known.
public struct WaveStream: Sendable {
    /// Hz, once the header has been read.
    public private(set) var sampleRate: Int?
    private var held: [UInt8] = []
    /// Bytes of samples that the header states; nil if it states none that can be.
    private var stated: Int?
    private var received = 0

    /// No voice speaks one text for an hour: a header that states more was written before the length was known.
    private static let longestSeconds = 3_600
    /// Some writers count the header as samples.
    private static let countedHeader = 64

    public init() {}

    /// Bytes of samples that the header states and that have not come; 0 if the header states no length that can be meant.
    public var missingBytes: Int {
        guard let stated, stated - received > Self.countedHeader else { return 0 }
        return stated - received
    }

    public enum Failure: Error, Hashable {
        /// It is no WAV, or not mono with 16 bits; the text says so as one clause about `its output`.
        case unreadable(String)
    }

    /// A header longer than this is none.
    private static let longestHeader = 4_096

    /// Takes the next bytes and gives the samples they complete.
    ///
    /// - Throws: ``Failure`` for bytes that are no such WAV.
    public mutating func samples(from bytes: [UInt8]) throws(Failure) -> [Int16] {
        held += bytes
        if sampleRate == nil {
            guard try readHeader() else { return [] }
        }
        let whole = held.count / 2 * 2
        let samples = stride(from: 0, to: whole, by: 2).map { at in
            Int16(bitPattern: UInt16(held[at]) | UInt16(held[at + 1]) << 8)
        }
        held.removeFirst(whole)
        received += whole
        return samples
    }

    /// - Returns: whether the header is complete; then the samples are what is held.
    private mutating func readHeader() throws(Failure) -> Bool {
        guard held.count >= 12 else { return false }
        guard held.starts(with: Array("RIFF".utf8)), held[8..<12].elementsEqual("WAVE".utf8) else {
            throw .unreadable("its output is no WAV")
        }
        var at = 12
        var rate: Int?
        while held.count >= at + 8 {
            let size = number(at + 4, bytes: 4)
            let body = at + 8
            if held[at..<at + 4].elementsEqual("data".utf8) {
                guard let rate else { throw .unreadable("its WAV has no format") }
                sampleRate = rate
                stated = size <= rate * 2 * Self.longestSeconds ? size : nil
                held.removeFirst(body)
                return true
            }
            guard size <= Self.longestHeader else { throw .unreadable("its WAV has no data") }
            guard held.count >= body + size else { return false }
            if held[at..<at + 4].elementsEqual("fmt ".utf8) {
                guard size >= 16, number(body, bytes: 2) == 1, number(body + 2, bytes: 2) == 1,
                    number(body + 14, bytes: 2) == 16
                else { throw .unreadable("its WAV is not mono with 16 bits") }
                let claimed = number(body + 4, bytes: 4)
                guard (4_000...192_000).contains(claimed) else {
                    throw .unreadable("its WAV claims a rate of \(claimed) Hz")
                }
                rate = claimed
            }
            at = body + size + size % 2
            guard at <= Self.longestHeader else { throw .unreadable("its WAV has no data") }
        }
        return false
    }

    private func number(_ at: Int, bytes: Int) -> Int {
        (0..<bytes).reduce(0) { $0 | Int(held[at + $1]) << (8 * $1) }
    }
}
