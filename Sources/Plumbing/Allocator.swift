internal import CAllocator

/// The C library's allocator, which Swift's arrays come from.
public enum Allocator {
    /// Keeps pages that were freed for what is allocated next. To be called once, at the start of a program.
    ///
    /// Audio comes and goes a megabyte at a time. Left to itself the allocator gives such pages back after every round, has
    /// them cleared and mapped again (180,000 page faults in four hours of audio, a tenth of the work of decoding FLAC), and
    /// moves its own thresholds along the way, so that memory seems to grow with the length of a recording. So does a heap
    /// for each thread: audio is made by one and freed by another, and each heap keeps its own worst moment. One is enough,
    /// as small blocks come from the threads' own caches.
    public static func keepFreedPages() {
        mallopt(M_ARENA_MAX, 1)
        mallopt(M_TRIM_THRESHOLD, 4 << 20)
        mallopt(M_MMAP_THRESHOLD, 1 << 20)
    }
}
