internal import Audio
internal import FoundationEssentials

extension SpeechFixtures {
    /// Samples at 16 kHz as Opus packets without a container, as a network carries them.
    package static func opusPackets(of speech: [Int16]) throws -> [[UInt8]] {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).opus").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = try OpusFileWriter(path: path, sampleRate: 16_000)
        try writer.write(speech)
        try writer.finish()
        let bytes = try Array(Data(contentsOf: URL(filePath: path)))
        var (packets, open): ([[UInt8]], [UInt8]) = ([], [])
        var page = 0
        // The lengths in the head of a page (RFC 3533, section 6): one below 255 ends a packet.
        while page + 27 <= bytes.count {
            let lacing = bytes[(page + 27)..<(page + 27 + Int(bytes[page + 26]))]
            var place = lacing.endIndex
            for length in lacing {
                open += bytes[place..<place + Int(length)]
                place += Int(length)
                if length < 255 {
                    packets.append(open)
                    open = []
                }
            }
            page = place
        }
        // The first two describe the file.
        return Array(packets.dropFirst(2))
    }
}
