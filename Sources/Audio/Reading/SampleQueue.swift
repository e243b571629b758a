/// Samples that wait to be handed out in pieces of another size. An hour of audio is a quarter of a gigabyte, so they are copied
/// as seldom as can be: what comes into an empty queue and leaves it whole is not copied at all.
struct SampleQueue {
    private var samples: [Float] = []
    private var start = 0

    var count: Int { samples.count - start }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ more: [Float]) {
        guard !isEmpty else {
            samples = more
            start = 0
            return
        }
        if start > samples.count / 2 {
            samples.removeFirst(start)
            start = 0
        }
        samples += more
    }

    /// The first samples, as many as there are at most.
    mutating func take(_ count: Int) -> [Float] {
        let end = min(samples.count, start + count)
        guard start > 0 || end < samples.count else {
            defer { samples = [] }
            return samples
        }
        defer { start = end }
        return Array(samples[start..<end])
    }
}
