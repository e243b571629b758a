import Audio
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@Suite("A recording in real time")
struct PacedSourceTests {
    @Test(
        "Given a speed, when the recording is heard, then each block comes when its last sample is spoken",
        arguments: [1.0, 4.0])
    func pace(speed: Double) async throws {
        let samples = (0..<40_321).map { Float($0) / 50_000 }
        let now = Locked(Duration.zero)
        let time = TimeSource(
            now: { now.withLock { $0 } }, sleep: { wait in now.withLock { $0 += wait } }, wallClockMilliseconds: { 0 })
        let source = PacedSource(ScriptedSource([samples], blockSize: 7_001), speed: speed, time: time)
        var heard: [Float] = []
        while let block = try await source.next() {
            #expect(block.start == heard.count)
            heard += block.lanes[0]
            #expect(block.lanes[0].count <= 320)
            let due = Double(heard.count) / 16_000 / speed
            #expect(abs(now.withLock { $0 }.seconds - due) < 1e-6)
        }
        #expect(heard == samples)
    }

    @Test("Given a stop, then no more blocks come")
    func stop() async throws {
        let source = PacedSource(ScriptedSource([[Float](repeating: 0, count: 9_000)]), speed: 1_000, time: .system)
        _ = try await source.next()
        source.stop()
        #expect(try await source.next() == nil)
    }
}
