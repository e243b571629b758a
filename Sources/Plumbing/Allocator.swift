internal import CAllocator

/// The C library's allocator, which Swift's arrays come from.
package enum Allocator {
    /// Keeps freed pages for the next allocations. Call it once, at the start of a program.
    ///
    /// Audio is allocated and freed a megabyte at a time. By default the allocator returns such pages after every round, and
    /// has them cleared and mapped again. That costs 180,000 page faults in four hours of audio, a tenth of the work of
    /// decoding FLAC. It also moves its own thresholds along the way, so that memory seems to grow with the length of a
    /// recording. A heap for each thread has the same effect: one thread allocates audio, another one frees it, and each heap
    /// keeps its own worst moment. One heap is enough, because small blocks come from the caches of the threads.
    package static func keepFreedPages() {
        mallopt(M_ARENA_MAX, 1)
        mallopt(M_TRIM_THRESHOLD, 4 << 20)
        mallopt(M_MMAP_THRESHOLD, 1 << 20)
    }
}
