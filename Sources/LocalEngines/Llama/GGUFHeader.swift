internal import Glibc

/// What the header of a GGUF file says: the model's name, its size, and how long the file has to be.
///
/// The format is that of ggml's `gguf.md`, versions 2 and 3: a magic number, named values, a list of tensors, and their data.
struct GGUFHeader: Sendable, Hashable {
    /// Why a file is not a usable model, as one clause that follows its path.
    struct Fault: Error, Hashable {
        var reason: String
    }

    /// Such as `qwen2`.
    private(set) var architecture = ""
    /// The number of weights.
    private(set) var parameters: Int64 = 0
    /// Whether it says how a chat is written; a model without that only continues texts.
    private(set) var hasChatTemplate = false
    /// The bytes of the cache for each token, with 16-bit numbers; 0 if the header does not say it.
    private(set) var cacheBytesPerToken: Int64 = 0
    /// The longest text that it was trained with, in tokens; nil if the header does not say it.
    private(set) var trainedTokens: Int?
    /// The bytes that the file has at least.
    private(set) var leastBytes: Int64 = 0

    /// The vocabulary is in the header. The largest ones in use have 260,000 entries in 16 MB.
    private static let longest = 128 << 20

    /// - Throws: ``Fault``.
    init(path: String) throws(Fault) {
        guard let facts = FileFacts(path) else { throw Fault(reason: "is not there") }
        guard facts.isRegular else { throw Fault(reason: "is no file") }
        guard let file = fopen(path, "rb") else { throw Fault(reason: "cannot be read") }
        defer { fclose(file) }
        let most = Int(clamping: min(facts.size, Int64(Self.longest)))
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            count = fread(buffer.baseAddress, 1, most, file)
        }
        try self.init(bytes)
        guard facts.size >= leastBytes else {
            let (here, whole) = (facts.size / 1_000_000, leastBytes / 1_000_000)
            throw Fault(reason: "is incomplete: it has \(here) of \(whole) MB")
        }
    }

    /// - Parameter bytes: the beginning of the file, with all of the header.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.starts(with: Array("GGUF".utf8)) else { throw Fault(reason: "is no GGUF file") }
        do throws(Cut) { try read(bytes) } catch { throw Fault(reason: "has a damaged header") }
    }

    private mutating func read(_ bytes: [UInt8]) throws(Cut) {
        var reader = Reader(bytes: bytes, at: 4)
        guard (2...3).contains(try reader.integer(4)) else { throw Cut() }
        let (tensors, values) = (try reader.count(), try reader.count())
        var numbers: [String: Int64] = [:]
        for _ in 0..<values {
            let name = try reader.text()
            let kind = try reader.integer(4)
            switch (name, kind) {
            case ("general.architecture", Kind.text): architecture = try reader.text()
            case ("tokenizer.chat_template", Kind.text): hasChatTemplate = try !reader.text().isEmpty
            default: numbers[name] = try reader.skip(kind)
            }
        }
        func number(_ name: String) -> Int64? { numbers["\(architecture).\(name)"] }
        trainedTokens = number("context_length").flatMap { Int(exactly: $0) }
        if let layers = number("block_count"), let heads = number("attention.head_count"), heads > 0,
            let width = number("embedding_length"), layers < 10_000, width < 1 << 24
        {
            let pairs = number("attention.head_count_kv") ?? heads
            let key = number("attention.key_length") ?? width / heads
            let value = number("attention.value_length") ?? width / heads
            if pairs < 1 << 16, key < 1 << 16, value < 1 << 16 {
                cacheBytesPerToken = 2 * layers * pairs * (key + value)
            }
        }
        var end: Int64 = 0
        for _ in 0..<tensors {
            let tensor = try reader.tensor()
            let (sum, isTooLarge) = parameters.addingReportingOverflow(tensor.elements)
            guard !isTooLarge else { throw Cut() }
            parameters = sum
            end = max(end, tensor.end)
        }
        let alignment = max(1, min(numbers["general.alignment"] ?? 32, 1 << 20))
        leastBytes = (Int64(reader.at) + alignment - 1) / alignment * alignment + end
    }

    /// The header ends too early, or has an impossible number.
    private struct Cut: Error {}

    /// The kinds of values that are read; the others are skipped.
    private enum Kind {
        static let text: Int64 = 8
        static let list: Int64 = 9
        /// The bytes of the others, by their numbers.
        static let bytes: [Int64: Int] = [0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8]
        static let whole: Set<Int64> = [0, 1, 2, 3, 4, 5, 10, 11]
    }

    private struct Reader {
        let bytes: [UInt8]
        var at: Int

        /// A number of so many bytes, the lowest byte first.
        mutating func integer(_ count: Int) throws(Cut) -> Int64 {
            guard count <= bytes.count - at else { throw Cut() }
            var value: UInt64 = 0
            for place in 0..<count { value |= UInt64(bytes[at + place]) << (8 * UInt64(place)) }
            at += count
            guard let number = Int64(exactly: value) else { throw Cut() }
            return number
        }

        /// How many things follow: no more than there are bytes.
        mutating func count() throws(Cut) -> Int {
            guard let count = Int(exactly: try integer(8)), count <= bytes.count else { throw Cut() }
            return count
        }

        mutating func text() throws(Cut) -> String {
            let count = try count()
            guard count <= bytes.count - at else { throw Cut() }
            defer { at += count }
            return String(decoding: bytes[at..<at + count], as: UTF8.self)
        }

        mutating func pass(_ count: Int) throws(Cut) {
            guard count >= 0, count <= bytes.count - at else { throw Cut() }
            at += count
        }

        /// Passes over a value.
        ///
        /// - Returns: the value of a whole number, and of the first of a list of them; nil for others.
        mutating func skip(_ kind: Int64) throws(Cut) -> Int64? {
            if kind == Kind.text {
                try pass(try count())
                return nil
            }
            if kind == Kind.list {
                let (inner, count) = (try integer(4), try count())
                guard inner != Kind.list else { throw Cut() }
                if inner == Kind.text {
                    for _ in 0..<count { try pass(try self.count()) }
                    return nil
                }
                guard let size = Kind.bytes[inner] else { throw Cut() }
                let start = at
                try pass(count.multipliedReportingOverflow(by: size).partialValue)
                guard count > 0, Kind.whole.contains(inner) else { return nil }
                var first = Reader(bytes: bytes, at: start)
                return try? first.integer(size)
            }
            guard let size = Kind.bytes[kind] else { throw Cut() }
            guard Kind.whole.contains(kind) else {
                try pass(size)
                return nil
            }
            // A negative number looks too large.
            let start = at
            try pass(size)
            var number = Reader(bytes: bytes, at: start)
            return try? number.integer(size)
        }

        /// The number of weights of a tensor, and where its data end, counted from the beginning of all data.
        mutating func tensor() throws(Cut) -> (elements: Int64, end: Int64) {
            try pass(try count())
            let dimensions = try integer(4)
            guard (0...8).contains(dimensions) else { throw Cut() }
            var elements: Int64 = 1
            for _ in 0..<dimensions {
                let (product, isTooLarge) = elements.multipliedReportingOverflow(by: try integer(8))
                guard !isTooLarge, product < 1 << 48 else { throw Cut() }
                elements = product
            }
            let kind = try integer(4)
            let offset = try integer(8)
            // A kind that is not known here counts as empty.
            let (block, size) = Self.blocks[kind] ?? (1, 0)
            guard offset < 1 << 48 else { throw Cut() }
            return (elements, offset + (elements + block - 1) / block * size)
        }

        /// How many weights a block of each of ggml's types has, and how many bytes (`ggml.c`, `type_traits`).
        private static let blocks: [Int64: (Int64, Int64)] = [
            0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 10: (256, 84),
            11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 16: (256, 66), 17: (256, 74), 18: (256, 98),
            19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82), 23: (256, 136), 30: (1, 2), 39: (32, 17),
        ]
    }
}
