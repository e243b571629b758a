internal import Audio
internal import Glibc
package import Plumbing

/// The programs of ffmpeg that read and write films.
package struct FilmPrograms: Sendable {
    let ffmpeg: String
    let ffprobe: String

    /// - Parameter path: the place of ffmpeg, as ``ReadingOptions/ffmpegPath``. `ffprobe` is beside it, or on the `PATH`.
    /// - Throws: ``Problem`` of kind `usage`, code `film.ffmpeg`, if one of them is not installed.
    package init(ffmpeg path: String?) throws(Problem) {
        guard let ffmpeg = FilmAccess.program(path) else {
            throw Self.missing("ffmpeg")
        }
        let beside = ffmpeg.lastIndex(of: "/").map { ffmpeg[...$0] + "ffprobe" } ?? "ffprobe"
        guard let ffprobe = FilmAccess.program(String(beside)) ?? FilmAccess.program("ffprobe") else {
            throw Self.missing("ffprobe, which comes with ffmpeg,")
        }
        (self.ffmpeg, self.ffprobe) = (ffmpeg, ffprobe)
    }

    private static func missing(_ program: String) -> Problem {
        Problem(
            .usage, "film.ffmpeg", "\(program) is not installed, and it writes films",
            cure: "install ffmpeg (apt-get install ffmpeg), or name its place in the setting ffmpeg.path")
    }
}
