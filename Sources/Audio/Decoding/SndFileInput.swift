internal import CSndFile
internal import Glibc

/// The byte source as libsndfile is allowed to see it: strictly forward, with a short memory and no end.
final class SndFileInput {
    /// The length that is reported to libsndfile: 256 GiB, more than any recording has. It is small enough for buffers
    /// that libsndfile sizes by a header: the system does not refuse them, or their memory is never touched.
    static let pretendedLength = 1 << 38
    /// A step ahead up to this distance is read through; a farther one is refused, because it is made in search of the end.
    private static let aheadLimit = 64 << 10

    /// Short reads in succession after which libsndfile gets the end of the pretended length.
    ///
    /// Otherwise it searches a cut header for more chunks without end, and remembers each one, without reading any bytes
    /// for it.
    private static let patience = 16

    private let source: ReplaySource
    private let origin: Int
    private var readsBeyondEnd = 0
    /// Whether a read was shorter than requested: the output from then on may not come from real bytes.
    var isSpent: Bool { readsBeyondEnd > 0 }
    /// The farthest position in the file up to which bytes were given.
    private(set) var farthest = 0
    /// How many bytes it was given.
    private(set) var taken = 0

    /// The end of the file as the file itself states it; steps beyond it are refused.
    private let length: Int

    init(_ source: ReplaySource, length: Int? = nil) {
        self.source = source
        self.length = length ?? Self.pretendedLength
        origin = source.position
    }

    static let callbacks = SF_VIRTUAL_IO(
        get_filelen: { _ in sf_count_t(SndFileInput.pretendedLength) },
        seek: { offset, whence, context in SndFileInput.from(context)?.seek(offset, whence) ?? -1 },
        read: { destination, count, context in SndFileInput.from(context)?.read(destination, count) ?? 0 },
        write: { _, _, _ in 0 },
        tell: { context in SndFileInput.from(context).map { sf_count_t($0.position) } ?? -1 })

    private static func from(_ context: UnsafeMutableRawPointer?) -> SndFileInput? {
        context.map { Unmanaged<SndFileInput>.fromOpaque($0).takeUnretainedValue() }
    }

    private var position: Int {
        readsBeyondEnd > Self.patience ? Self.pretendedLength : source.position - origin
    }

    private func read(_ destination: UnsafeMutableRawPointer?, _ count: sf_count_t) -> sf_count_t {
        guard let destination, let count = Int(exactly: count), count > 0 else { return 0 }
        let buffer = UnsafeMutableRawBufferPointer(start: destination, count: count)
        // libsndfile assumes that plain samples end when a read returns fewer bytes.
        let read = source.readFully(into: buffer)
        taken += read
        farthest = max(farthest, source.position - origin)
        readsBeyondEnd = read == count ? 0 : readsBeyondEnd + 1
        return sf_count_t(read)
    }

    private func seek(_ offset: sf_count_t, _ whence: Int32) -> sf_count_t {
        guard let offset = Int(exactly: offset), readsBeyondEnd <= Self.patience else { return -1 }
        let start = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : nil
        guard let start else { return -1 }
        let (target, overflow) = start.addingReportingOverflow(offset)
        guard !overflow, target >= 0, target < length, target <= source.received - origin + Self.aheadLimit else {
            return -1
        }
        return source.seek(to: target + origin) ? sf_count_t(position) : -1
    }
}
