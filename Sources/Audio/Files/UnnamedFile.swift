internal import Glibc
package import Plumbing

/// A file without a name, for temporary data that is too large for memory. It vanishes with this object, or with the process.
package final class UnnamedFile: Sendable {
    package let descriptor: Int32
    private let folder: String

    /// - Parameter folder: a folder with enough room; the one of temporary files (`TMPDIR`, otherwise `/tmp`) if nil.
    /// - Throws: ``Problem`` as outputs do, for example `output.unwritable`.
    package init(in folder: String? = nil) throws(Problem) {
        let folder = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        self.folder = folder
        let path = "\(folder)/.verbio-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw Problem.output(errno, at: folder) }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// Writes values as they are in memory.
    ///
    /// - Parameter offset: in bytes.
    /// - Throws: ``Problem`` as outputs do, for example `output.disk-full`.
    package func write<Value: BitwiseCopyable>(_ values: [Value], at offset: Int) throws(Problem) {
        try values.withRawBytes { raw throws(Problem) in try descriptor.writeAll(raw, at: offset, path: folder) }
    }

    /// Reads as many values as were written there.
    ///
    /// - Parameter offset: in bytes.
    /// - Throws: ``Problem`` of code `output.failed` if the disk does not return them.
    package func read(_ count: Int, at offset: Int) throws(Problem) -> [Int16] {
        var values = [Int16](repeating: 0, count: count)
        let code = values.withUnsafeMutableBytes { read(into: $0, at: offset) }
        guard code == 0 else { throw Problem.output(code, at: folder) }
        return values
    }

    /// Reads 16-bit samples; those behind the end of the file are 0, as those are that were never written.
    ///
    /// - Parameter range: in samples.
    /// - Throws: ``Problem`` of code `output.failed` if the disk does not return them.
    package func samplesOrSilence(_ range: Range<Int>) throws(Problem) -> [Int16] {
        let end = FileState(ofDescriptor: descriptor)?.size ?? 0
        let there = max(0, min(range.count, end / 2 - range.lowerBound))
        let samples = there > 0 ? try read(there, at: range.lowerBound * 2) : []
        return samples + repeatElement(0, count: range.count - there)
    }

    /// Reads as many bytes as were written there.
    ///
    /// - Parameter offset: in bytes.
    /// - Throws: ``Problem`` of code `output.failed` if the disk does not return them.
    package func bytes(_ count: Int, at offset: Int) throws(Problem) -> [UInt8] {
        var values = [UInt8](repeating: 0, count: count)
        let code = values.withUnsafeMutableBytes { read(into: $0, at: offset) }
        guard code == 0 else { throw Problem.output(code, at: folder) }
        return values
    }

    /// - Returns: the error number; 0 if there was no error.
    private func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        var done = 0
        while done < room.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: room[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                return count == 0 ? EIO : errno
            }
        }
        return 0
    }
}
