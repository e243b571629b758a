package import Plumbing

/// The layout of headerless samples.
package struct RawFormat: Sendable, Hashable, Codable {
    /// The encoding of one sample.
    package enum Sample: String, Sendable, Hashable, Codable, CaseIterable {
        case u8, s8, s16le, s16be, s24le, s24be, s32le, s32be, f32le, f32be, f64le, f64be, mulaw, alaw

        /// Bytes of one sample.
        package var width: Int {
            switch self {
            case .u8, .s8, .mulaw, .alaw: 1
            case .s16le, .s16be: 2
            case .s24le, .s24be: 3
            case .s32le, .s32be, .f32le, .f32be: 4
            case .f64le, .f64be: 8
            }
        }

        /// The largest sample, full scale ± 1. The law of telephone networks ends below it (ITU-T G.711, tables 1a and 2a).
        var fullScale: Float {
            switch self {
            case .u8, .s8: 127.0 / 128
            case .mulaw: 32_124.0 / 32_768
            case .alaw: 32_256.0 / 32_768
            default: 32_767.0 / 32_768
            }
        }

        /// Bits of the samples as unpacked whole numbers; nil for floating point.
        var bits: Int? {
            switch self {
            case .u8, .s8: 8
            case .s16le, .s16be, .mulaw, .alaw: 16
            case .s24le, .s24be: 24
            case .s32le, .s32be: 32
            case .f32le, .f32be, .f64le, .f64be: nil
            }
        }
    }

    package var sample: Sample
    /// Hz.
    package var rate: Int
    package var channels: Int

    package init(sample: Sample, rate: Int, channels: Int) {
        self.sample = sample
        self.rate = rate
        self.channels = channels
    }

    /// Reads `s16le:16000:1`: sample, rate in Hz and channels; the channels may be left out for mono.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `audio.raw-format`.
    package init(parsing text: String) throws(Problem) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), let sample = Sample(rawValue: parts[0].lowercased()),
            let rate = Int(parts[1]), rate > 0, let channels = parts.count == 3 ? Int(parts[2]) : 1, channels > 0
        else {
            let known = Sample.allCases.map(\.rawValue).joined(separator: " ")
            throw Problem(
                .usage, "audio.raw-format", "'\(text)' is not a raw format",
                cure: "write sample:rate:channels, such as s16le:16000:1, where the sample is one of: \(known)")
        }
        self.init(sample: sample, rate: rate, channels: channels)
    }
}
