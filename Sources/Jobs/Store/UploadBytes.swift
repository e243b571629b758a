internal import Glibc
internal import Plumbing

/// The bytes of an open file of an upload. Its calls block.
struct UploadBytes {
    let descriptor: Int32
    let path: String

    /// - Returns: fewer bytes at the end of the file.
    func read(_ count: Int, at offset: Int) throws(Problem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let read = bytes.withUnsafeMutableBytes { raw in
                pread(descriptor, raw.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
            }
            guard read >= 0 || errno == EINTR else { throw JobUploads.problem(errno, path) }
            if read == 0 { break }
            done += max(0, read)
        }
        return Array(bytes.prefix(done))
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(Problem) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                pwrite(descriptor, raw.baseAddress.map { $0 + done }, raw.count - done, off_t(offset + done))
            }
            if count > 0 { done += count } else if errno != EINTR { throw JobUploads.problem(errno, path) }
        }
    }
}
