internal import Plumbing

/// The identification header of an Opus stream (RFC 7845, section 5.1).
struct OpusHead {
    var channels: Int
    /// Samples at 48 kHz to drop at the beginning.
    var preSkip: Int
    /// The rate of the audio that was encoded, 0 if it is unknown. It is only a note: Opus is decoded at any of its rates.
    var inputRate: Int
    /// In 1/256 dB.
    var gain: Int32
    var streams = 1
    var coupled = 0
    /// Which decoded stream each channel is, in the order of WAV files.
    var mapping: [UInt8] = []
    var usesMultistream = false

    static let magic = Array("OpusHead".utf8)

    /// - Throws: ``Problem`` `audio.malformed` or `audio.unsupported-format`.
    init(_ bytes: [UInt8]) throws(Problem) {
        let fields = Bytes(bytes, isBigEndian: false)
        guard bytes.starts(with: Self.magic), bytes.count >= 19, let skip = fields.u16(10), let rate = fields.u32(12),
            let gain = fields.u16(16)
        else { throw Self.malformed("is cut short") }
        guard bytes[8] >> 4 == 0 else { throw Self.malformed("has version \(bytes[8]), which is unknown") }
        channels = Int(bytes[9])
        preSkip = skip
        inputRate = rate
        self.gain = Int32(Int16(truncatingIfNeeded: gain))
        guard channels > 0 else { throw Self.malformed("names no channels") }
        switch bytes[18] {
        case 0:
            guard channels <= 2 else { throw Self.malformed("names \(channels) channels without a mapping") }
            coupled = channels - 1
        case 1:
            guard channels <= 8, bytes.count >= 21 + channels else { throw Self.malformed("has no sound mapping") }
            streams = Int(bytes[19])
            coupled = Int(bytes[20])
            mapping = Array(bytes[21..<21 + channels])
            usesMultistream = true
            let sound = mapping.allSatisfy { $0 == 255 || Int($0) < streams + coupled }
            guard streams > 0, coupled <= streams, streams + coupled <= 255, sound else {
                throw Self.malformed("has no sound mapping")
            }
            mapping = XiphChannels.order(of: channels).map { mapping[$0] }
        default:
            throw Problem(
                .input, "audio.unsupported-format", "the Opus stream has channels for purposes Verbio does not know",
                cure: "convert it to mono or stereo")
        }
    }

    private static func malformed(_ what: String) -> Problem {
        Problem(.input, "audio.malformed", "the header of the Opus stream \(what)", cure: "encode the recording again")
    }
}
