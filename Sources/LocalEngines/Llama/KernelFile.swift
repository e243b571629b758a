internal import Glibc

/// A small file that the kernel makes when it is read, such as those in `/proc`.
enum KernelFile {
    /// Its text, at most 4 KiB; nil if it cannot be read.
    static func text(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
            count = fread(buffer.baseAddress, 1, 4_096, file)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
