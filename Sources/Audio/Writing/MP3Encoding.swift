internal import CSndFile
package import Plumbing

/// MP3, if the installed libsndfile can write it (1.1 or later with LAME).
package enum MP3Encoding {
    /// Hz.
    package static let rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

    private static let format = Int32(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)

    /// Whether an encoder is installed.
    package static let isInstalled: Bool = {
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (24_000, 1, format)
        return sf_format_check(&info) != 0
    }()

    /// A whole file of mono samples.
    ///
    /// - Parameter voice: speech at one of the ``rates``.
    /// - Throws: ``Problem`` of kind `internal`, code `audio.mp3`, if there is no encoder or it refuses.
    package static func encode(_ voice: VoiceAudio) throws(Problem) -> [UInt8] {
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (Int32(clamping: voice.sampleRate), 1, format)
        let memory = Memory()
        var callbacks = Memory.callbacks
        let context = Unmanaged.passUnretained(memory).toOpaque()
        guard let file = sf_open_virtual(&callbacks, Int32(SFM_WRITE), &info, context) else { throw refused }
        var isWritten = true
        let block = 16_384
        for start in stride(from: 0, to: voice.samples.count, by: block) {
            let piece = Array(voice.samples[start..<min(start + block, voice.samples.count)])
            isWritten = isWritten && sf_write_short(file, piece, sf_count_t(piece.count)) == piece.count
        }
        // The last frames are written when the file is closed.
        let isClosed = sf_close(file) == 0
        guard isWritten, isClosed else { throw refused }
        return withExtendedLifetime(memory) { memory.bytes }
    }

    private static var refused: Problem {
        Problem(.internal, "audio.mp3", "libsndfile refused to encode speech as MP3", cure: "ask for another format")
    }

    /// A file in memory.
    private final class Memory {
        private(set) var bytes: [UInt8] = []
        private var position = 0

        static let callbacks = SF_VIRTUAL_IO(
            get_filelen: { Memory.from($0).map { sf_count_t($0.bytes.count) } ?? -1 },
            seek: { offset, whence, context in Memory.from(context)?.seek(Int(offset), whence) ?? -1 },
            read: { destination, count, context in Memory.from(context)?.read(destination, Int(count)) ?? 0 },
            write: { source, count, context in Memory.from(context)?.write(source, Int(count)) ?? 0 },
            tell: { Memory.from($0).map { sf_count_t($0.position) } ?? -1 })

        private static func from(_ context: UnsafeMutableRawPointer?) -> Memory? {
            context.map { Unmanaged<Memory>.fromOpaque($0).takeUnretainedValue() }
        }

        private func seek(_ offset: Int, _ whence: Int32) -> sf_count_t {
            let base = whence == SF_SEEK_CUR ? position : whence == SF_SEEK_END ? bytes.count : 0
            guard base + offset >= 0 else { return -1 }
            position = base + offset
            return sf_count_t(position)
        }

        private func read(_ destination: UnsafeMutableRawPointer?, _ count: Int) -> sf_count_t {
            guard let destination, count > 0, position < bytes.count else { return 0 }
            let taken = min(count, bytes.count - position)
            let room = UnsafeMutableRawBufferPointer(start: destination, count: taken)
            room.copyBytes(from: bytes[position..<position + taken])
            position += taken
            return sf_count_t(taken)
        }

        private func write(_ source: UnsafeRawPointer?, _ count: Int) -> sf_count_t {
            guard let source, count > 0 else { return 0 }
            let new = UnsafeRawBufferPointer(start: source, count: count)
            if position > bytes.count { bytes += [UInt8](repeating: 0, count: position - bytes.count) }
            let overlap = min(count, bytes.count - position)
            bytes.replaceSubrange(position..<position + overlap, with: new[..<overlap])
            bytes.append(contentsOf: new[overlap...])
            position += count
            return sf_count_t(count)
        }
    }
}
