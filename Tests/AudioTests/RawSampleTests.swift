import Audio
import Testing

struct RawSampleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var sample: RawFormat.Sample
        var bytes: [UInt8]
        var values: [Float]

        init(_ sample: RawFormat.Sample, _ bytes: [UInt8], _ values: [Float]) {
            self.sample = sample
            self.bytes = bytes
            self.values = values
        }

        /// Values on the scale of 16 bits.
        init(_ sample: RawFormat.Sample, _ bytes: [UInt8], linear: [Int]) {
            self.init(sample, bytes, linear.map { Float($0) / 32_768 })
        }

        var testDescription: String { sample.rawValue }
    }

    static let cases: [Case] = [
        Case(.u8, [0, 64, 128, 192], [-1, -0.5, 0, 0.5]),
        Case(.s8, [0x80, 0x40, 0, 0xC0], [-1, 0.5, 0, -0.5]),
        Case(.s16le, [0, 0x80, 0, 0x40], [-1, 0.5]),
        Case(.s16be, [0x80, 0, 0x40, 0], [-1, 0.5]),
        Case(.s24le, [0, 0, 0x80, 0, 0, 0x40], [-1, 0.5]),
        Case(.s24be, [0xC0, 0, 0, 0xFF, 0x80, 0], [-0.5, -0.00390625]),
        Case(.s32le, [0, 0, 0, 0x80], [-1]),
        Case(.s32be, [0x40, 0, 0, 0], [0.5]),
        Case(.f32le, [0, 0, 0, 0x3F], [0.5]),
        Case(.f32be, [0xBF, 0x80, 0, 0], [-1]),
        Case(.f64le, [0, 0, 0, 0, 0, 0, 0xE0, 0x3F], [0.5]),
        Case(.f64be, [0xBF, 0xF0, 0, 0, 0, 0, 0, 0], [-1]),
        // The ends of the scale and the smallest steps, as the tables of G.711 have them.
        Case(.mulaw, [0x00, 0x80, 0xFF, 0x7E, 0xEF], linear: [-32_124, 32_124, 0, -8, 132]),
        Case(.alaw, [0x2A, 0xAA, 0xD5, 0x55, 0xC5], linear: [-32_256, 32_256, 8, -8, 264]),
    ]

    @Test("Given each layout of raw samples, when they are read, then the values are right", arguments: cases)
    func layouts(_ layout: Case) async throws {
        let raw = RawFormat(sample: layout.sample, rate: 16_000, channels: 1)
        #expect(try await read(layout.bytes, pieces: [1], ReadingOptions(raw: raw)).samples == layout.values)
    }
}
