internal import Glibc
internal import Plumbing

/// The memory that a model needs beside its file, which the kernel can drop and read again.
struct LlamaMemory: Sendable {
    /// What is free.
    struct Free: Sendable {
        /// Bytes; nil if the machine does not tell.
        var bytes: Int64?

        /// What the kernel says a new program can have, and what the control group of this process has left.
        static var now: Free {
            Free(bytes: [available, ControlGroup().freeMemory].compactMap(\.self).min())
        }

        private static var available: Int64? {
            let label = "MemAvailable:"
            let lines = KernelFile.text(of: "/proc/meminfo")?.split(whereSeparator: \.isNewline)
            let line = lines?.first { $0.hasPrefix(label) }
            return line?.dropFirst(label.count).split(separator: " ").first.flatMap { Int64($0) }.map { $0 << 10 }
        }
    }

    /// What the server itself and its buffers take. Measured: 0.3 GB with a vocabulary of 152,000 entries.
    private static let server: Int64 = 350_000_000

    /// Bytes.
    let needed: Int64

    /// The weights are counted once: the server rearranges most of them for the processor, in memory of its own.
    init(_ model: LlamaModel, contextTokens: Int) {
        needed = model.bytes + model.header.cacheBytesPerToken * Int64(contextTokens) + Self.server
    }

    /// - Parameter limit: the bytes that the server may have; nil for no limit.
    /// - Throws: ``LlamaFailure/tooLarge(needed:free:isLimit:)``.
    func check(limit: Int64?, _ free: Free = Free()) throws(LlamaFailure) {
        if let limit, needed > limit { throw .tooLarge(needed: needed, free: limit, isLimit: true) }
        if let bytes = free.bytes, needed > bytes { throw .tooLarge(needed: needed, free: bytes, isLimit: false) }
    }
}
