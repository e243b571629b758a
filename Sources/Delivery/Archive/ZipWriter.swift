internal import Audio
internal import CZlib
internal import FoundationEssentials
internal import Glibc
internal import Plumbing

/// Writes a ZIP archive (APPNOTE 6.3) of files that are stored as they are. Captions are small, and sound does not shrink.
///
/// Files and archives of four gigabytes and more have the fields of ZIP64. Memory does not grow with them. Every call may wait for
/// the disk.
struct ZipWriter {
    private struct Entry {
        var name: [UInt8]
        var size: UInt64
        var check: UInt32
        var offset: UInt64
    }

    private static let block = 1 << 16
    /// From this value on a field of 32 bits says that the real one is in the extra field.
    private static let full = UInt64(UInt32.max)

    private let file: AtomicFile
    /// The time of all entries, as MS-DOS writes it: two seconds exact, in UTC.
    private let time: (time: UInt16, date: UInt16)
    private var entries: [Entry] = []
    /// The file whose bytes are coming.
    private var open: (entry: Entry, check: CRC32)?

    /// - Parameter milliseconds: the time of the entries since 1970.
    /// - Throws: ``Problem`` as outputs do.
    init(at path: String, time milliseconds: Int64) throws(Problem) {
        file = try AtomicFile(path: path)
        time = Self.dosTime(milliseconds)
    }

    /// Adds a file.
    ///
    /// - Parameter name: with `/` between folders.
    /// - Throws: ``Problem`` as outputs do; of kind `store` if the file cannot be read.
    mutating func add(_ path: String, named name: String) throws(Problem) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, let size = UInt64(exactly: status.st_size) else {
            throw Self.unreadable(path)
        }
        var entry = Entry(name: Array(name.utf8), size: size, check: 0, offset: UInt64(file.byteCount))
        try file.write(localHeader(entry))
        var check = CRC32()
        var count: UInt64 = 0
        while true {
            var got = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.block) { room, filled in
                repeat { got = read(descriptor, room.baseAddress, Self.block) } while got < 0 && errno == EINTR
                filled = max(0, got)
            }
            guard got >= 0 else { throw Self.unreadable(path) }
            if got == 0 { break }
            count += UInt64(got)
            check.update(bytes)
            try file.write(bytes)
        }
        guard count == size else { throw Self.unreadable(path) }
        entry.check = check.value
        // The check is known only now.
        try file.overwrite(Self.bytes(entry.check), at: Int(entry.offset) + 14)
        entries.append(entry)
    }

    /// Begins a file whose bytes come in pieces. It ends with ``endFile()``, and no other file begins before.
    mutating func beginFile(named name: String) throws(Problem) {
        let entry = Entry(name: Array(name.utf8), size: 0, check: 0, offset: UInt64(file.byteCount))
        try file.write(localHeader(entry))
        open = (entry, CRC32())
    }

    mutating func append(_ bytes: [UInt8]) throws(Problem) {
        open?.entry.size += UInt64(bytes.count)
        open?.check.update(bytes)
        try file.write(bytes)
    }

    /// - Throws: ``Problem`` as outputs do; of kind `store` if the file has four gigabytes, which its header cannot
    ///   represent.
    mutating func endFile() throws(Problem) {
        guard var entry = open?.entry, let check = open?.check.value else { return }
        open = nil
        guard entry.size < Self.full else {
            throw Problem(
                .store, "export.too-large", "a file of the archive has more than four gigabytes",
                at: String(decoding: entry.name, as: UTF8.self), cure: "export conversations one by one")
        }
        entry.check = check
        let size = Self.bytes(Self.clamped(entry.size))
        try file.overwrite(Self.bytes(entry.check) + size + size, at: Int(entry.offset) + 14)
        entries.append(entry)
    }

    /// Writes the directory of the archive and gives the file its name.
    ///
    /// - Parameter admission: decides what it may replace; anything if nil.
    /// - Returns: the size of the archive.
    /// - Throws: ``Problem`` as outputs do.
    func finish(by admission: (any OutputAdmission)? = nil) throws(Problem) -> Int {
        let start = UInt64(file.byteCount)
        for entry in entries { try file.write(directoryHeader(entry)) }
        let size = UInt64(file.byteCount) - start
        let count = UInt64(entries.count)
        if start >= Self.full || size >= Self.full || count >= 0xFFFF {
            let end = UInt64(file.byteCount)
            try file.write(
                Self.bytes(0x0606_4b50 as UInt32) + Self.bytes(44 as UInt64) + Self.bytes(45 as UInt16)
                    + Self.bytes(45 as UInt16) + Self.bytes(0 as UInt32) + Self.bytes(0 as UInt32) + Self.bytes(count)
                    + Self.bytes(count) + Self.bytes(size) + Self.bytes(start))
            try file.write(
                Self.bytes(0x0706_4b50 as UInt32) + Self.bytes(0 as UInt32) + Self.bytes(end) + Self.bytes(1 as UInt32))
        }
        let short = UInt16(min(count, 0xFFFF))
        try file.write(
            Self.bytes(0x0605_4b50 as UInt32) + Self.bytes(0 as UInt16) + Self.bytes(0 as UInt16) + Self.bytes(short)
                + Self.bytes(short) + Self.bytes(Self.clamped(size)) + Self.bytes(Self.clamped(start))
                + Self.bytes(0 as UInt16))
        try file.commit(by: admission)
        return file.byteCount
    }

    // MARK: Headers

    private func localHeader(_ entry: Entry) -> [UInt8] {
        let isLarge = entry.size >= Self.full
        let extra =
            isLarge
            ? Self.bytes(1 as UInt16) + Self.bytes(16 as UInt16) + Self.bytes(entry.size) + Self.bytes(entry.size) : []
        return Self.bytes(0x0403_4b50 as UInt32) + Self.bytes(isLarge ? 45 : 20 as UInt16) + common(entry, extra)
            + entry.name + extra
    }

    private func directoryHeader(_ entry: Entry) -> [UInt8] {
        var fields: [UInt8] = []
        if entry.size >= Self.full { fields += Self.bytes(entry.size) + Self.bytes(entry.size) }
        if entry.offset >= Self.full { fields += Self.bytes(entry.offset) }
        let extra = fields.isEmpty ? [] : Self.bytes(1 as UInt16) + Self.bytes(UInt16(fields.count)) + fields
        let version: UInt16 = fields.isEmpty ? 20 : 45
        // Made on Unix; a regular file that its owner may write and all may read.
        return Self.bytes(0x0201_4b50 as UInt32) + Self.bytes(0x0300 | version) + Self.bytes(version)
            + common(entry, extra) + Self.bytes(0 as UInt16) + Self.bytes(0 as UInt16) + Self.bytes(0 as UInt16)
            + Self.bytes(0o100644 << 16 as UInt32) + Self.bytes(Self.clamped(entry.offset)) + entry.name + extra
    }

    /// The fields that both headers have: names are UTF-8, and nothing is compressed.
    private func common(_ entry: Entry, _ extra: [UInt8]) -> [UInt8] {
        let size = Self.clamped(entry.size)
        return Self.bytes(0x0800 as UInt16) + Self.bytes(0 as UInt16) + Self.bytes(time.time) + Self.bytes(time.date)
            + Self.bytes(entry.check) + Self.bytes(size) + Self.bytes(size) + Self.bytes(UInt16(entry.name.count))
            + Self.bytes(UInt16(extra.count))
    }

    private static func clamped(_ value: UInt64) -> UInt32 { UInt32(min(value, full)) }

    private static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private static func dosTime(_ milliseconds: Int64) -> (UInt16, UInt16) {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil, (80...207).contains(parts.tm_year) else { return (0, 0x21) }
        return (
            UInt16(parts.tm_hour << 11 | parts.tm_min << 5 | min(parts.tm_sec, 59) / 2),
            UInt16((parts.tm_year - 80) << 9 | (parts.tm_mon + 1) << 5 | parts.tm_mday)
        )
    }

    private static func unreadable(_ path: String) -> Problem {
        Problem(.store, "export.unreadable", "a file that was written cannot be read", at: path, cure: "try again")
    }
}

/// The check of ZIP and PNG: the polynomial 0x04C11DB7, reflected.
struct CRC32 {
    private var state = crc32(0, nil, 0)

    var value: UInt32 { UInt32(truncatingIfNeeded: state) }

    mutating func update(_ bytes: [UInt8]) { state = crc32_z(state, bytes, bytes.count) }
}
