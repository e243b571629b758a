internal import Plumbing

/// The layout of the bytes of sound that a client sends, as far as it is known: where a second of the sound is, and how a stream begins
/// that starts there.
struct SoundStream: Sendable, Hashable {
    /// What a stream of the sound begins with; empty for headerless samples.
    var header: [UInt8]
    /// How many bytes stand before the samples of the first stream.
    var offset: Int
    /// Hz.
    var rate: Int
    /// The bytes of a sample in all channels.
    var frame: Int

    /// The byte of the first stream at which a moment of the sound is.
    func byte(atSample sample: Int, ofRate clock: Int) -> Int {
        offset + sample * rate / clock * frame
    }

    /// - Parameter layout: as the parameter `raw` has it, such as `s16le:16000:1`.
    init?(raw layout: String) {
        let parts = layout.split(separator: ":")
        guard parts.count == 3, let rate = Int(parts[1]), rate > 0, let channels = Int(parts[2]), channels > 0,
            let bits = parts[0].firstMatch(of: /[0-9]+/).flatMap({ Int($0.0) }), bits > 0, bits % 8 == 0
        else { return nil }
        (header, offset, self.rate, frame) = ([], 0, rate, bits / 8 * channels)
    }

    /// - Parameter bytes: the beginning of a stream.
    /// - Returns: nil if it is no WAV with samples of PCM.
    init?(wav bytes: [UInt8]) {
        func number(_ place: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        func name(_ place: Int) -> String { String(decoding: bytes[place..<place + 4], as: UTF8.self) }
        guard bytes.count >= 12, ["RIFF", "RF64"].contains(name(0)), name(8) == "WAVE" else { return nil }
        var place = 12
        var format: (rate: Int, frame: Int)?
        while place + 8 <= bytes.count, name(place) != "data" {
            let size = number(place + 4, 4)
            if name(place) == "fmt ", size >= 16, place + 24 <= bytes.count {
                format = (number(place + 12, 4), number(place + 20, 2))
            }
            place += 8 + size + size % 2
        }
        guard let format, format.rate > 0, format.frame > 0, place + 8 <= bytes.count else { return nil }
        // A stream that starts later is shorter than the first header says, so its length is left open.
        var header = Array(bytes[..<(place + 8)])
        for at in Array(4..<8) + Array(place + 4..<place + 8) { header[at] = 0xFF }
        (self.header, offset, rate, frame) = (header, place + 8, format.rate, format.frame)
    }
}
