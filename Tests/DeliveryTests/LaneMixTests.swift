import Audio
import Plumbing
import Testing

@testable import Delivery

/// Sounds of several lanes in one file.
struct LaneMixTests {
    /// A file in memory.
    private final class Memory: TrackFile {
        let sampleRate = speechSampleRate
        var samples: [Int16] = []
        /// The most samples that came at once.
        var most = 0

        var frameCount: Int { samples.count }
        func write(_ more: [Int16]) {
            samples += more
            most = max(most, more.count)
        }
        func writeSilence(frames: Int) { samples += [Int16](repeating: 0, count: max(0, frames)) }
        func prepare() {}
        func finish(by admission: (any OutputAdmission)?) -> Int { samples.count }
    }

    @Test("given sounds of two lanes, when they overlap, then they are added up, and those of one lane are not")
    func overlaps() throws {
        let file = Memory()
        var mix = LaneMix(file)
        try mix.add([1, 1, 1, 1], at: 2, lane: 0)
        try mix.add([10, 10, 10], at: 4, lane: 1)
        // What is around a voice was in the sound before.
        try mix.add([9, 9, 2, 2], at: 4, lane: 0)
        try mix.add([30_000, -30_000], at: 10, lane: 0)
        try mix.add([30_000, -30_000], at: 10, lane: 1)
        try mix.add([5], at: 3, lane: 0)
        try mix.finish(milliseconds: 1)
        #expect(file.samples == [0, 0, 1, 1, 11, 11, 12, 2, 0, 0, 32_767, -32_768, 0, 0, 0, 0])
    }

    @Test("given a long silence between two sounds, when they are written, then memory does not grow with it")
    func silence() throws {
        let file = Memory()
        var mix = LaneMix(file)
        let later = 600 * speechSampleRate
        try mix.add([1], at: 0, lane: 0)
        try mix.add([2], at: later, lane: 0)
        // The voice of another lane began before it.
        try mix.add([3], at: later - 10, lane: 1)
        try mix.finish(milliseconds: 0)
        #expect(file.samples.count == later + 1 && file.most <= LaneMix.lead + 1)
        #expect(file.samples[0] == 1 && file.samples[later] == 2 && file.samples[later - 10] == 3)
    }
}
