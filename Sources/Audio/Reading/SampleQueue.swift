/// Samples that wait to be handed out in pieces of another size.
///
/// An hour of audio is a quarter of a gigabyte, so each sample is copied once at most. Chunks that leave as they arrived are
/// not copied at all.
struct SampleQueue {
    /// The chunks as they arrived; none is empty.
    private var chunks: [[Float]] = []
    /// Samples of the first chunk that have been taken.
    private var start = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ more: [Float]) {
        guard !more.isEmpty else { return }
        chunks.append(more)
        count += more.count
    }

    /// The first samples, as many as there are at most.
    mutating func take(_ wanted: Int) -> [Float] {
        let total = min(wanted, count)
        guard total > 0, let first = chunks.first else { return [] }
        count -= total
        if start == 0, first.count == total { return chunks.removeFirst() }
        var used = 0
        let taken = [Float](unsafeUninitializedCapacity: total) { output, filled in
            while filled < total {
                let end = min(chunks[used].count, start + total - filled)
                chunks[used].withUnsafeBufferPointer { chunk in
                    let part = UnsafeBufferPointer(rebasing: chunk[start..<end])
                    filled = output[filled...].initialize(fromContentsOf: part)
                }
                start = end
                if end == chunks[used].count {
                    used += 1
                    start = 0
                }
            }
        }
        chunks.removeFirst(used)
        return taken
    }
}
