import Plumbing
import Resilience
import Testing
import VerbioTesting

/// How many calls at once a server answers well.
@Suite("Concurrency that is found out")
struct FoundConcurrencyTests {
    /// The level after so many rounds of calls, all of a round at once.
    ///
    /// - Parameter seconds: how long each call takes if so many are in flight.
    private func level(after rounds: Int, most: Int, _ seconds: (Int) -> Double) -> (level: Int, highest: Int) {
        let found = FoundConcurrency()
        var now = Duration.zero
        var highest = 1
        for _ in 0..<rounds {
            let count = min(most, found.level)
            highest = max(highest, count)
            let calls = (0..<count).map { _ in found.begin(at: now) }
            now += .seconds(seconds(count))
            for call in calls { found.end(call, at: now, isAnswered: true, most: most) }
        }
        return (found.level, highest)
    }

    @Test("Given a server that does one call at a time, when calls are made, then two are tried once, and one stays")
    func single() {
        let found = level(after: 50, most: 8) { Double($0) * 6 }
        #expect(found.level == 1 && found.highest == 2)
    }

    @Test("Given a server with four workers, when calls are made, then four stay, and no more than are allowed")
    func four() {
        #expect(level(after: 100, most: 16) { Double(($0 + 3) / 4) * 2 } == (4, 8))
        #expect(level(after: 100, most: 2) { _ in 2 } == (2, 2))
        #expect(level(after: 100, most: 1) { _ in 2 } == (1, 1))
    }

    @Test("Given calls that fail, when they end, then they say nothing")
    func failures() {
        let found = FoundConcurrency()
        for _ in 0..<20 {
            let call = found.begin(at: .zero)
            found.end(call, at: .seconds(1), isAnswered: false, most: 4)
        }
        #expect(found.level == 1)
    }
}
