import Testing
import VerbioService

@Suite("Measures of lag")
struct LatencyMetricsTests {
    struct Case: Sendable {
        var delays: [Double]
        var source: Double
        var reference: Int
        var averageLagging: Double
        var lengthAdaptive: Double
    }

    /// Values that simuleval 1.1.4 (PyPI) gave for these delays.
    static let cases = [
        Case(
            delays: [515.3, 1126.1, 1605.6, 2203.3, 2222.1, 2523.8, 3135.2, 3555.7, 4139.6, 4212.9], source: 4985,
            reference: 12, averageLagging: 654.5850000000002, lengthAdaptive: 654.5850000000002),
        Case(
            delays: [427.6, 878.9, 889.2, 1059.6, 1279.4, 2000.0, 2602.1, 2727.6], source: 4839, reference: 13,
            averageLagging: 180.24230769230758, lengthAdaptive: 180.24230769230758),
        Case(
            delays: [
                122.2, 210.2, 236.4, 428.7, 429.8, 582.8, 772.7, 805.5, 838.4, 900.5, 939.8, 1113.1, 1236.9,
            ], source: 1978, reference: 5, averageLagging: -1710.753846153846, lengthAdaptive: -250.07692307692307),
        Case(
            delays: [4525, 4525, 4525], source: 4025, reference: 13, averageLagging: 4525, lengthAdaptive: 4525),
        Case(
            delays: [883.1, 1556.7, 2162.0, 3515.0, 4243.2, 5381.5], source: 7423, reference: 1,
            averageLagging: -15600.583333333334, lengthAdaptive: -135.99999999999977),
        Case(
            delays: [1633.8, 1817.5, 3180.2, 5275.6, 5347.9], source: 8726, reference: 6,
            averageLagging: 542.3333333333334, lengthAdaptive: 542.3333333333334),
    ]

    @Test("Given delays, then the lagging is what simuleval computes", arguments: cases)
    func lagging(_ one: Case) throws {
        let average = try #require(
            LatencyMetrics.averageLagging(one.delays, source: one.source, reference: one.reference))
        let adaptive = try #require(
            LatencyMetrics.lengthAdaptiveAverageLagging(one.delays, source: one.source, reference: one.reference))
        #expect(abs(average - one.averageLagging) < 1e-6)
        #expect(abs(adaptive - one.lengthAdaptive) < 1e-6)
    }

    @Test("Given no words or no source, then there is no lagging")
    func nothing() {
        #expect(LatencyMetrics.averageLagging([], source: 100) == nil)
        #expect(LatencyMetrics.averageLagging([1], source: 0) == nil)
    }

    @Test("Given hypotheses, then the erasure counts the words that were taken back")
    func erasure() {
        #expect(LatencyMetrics.normalizedErasure([["a"], ["a", "b"], ["a", "b", "c", "d"]]) == 0)
        #expect(LatencyMetrics.normalizedErasure([["a", "x", "y"], ["a", "b"]]) == 1)
        #expect(LatencyMetrics.normalizedErasure([["a"], []]) == nil)
    }

    @Test("Given values, then percentiles are those of the nearest rank")
    func percentiles() {
        let found = Percentiles((1...200).map(Double.init).shuffled())
        #expect(found?.p50 == 100 && found?.p95 == 190 && found?.p99 == 198 && found?.count == 200)
        #expect(Percentiles([]) == nil)
        #expect(Percentiles([7])?.p99 == 7)
    }
}
