import Plumbing
import Testing
import VerbioService

@Suite("The pace of a live source")
struct SoundPaceTests {
    /// Looks once a second, and returns what is reported, with its second.
    private func findings(_ seconds: Int, _ heardTo: (Int) -> Int) -> [Int: SoundPace.Finding] {
        var (pace, found) = (SoundPace(), [Int: SoundPace.Finding]())
        for second in 0..<seconds { found[second] = pace.look(at: .seconds(second), heardTo: heardTo(second)) }
        return found
    }

    @Test("given sound in real time, or faster, when it continues for minutes, then nothing is reported")
    func steady() {
        #expect(findings(300) { $0 * 16_000 }.isEmpty)
        #expect(findings(300) { $0 * 15_990 }.isEmpty)
        #expect(findings(300) { $0 * 64_000 }.isEmpty)
    }

    @Test("given a source without sound so far, then nothing is reported")
    func waiting() { #expect(findings(60) { _ in 0 }.isEmpty) }

    @Test("given a source that stops and continues, then both are reported once")
    func stopped() {
        let found = findings(40) { second in 16_000 * (second < 10 ? second : second < 20 ? 9 : second - 10) }
        #expect(found == [12: .stopped(3), 20: .comesAgain(11)])
    }

    @Test("given a source that loses a twentieth of its samples, then that is reported once")
    func slow() {
        let found = findings(400) { ($0 + 1) * 15_200 }
        #expect(Array(found.values) == [.slow(percent: 5)])
    }
}
