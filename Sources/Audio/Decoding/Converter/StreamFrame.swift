/// A frame of a stream that has neither a container nor a clock.
struct StreamFrame {
    /// Kinds of such streams, by their names in ``AudioFormat``.
    enum Kind: String {
        case aac
        case ac3
        case dts
        case latm

        /// Bytes that show the size of a frame.
        var headLength: Int {
            switch self {
            case .aac, .latm: 7
            case .ac3: 6
            case .dts: 9
            }
        }
    }

    /// Bytes with the head.
    var size: Int
    /// Samples of each channel.
    var samples: Int
    /// Hz; nil if the frame does not state it because an earlier one has.
    var rate: Int?

    /// Nil if no frame begins with these bytes, as many as the head has.
    init?(_ kind: Kind, _ head: [UInt8]) {
        guard head.count == kind.headLength else { return nil }
        switch kind {
        case .aac: self.init(ofAAC: head)
        case .ac3: self.init(ofAC3: head)
        case .dts: self.init(ofDTS: head)
        case .latm: self.init(ofLATM: head)
        }
    }

    private init?(size: Int, samples: Int, rate: Int?) {
        guard size > 0, samples >= 0, rate != 0 else { return nil }
        (self.size, self.samples, self.rate) = (size, samples, rate)
    }

    private static func at(_ index: Int, _ values: [Int]) -> Int? {
        values.indices.contains(index) ? values[index] : nil
    }

    /// ADTS (ISO 13818-7 §6.2): up to four blocks of 1,024 samples.
    private init?(ofAAC head: [UInt8]) {
        guard case .head(let frame) = PartHead.Reading.frame(head[...]), let size = frame.size,
            let rate = Self.at(Int(head[2] >> 2 & 0xF), Self.ratesOfAAC)
        else { return nil }
        self.init(size: size, samples: 1_024 * (Int(head[6] & 3) + 1), rate: rate)
    }

    private static let ratesOfAAC = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    /// AC-3 and Enhanced AC-3 (ATSC A/52 §5.3 and §E.1.2), told apart by their version.
    private init?(ofAC3 head: [UInt8]) {
        guard head[0] == 0x0B, head[1] == 0x77 else { return nil }
        let code = Int(head[4] >> 6)
        let rate = Self.at(code, [48_000, 44_100, 32_000])
        switch head[5] >> 3 {
        case 0...10:
            guard let rate, let kilobits = Self.at(Int(head[4] & 0x3F) / 2, Self.kilobitsOfAC3) else { return nil }
            // Only at 44.1 kHz is the size no whole number of words; some frames have one more.
            let words = kilobits * 96_000 / rate + (rate == 44_100 ? Int(head[4] & 1) : 0)
            self.init(size: 2 * words, samples: 1_536, rate: rate)
        case 11...16:
            let words = (Int(head[2] & 7) << 8 | Int(head[3])) + 1
            // A frame that belongs to the one before has further channels of the same time.
            let blocks = head[2] >> 6 == 1 ? 0 : rate == nil ? 6 : [1, 2, 3, 6][Int(head[4] >> 4 & 3)]
            let half = Self.at(Int(head[4] >> 4 & 3), [24_000, 22_050, 16_000])
            guard let stated = rate ?? half else { return nil }
            self.init(size: 2 * words, samples: 256 * blocks, rate: stated)
        default: return nil
        }
    }

    private static let kilobitsOfAC3 = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]

    /// The core of DTS (ETSI TS 102 114 §5.3).
    private init?(ofDTS head: [UInt8]) {
        guard head.starts(with: [0x7F, 0xFE, 0x80, 0x01]) else { return nil }
        let fields = PartHead.number(head[4..<9])
        let rates = [0, 8_000, 16_000, 32_000, 0, 0, 11_025, 22_050, 44_100, 0, 0, 12_000, 24_000, 48_000]
        guard let rate = Self.at(fields >> 2 & 0xF, rates) else { return nil }
        self.init(size: (fields >> 12 & 0x3FFF) + 1, samples: 32 * ((fields >> 26 & 0x7F) + 1), rate: rate)
    }

    /// LOAS with LATM (ISO 14496-3 §1.7.2 and §1.7.3). A frame with a configuration of the first version states the rate.
    private init?(ofLATM head: [UInt8]) {
        guard head[0] == 0x56, head[1] & 0xE0 == 0xE0 else { return nil }
        let size = 3 + Int(head[1] & 0x1F) << 8 + Int(head[2])
        let isConfigured = head[3] & 0xC0 == 0
        let rate = isConfigured ? Self.at(Int(head[5] & 7) << 1 | Int(head[6] >> 7), Self.ratesOfAAC) : nil
        self.init(size: size, samples: 1_024, rate: rate)
    }
}
