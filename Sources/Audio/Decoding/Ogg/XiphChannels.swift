/// The order of channels in Vorbis (Vorbis I, section 4.3.9) and in Opus (RFC 7845, section 5.1.1.2).
enum XiphChannels {
    /// For each channel in the order of WAV files (left, right, centre, low frequencies, back, side) its number in Xiph's
    /// order. In Xiph's order the centre is second and the low frequencies are last.
    static func order(of channels: Int) -> [Int] {
        switch channels {
        case 3: [0, 2, 1]
        case 5: [0, 2, 1, 3, 4]
        case 6: [0, 2, 1, 5, 3, 4]
        case 7: [0, 2, 1, 6, 5, 3, 4]
        case 8: [0, 2, 1, 7, 5, 6, 3, 4]
        default: Array(0..<channels)
        }
    }
}
