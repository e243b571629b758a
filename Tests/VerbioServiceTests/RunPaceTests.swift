import Testing
import VerbioService

@Suite("How long a run still takes") struct RunPaceTests {
    @Test("given half of a recording in ten seconds, when the rest is estimated, then it takes ten more")
    func plain() throws {
        let pace = try #require(RunPace(heard: 30, of: 60, since: 0, in: 10))
        #expect(pace.percent == 50 && pace.secondsLeft == 10)
        #expect("\(pace)" == "50 %, 0:10 left")
    }

    @Test("given a resumed run, when the rest is estimated, then what an earlier run has done does not count")
    func resumed() throws {
        // 50 of 60 s were done before; one more took two seconds.
        let pace = try #require(RunPace(heard: 51, of: 60, since: 50, in: 2))
        #expect(pace.percent == 85 && abs((pace.secondsLeft ?? 0) - 18) < 1e-9)
        #expect(try #require(RunPace(heard: 50, of: 60, since: 50, in: 2)).secondsLeft == nil)
    }

    @Test("given no length or no time, when the rest is estimated, then nothing is said of it")
    func unknown() throws {
        #expect(RunPace(heard: 5, of: 0, since: 0, in: 3) == nil)
        #expect(try #require(RunPace(heard: 5, of: 60, since: 0, in: 0.5)).secondsLeft == nil)
    }
}
