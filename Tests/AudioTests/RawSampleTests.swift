import Audio
import Testing

struct RawSampleTests {
    @Test(
        "every layout of samples",
        arguments: [
            (RawFormat.Sample.u8, [0, 64, 128, 255] as [UInt8], [-1, -0.5, 0, 127 / 128] as [Float]),
            (.s8, [0x80, 0x40, 0, 0x7F], [-1, 0.5, 0, 127 / 128]),
            (.s16le, [0, 0x80, 0, 0x40], [-1, 0.5]), (.s16be, [0x80, 0, 0x40, 0], [-1, 0.5]),
            (.s24le, [0, 0, 0x80, 0, 0, 0x40], [-1, 0.5]), (.s24be, [0xFF, 0xFF, 0xFF], [-1 / 8_388_608]),
            (.s32le, [0, 0, 0, 0x80], [-1]), (.s32be, [0x40, 0, 0, 0], [0.5]),
            (.f32le, [0, 0, 0, 0x3F], [0.5]), (.f32be, [0xBF, 0x80, 0, 0], [-1]),
            (.f64le, [0, 0, 0, 0, 0, 0, 0xE0, 0x3F], [0.5]), (.f64be, [0xBF, 0xF0, 0, 0, 0, 0, 0, 0], [-1]),
            // The ends of the scale and the smallest steps, as the tables of G.711 have them.
            (.mulaw, [0x00, 0x80, 0xFF, 0x7E, 0xEF], [-32_124, 32_124, 0, -8, 132].map { $0 / 32_768 }),
            (.alaw, [0x2A, 0xAA, 0xD5, 0x55, 0xC5], [-32_256, 32_256, 8, -8, 264].map { $0 / 32_768 }),
        ])
    func layouts(_ sample: RawFormat.Sample, _ bytes: [UInt8], _ expected: [Float]) async throws {
        let raw = RawFormat(sample: sample, rate: 16_000, channels: 1)
        #expect(try await read(bytes, pieces: [1], ReadingOptions(raw: raw)).samples == expected)
    }
}
