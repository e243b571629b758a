internal import Glibc
package import Plumbing

/// What a program of ffmpeg needs to read a film from a descriptor and nothing else, and to keep Verbio's clock.
package enum FilmAccess {
    /// - Parameter path: the place of ffmpeg, as ``ReadingOptions/ffmpegPath``.
    /// - Returns: the program; nil if it is not installed there.
    package static func program(_ path: String?) -> String? { Converter.find(path) }

    /// The arguments that let a program read a self-contained film and nothing that the film names.
    ///
    /// - Parameter number: the program's descriptor of the film.
    package static func reading(_ number: Int) -> (limits: [String], address: String) {
        (
            ["-protocol_whitelist", "file", "-format_whitelist", Converter.filmDemuxers.joined(separator: ",")],
            "file:/proc/self/fd/\(number)"
        )
    }

    /// Seconds by which the film's times have to be moved, after ffmpeg has let them begin at 0, so that they are those
    /// of the speech clock.
    ///
    /// - Parameters:
    ///   - kind: the kind of file, as ``SourceDescription/container`` has it.
    ///   - start: when the container's clock begins, in seconds.
    ///   - path: the film.
    /// - Throws: ``Problem`` of kind `input` if the film cannot be read.
    package static func shift(kind: String, start: Double, path: String) throws(Problem) -> Double {
        // As `TrackClock` counts: some containers begin anywhere, a plain MP4 begins at its own 0.
        if Converter.keepsClock(kind) { return 0 }
        guard kind == "mp4" else { return min(0, start) }
        let isFragment = ISOMedia.isFragmented(ReplaySource(try DescriptorSource(path: path)))
        return isFragment ? min(0, start) : start
    }
}
