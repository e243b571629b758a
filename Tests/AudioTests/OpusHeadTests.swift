import Testing

@testable import Audio

struct OpusHeadTests {
    @Test("Given surround Opus, when its head is read, then the channels are in the order of WAV files")
    func surround() throws {
        let fixed: [UInt8] = [1, 6, 0, 0, 0x80, 0xBB, 0, 0, 0, 0, 1, 4, 2]
        // RFC 7845, section 5.1.1.2: left, centre, right, rear left, rear right, low frequencies.
        let head = try OpusHead(OpusHead.magic + fixed + [0, 4, 1, 2, 3, 5])
        #expect(head.mapping == [0, 1, 4, 5, 2, 3])
    }
}
