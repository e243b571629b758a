import Audio
import Plumbing
import Testing
import VerbioTesting

@Suite("Ogg Opus for a player")
struct OpusPagesTests {
    @Test(
        "given samples as a clock asks for them, when they are encoded, then each 20 ms are a page and all can be decoded"
    )
    func pages() async throws {
        let pages = try OpusPages(sampleRate: 24_000)
        let tone = (0..<24_000).map { Int16(8_000 * ($0 % 60 < 30 ? 1 : -1)) }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: tone.count, by: 480) {
            let new = try pages.bytes(adding: Array(tone[start..<start + 480]))
            // The newest packet waits, because it may be the last.
            if start >= 480 { #expect(new.starts(with: Array("OggS".utf8))) }
            bytes += new
        }
        bytes += try pages.end()
        let pipe = BytePipe()
        try await pipe.send(bytes)
        pipe.finish()
        let source = try await openSpeechSource(.bytes(pipe, name: "voice"), options: ReadingOptions(ffmpegPath: ""))
        var count = 0
        while let block = try await source.next() { count += block.lanes[0].count }
        #expect(count == 16_000)
        #expect(source.source.codec == "opus")
    }
}
